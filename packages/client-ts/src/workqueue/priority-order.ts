import { KeyedHeap, RingBuffer } from "../util/index.ts";
import type { QueueOrdering } from "./ordering.ts";

/** The three bands of priority that metrics tell apart: below zero, zero, above zero. */
export type PriorityBand = "low" | "normal" | "high";

/** What {@link PriorityOrder} needs to know. */
export interface PriorityOrderOptions {
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** A key that has waited this long has aged. */
  readonly ageAfterMs: number;
  /** One of this many keys handed out is the one that has waited longest, if it has aged. */
  readonly agedTurn: number;
}

/** One wait of a key, and then its time with a worker. A key that waits again gets another place. */
interface Place<K> {
  readonly key: K;
  /** With which it waits, or with which its worker got it. */
  priority: number;
  since: number;
  waits: boolean;
  /** With which it will wait again when its worker is done; `undefined` when it will not. */
  again: number | undefined;
}

/** The keys of one priority. */
interface Level<K> {
  readonly priority: number;
  readonly line: Line<Place<K>>;
  /** How many keys wait in it. */
  count: number;
}

/**
 * Higher priorities first, within one priority first in, first out. So that no key starves, every `agedTurn`-th turn
 * belongs to the key that has waited longest of all, once that is `ageAfterMs` or more: many important keys slow the
 * others down but never stop them.
 *
 * Each priority has a line, and all keys stand in another one by their age: a step costs the same however many keys
 * wait. A key that leaves one line by way of the other, or rises, stays in it as a place that does not count.
 */
export class PriorityOrder<K> implements QueueOrdering<K> {
  /** Of keys that wait, or are with a worker. */
  readonly #places = new Map<K, Place<K>>();
  readonly #levels = new KeyedHeap<number, Level<K>>((a, b) => b.priority - a.priority);
  readonly #byAge = new Line<Place<K>>((place) => place.waits);
  readonly #counts: Record<PriorityBand, number> = { low: 0, normal: 0, high: 0 };
  readonly #options: PriorityOrderOptions;
  /** The one level that may be empty: most queues use the same one again and again. */
  #spare: Level<K> | undefined;
  #length = 0;
  #turn = 0;

  constructor(options: PriorityOrderOptions) {
    this.#options = options;
  }

  /** How many keys wait in each band. */
  get counts(): Readonly<Record<PriorityBand, number>> {
    return this.#counts;
  }

  /** The priority of a key that waits or is with a worker; `undefined` for another. */
  priorityOf(key: K): number | undefined {
    return this.#places.get(key)?.priority;
  }

  /** The priority of a key that is with a worker; `undefined` for another. */
  heldWith(key: K): number | undefined {
    const place = this.#places.get(key);
    return place?.waits === false ? place.priority : undefined;
  }

  /** For how long the key that has waited longest has waited; 0 when none does. */
  get oldestMs(): number {
    const oldest = this.#byAge.first();
    return oldest === undefined ? 0 : this.#options.now() - oldest.since;
  }

  /** The key is wanted with this priority, or with a higher one that was asked for before; said before it waits. */
  want(key: K, priority: number): void {
    const place = this.#places.get(key);
    if (place === undefined) this.#places.set(key, newPlace(key, priority));
    else if (!place.waits) place.again = Math.max(priority, place.again ?? priority);
    else if (priority > place.priority) this.#raise(place, priority);
  }

  /** The worker is done with the key; said before it waits again. */
  release(key: K): void {
    const place = this.#places.get(key);
    if (place === undefined || place.waits) return;
    if (place.again === undefined) this.#places.delete(key);
    else this.#places.set(key, newPlace(key, place.again));
  }

  /** A key that is added once more has risen in {@link want}. */
  touch(): void {}

  push(key: K): void {
    const place = this.#places.get(key) as Place<K>;
    place.since = this.#options.now();
    place.waits = true;
    this.#length++;
    this.#enter(place);
    this.#byAge.push(place, this.#length);
  }

  len(): number {
    return this.#length;
  }

  pop(): K {
    const place = this.#next();
    this.#leave(place);
    place.waits = false;
    this.#length--;
    return place.key;
  }

  #next(): Place<K> {
    const { agedTurn, ageAfterMs, now } = this.#options;
    // Asked in each turn, so that keys which were handed out do not gather at its front.
    const oldest = this.#byAge.first();
    this.#turn = (this.#turn + 1) % agedTurn;
    if (this.#turn === 0 && oldest !== undefined && now() - oldest.since >= ageAfterMs) return oldest;
    return this.#highest().line.first() as Place<K>;
  }

  #highest(): Level<K> {
    const [, level] = this.#levels.peek() as readonly [number, Level<K>];
    if (level.count > 0) return level;
    this.#dropSpare();
    return this.#highest();
  }

  /** A key whose priority has risen moves to the end of its new level; its age stays. */
  #raise(place: Place<K>, priority: number): void {
    this.#leave(place);
    place.priority = priority;
    this.#enter(place);
  }

  #enter(place: Place<K>): void {
    const level = this.#levels.get(place.priority) ?? this.#newLevel(place.priority);
    if (level === this.#spare) this.#spare = undefined;
    level.count++;
    level.line.push(place, level.count);
    this.#counts[bandOf(place.priority)]++;
  }

  #leave({ priority }: Place<K>): void {
    const level = this.#levels.get(priority) as Level<K>;
    this.#counts[bandOf(priority)]--;
    if (--level.count > 0) return;
    this.#dropSpare();
    this.#spare = level;
  }

  #newLevel(priority: number): Level<K> {
    const line = new Line<Place<K>>((place) => place.waits && place.priority === priority);
    const level = { priority, line, count: 0 };
    this.#levels.set(priority, level);
    return level;
  }

  #dropSpare(): void {
    if (this.#spare !== undefined) this.#levels.delete(this.#spare.priority);
    this.#spare = undefined;
  }
}

/** First in, first out, of elements that may stop counting while they stand in it. */
class Line<T> {
  readonly #ring = new RingBuffer<T>();
  readonly #counts: (element: T) => boolean;

  constructor(counts: (element: T) => boolean) {
    this.#counts = counts;
  }

  /** The first element that counts, or `undefined`. Those before it are forgotten. */
  first(): T | undefined {
    for (;;) {
      const { first } = this.#ring;
      if (first === undefined || this.#counts(first)) return first;
      this.#ring.shift();
    }
  }

  /** `count` is how many elements count, with this one. When most do not, they are forgotten. */
  push(element: T, count: number): void {
    const ring = this.#ring;
    ring.push(element);
    if (ring.length < 2 * count + 64) return;
    for (let left = ring.length; left > 0; left--) {
      const one = ring.shift() as T;
      if (this.#counts(one)) ring.push(one);
    }
  }
}

function newPlace<K>(key: K, priority: number): Place<K> {
  return { key, priority, since: 0, waits: false, again: undefined };
}

function bandOf(priority: number): PriorityBand {
  return priority < 0 ? "low" : priority > 0 ? "high" : "normal";
}
