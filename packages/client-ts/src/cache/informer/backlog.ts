/**
 * The notifications that wait for one handler. Up to `maxPending` of them wait one by one. Further ones are gathered by
 * key, so that a slow handler costs at most one place for each object: updates are merged (oldest old, newest new), an
 * object that was added and deleted meanwhile is not delivered, one that was deleted and added again is delivered as
 * both. Order per key is kept, and what waited before the limit was reached is delivered first.
 */

import type { Entry } from "../../codec/index.ts";
import { RingBuffer } from "../../util/index.ts";
import { AddEvent, type InformerEvent, UpdateEvent } from "./events.ts";

/** Existing objects, shown one by one: to a handler that was just added, or that asked to see them again. */
export class Replay<T> {
  readonly #entries: readonly Entry<T>[];
  readonly #eventOf: (entry: Entry<T>) => InformerEvent<T>;
  #at = 0;

  constructor(entries: readonly Entry<T>[], eventOf: (entry: Entry<T>) => InformerEvent<T>) {
    this.#entries = entries;
    this.#eventOf = eventOf;
  }

  get left(): number {
    return this.#entries.length - this.#at;
  }

  next(): InformerEvent<T> | undefined {
    const entry = this.#entries[this.#at++];
    return entry === undefined ? undefined : this.#eventOf(entry);
  }
}

/** Marks the end of the initial list among the notifications. */
export class SyncMark {
  readonly reached: () => void;

  constructor(reached: () => void) {
    this.reached = reached;
  }
}

/** What can stand in line. */
export type BacklogItem<T> = InformerEvent<T> | Replay<T> | SyncMark;

/** Options of {@link Backlog}. */
export interface BacklogOptions {
  readonly maxPending: number;
  /** Called with how many notifications a merge saved. */
  readonly onCoalesced: (count: number) => void;
}

/** The notifications that wait for one handler. */
export class Backlog<T> {
  readonly #line = new RingBuffer<BacklogItem<T>>();
  /** Behind the line: by key, in the order in which keys came; a mark has a key of its own. */
  readonly #gathered = new Map<string | SyncMark, InformerEvent<T>[] | SyncMark>();
  readonly #maxPending: number;
  readonly #onCoalesced: (count: number) => void;
  /** Where the oldest of the gathered is; `undefined` at the beginning. */
  #walk: IterableIterator<[string | SyncMark, InformerEvent<T>[] | SyncMark]> | undefined;
  #replay: Replay<T> | undefined;

  constructor({ maxPending, onCoalesced }: BacklogOptions) {
    this.#maxPending = maxPending;
    this.#onCoalesced = onCoalesced;
  }

  /** How many places are taken. */
  get length(): number {
    return this.#line.length + this.#gathered.size + (this.#replay?.left ?? 0);
  }

  /** Whether notifications are gathered by key at the moment. */
  get isGathering(): boolean {
    return this.#gathered.size > 0;
  }

  push(item: BacklogItem<T>): void {
    if (this.#gathered.size === 0 && this.#line.length < this.#maxPending) this.#line.push(item);
    else if (item instanceof SyncMark) this.#gathered.set(item, item);
    else if (item instanceof Replay)
      for (let event = item.next(); event !== undefined; event = item.next()) this.#gather(event);
    else this.#gather(item);
  }

  /** The next notification or mark; `undefined` when nothing waits. */
  shift(): InformerEvent<T> | SyncMark | undefined {
    for (;;) {
      if (this.#replay !== undefined) {
        const event = this.#replay.next();
        if (event !== undefined) return event;
        this.#replay = undefined;
      }
      const item = this.#line.shift() ?? this.#shiftGathered();
      if (!(item instanceof Replay)) return item;
      this.#replay = item;
    }
  }

  clear(): void {
    while (this.#line.shift() !== undefined);
    this.#gathered.clear();
    this.#walk = undefined;
    this.#replay = undefined;
  }

  #shiftGathered(): InformerEvent<T> | SyncMark | undefined {
    if (this.#gathered.size === 0) {
      this.#walk = undefined;
      return undefined;
    }
    // One walk from the first to the last: beginning again for each would step over all that was deleted before.
    this.#walk ??= this.#gathered.entries();
    const next = this.#walk.next();
    if (next.done) {
      this.#walk = undefined;
      return this.#shiftGathered();
    }
    const [key, item] = next.value;
    if (item instanceof SyncMark) {
      this.#gathered.delete(key);
      return item;
    }
    const event = item.shift();
    if (item.length === 0) this.#gathered.delete(key);
    else this.#walk = undefined;
    return event;
  }

  #gather(event: InformerEvent<T>): void {
    const waiting = this.#gathered.get(event.key) as InformerEvent<T>[] | undefined;
    if (waiting === undefined) {
      this.#gathered.set(event.key, [event]);
      return;
    }
    const last = waiting[waiting.length - 1]!;
    const merged = merge(last, event);
    if (merged === "both") waiting.push(event);
    else if (merged === "neither") {
      waiting.pop();
      if (waiting.length === 0) this.#gathered.delete(event.key);
      this.#onCoalesced(2);
    } else {
      waiting[waiting.length - 1] = merged;
      this.#onCoalesced(1);
    }
  }
}

/** The result of merging two notifications about one key. */
function merge<T>(first: InformerEvent<T>, second: InformerEvent<T>): InformerEvent<T> | "both" | "neither" {
  if (first.type === "delete" || second.type === "add") return "both";
  if (second.type === "delete") return first.type === "add" ? "neither" : second;
  if (first.type === "add") return new AddEvent(second.entry, first.isInInitialList);
  return new UpdateEvent(second.entry, first.old as Entry<T>, first.resync && second.resync);
}
