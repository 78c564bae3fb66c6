import type { Entry } from "../../codec/index.ts";
import type { Clock } from "../../util/index.ts";
import type { ListenerSink } from "./cache-writer.ts";
import { type InformerEvent, UpdateEvent } from "./events.ts";
import type { Listener } from "./listener.ts";

/** The handlers of one informer. */
export class Listeners<T> implements ListenerSink<T> {
  readonly #clock: Pick<Clock, "monotonic">;
  /** A new array for each change: a loop over it is not disturbed by a handler that adds or removes handlers. */
  #all: readonly Listener<T>[] = [];

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  get all(): readonly Listener<T>[] {
    return this.#all;
  }

  /** This name, or with a number when another handler has it: `handler`, `handler 2`, `handler 3`. */
  freeName(name: string): string {
    const taken = new Set(this.#all.map((listener) => listener.name));
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
    return free;
  }

  add(listener: Listener<T>): void {
    this.#all = [...this.#all, listener];
  }

  /** Says whether it was there. */
  remove(listener: unknown): listener is Listener<T> {
    const left = this.#all.filter((one) => one !== listener);
    const found = left.length < this.#all.length;
    this.#all = left;
    return found;
  }

  /** When the next handler wants to see everything again; infinity when none does. */
  get nextResync(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const listener of this.#all) next = Math.min(next, listener.nextResync);
    return next;
  }

  /** The listeners that are due for a resync. Their next time counts from here. */
  beginResync(): readonly Listener<T>[] {
    const now = this.#clock.monotonic();
    const due = this.#due(now);
    for (const listener of due) listener.resynced(now);
    return due;
  }

  deliver(event: InformerEvent<T>): void {
    for (const listener of this.#all) listener.push(event);
  }

  deliverUnchanged(entry: Entry<T>): void {
    for (const listener of this.#due(this.#clock.monotonic())) listener.push(new UpdateEvent(entry, entry, true));
  }

  /** Shows these objects again to those of the listeners that have not been removed. */
  deliverAgain(listeners: readonly Listener<T>[], entries: readonly Entry<T>[]): void {
    for (const listener of listeners) if (this.#all.includes(listener)) listener.resync(entries);
  }

  deliverAdded(entries: readonly Entry<T>[], isInInitialList: boolean): void {
    for (const listener of this.#all) listener.replay(entries, isInInitialList);
  }

  present(): Pick<ListenerSink<T>, "deliver" | "deliverUnchanged" | "deliverAdded"> {
    const all = this.#all;
    const due = this.#due(this.#clock.monotonic());
    return {
      deliver: (event) => {
        for (const listener of all) listener.push(event);
      },
      deliverAdded: (entries, isInInitialList) => {
        for (const listener of all) listener.replay(entries, isInInitialList);
      },
      deliverUnchanged: (entry) => {
        if (due.length === 0) return;
        const event = new UpdateEvent(entry, entry, true);
        for (const listener of due) listener.push(event);
      },
    };
  }

  #due(now: number): readonly Listener<T>[] {
    return this.#all.filter((listener) => listener.isResyncDue(now));
  }
}
