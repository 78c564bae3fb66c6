import type { KubeObject } from "../../meta/index.ts";
import type { ListerWatcher, TweakListOptions } from "../lister-watcher.ts";
import type { ReflectorOptions } from "../reflector/options.ts";
import type { Indexers, MutationDetector } from "../store/index.ts";
import type { Transform } from "./cache-writer.ts";

/** Options of {@link newSharedIndexInformer}. */
export interface SharedIndexInformerOptions<T extends KubeObject>
  extends Omit<ReflectorOptions<T>, "resyncMs" | "shouldResync" | "known"> {
  /** How often handlers that do not say otherwise see everything again, in milliseconds. Default 0: never. */
  readonly resyncMs?: number | undefined;
  /** Indexes in addition to `namespace`, which is always there. */
  readonly indexers?: Indexers<T> | undefined;
  /** The namespace of the source's objects, when it has those of one namespace only. */
  readonly namespace?: string | undefined;
  /** Changes the options of every list and watch request. */
  readonly tweakListOptions?: TweakListOptions | undefined;
  /** Changes each object before it is stored. */
  readonly transform?: Transform<T> | undefined;
  /**
   * The queue between reflector and store: strictly in order (the default), or gathered by key as in client-go's
   * DeltaFIFO.
   */
  readonly queue?: "ordered" | "delta" | undefined;
  /** Notifications that may wait for one handler before they are merged by key. Default 10,000. */
  readonly maxPending?: number | undefined;
  /**
   * How many bytes of decoded objects are kept, counted as the bytes that they were decoded from. Default 64 MiB; 0
   * keeps none.
   */
  readonly memoBytes?: number | undefined;
  /**
   * How many bytes the cache may hold: its objects as the server sends them, without managedFields, and 256 for each. A
   * list that would bring in more, or an event of a watch after which the cache would hold more, fails with a
   * CacheLimitError: the cache keeps what it has, the failure is reported as any other, and the informer tries again
   * after its backoff. Default: a quarter of the memory that the process's cgroup, or else the machine, has.
   */
  readonly maxCacheBytes?: number | undefined;
  /** Detects changes to objects that were read. Default: one when `KUBE_CACHE_MUTATION_DETECTOR` is true. */
  readonly mutationDetector?: MutationDetector | undefined;
}

/** Options of `addEventHandler`. */
export interface AddEventHandlerOptions {
  /**
   * How often the handler sees everything again, in milliseconds; at least 1000, 0 is never. Default: the informer's.
   */
  readonly resyncMs?: number | undefined;
  /** Names the handler in logs and metrics. Default: its class, or the names of its callbacks. */
  readonly name?: string | undefined;
  /** Notifications that may wait for this handler before they are merged by key. Default: the informer's. */
  readonly maxPending?: number | undefined;
  /** `"keep"`: every notification waits, however many there are. Default `"merge"`. */
  readonly overflow?: "merge" | "keep" | undefined;
}

/** One source of several that together fill one cache, each for its own namespace. */
export interface NamespacedSource<T extends KubeObject> {
  readonly namespace: string;
  readonly listerWatcher: ListerWatcher<T>;
}
