/**
 * Rate limiters decide how long a key waits before it is tried again. Each call of `when` counts as a failure of the
 * key; `forget` ends the count after a success. Any object with these three functions can be used; those here can be
 * combined.
 */

import { InvalidArgumentError } from "../errors/index.ts";
import { checkNumber, type Clock, nextDelayMs, TokenBucket } from "../util/index.ts";

/** Decides how long keys wait. */
export interface RateLimiter<K> {
  /** Counts a failure of the key and says after how many milliseconds it may be tried again. */
  when(key: K): number;
  /** Forgets the failures of a key: it worked, or it will not be tried again. */
  forget(key: K): void;
  /** How many failures of the key are remembered. */
  numRequeues(key: K): number;
}

/** Options of {@link BucketRateLimiter}. */
export interface BucketRateLimiterOptions {
  /** How many keys per second in the long run. */
  readonly qps: number;
  /** How many at once. */
  readonly burst: number;
  readonly clock?: Clock | undefined;
}

/** One rate for all keys together; it does not look at failures. */
export class BucketRateLimiter<K> implements RateLimiter<K> {
  readonly #bucket: TokenBucket;

  constructor(options: BucketRateLimiterOptions) {
    if (!(options.qps > 0))
      throw new InvalidArgumentError(`qps of a rate limiter must be above zero, not ${options.qps}`);
    checkNumber("burst of a rate limiter", options.burst, {
      least: 1,
      most: Number.POSITIVE_INFINITY,
      error: InvalidArgumentError,
    });
    this.#bucket = new TokenBucket(options);
  }

  when(_key: K): number {
    return this.#bucket.reserve();
  }

  forget(_key: K): void {}

  numRequeues(_key: K): number {
    return 0;
  }
}

/** Makes a limiter with one rate for all keys together; it does not count failures. */
export function newBucketRateLimiter<K>(options: BucketRateLimiterOptions): RateLimiter<K> {
  return new BucketRateLimiter(options);
}

/** Options of {@link ItemExponentialFailureRateLimiter}. */
export interface ItemExponentialFailureRateLimiterOptions {
  /** The wait after the first failure. */
  readonly baseMs: number;
  /** The longest wait. */
  readonly maxMs: number;
}

/** A wait that doubles with each failure of a key: base · 2^failures, at most the maximum. */
export class ItemExponentialFailureRateLimiter<K> implements RateLimiter<K> {
  readonly #failures = new FailureCount<K>();
  readonly #baseMs: number;
  readonly #maxMs: number;

  constructor({ baseMs, maxMs }: ItemExponentialFailureRateLimiterOptions) {
    this.#baseMs = duration("baseMs", baseMs);
    this.#maxMs = duration("maxMs", maxMs);
  }

  when(key: K): number {
    return nextDelayMs(this.#failures.increment(key), { baseMs: this.#baseMs, factor: 2, capMs: this.#maxMs });
  }

  forget(key: K): void {
    this.#failures.forget(key);
  }

  numRequeues(key: K): number {
    return this.#failures.of(key);
  }
}

/** Makes a limiter whose delay doubles with each failure of a key, up to a maximum. */
export function newItemExponentialFailureRateLimiter<K>(
  options: ItemExponentialFailureRateLimiterOptions,
): RateLimiter<K> {
  return new ItemExponentialFailureRateLimiter(options);
}

/** Options of {@link ItemFastSlowRateLimiter}. */
export interface ItemFastSlowRateLimiterOptions {
  /** The wait after each of the first failures. */
  readonly fastMs: number;
  /** The wait after every later one. */
  readonly slowMs: number;
  /** How many failures count as first. */
  readonly maxFastAttempts: number;
}

/** A short delay for the first failures of a key, then a long one for each later failure. */
export class ItemFastSlowRateLimiter<K> implements RateLimiter<K> {
  readonly #failures = new FailureCount<K>();
  readonly #options: ItemFastSlowRateLimiterOptions;

