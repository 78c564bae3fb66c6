import {
  type InformerClient,
  InformerFactory,
  newListWatchForKind,
  type SharedIndexInformer,
  entriesOf,
} from "../cache/index.ts";
import type { Client } from "../client/index.ts";
import {
  apiVersionOf,
  compareResourceVersion,
  type FieldSelectorLike,
  type KubeObject,
  type LabelSelectorLike,
  type Resource,
  selectorText,
} from "../meta/index.ts";
import { type Clock, defined, type Logger, type Meter } from "../util/index.ts";
import type { ShardSelection } from "./sharding/index.ts";

/** Which objects of a kind a cache holds. */
export interface CacheSelection {
  /** Only these namespaces. Default: the manager's, else all. */
  readonly namespaces?: readonly string[] | undefined;
  readonly labelSelector?: LabelSelectorLike | undefined;
  readonly fieldSelector?: FieldSelectorLike | undefined;
}

/** What the caches of a manager share. */
export interface CacheSettings {
  readonly clock: Clock;
  /** Default: that of the client, else lines on standard error, of which failures that repeat are left out. */
  readonly logger: Logger | false | undefined;
  readonly meter: Meter | undefined;
  readonly namespaces: readonly string[] | undefined;
}

/** Indexes that controllers add to a cache. */
const ownerIndex = "client-ts.owner-uid";

/** The informer of one kind in one cluster. It runs from `start` until the last of its users releases it. */
export class KindCache {
  readonly client: Client;
  readonly resource: Resource;
  readonly metadataOnly: boolean;
  readonly informer: SharedIndexInformer<KubeObject>;
  readonly #factory: InformerFactory;
  readonly #onUnused: () => void;
  readonly #sharded: ReturnType<ShardSelection["newCache"]> | undefined;
  #users = 0;

  constructor(
    client: Client,
    resource: Resource,
    options: {
      readonly metadataOnly: boolean;
      readonly selection: CacheSelection;
      readonly settings: CacheSettings;
      /** Hold the objects of these shards alone, where the server can choose. Default: everything. */
      readonly shards?: ShardSelection | undefined;
      readonly onUnused: () => void;
    },
  ) {
    const { clock, logger, meter, namespaces } = options.settings;
    const { selection } = options;
    const labelSelector = selectorText(selection.labelSelector);
    const fieldSelector = selectorText(selection.fieldSelector);
    const isSelected = labelSelector !== "" || fieldSelector !== "";
    this.client = client;
    this.resource = resource;
    this.metadataOnly = options.metadataOnly;
    this.#onUnused = options.onUnused;
    const sharded = options.shards?.newCache();
    this.#sharded = sharded;
    const source: InformerClient =
      sharded === undefined
        ? client
        : { listerWatcher: (resource, how) => sharded.wrap(newListWatchForKind(client.rest, resource, how)) };
    this.#factory = new InformerFactory(
      source,
      {
        clock,
        logger,
        meter,
        namespaces: selection.namespaces ?? namespaces,
        tweakListOptions: isSelected
          ? (listOptions) => ({
              ...listOptions,
              ...defined({ labelSelector: labelSelector || undefined, fieldSelector: fieldSelector || undefined }),
            })
          : undefined,
      },
      { metadataOnly: options.metadataOnly },
    );
    this.informer = this.#factory.forKind(resource).informer();
    sharded?.attach(this.informer);
  }

  /** `Deployment of apps/v1`, for messages. */
  get name(): string {
    return `${this.resource.kind || this.resource.plural} of ${apiVersionOf(this.resource)}`;
  }

  /** How many objects it has. */
  get seen(): number {
    return entriesOf(this.informer).size;
  }

  async waitForSync(signal: AbortSignal): Promise<void> {
    await this.informer.waitForSync({ signal });
  }

  /** A part of the manager needs every object, whichever shards are ours. */
  needWhole(): void {
    this.#sharded?.widen();
  }

  /** Another part of the manager uses the cache. */
  retain(): void {
    this.#users++;
  }

  /** A part of the manager no longer uses the cache. The informer stops when no part does. */
  async release(): Promise<void> {
    if (--this.#users > 0) return;
    this.#onUnused();
    await this.close();
  }

  start(): void {
    this.#factory.start();
  }

  async close(): Promise<void> {
    this.#sharded?.remove();
    await this.#factory.close();
  }

  /** Whether the cache shows a version of an object, or everything up to it. A version that cannot be compared is. */
  shows(key: string, uid: string, version: string): boolean {
    const entries = entriesOf(this.informer);
    const entry = entries.entry(key);
    if (entry !== undefined && entry.uid === uid)
      return (compareResourceVersion(entry.resourceVersion, version) ?? 0) >= 0;
    return (compareResourceVersion(entries.lastStoreSyncResourceVersion, version) ?? (version === "" ? 0 : -1)) >= 0;
  }

  /** Whether the cache shows everything up to a version. */
  isAt(version: string | undefined): boolean {
    const { lastStoreSyncResourceVersion } = entriesOf(this.informer);
    return version === undefined || (compareResourceVersion(lastStoreSyncResourceVersion, version) ?? -1) >= 0;
  }

  /** Keys of the objects that have this owner, by uid. The index is made when it is first asked for. */
  ownedKeys(uid: string): readonly string[] {
    const entries = entriesOf(this.informer);
    if (!(ownerIndex in entries.getIndexers())) {
      this.informer.addIndexers({
        [ownerIndex]: { entry: ({ meta }) => meta.ownerReferences?.map((reference) => reference.uid) ?? [] },
      });
    }
    return entries.indexKeys(ownerIndex, uid);
  }
}
