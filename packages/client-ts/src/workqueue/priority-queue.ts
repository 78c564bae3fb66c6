/**
 * A rate limiting queue whose keys have priorities. What it adds to {@link RateLimitingQueue}:
 *
 * - Higher priorities are handed out first; within one, first in, first out. The default is 0; keys that can wait (such
 *   as those of all objects at the start) are usually added with {@link lowPriority}.
 * - Adding a key that waits never lowers its priority; a higher one moves it to the end of its new level.
 * - A key that is added for later by the worker that has it keeps its priority, unless another one is given.
 * - No key starves: of every ten keys handed out one is the key that has waited longest, once that is 30 seconds.
 */

import { InvalidArgumentError } from "../errors/index.ts";
import { checkNumber, systemClock } from "../util/index.ts";
import type { Depth } from "./queue-metrics.ts";
import { type PriorityBand, PriorityOrder } from "./priority-order.ts";
import { RateLimitingQueue, type RateLimitingQueueOptions } from "./rate-limiting-queue.ts";

/** The usual priority of what can wait. */
export const lowPriority = -100;

/** Options of {@link PriorityQueue}. */
export interface PriorityQueueOptions<K> extends Omit<RateLimitingQueueOptions<K>, "ordering"> {
  /** After this long a key has aged. Default 30,000; `Infinity` means never. */
  readonly ageAfterMs?: number | undefined;
  /**
   * One of this many keys handed out is the one that has waited longest, if it has aged. Default 10; 1 is by age alone.
   */
  readonly agedTurn?: number | undefined;
}

/** Options of the functions that add a key. */
export interface PriorityOptions {
  /** Higher goes first. */
  readonly priority?: number | undefined;
}

/** A queue for workers whose keys are not all equally urgent. */
export class PriorityQueue<K> extends RateLimitingQueue<K> {
  readonly #order: PriorityOrder<K>;
  /** The priority of keys that wait for their time. */
  readonly #later = new Map<K, number>();

  constructor(options: PriorityQueueOptions<K> = {}) {
    const { ageAfterMs = 30_000, agedTurn = 10, clock = systemClock } = options;
    checkNumber("ageAfterMs", ageAfterMs, { least: 0, most: Number.POSITIVE_INFINITY, error: InvalidArgumentError });
    checkNumber("agedTurn", agedTurn, { least: 1, whole: true, error: InvalidArgumentError });
    const order = new PriorityOrder<K>({ now: () => clock.monotonic(), ageAfterMs, agedTurn });
    super({ ...options, ordering: order });
    this.#order = order;
  }

  /** For how long the key that has waited longest has waited, in milliseconds; 0 when none waits. */
  get oldestWaitingMs(): number {
    return this.#order.oldestMs;
  }

  /** The priority of a key that waits or is with a worker; `undefined` for another. */
  priorityOf(key: K): number | undefined {
    return this.#order.priorityOf(key);
  }

  /** Asks for work on a key, by default with priority 0. */
  override add(key: K, { priority = 0 }: PriorityOptions = {}): void {
    if (this.shuttingDown) return;
    this.#order.want(key, checked(priority));
    super.add(key);
  }

  /**
   * As {@link DelayingQueue.addAfter}; the priority of several requests is the highest. Default: that of the worker's
   * key, else 0.
   */
  override addAfter(key: K, delayMs: number, { priority }: PriorityOptions = {}): void {
    const wanted = checked(priority ?? this.#order.heldWith(key) ?? 0);
    if (delayMs > 0 && Number.isFinite(delayMs) && !this.shuttingDown) {
      this.#later.set(key, Math.max(wanted, this.#later.get(key) ?? Number.NEGATIVE_INFINITY));
    }
    this.delay(key, delayMs, () => this.add(key, { priority: wanted }));
  }

  /** As {@link RateLimitingQueue.addRateLimited}. */
  override addRateLimited(key: K, options: PriorityOptions = {}): void {
    if (!this.shuttingDown) this.addAfter(key, this.nextDelay(key), options);
  }

  override done(key: K): void {
    // Before the key waits again, and perhaps is taken again at once.
    this.#order.release(key);
    super.done(key);
  }

  protected override dropDelayed(): void {
    this.#later.clear();
    super.dropDelayed();
  }

  protected override addDue(key: K): void {
    const priority = this.#later.get(key);
    this.#later.delete(key);
    this.add(key, { priority });
  }

  protected override depth(): Depth {
    return bands.map((priority) => [{ priority }, this.#order.counts[priority]]);
  }
}

/** Makes a {@link PriorityQueue}. */
export function newPriorityQueue<K>(options: PriorityQueueOptions<K> = {}): PriorityQueue<K> {
  return new PriorityQueue(options);
}

const bands: readonly PriorityBand[] = ["low", "normal", "high"];

function checked(priority: number): number {
  return checkNumber("a priority", priority, { error: InvalidArgumentError });
}
