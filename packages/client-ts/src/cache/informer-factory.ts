import { ClosedError, InvalidArgumentError } from "../errors/index.ts";
import { apiVersionOf, type KubeObject, type Resource, type ResourceTraits, type Scope } from "../meta/index.ts";
import type { RESTClient } from "../rest/index.ts";
import {
  allowManyListeners,
  type Clock,
  combineSignals,
  defaultLogger,
  guardLogger,
  systemClock,
} from "../util/index.ts";
import type { NamespacedSource, SharedIndexInformerOptions } from "./informer/options.ts";
import { newSharedIndexInformer, type SharedIndexInformer } from "./informer/shared-index-informer.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import { type KindListWatchOptions, newListWatchForKind } from "./list-watch.ts";
import { GenericLister } from "./generic-lister.ts";
import { ReflectorSharing } from "./reflector/reflector-sharing.ts";
import { waitForCacheSync } from "./wait-for-cache-sync.ts";

/** The client of a factory: a client, a clientset, or one with its own way to list and watch, as a fake has. */
export type InformerClient =
  | { readonly rest: RESTClient }
  | { readonly client: { readonly rest: RESTClient } }
  | { listerWatcher<T extends KubeObject>(resource: Resource<T>, options: KindListWatchOptions): ListerWatcher<T> };

/**
 * Options of an {@link InformerFactory}. The other options of informers, such as `clock`, `logger`, `meter` and
 * `freeze`, are passed on to each.
 */
export interface InformerFactoryOptions
  extends Omit<
    SharedIndexInformerOptions<KubeObject>,
    "indexers" | "transform" | "name" | "known" | "expected" | "mutationDetector" | "sharing"
  > {
  /** How often handlers that do not say otherwise see everything again. Default 0: never. */
  readonly resyncMs?: number | undefined;
  /** `resyncMs` for single kinds. */
  readonly customResyncMs?: ReadonlyMap<Resource, number> | undefined;
  /** Only this namespace. Default: all. */
  readonly namespace?: string | undefined;
  /** Only these namespaces, each with a watch of its own: for users who may not watch all namespaces. */
  readonly namespaces?: readonly string[] | undefined;
  /** Changes each object before it is stored. */
  readonly transform?: (<T extends KubeObject>(object: T) => T) | undefined;
  /** Keep `metadata.managedFields`. Default `false`. */
  readonly keepManagedFields?: boolean | undefined;
}

/** A client that is not wrapped in a clientset. */
type Source = Exclude<InformerClient, { readonly client: unknown }>;

/** An informer and a lister of one kind, made when they are asked for. */
export interface KindInformer<T extends KubeObject, S extends Scope = Scope> {
  /** The one informer of this kind in its factory; `start` of the factory runs it. */
  informer(): SharedIndexInformer<T>;
  /** Reads from that informer's cache. */
  lister(): GenericLister<T, S>;
}

/** Makes an informer for {@link InformerFactory.informerFor}. */
export type CreateInformer<T extends KubeObject> = (client: InformerClient, resyncMs: number) => SharedIndexInformer<T>;

/** Which caches have synced, by kind. */
export type SyncResult = ReadonlyMap<Resource, boolean>;

/** Informers over one client, one for each kind: all callers that ask for a kind share its cache and its watch. */
export class InformerFactory {
  readonly #client: Source;
  readonly #options: InformerFactoryOptions;
  readonly #metadataOnly: boolean;
  readonly #made = new Map<string, SharedIndexInformer<KubeObject>>();
  readonly #runs = new Map<SharedIndexInformer<KubeObject>, Promise<void>>();
  /** Informers that a log line has named already, because a wait for the caches does not include them. */
  readonly #named = new Set<SharedIndexInformer<KubeObject>>();
  readonly #stopper = new AbortController();

