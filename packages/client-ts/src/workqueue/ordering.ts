import { RingBuffer } from "../util/index.ts";

/**
 * The order in which waiting keys are handed out. A {@link WorkQueue} takes another one as an option; the queue
 * never adds a key that is in it already.
 */
export interface QueueOrdering<K> {
  /** Called when a key that waits is added once more. It may move. */
  touch(key: K): void;
  /** Takes a key in. */
  push(key: K): void;
  /** How many keys wait. */
  len(): number;
  /** Gives the next key and forgets it. Called only when there is one. */
  pop(): K;
}

/** First in, first out: the default order. */
export function fifo<K>(): QueueOrdering<K> {
  const ring = new RingBuffer<K>();
  return {
    touch() {},
    push: (key) => ring.push(key),
    len: () => ring.length,
    pop: () => ring.shift() as K,
  };
}
