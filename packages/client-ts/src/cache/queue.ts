import type { DeepReadonly } from "../meta/index.ts";
import type { DeletedFinalStateUnknown } from "./delta.ts";

/** The objects that a queue compares with: usually the store or the indexer that it fills. */
export interface KnownObjects<E> {
  listKeys(): readonly string[];
  getByKey(key: string): NoInfer<E | DeepReadonly<E>> | undefined;
  /** Not called: a store that is given here tells the compiler the type of the objects. */
  add?(element: E): void;
}

/** What a Reflector writes to: a queue, or any store. */
export interface ReflectorStore<E> {
  add(element: E): void;
  update(element: E): void;
  delete(element: E | DeletedFinalStateUnknown<E>): void;
  /** Everything that exists at `resourceVersion`; what is not among it does not exist any more. */
  replace(elements: readonly E[], resourceVersion: string): void;
  /** Hands every known object out again. */
  resync?(): void;
  /** Nothing changed up to this version. */
  bookmark?(resourceVersion: string): void;
  /** Gives a promise when so many items wait that the source should hold back until it settles; else `undefined`. */
  holdBack?(): Promise<void> | undefined;
  /** The version of every event and bookmark, after it was taken in. */
  updateResourceVersion?(resourceVersion: string): void;
}

/** What consumes a queue. An error, thrown or rejected, reaches the caller of `pop`. */
export type Process<D> = (item: D, isInInitialList: boolean) => void | Promise<void>;

/** What waits between a Reflector and a store. `D` is what one `pop` gives. */
export interface Queue<E, D> extends ReflectorStore<E> {
  /** How many deltas or keys wait. */
  readonly length: number;
  /**
   * Waits for the next item, hands it to `process` and settles when that has. Rejects with a FIFOClosedError once the
   * queue is closed.
   */
  pop(process: Process<D>): Promise<D>;
  /**
   * As `pop` when something waits: a promise if `process` gave one, else `true`; `false` when nothing waits. Errors are
   * thrown or rejected.
   */
  tryPop(process: Process<D>): boolean | Promise<void>;
  /** Puts an item back unless something newer waits for its key. */
  addIfNotPresent(item: D): void;
  /** Whether everything of the first `replace` was processed, or the first thing to come was a single change. */
  hasSynced(): boolean;
  /**
   * Calls `onReady` whenever something was put in: lets one consumer run without a promise per item. Gives a function
   * that ends that; throws when there is a consumer already.
   */
  consume(onReady: () => void): () => void;
  readonly closed: boolean;
  /** Ends every waiting `pop`. */
  close(): void;
}
