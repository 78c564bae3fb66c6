/**
 * A queue of changes, gathered by key. Each key waits at most once, in the order in which it first changed, and comes
 * out with every delta that gathered meanwhile. It promises:
 *
 * - Nothing is lost: an object that came and went before it was popped still comes out, ending in its deletion.
 * - Deletions are found: `replace` compares with what waits, with what is being processed and with `knownObjects`, and
 *   whatever is gone gets one tombstone with the newest state that is known.
 * - Little is repeated: two deletions in a row are one (the one with a real object wins), and `resync` leaves keys
 *   alone that wait anyway.
 *
 * It is not strictly ordered between keys; {@link OrderedFIFO} is.
 */

import { KeyedLine } from "../util/index.ts";
import {
  type DeletedFinalStateUnknown,
  type Deltas,
  elementKey,
  isDeletedFinalStateUnknown,
  type KeyFunc,
  keyOfAny,
  newest,
  type ObjectDelta,
} from "./delta.ts";
import { FirstList } from "./first-list.ts";
import { PopLine, type PoppedItem } from "./pop-line.ts";
import type { KnownObjects, Queue } from "./queue.ts";
import { tombstonesFor } from "./tombstones-for.ts";

/** Options of {@link DeltaFIFO}. */
export interface DeltaFIFOOptions<E> {
  /** Default: `namespace/name`. */
  readonly keyOf?: KeyFunc<E> | undefined;
  /** What the consumer knows; without it, deletions are found only among what waits. */
  readonly knownObjects?: KnownObjects<E> | undefined;
  /** How the objects of a `replace` are labelled. Default `"Replaced"`. */
  readonly replaceType?: "Replaced" | "Sync" | undefined;
  /** Applied once to each object that comes in; not to tombstones, nor to the objects of a resync. */
  readonly transform?: ((element: E) => E) | undefined;
}

/** The queue of client-go's informers up to 1.32, with deltas gathered by key. Also a store of the deltas that wait. */
export class DeltaFIFO<E> extends PopLine<Deltas<E>> implements Queue<E, Deltas<E>> {
  readonly #items = new KeyedLine<ObjectDelta<E>[]>();
  /** The newest delta of each key that is being processed: `knownObjects` may not show it yet. */
  readonly #inProcess = new Map<string, ObjectDelta<E>>();
  readonly #keyOf: KeyFunc<E>;
  readonly #known: KnownObjects<E> | undefined;
  readonly #replaceType: "Replaced" | "Sync";
  readonly #transform: ((element: E) => E) | undefined;
  readonly #first = new FirstList();

  constructor({ keyOf = elementKey, knownObjects, replaceType = "Replaced", transform }: DeltaFIFOOptions<E> = {}) {
    super();
    this.#keyOf = keyOf;
    this.#known = knownObjects;
    this.#replaceType = replaceType;
    this.#transform = transform;
  }

  get length(): number {
    return this.#items.size;
  }

  /** The key of an object, a tombstone, a delta, or the deltas of one key. */
  keyOf(value: E | DeletedFinalStateUnknown<E> | ObjectDelta<E> | Deltas<E>): string {
    return keyOfAny(value, this.#keyOf);
  }

  add(element: E): void {
    this.#first.changed();
    this.#enqueue(this.#keyOf(element), { type: "Added", object: this.#transformed(element) });
    this.wake();
  }

  update(element: E): void {
    this.#first.changed();
    this.#enqueue(this.#keyOf(element), { type: "Updated", object: this.#transformed(element) });
    this.wake();
  }

  /** Queues a deletion. The deletion of a key that neither waits nor is known is left out. */
  delete(element: E | DeletedFinalStateUnknown<E>): void {
    const key = this.keyOf(element);
    this.#first.changed();
    if (!this.#items.has(key) && !this.#isBeingAdded(key) && this.#known?.getByKey(key) === undefined) return;
    this.#enqueue(key, {
      type: "Deleted",
      object: isDeletedFinalStateUnknown(element) ? element : this.#transformed(element),
    });
    this.wake();
  }

