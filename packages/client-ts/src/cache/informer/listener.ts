/**
 * Delivers to one handler, in turns, what waits for it: one event at a time and in order, independently of the other
 * handlers. Up to `maxPending` notifications wait one by one. Further ones are gathered by key, so that a slow handler
 * costs at most one place for each object: updates are merged (oldest old, newest new), an object that was added and
 * deleted meanwhile is not delivered, one that was deleted and added again is delivered as both. Order per key is kept,
 * and what waited before the limit was reached is delivered first.
 */

import type { Entry } from "../../codec/index.ts";
import { findUndecodable } from "../../errors/index.ts";
import {
  type Clock,
  isThenable,
  Latch,
  RingBuffer,
  type SlicedTask,
  type Slicer,
  type Timer,
} from "../../util/index.ts";
import type { ReflectorFailure } from "../reflector/options.ts";
import type { ResourceEventHandler } from "./handler.ts";
import { AddEvent, type InformerEvent, UpdateEvent } from "./events.ts";

/** The registration of a handler with an informer. */
export interface HandlerRegistration {
  /** The handler's name in logs and metrics; a number follows it when the informer has another one of that name. */
  readonly name: string;
  /** Whether the handler has seen every object of the first list, or of those that existed when it was added. */
  hasSynced(): boolean;
  /**
   * Settles when {@link hasSynced} turns true. Rejects with the signal's reason, or when the handler is removed or the
   * informer stopped before.
   */
  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** How many notifications wait. */
  readonly pending: number;
  /** How many notifications were merged into later ones of the same object. */
  readonly coalesced: number;
  /** How often the handler sees everything again, in milliseconds; 0 is never. */
  readonly resyncMs: number;
  /** Why the informer's last list or watch failed; `undefined` while they work. */
  readonly lastFailure: ReflectorFailure | undefined;
}

/** Options of a {@link Listener}. */
export interface ListenerOptions {
  readonly name: string;
  readonly resyncMs: number;
  readonly maxPending: number;
  readonly clock: Clock;
  readonly slicer: Slicer;
  readonly lastFailure: () => ReflectorFailure | undefined;
  /** None of these may throw. */
  readonly onError: (error: unknown) => void;
  readonly onCoalesced: (count: number) => void;
  readonly onPending: (pending: number) => void;
  readonly onRemoved: () => void;
}

/** The pause after a callback that threw. */
const pauseMs = 1_000;
/** Events for one handler before others get their turn. */
const turnEvents = 64;

/** Delivers to one handler; see the head of this file for what it promises. */
export class Listener<T> implements HandlerRegistration, SlicedTask {
  readonly name: string;
  readonly resyncMs: number;
  readonly #handler: ResourceEventHandler<T>;
  readonly #options: ListenerOptions;
  readonly #backlog: Backlog<T>;
  readonly #synced = new Latch();
  #coalesced = 0;
  #hasSynced = false;
  #removed = false;
  /** Whether the slicer will call `work`. */
  #scheduled = false;
  /** A callback's promise that has not settled. */
  #inFlight: Promise<void> | undefined;
  #pause: Timer | undefined;
  #nextResync: number;

  constructor(handler: ResourceEventHandler<T>, options: ListenerOptions) {
    this.name = options.name;
    this.resyncMs = options.resyncMs;
    this.#handler = handler;
    this.#options = options;
    this.#backlog = new Backlog({ maxPending: options.maxPending, onCoalesced: (count) => this.#merged(count) });
    this.#nextResync = options.clock.monotonic() + options.resyncMs;
  }

  get pending(): number {
    return this.#backlog.length;
  }

  get coalesced(): number {
    return this.#coalesced;
  }

  get lastFailure(): ReflectorFailure | undefined {
    return this.#options.lastFailure();
  }

  hasSynced(): boolean {
    return this.#hasSynced;
  }

