/**
 * The resyncs that are on their way through the queue of one source, each for the handlers that were due when it was
 * requested. Another one may be requested before it is delivered: none is lost, and none reaches a handler twice.
 */
export class Resyncs<L> {
  readonly #resync: () => void;
  readonly #keys: KeysOfQueue | undefined;
  /** Of a queue in which a resync is one item: the oldest first. */
  readonly #whole: (readonly L[])[] = [];
  /** Of a queue in which a resync is an item for each key. */
  readonly #byKey = new Map<string, readonly L[]>();

  /** With the `resync` of the queue, and its keys when it gathers by key. */
  constructor(resync: () => void, keys?: KeysOfQueue) {
    this.#resync = resync;
    this.#keys = keys;
  }

  /** Puts a resync for these handlers into the queue. Some of it may come out before this returns. */
  request(listeners: readonly L[]): void {
    if (this.#keys === undefined) this.#whole.push(listeners);
    else {
      const waiting = new Set(this.#keys.waiting());
      for (const key of this.#keys.known()) {
        const earlier = this.#byKey.get(key);
        if (!waiting.has(key)) this.#byKey.set(key, listeners);
        else if (earlier !== undefined) this.#byKey.set(key, [...new Set([...earlier, ...listeners])]);
      }
    }
    this.#resync();
  }

  /** A resync comes out of the queue, as a whole or for one key: gives the handlers that it is for. */
  take(key?: string): readonly L[] {
    if (key === undefined) return this.#whole.shift() ?? [];
    const listeners = this.#byKey.get(key) ?? [];
    this.#byKey.delete(key);
    return listeners;
  }
}

/** The keys of a queue that gathers by key: its resync leaves out the keys that wait. */
export interface KeysOfQueue {
  /** The keys of the objects that a resync shows again. */
  known(): readonly string[];
  /** The keys that wait. */
  waiting(): readonly string[];
}
