/**
 * A strictly ordered queue: every change comes out on its own, in the order in which it came in, and nothing is
 * gathered or dropped. It is the default queue between Reflector and store. In its atomic form (the default) a
 * `replace` is one delta with the complete list and its resourceVersion, a resync is one delta, and bookmarks travel in
 * line with the changes, so that the consumer always knows how far it is. In the other form a `replace` is taken
 * apart: first a tombstone for whatever is gone (among what waits or is being processed, then among `knownObjects`),
 * then each object of the list.
 */

import {
  type DeletedFinalStateUnknown,
  type Delta,
  type Deltas,
  elementKey,
  isDeletedFinalStateUnknown,
  type KeyFunc,
  keyOfAny,
  type ObjectDelta,
} from "./delta.ts";
import { FirstList } from "./first-list.ts";
import { PopLine, type PoppedItem } from "./pop-line.ts";
import type { KnownObjects, Queue } from "./queue.ts";
import { tombstonesFor } from "./tombstones-for.ts";

/** Options of {@link OrderedFIFO}. */
export interface OrderedFIFOOptions<E> {
  /** Default: `namespace/name`. */
  readonly keyOf?: KeyFunc<E> | undefined;
  /** Given: `replace` is taken apart with the help of what the consumer knows. Absent: `replace` is atomic. */
  readonly knownObjects?: KnownObjects<E> | undefined;
  /** Applied once to each object that comes in; not to tombstones, nor to the objects of a resync. */
  readonly transform?: ((element: E) => E) | undefined;
}

/** The strictly ordered queue. */
export class OrderedFIFO<E> extends PopLine<Delta<E>> implements Queue<E, Delta<E>> {
  #items: Delta<E>[] = [];
  #head = 0;
  readonly #keyOf: KeyFunc<E>;
  readonly #known: KnownObjects<E> | undefined;
  readonly #transform: ((element: E) => E) | undefined;
  /**
   * The newest delta of each key that is being processed, for comparing with `knownObjects`, which may not show it yet.
   */
  readonly #inProcess = new Map<string, ObjectDelta<E>>();
  readonly #first = new FirstList();

  constructor({ keyOf = elementKey, knownObjects, transform }: OrderedFIFOOptions<E> = {}) {
    super();
    this.#keyOf = keyOf;
    this.#known = knownObjects;
    this.#transform = transform;
  }

  /** Whether a `replace` is one delta. */
  get atomic(): boolean {
    return this.#known === undefined;
  }

  get length(): number {
    return this.#items.length - this.#head;
  }

