import type { Clock, Timer } from "./clock.ts";
import { KeyedHeap } from "./keyed-heap.ts";
import { systemClock } from "./system-clock.ts";
import { type OnUnexpectedError, reportUnexpectedError } from "./unexpected.ts";

/** Options of {@link TimerHeap}. */
export interface TimerHeapOptions<K> {
  /**
   * Called for each key whose time has come, in order of the times, once. What it throws goes to `onError`; the other
   * keys still come.
   */
  readonly onDue: (key: K) => void;
  readonly clock?: Clock | undefined;
  /** Whether waiting keeps the process alive. Default `true`. */
  readonly ref?: boolean | undefined;
  /** Gets what `onDue` throws. Default: {@link reportUnexpectedError}. */
  readonly onError?: OnUnexpectedError | undefined;
}

/**
 * Any number of keys with a time each, behind one timer of the clock. Setting, moving and cancelling cost O(log n); a
 * timer of the platform per key costs several times that. Times are those of the clock's `monotonic`, so a jump of the
 * wall clock changes nothing.
 */
export class TimerHeap<K> {
  readonly #heap = new KeyedHeap<K, number>((a, b) => a - b);
  readonly #clock: Clock;
  readonly #onDue: (key: K) => void;
  readonly #ref: boolean;
  readonly #onError: OnUnexpectedError;
  #timer: Timer | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor({ onDue, clock = systemClock, ref = true, onError = reportUnexpectedError }: TimerHeapOptions<K>) {
    this.#onDue = onDue;
    this.#clock = clock;
    this.#ref = ref;
    this.#onError = onError;
  }

  /** How many keys wait for their time. */
  get size(): number {
    return this.#heap.size;
  }

  /** The time of a key, or `undefined` when it has none. */
  dueAt(key: K): number | undefined {
    return this.#heap.get(key);
  }

  /** Sets the time of a key, in milliseconds of the clock's `monotonic`; a time that it had before is forgotten. */
  set(key: K, dueMs: number): void {
    if (!Number.isFinite(dueMs)) throw new RangeError(`a time must be finite, not ${dueMs}`);
    this.#heap.set(key, dueMs);
    this.#arm();
  }

  /** Forgets the time of a key; says whether it had one. */
  cancel(key: K): boolean {
    const had = this.#heap.delete(key);
    if (had && this.#heap.size === 0) this.clear();
    return had;
  }

  /** Forgets all times and the timer. */
  clear(): void {
    this.#heap.clear();
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#firesAt = Number.POSITIVE_INFINITY;
  }

  /** Keeps one timer that fires no later than the first time. One that fires too early is only set again. */
  #arm(): void {
    const first = this.#heap.peek();
    if (first === undefined || first[1] >= this.#firesAt) return;
    this.#timer?.cancel();
    this.#firesAt = first[1];
    this.#timer = this.#clock.setTimer(first[1] - this.#clock.monotonic(), () => this.#fire(), { ref: this.#ref });
  }

  #fire(): void {
    this.#timer = undefined;
    this.#firesAt = Number.POSITIVE_INFINITY;
    // Only what was due when it fired: a key that sets itself again for now must not keep the loop busy.
    const now = this.#clock.monotonic();
    const due: K[] = [];
    for (let first = this.#heap.peek(); first !== undefined && first[1] <= now; first = this.#heap.peek()) {
      due.push(first[0]);
      this.#heap.pop();
    }
    for (const key of due) this.#call(key);
    this.#arm();
  }

  /**
   * Calls `onDue` for a key. Whatever is thrown here must not prevent the calls for the other keys, nor the next timer.
   */
  #call(key: K): void {
    try {
      this.#onDue(key);
    } catch (error) {
      try {
        this.#onError(error, "a key that is due");
      } catch (failure) {
        reportUnexpectedError(failure, "onError of a timer heap");
      }
    }
  }
}