  constructor(
    client: InformerClient,
    options: InformerFactoryOptions = {},
    { metadataOnly = false }: { readonly metadataOnly?: boolean | undefined } = {},
  ) {
    if (options.namespace !== undefined && options.namespaces !== undefined) {
      throw new InvalidArgumentError("a factory takes `namespace` or `namespaces`, not both");
    }
    allowManyListeners(this.#stopper.signal);
    this.#client = "client" in client ? client.client : client;
    this.#options = options;
    this.#metadataOnly = metadataOnly;
  }

  /**
   * Informer and lister of any kind; nothing is made before one of them is asked for. Throws for a kind that cannot be
   * listed and watched.
   */
  forKind<T extends KubeObject, R extends ResourceTraits = ResourceTraits>(
    resource: Resource<T, R>,
  ): KindInformer<T, R["scope"]> {
    refuseUnwatchable(resource);
    const informer = (): SharedIndexInformer<T> => this.#informer(resource, () => this.#create(resource));
    return {
      informer,
      lister: () => {
        const made = informer();
        return new GenericLister(made.indexer, resource, (version, options) => made.atLeast(version, options));
      },
    };
  }

  /** The informer of a kind, made by `create` if there is none yet. */
  informerFor<T extends KubeObject>(resource: Resource<T>, create: CreateInformer<T>): SharedIndexInformer<T> {
    return this.#informer(resource, () => create(this.#client, this.#resyncMs(resource)));
  }

  /** Runs the informers that were requested and do not run yet. May be repeated; ends with the signal or `close`. */
  start({ signal }: { readonly signal?: AbortSignal | undefined } = {}): void {
    if (this.#stopper.signal.aborted) throw new ClosedError("the informer factory was closed");
    const fresh = [...this.#made.values()].filter((informer) => !this.#runs.has(informer));
    if (fresh.length === 0) return;
    // One listener on the caller's signal, however many informers there are.
    const both = combineSignals(signal, this.#stopper.signal);
    allowManyListeners(both.signal);
    for (const informer of fresh) this.#runs.set(informer, informer.run({ signal: both.signal }));
    void Promise.allSettled(fresh.map((informer) => this.#runs.get(informer))).then(() => both.release());
  }

  /**
   * Settles when all informers that run have synced, with `true` for each kind. When the signal fires, rejects with a
   * CacheSyncError that names the kinds that have not synced. Does not wait for informers that were requested after
   * `start`; a warning names them.
   */
  async waitForCacheSync({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<SyncResult> {
    this.#warnOfNotStarted();
    const running = [...this.#runs.keys()];
    const syncing = running.map((informer) => ({
      name: describe(informer.resource),
      hasSynced: () => informer.hasSynced(),
      waitForSync: (options: { readonly signal?: AbortSignal | undefined } = {}) => informer.waitForSync(options),
      get lastFailure() {
        return informer.lastFailure;
      },
    }));
    await waitForCacheSync(syncing, { what: "informers", signal });
    return this.syncResult();
  }

  /** Which of the caches that run have synced now. */
  syncResult(): SyncResult {
    return new Map([...this.#runs.keys()].map((informer) => [informer.resource as Resource, informer.hasSynced()]));
  }

  /** Stops every informer permanently, and settles when they have stopped. Nothing can be started afterwards. */
  async close(): Promise<void> {
    this.#stopper.abort(new ClosedError("the informer factory was closed"));
    await Promise.all([...this.#made.values()].map((informer) => informer.close()));
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #informer<T extends KubeObject>(resource: Resource<T>, create: () => SharedIndexInformer<T>): SharedIndexInformer<T> {
    const key = `${apiVersionOf(resource)}/${resource.plural}`;
    let informer = this.#made.get(key) as SharedIndexInformer<T> | undefined;
    if (informer === undefined) {
      informer = create();
      this.#made.set(key, informer as unknown as SharedIndexInformer<KubeObject>);
    }
    return informer;
  }

  /** One line, and none for an informer that the caller runs without the factory or that was named before. */
  #warnOfNotStarted(): void {
    const waiting = [...this.#made.values()].filter(({ isStarted, isStopped }) => !isStarted && !isStopped);
    const informers = waiting.filter((informer) => !this.#named.has(informer));
    if (informers.length === 0) return;
    for (const informer of informers) this.#named.add(informer);
    const { logger = "rest" in this.#client ? this.#client.rest.logger : undefined } = this.#options;
    guardLogger(logger, defaultLogger).warn(
      "informers of this factory were never started, and waitForCacheSync does not wait for them: call start() again",
      { informers: informers.map(({ resource }) => describe(resource)).join(", ") },
    );
  }

  #create<T extends KubeObject>(resource: Resource<T>): SharedIndexInformer<T> {
    const { namespace, namespaces, customResyncMs: _, transform, keepManagedFields, ...options } = this.#options;
    const forEntries = {
      keepManagedFields,
      freeze: options.freeze,
      metadataOnly: this.#metadataOnly,
    };
    const source = (one: string): ListerWatcher<T> =>
      listerWatcher(this.#client, resource, { ...forEntries, namespace: one });
    const inNamespaces = resource.scope === "Namespaced" ? namespaces : undefined;
    const sources: ListerWatcher<T> | readonly NamespacedSource<T>[] =
      inNamespaces === undefined
        ? source(namespace ?? "")
        : [...new Set(inNamespaces)].map((one) => ({ namespace: one, listerWatcher: source(one) }));
    return newSharedIndexInformer<T>(sources, resource, {
      ...(options as SharedIndexInformerOptions<T>),
      resyncMs: this.#resyncMs(resource),
      sharing: sharingOf(this.#client, options.clock ?? systemClock),
      namespace: resource.scope === "Namespaced" ? namespace : undefined,
      transform: transform && ((object: T) => transform(object)),
      expected: this.#metadataOnly ? { group: "meta.k8s.io", version: "v1", kind: "PartialObjectMetadata" } : undefined,
    });
  }

  #resyncMs(resource: Resource): number {
    return this.#options.customResyncMs?.get(resource) ?? this.#options.resyncMs ?? 0;
  }
}

function listerWatcher<T extends KubeObject>(
  client: Source,
  resource: Resource<T>,
  options: KindListWatchOptions,
): ListerWatcher<T> {
  return "listerWatcher" in client
    ? client.listerWatcher(resource, options)
    : newListWatchForKind(client.rest, resource, options);
}

const sharings = new WeakMap<object, ReflectorSharing>();

/** All factories over one connection share one budget. */
function sharingOf(client: Source, clock: Clock): ReflectorSharing {
  const connection = "rest" in client ? client.rest : client;
  let sharing = sharings.get(connection);
  if (sharing === undefined) {
    sharing = new ReflectorSharing({ clock });
    sharings.set(connection, sharing);
  }
  return sharing;
}

function refuseUnwatchable(resource: Resource): void {
  const missing = (["list", "watch"] as const).filter(
    (verb) => resource.verbs !== undefined && !resource.verbs.includes(verb),
  );
  if (missing.length > 0)
    throw new InvalidArgumentError(
      `${describe(resource)} has no informer: servers do not offer ${missing.join(" and ")} for it`,
    );
}

function describe(resource: Resource): string {
  return `${apiVersionOf(resource)} ${resource.kind === "" ? resource.plural : resource.kind}`;
}
