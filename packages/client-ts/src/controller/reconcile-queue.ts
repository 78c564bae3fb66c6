import { PriorityQueue, type PriorityQueueOptions } from "../workqueue/index.ts";
import { TimerHeap } from "../util/index.ts";

/** What was planned for a key when a run of it begins. */
export interface RunPlan {
  /** Failures in a row. */
  readonly failures: number;
  /** When a retry was due; `undefined` when none was planned. */
  readonly retryAt: number | undefined;
}

interface Later {
  readonly isRetry: boolean;
  readonly priority: number;
}

/**
 * The work queue of a controller: keys by priority, and one time for each key that is to run later. The time is the
 * latest: an event can cause an earlier run, after which the time no longer counts.
 */
export class ReconcileQueue extends PriorityQueue<string> {
  readonly #times: TimerHeap<string>;
  readonly #later = new Map<string, Later>();
  readonly #failures = new Map<string, number>();

  constructor(options: PriorityQueueOptions<string>) {
    super(options);
    this.#times = new TimerHeap<string>({
      clock: this.clock,
      ref: false,
      onDue: (key) => {
        const priority = this.#later.get(key)?.priority;
        // The plan stays until the run begins: an event that comes in between is still the retry.
        this.add(key, { priority });
      },
    });
  }

  /** How many keys wait for their time. */
  override get delayed(): number {
    return this.#times.size;
  }

  /** A run of the key begins: removes what was planned and returns it. */
  begin(key: string): RunPlan {
    const later = this.#later.get(key);
    const dueAt = this.#times.dueAt(key);
    this.#times.cancel(key);
    this.#later.delete(key);
    return { failures: this.#failures.get(key) ?? 0, retryAt: later?.isRetry ? dueAt : undefined };
  }

  /** The key worked: its failures are forgotten. */
  succeeded(key: string): void {
    this.#failures.delete(key);
  }

  /** The key failed and is tried again at a time of the monotonic clock. */
  retryAt(key: string, dueAt: number, { failures, priority }: { failures: number; priority: number }): void {
    this.#failures.set(key, failures);
    this.#runAt(key, dueAt, { isRetry: true, priority });
  }

  /** The key runs again after a time at the latest. */
  requeueAfter(key: string, delayMs: number, priority: number): void {
    this.#runAt(key, this.clock.monotonic() + delayMs, { isRetry: false, priority });
  }

  protected override dropDelayed(): void {
    this.#times.clear();
    this.#later.clear();
    super.dropDelayed();
  }

  #runAt(key: string, dueAt: number, later: Later): void {
    if (this.shuttingDown) return;
    this.countRetry();
    this.#later.set(key, later);
    this.#times.set(key, dueAt);
  }
}
