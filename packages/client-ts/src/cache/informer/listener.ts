import type { Entry } from "../../codec/index.ts";
import { findUndecodable } from "../../errors/index.ts";
import { type Clock, isThenable, Latch, type SlicedTask, type Slicer, type Timer } from "../../util/index.ts";
import type { ReflectorFailure } from "../reflector/options.ts";
import { Backlog, Replay, SyncMark, type BacklogItem } from "./backlog.ts";
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

/** Delivers to one handler: one event at a time, in order, independently of the other handlers. */
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
