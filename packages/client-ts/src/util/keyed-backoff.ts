import { checkNumber } from "./check-number.ts";
import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";
import { systemClock } from "./system-clock.ts";
import { systemRandom } from "./system-random.ts";

/** Options of {@link KeyedBackoff}. */
export interface KeyedBackoffOptions {
  /** The first wait of a key. */
  readonly initialMs: number;
  /** The longest wait. */
  readonly maxMs: number;
  /** How much of a wait is added at random when it grows. Default 0. */
  readonly jitter?: number | undefined;
  /**
   * Whether a key that was last used at `lastUpdateMs` counts as new at `atMs`. Default: more than twice `maxMs` went
   * by.
   */
  readonly hasExpired?: ((atMs: number, lastUpdateMs: number, maxMs: number) => boolean) | undefined;
  readonly clock?: Pick<Clock, "monotonic"> | undefined;
  readonly random?: Random | undefined;
}

/**
 * A wait per key that doubles with each failure, up to a limit. A key without a failure for long enough starts over;
 * `gc` forgets such keys. Times are those of the clock's `monotonic`.
 */
export class KeyedBackoff<K = string> {
  readonly #entries = new Map<K, { backoffMs: number; lastUpdateMs: number }>();
  readonly #options: KeyedBackoffOptions;
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #random: Random;

  constructor(options: KeyedBackoffOptions) {
    checkNumber("initialMs", options.initialMs, { least: 0 });
    checkNumber("maxMs", options.maxMs, { least: 0, most: Number.POSITIVE_INFINITY });
    checkNumber("jitter", options.jitter ?? 0, { least: 0 });
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? systemRandom;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#entries.size;
  }

  /** The current wait of a key; 0 for one that never failed. */
  get(key: K): number {
    return this.#entries.get(key)?.backoffMs ?? 0;
  }

  /** Notes a failure at `atMs` and gives the key's new wait. */
  next(key: K, atMs: number = this.#clock.monotonic()): number {
    const { initialMs, maxMs, jitter = 0 } = this.#options;
    const entry = this.#entries.get(key);
    const fresh = entry === undefined || this.#expired(atMs, entry.lastUpdateMs);
    const before = fresh ? initialMs : entry.backoffMs;
    const grown = (fresh ? before : before * 2) + (jitter > 0 ? before * jitter * this.#random() : 0);
    const backoffMs = Math.min(grown, maxMs, Number.MAX_SAFE_INTEGER);
    this.#entries.set(key, { backoffMs, lastUpdateMs: this.#clock.monotonic() });
    return backoffMs;
  }

  /** Forgets a key. */
  reset(key: K): void {
    this.#entries.delete(key);
  }

  /** Whether a key's wait that began at `sinceMs` is not over now. */
  isInBackoffSince(key: K, sinceMs: number): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#expired(sinceMs, entry.lastUpdateMs)) return false;
    return this.#clock.monotonic() - sinceMs < entry.backoffMs;
  }

  /** Whether `atMs` lies within a key's wait, counted from its last failure. */
  isInBackoffSinceUpdate(key: K, atMs: number): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#expired(atMs, entry.lastUpdateMs)) return false;
    return atMs - entry.lastUpdateMs < entry.backoffMs;
  }

  /** Forgets every key without a failure for long enough. Call it now and then. */
  gc(): void {
    const now = this.#clock.monotonic();
    for (const [key, entry] of this.#entries) {
      if (this.#expired(now, entry.lastUpdateMs)) this.#entries.delete(key);
    }
  }

  #expired(atMs: number, lastUpdateMs: number): boolean {
    const { maxMs, hasExpired } = this.#options;
    return hasExpired === undefined ? atMs - lastUpdateMs > 2 * maxMs : hasExpired(atMs, lastUpdateMs, maxMs);
  }
}