  waitForSync({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    return this.#synced.wait(signal);
  }

  push(event: InformerEvent<T>): void {
    this.#put(event);
  }

  /** Shows the objects that exist already, or those of a list: one place in the backlog for all of them. */
  replay(entries: readonly Entry<T>[], isInInitialList = true): void {
    if (entries.length > 0) this.#put(new Replay(entries, (entry) => new AddEvent(entry, isInInitialList)));
  }

  /** Shows everything again. */
  resync(entries: readonly Entry<T>[]): void {
    if (entries.length > 0) this.#put(new Replay(entries, (entry) => new UpdateEvent(entry, entry, true)));
  }

  /** Everything of the initial list was pushed: synced once it is delivered. */
  markSynced(): void {
    this.#put(
      new SyncMark(() => {
        this.#hasSynced = true;
        this.#synced.open();
      }),
    );
  }

  /** Whether it is time to show everything again. */
  isResyncDue(now: number): boolean {
    return now >= this.nextResync;
  }

  /** When everything is to be shown again, on the monotonic clock; never is infinity. */
  get nextResync(): number {
    return this.resyncMs > 0 ? this.#nextResync : Number.POSITIVE_INFINITY;
  }

  /** The next time counts from here. */
  resynced(now: number): void {
    this.#nextResync = now + this.resyncMs;
  }

  /** No further callback begins. Notifications that wait are dropped. */
  remove(reason: Error): void {
    if (this.#removed) return;
    this.#removed = true;
    this.#pause?.cancel();
    this.#pause = undefined;
    this.#backlog.clear();
    this.#synced.fail(reason);
    this.#options.onRemoved();
  }

  /** Settles when no callback is under way. */
  async idle(): Promise<void> {
    await this.#inFlight;
  }

  work(deadlineMs: number): boolean {
    const { clock, onPending } = this.#options;
    for (let count = 0; !this.#removed && this.#inFlight === undefined && this.#pause === undefined; count++) {
      if (count === turnEvents || (count > 0 && clock.monotonic() >= deadlineMs)) return true;
      const item = this.#backlog.shift();
      if (item === undefined) break;
      if (item instanceof SyncMark) item.reached();
      else this.#deliver(item);
    }
    this.#scheduled = false;
    onPending(this.#backlog.length);
    return false;
  }

  #put(item: BacklogItem<T>): void {
    if (this.#removed) return;
    this.#backlog.push(item);
    this.#wake();
  }

  #wake(): void {
    if (this.#scheduled || this.#removed || this.#inFlight !== undefined || this.#pause !== undefined) return;
    this.#scheduled = true;
    this.#options.slicer.schedule(this);
  }

  #deliver(event: InformerEvent<T>): void {
    try {
      const result: unknown = handle(this.#handler, event);
      if (!isThenable(result)) return;
      this.#inFlight = Promise.resolve(result).then(
        () => this.#settled(),
        (error) => {
          this.#failed(error);
          this.#settled();
        },
      );
    } catch (error) {
      this.#failed(error);
    }
  }

  #settled(): void {
    this.#inFlight = undefined;
    this.#wake();
  }

  #failed(error: unknown): void {
    this.#options.onError(error);
    // No pause after an object that cannot be decoded: a user who can write one could slow every handler down.
    if (this.#removed || findUndecodable(error) !== undefined) return;
    this.#pause = this.#options.clock.setTimer(
      pauseMs,
      () => {
        this.#pause = undefined;
        this.#wake();
      },
      { ref: false },
    );
  }

  #merged(count: number): void {
    this.#coalesced += count;
    this.#options.onCoalesced(count);
  }
}

/** Calls the callback that belongs to an event, if the handler has it. */
export function handle<T>(handler: ResourceEventHandler<T>, event: InformerEvent<T>): void | Promise<void> {
  switch (event.type) {
    case "add":
      return handler.onAdd?.(event) as void | Promise<void>;
    case "update":
      return handler.onUpdate?.(event) as void | Promise<void>;
    case "delete":
      return handler.onDelete?.(event) as void | Promise<void>;
  }
}

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
type BacklogItem<T> = InformerEvent<T> | Replay<T> | SyncMark;

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

  constructor({ maxPending, onCoalesced }: Pick<ListenerOptions, "maxPending" | "onCoalesced">) {
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
