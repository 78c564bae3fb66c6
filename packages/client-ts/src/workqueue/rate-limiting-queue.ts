import { synchronous } from "../util/index.ts";
import { DelayingQueue, type DelayingQueueOptions } from "./delaying-queue.ts";
import { defaultControllerRateLimiter, type RateLimiter } from "./rate-limiters.ts";

/** Options of {@link RateLimitingQueue}. */
export interface RateLimitingQueueOptions<K> extends DelayingQueueOptions<K> {
  /** How long a key that failed waits. Default: {@link defaultControllerRateLimiter}. */
  readonly limiter?: RateLimiter<K> | undefined;
}

/**
 * A {@link DelayingQueue} that lets a key that failed wait, longer each time. After a success call `forget`, then
 * `done`; after a failure `addRateLimited`, then `done`.
 */
export class RateLimitingQueue<K> extends DelayingQueue<K> {
  readonly #limiter: RateLimiter<K>;

  constructor(options: RateLimitingQueueOptions<K> = {}) {
    super(options);
    this.#limiter = options.limiter ?? defaultControllerRateLimiter<K>({ clock: this.clock });
  }

  /** Counts a failure of a key and adds it when its limiter says. */
  addRateLimited(key: K): void {
    if (!this.shuttingDown) this.addAfter(key, this.nextDelay(key));
  }

  /** Forgets the failures of a key. The key stays where it is. */
  forget(key: K): void {
    this.#limiter.forget(key);
  }

  /** How many failures of a key are remembered. */
  numRequeues(key: K): number {
    return this.#limiter.numRequeues(key);
  }

  /** Counts a failure of a key and says how long it waits, for queues that build on this one. */
  protected nextDelay(key: K): number {
    return synchronous(this.#limiter.when(key), "the result of a rate limiter");
  }
}

/** Makes a {@link RateLimitingQueue}. */
export function newRateLimitingQueue<K>(options: RateLimitingQueueOptions<K> = {}): RateLimitingQueue<K> {
  return new RateLimitingQueue(options);
}
