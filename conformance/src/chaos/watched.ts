import {
  newListWatchForKind,
  newSharedIndexInformer,
  type SharedIndexInformer,
  type SharedIndexInformerOptions,
} from "client-ts/cache";
import { type Client, connect } from "client-ts/client";
import type { KubeObject, Resource } from "client-ts/meta";
import { sleep, entriesOf } from "client-ts/internal";
import type { JournalEntry } from "client-ts-testing";
import { checkHistory } from "../oracles/check.ts";
import type { Delivery, Totals, WireEvent } from "../oracles/history.ts";
import { recordingHandler } from "../oracles/recorder.ts";
import { tapWire } from "../oracles/wire-tap.ts";
import { tokenAnnotation } from "./etcd-journal.ts";
import { isHalf } from "./writer.ts";

/** How one informer under observation is made. */
export interface WatchedOptions {
  readonly name: string;
  readonly resource: Resource<KubeObject>;
  readonly kubeconfig: string;
  readonly namespace: string;
  /** Only the objects with the label. */
  readonly half?: boolean;
  readonly http2?: boolean;
  readonly protobuf?: boolean;
  readonly informer?: Pick<SharedIndexInformerOptions<KubeObject>, "streaming" | "queue" | "pageSize" | "backoff">;
}

/** State by key, as an oracle compares it. */
export type States = Map<string, { uid: string; rv: string; hash: string }>;

/** An object's content, as the journal tells it. */
export function tokenOf(object: object): string {
  return (object as KubeObject).metadata?.annotations?.[tokenAnnotation] ?? "";
}

/**
 * One informer with its own connection, a tap on it, a handler that receives everything and a slow one for which
 * versions are merged.
 */
export class Watched {
  readonly name: string;
  readonly #options: WatchedOptions;
  readonly #client: Client;
  readonly #informer: SharedIndexInformer<KubeObject>;
  readonly #wire: WireEvent[];
  readonly #recorders: { name: string; merges: boolean; deliveries: Delivery[]; syncedAfter: number | undefined }[] =
    [];
  #running: Promise<void> | undefined;
  /** How often it was called stale, and failed lists and watches by their reason. */
  stale = 0;
  readonly failures: Map<string, number> = new Map();

  private constructor(options: WatchedOptions, client: Client, wire: WireEvent[]) {
    const { name, resource, namespace, half = false, informer = {} } = options;
    this.name = name;
    this.#options = options;
    this.#client = client;
    this.#wire = wire;
    this.#informer = newSharedIndexInformer(newListWatchForKind(client.rest, resource, { namespace }), resource, {
      ...informer,
      namespace,
      name,
      onWatchError: ({ error }) => {
        const why =
          (error as { reason?: string; code?: string }).reason ?? (error as { code?: string }).code ?? String(error);
        this.failures.set(why, (this.failures.get(why) ?? 0) + 1);
      },
      onStale: (stale) => {
        if (stale) this.stale++;
      },
      tweakListOptions: half ? (question) => ({ ...question, labelSelector: "half=yes" }) : undefined,
    });
    // DeltaFIFO gathers by key: what it hands on may be merged already.
    this.#listen("every", informer.queue === "delta", () => {}, { overflow: "keep" });
    this.#listen("slow", true, () => sleep(20), { maxPending: 20 });
  }

  /** Connects and starts one. */
  static async start(options: WatchedOptions): Promise<Watched> {
    const wire: WireEvent[] = [];
    const { kubeconfig, http2 = true, protobuf = false } = options;
    const client = await connect({
      kubeconfigText: kubeconfig,
      http2,
      contentType: protobuf ? "application/vnd.kubernetes.protobuf" : "application/json",
      interceptors: [tapWire((event) => wire.push(event))],
    });
    const watched = new Watched(options, client, wire);
    watched.#running = watched.#informer.run();
    return watched;
  }

  /** How many whole lists it took in. */
  get lists(): number {
    return this.#wire.filter((event) => event.kind === "list").length;
  }

  /** What it says of itself. */
  get state(): string {
    const { state, isStale, lastContactAgeMs, lastFailure } = this.#informer;
    const contact = `last contact ${(lastContactAgeMs / 1000).toFixed(1)} s ago`;
    const failure = lastFailure === undefined ? "" : `, after ${String(lastFailure.error)}`;
    return `${state}, ${isStale ? "stale" : "not stale"}, ${contact}${failure}`;
  }

  get store(): States {
    return new Map(
      [...entriesOf(this.#informer).entries()].map((e) => [
        e.key,
        { uid: e.uid, rv: e.resourceVersion, hash: tokenOf(e.object as object) },
      ]),
    );
  }

  /** Whether its store and what its handlers received are what the server has. */
  agrees(server: States): boolean {
    const want = this.#ofInterest(server);
    const folds = this.#recorders.map(({ deliveries }) => {
      const fold: States = new Map();
      for (const { type, key, uid, rv, hash } of deliveries) {
        if (type === "delete") fold.delete(key);
        else fold.set(key, { uid, rv, hash });
      }
      return fold;
    });
    return [this.store, ...folds].every(
      (have) => have.size === want.size && [...want].every(([key, { rv }]) => have.get(key)?.rv === rv),
    );
  }

  /** What the oracles say about everything that happened to it. */
  check(
    journal: readonly JournalEntry[],
    server: States,
  ): { readonly violations: readonly string[]; readonly totals: Totals } {
    return checkHistory({
      journal: journal.filter(
        ({ resource, key }) =>
          resource === this.#options.resource.plural && (this.#options.half !== true || isHalf(key)),
      ),
      wire: this.#wire,
      handlers: this.#recorders,
      store: this.store,
      server: this.#ofInterest(server),
      indexDifferences: [],
      mutated: [],
      openAfterStop: 0,
      listsNeedReasons: false,
      earlyReads: [],
    });
  }

  async stop(): Promise<void> {
    await this.#informer.close();
    await this.#running;
    await this.#client.close();
  }

  #ofInterest(server: States): States {
    return new Map([...server].filter(([key]) => this.#options.half !== true || isHalf(key)));
  }

  #listen(
    name: string,
    merges: boolean,
    then: () => void | Promise<void>,
    options: { readonly overflow?: "keep"; readonly maxPending?: number },
  ): void {
    const recorder = {
      name: `${this.name}/${name}`,
      merges,
      deliveries: [] as Delivery[],
      syncedAfter: undefined as number | undefined,
    };
    const handler = recordingHandler<KubeObject>((delivery) => recorder.deliveries.push(delivery), then, tokenOf);
    const registration = this.#informer.addEventHandler(handler, { name, ...options });
    registration.waitForSync().then(
      () => {
        recorder.syncedAfter = recorder.deliveries.length;
      },
      () => {},
    );
    this.#recorders.push(recorder);
  }
}