  /** The key of an object, a tombstone, a delta, or a list of deltas. */
  keyOf(value: E | DeletedFinalStateUnknown<E> | ObjectDelta<E> | Deltas<E>): string {
    return keyOfAny(value, this.#keyOf);
  }

  add(element: E): void {
    this.#first.changed();
    this.#items.push({ type: "Added", object: this.#transformed(element) });
    this.wake();
  }

  update(element: E): void {
    this.#first.changed();
    this.#items.push({ type: "Updated", object: this.#transformed(element) });
    this.wake();
  }

  delete(element: E | DeletedFinalStateUnknown<E>): void {
    this.#first.changed();
    this.#items.push({
      type: "Deleted",
      object: isDeletedFinalStateUnknown(element) ? element : this.#transformed(element),
    });
    this.wake();
  }

  replace(elements: readonly E[], resourceVersion: string): void {
    const before = this.#items.length;
    const objects = this.#transform === undefined ? elements : elements.map((element) => this.#transformed(element));
    if (this.#known === undefined) this.#items.push({ type: "ReplacedAll", resourceVersion, objects });
    else this.#replaceEach(objects, this.#known);
    this.#first.replaced(this.#items.length - before);
    this.wakeAll();
  }

  resync(): void {
    if (this.#known === undefined) this.#items.push({ type: "SyncAll" });
    else {
      const waiting = this.#newestByKey();
      for (const key of this.#known.listKeys()) {
        const object = waiting.has(key) || this.#inProcess.has(key) ? undefined : this.#known.getByKey(key);
        if (object !== undefined) this.#items.push({ type: "Sync", object: object as E });
      }
    }
    this.wakeAll();
  }

  /** Reports to the consumer how far it is, in line with the changes; only the atomic form does. */
  bookmark(resourceVersion: string): void {
    if (this.#known !== undefined) return;
    this.#items.push({ type: "Bookmark", resourceVersion });
    this.wake();
  }

  /** Puts a change back at the end, unless something waits that says more about its key. */
  addIfNotPresent(delta: Delta<E>): void {
    if (delta.type === "Bookmark" || delta.type === "SyncAll") return;
    if (delta.type === "ReplacedAll") {
      for (let at = this.#head; at < this.#items.length; at++) if (this.#items[at]!.type === "ReplacedAll") return;
      this.#items.splice(this.#head, 0, delta);
    } else {
      const key = this.keyOf(delta);
      for (let at = this.#head; at < this.#items.length; at++) {
        const other = this.#items[at]!;
        if (other.type === "ReplacedAll" || ("object" in other && this.keyOf(other) === key)) return;
      }
      this.#items.push(delta);
    }
    this.#first.changed();
    this.wake();
  }

  hasSynced(): boolean {
    return this.#first.isProcessed;
  }

  /** First tombstones for what is gone, then what is there. */
  #replaceEach(objects: readonly E[], known: KnownObjects<E>): void {
    const present = new Set(objects.map((object) => this.#keyOf(object)));
    const tombstones = tombstonesFor(present, this.#newestByKey(), this.#inProcess, known);
    for (const delta of tombstones.values()) this.#items.push(delta);
    for (const object of objects) this.#items.push({ type: "Replaced", object });
  }

  #newestByKey(): Map<string, ObjectDelta<E>> {
    const byKey = new Map<string, ObjectDelta<E>>();
    for (let at = this.#head; at < this.#items.length; at++) {
      const delta = this.#items[at]!;
      if ("object" in delta) byKey.set(this.keyOf(delta), delta);
    }
    return byKey;
  }

  protected take(): PoppedItem<Delta<E>> | undefined {
    if (this.length === 0) return undefined;
    const item = this.#shift();
    return this.#known === undefined ? this.#taken(item) : this.#tracked(item);
  }

  /** Remembers the delta until it was processed. */
  #tracked(item: Delta<E>): PoppedItem<Delta<E>> {
    const taken = this.#taken(item);
    const key = "object" in item ? this.#tryKey(item) : undefined;
    if (key === undefined) return taken;
    this.#inProcess.set(key, item as ObjectDelta<E>);
    return {
      ...taken,
      finished: () => {
        if (this.#inProcess.get(key) === item) this.#inProcess.delete(key);
        taken.finished?.();
      },
    };
  }

  #taken(item: Delta<E>): PoppedItem<Delta<E>> {
    if (!this.#first.take()) return { item, isInInitialList: false };
    return { item, isInInitialList: true, finished: () => this.#first.processed() };
  }

  #shift(): Delta<E> {
    // One waits as a rule; taking it this way keeps the array's memory.
    if (this.#head === 0 && this.#items.length === 1) return this.#items.pop()!;
    const delta = this.#items[this.#head]!;
    this.#items[this.#head++] = undefined as unknown as Delta<E>;
    if (this.#head === this.#items.length) {
      this.#items.length = 0;
      this.#head = 0;
    } else if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return delta;
  }

  #tryKey(delta: ObjectDelta<E>): string | undefined {
    try {
      return this.keyOf(delta);
    } catch {
      return undefined;
    }
  }

  #transformed(element: E): E {
    return this.#transform === undefined ? element : this.#transform(element);
  }
}

/**
 * Makes an {@link OrderedFIFO}. Most programs use `newSharedInformerFactory`, whose informers have a queue of their
 * own.
 */
export function newOrderedFIFO<E>(options: OrderedFIFOOptions<E> = {}): OrderedFIFO<E> {
  return new OrderedFIFO(options);
}