  replace(elements: readonly E[], _resourceVersion?: string): void {
    const present = new Map<string, ObjectDelta<E>>();
    for (const element of elements)
      present.set(this.#keyOf(element), { type: this.#replaceType, object: this.#transformed(element) });
    for (const [key, delta] of present) this.#enqueue(key, delta);
    const waiting = new Map<string, ObjectDelta<E>>();
    for (const [key, deltas] of this.#items) waiting.set(key, newest(deltas)!);
    const tombstones = tombstonesFor(present, waiting, this.#inProcess, this.#known);
    for (const [key, delta] of tombstones) this.#enqueue(key, delta);
    this.#first.replaced(present.size + tombstones.size);
    this.wakeAll();
  }

  resync(): void {
    for (const key of this.#known?.listKeys() ?? []) {
      if (this.#items.has(key) || this.#inProcess.has(key)) continue;
      const object = this.#known?.getByKey(key) as E | undefined;
      if (object !== undefined) this.#enqueue(key, { type: "Sync", object });
    }
    this.wakeAll();
  }

  addIfNotPresent(deltas: Deltas<E>): void {
    const key = this.keyOf(deltas);
    this.#first.changed();
    if (this.#items.has(key)) return;
    this.#items.set(key, [...deltas]);
    this.wake();
  }

  hasSynced(): boolean {
    return this.#first.isProcessed;
  }

  /** The newest object of every key that waits. */
  list(): (E | DeletedFinalStateUnknown<E>)[] {
    return [...this.#items].map(([, deltas]) => newest(deltas)!.object);
  }

  /** The keys that wait, in their order. */
  listKeys(): string[] {
    return [...this.#items.keys()];
  }

  /** The deltas that wait for the same key as this object. */
  get(element: E): Deltas<E> | undefined {
    return this.getByKey(this.#keyOf(element));
  }

  /** The deltas that wait for a key. */
  getByKey(key: string): Deltas<E> | undefined {
    const deltas = this.#items.get(key);
    return deltas && [...deltas];
  }

  protected take(): PoppedItem<Deltas<E>> | undefined {
    const first = this.#items.shift();
    if (first === undefined) return undefined;
    const [key, item] = first;
    const last = newest(item)!;
    this.#inProcess.set(key, last);
    const isInInitialList = this.#first.take();
    const finished = (): void => {
      if (this.#inProcess.get(key) === last) this.#inProcess.delete(key);
      if (isInInitialList) this.#first.processed();
    };
    return { item, isInInitialList, finished };
  }

  #isBeingAdded(key: string): boolean {
    const delta = this.#inProcess.get(key);
    return delta !== undefined && delta.type !== "Deleted";
  }

  #enqueue(key: string, delta: ObjectDelta<E>): void {
    const deltas = this.#items.get(key);
    if (deltas === undefined) this.#items.set(key, [delta]);
    else if (!mergeDeletions(deltas, delta)) deltas.push(delta);
  }

  #transformed(element: E): E {
    return this.#transform === undefined ? element : this.#transform(element);
  }
}

/**
 * Makes a {@link DeltaFIFO}. Most programs use `newSharedInformerFactory`, whose informers have a queue of their own.
 */
export function newDeltaFIFO<E>(options: DeltaFIFOOptions<E> = {}): DeltaFIFO<E> {
  return new DeltaFIFO(options);
}

/** Two deletions in a row are one; the later wins unless it is a tombstone and the earlier is not. */
function mergeDeletions<E>(deltas: ObjectDelta<E>[], delta: ObjectDelta<E>): boolean {
  const last = newest(deltas)!;
  if (last.type !== "Deleted" || delta.type !== "Deleted") return false;
  if (!isDeletedFinalStateUnknown(delta.object) || isDeletedFinalStateUnknown(last.object))
    deltas[deltas.length - 1] = delta;
  return true;
}