  constructor(options: ItemFastSlowRateLimiterOptions) {
    duration("fastMs", options.fastMs);
    duration("slowMs", options.slowMs);
    const { maxFastAttempts } = options;
    checkNumber("maxFastAttempts", maxFastAttempts, {
      least: 0,
      most: Number.POSITIVE_INFINITY,
      error: InvalidArgumentError,
    });
    this.#options = options;
  }

  when(key: K): number {
    const { fastMs, slowMs, maxFastAttempts } = this.#options;
    return this.#failures.increment(key) < maxFastAttempts ? fastMs : slowMs;
  }

  forget(key: K): void {
    this.#failures.forget(key);
  }

  numRequeues(key: K): number {
    return this.#failures.of(key);
  }
}

/** Makes a limiter with a short delay for the first failures of a key, and a long one for all later failures. */
export function newItemFastSlowRateLimiter<K>(options: ItemFastSlowRateLimiterOptions): RateLimiter<K> {
  return new ItemFastSlowRateLimiter(options);
}

/** Several limiters as one: the longest wait of all, the largest count of all, forgetting in all. */
export class MaxOfRateLimiter<K> implements RateLimiter<K> {
  readonly #limiters: readonly RateLimiter<K>[];

  constructor(...limiters: readonly RateLimiter<K>[]) {
    this.#limiters = limiters;
  }

  when(key: K): number {
    // Each is asked, so that each counts.
    return this.#limiters.reduce((longest, limiter) => Math.max(longest, limiter.when(key)), 0);
  }

  forget(key: K): void {
    for (const limiter of this.#limiters) limiter.forget(key);
  }

  numRequeues(key: K): number {
    return this.#limiters.reduce((most, limiter) => Math.max(most, limiter.numRequeues(key)), 0);
  }
}

/** Makes one limiter of several: its delay and its count are the largest of theirs. */
export function newMaxOfRateLimiter<K>(...limiters: readonly RateLimiter<K>[]): RateLimiter<K> {
  return new MaxOfRateLimiter(...limiters);
}

/** Another limiter with a limit on the wait. */
export class WithMaxWaitRateLimiter<K> implements RateLimiter<K> {
  readonly #limiter: RateLimiter<K>;
  readonly #maxMs: number;

  constructor(limiter: RateLimiter<K>, { maxMs }: { readonly maxMs: number }) {
    this.#limiter = limiter;
    this.#maxMs = duration("maxMs", maxMs);
  }

  when(key: K): number {
    return Math.min(this.#limiter.when(key), this.#maxMs);
  }

  forget(key: K): void {
    this.#limiter.forget(key);
  }

  numRequeues(key: K): number {
    return this.#limiter.numRequeues(key);
  }
}

/** Makes a limiter that uses another one, with a maximum delay. */
export function newWithMaxWaitRateLimiter<K>(
  limiter: RateLimiter<K>,
  options: { readonly maxMs: number },
): RateLimiter<K> {
  return new WithMaxWaitRateLimiter(limiter, options);
}

/**
 * The default of a controller: 5 ms to 1000 s per key by its failures, and no more than 10 retries a second in all,
 * 100 at once.
 */
export function defaultControllerRateLimiter<K>(options: { readonly clock?: Clock | undefined } = {}): RateLimiter<K> {
  return new MaxOfRateLimiter<K>(
    new ItemExponentialFailureRateLimiter<K>({ baseMs: 5, maxMs: 1_000_000 }),
    new BucketRateLimiter<K>({ qps: 10, burst: 100, ...options }),
  );
}

/** By failures of the key alone: 1 ms to 1000 s. */
export function defaultItemBasedRateLimiter<K>(): RateLimiter<K> {
  return new ItemExponentialFailureRateLimiter<K>({ baseMs: 1, maxMs: 1_000_000 });
}

/** How often each key failed; keys that did not fail take no memory. */
class FailureCount<K> {
  readonly #counts = new Map<K, number>();

  of(key: K): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts one more failure and gives how many there were before it. */
  increment(key: K): number {
    const before = this.of(key);
    this.#counts.set(key, before + 1);
    return before;
  }

  forget(key: K): void {
    this.#counts.delete(key);
  }
}

function duration(name: string, value: number): number {
  return checkNumber(`${name} of a rate limiter`, value, { least: 0, error: InvalidArgumentError });
}
