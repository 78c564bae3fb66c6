import { InvalidArgumentError } from "../errors/index.ts";
import { TimerHeap } from "../util/index.ts";
import { WorkQueue, type WorkQueueOptions } from "./work-queue.ts";

/** Options of {@link DelayingQueue}. */
export interface DelayingQueueOptions<K> extends WorkQueueOptions<K> {
  /** Whether a key that waits for its time keeps the process alive. Default `true`. */
  readonly ref?: boolean | undefined;
}

/**
 * A {@link WorkQueue} to which keys can be added for later. Any number of them costs one timer, each O(log n). Of
 * several times for one key the earliest counts. Times are durations: a jump of the wall clock changes none. Keys whose
 * time has not come when the queue is shut down are dropped; `delayed` tells how many there are.
 */
export class DelayingQueue<K> extends WorkQueue<K> {
  readonly #times: TimerHeap<K>;

  constructor(options: DelayingQueueOptions<K> = {}) {
    super(options);
    this.#times = new TimerHeap<K>({ clock: this.clock, ref: options.ref, onDue: (key) => this.addDue(key) });
  }

  /** How many keys wait for their time. They do not count in `len`. */
  get delayed(): number {
    return this.#times.size;
  }

  /**
   * Adds a key after a time; zero or less is now. Throws an InvalidArgumentError for `NaN` and `Infinity`: the key
   * would never come.
   */
  addAfter(key: K, delayMs: number): void {
    this.delay(key, delayMs, () => this.add(key));
  }

  protected override dropDelayed(): void {
    this.#times.clear();
  }

  /** Sets a key's time unless it has an earlier one; calls `now` when there is nothing to wait for. */
  protected delay(key: K, delayMs: number, now: () => void): void {
    if (!Number.isFinite(delayMs))
      throw new InvalidArgumentError(`a key can be added after a finite number of milliseconds, not ${delayMs}`);
    if (this.shuttingDown) return;
    this.countRetry();
    if (delayMs <= 0) {
      now();
      return;
    }
    const due = this.clock.monotonic() + delayMs;
    const before = this.#times.dueAt(key);
    if (before === undefined || due < before) this.#times.set(key, due);
  }

  /** Called when a key's time has come. */
  protected addDue(key: K): void {
    this.add(key);
  }
}

/** Makes a {@link DelayingQueue}. */
export function newDelayingQueue<K>(options: DelayingQueueOptions<K> = {}): DelayingQueue<K> {
  return new DelayingQueue(options);
}
