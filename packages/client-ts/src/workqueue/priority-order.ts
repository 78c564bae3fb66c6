import { KeyedHeap } from "../util/index.ts";
import type { QueueOrdering } from "./ordering.ts";

/** The three classes of priority that metrics tell apart: below zero, zero, above zero. */
export type PriorityClass = "low" | "normal" | "high";

/** What {@link PriorityOrder} needs to know. */
export interface PriorityOrderOptions<K> {
  /** The priority of a key now; higher goes first. */
  readonly priorityOf: (key: K) => number;
  /** Called with a key that leaves, and the priority with which it waited. */
  readonly onPop: (key: K, priority: number) => void;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** A key that has waited this long has aged. */
  readonly ageAfterMs: number;
  /** One of this many keys handed out is the one that has waited longest, if it has aged. */
  readonly agedTurn: number;
}

/**
 * Higher priorities first, within one priority first in, first out. So that no key starves, every `agedTurn`-th turn
 * belongs to the key that has waited longest of all, once that is `ageAfterMs` or more: floods of important keys slow
 * the others down and never stop them.
 */
export class PriorityOrder<K> implements QueueOrdering<K> {
  readonly #byPriority = new KeyedHeap<K, number>((a, b) => b - a);
  readonly #byAge = new KeyedHeap<K, number>((a, b) => a - b);
  readonly #counts: Record<PriorityClass, number> = { low: 0, normal: 0, high: 0 };
  readonly #options: PriorityOrderOptions<K>;
  #turn = 0;

  constructor(options: PriorityOrderOptions<K>) {
    this.#options = options;
  }

  /** How many keys wait in each class. */
  get counts(): Readonly<Record<PriorityClass, number>> {
    return this.#counts;
  }

  /** The priority with which a key waits, or `undefined` when it does not. */
  waitsWith(key: K): number | undefined {
    return this.#byPriority.get(key);
  }

  /** For how long the key that has waited longest has waited; 0 when none does. */
  get oldestMs(): number {
    const oldest = this.#byAge.peek();
    return oldest === undefined ? 0 : this.#options.now() - oldest[1];
  }

  /** A key whose priority has risen moves to the end of its new level; its age stays. */
  touch(key: K): void {
    const before = this.#byPriority.get(key);
    const priority = this.#options.priorityOf(key);
    if (before === undefined || before >= priority) return;
    this.#counts[classOf(before)]--;
    this.#counts[classOf(priority)]++;
    this.#byPriority.set(key, priority);
  }

  push(key: K): void {
    const priority = this.#options.priorityOf(key);
    this.#counts[classOf(priority)]++;
    this.#byPriority.set(key, priority);
    this.#byAge.set(key, this.#options.now());
  }

  len(): number {
    return this.#byPriority.size;
  }

  pop(): K {
    const key = this.#next();
    const priority = this.#byPriority.get(key) as number;
    this.#byPriority.delete(key);
    this.#byAge.delete(key);
    this.#counts[classOf(priority)]--;
    this.#options.onPop(key, priority);
    return key;
  }

  #next(): K {
    const { agedTurn, ageAfterMs, now } = this.#options;
    this.#turn = (this.#turn + 1) % agedTurn;
    if (this.#turn === 0) {
      const oldest = this.#byAge.peek();
      if (oldest !== undefined && now() - oldest[1] >= ageAfterMs) return oldest[0];
    }
    return (this.#byPriority.peek() as readonly [K, number])[0];
  }
}

function classOf(priority: number): PriorityClass {
  return priority < 0 ? "low" : priority > 0 ? "high" : "normal";
}
