import { InvalidArgumentError } from "../errors/index.ts";
import { elementKey, FifoClosedError, type KeyFunc } from "./delta.ts";

/** Options of {@link Heap}. */
export interface HeapOptions<E> {
  /** Default: `namespace/name`. */
  readonly keyOf?: KeyFunc<E>;
  /** Whether `a` comes out before `b`. */
  readonly less: (a: E, b: E) => boolean;
}

/** Elements in order of importance, one for each key, for any number of producers and consumers. */
export class Heap<E> {
  readonly #keyOf: KeyFunc<E>;
  readonly #less: (a: E, b: E) => boolean;
  readonly #slots: { readonly key: string; element: E }[] = [];
  readonly #places = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  constructor({ keyOf = elementKey, less }: HeapOptions<E>) {
    this.#keyOf = keyOf;
    this.#less = less;
  }

  get length(): number {
    return this.#slots.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Adds an element, or puts it in the place of the one with its key and moves it to where it belongs now. */
  add(element: E): void {
    this.#refuseWhenClosed();
    this.#put(element);
    this.#waiting.shift()?.();
  }

  /** Adds many, then wakes those who wait. */
  bulkAdd(elements: Iterable<E>): void {
    this.#refuseWhenClosed();
    for (const element of elements) this.#put(element);
    for (const next of this.#waiting.splice(0)) next();
  }

  /** As `add`. */
  update(element: E): void {
    this.add(element);
  }

  /** Adds an element unless there is one with its key. */
  addIfNotPresent(element: E): void {
    this.#refuseWhenClosed();
    if (this.#places.has(this.#keyOf(element))) return;
    this.add(element);
  }

  /** Takes the element with this one's key out. Throws an InvalidArgumentError when there is none. */
  delete(element: E): void {
    const key = this.#keyOf(element);
    const place = this.#places.get(key);
    if (place === undefined) throw new InvalidArgumentError(`the heap has no element with the key ${JSON.stringify(key)}`);
    this.#removeAt(place);
  }

  /** Takes the first element out, waiting until there is one. Rejects with a FifoClosedError once the heap is closed. */
  async pop(): Promise<E> {
    for (;;) {
      if (this.#closed) throw new FifoClosedError();
      if (this.#slots.length > 0) return this.#removeAt(0);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  get(element: E): E | undefined {
    return this.getByKey(this.#keyOf(element));
  }

  getByKey(key: string): E | undefined {
    const place = this.#places.get(key);
    return place === undefined ? undefined : this.#slots[place]?.element;
  }

  /** Everything in it, in no particular order. */
  list(): E[] {
    return this.#slots.map(({ element }) => element);
  }

  listKeys(): string[] {
    return this.#slots.map(({ key }) => key);
  }

  /** Refuses further elements and ends every waiting `pop`. */
  close(): void {
    this.#closed = true;
    for (const next of this.#waiting.splice(0)) next();
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new FifoClosedError();
  }

  #put(element: E): void {
    const key = this.#keyOf(element);
    const place = this.#places.get(key);
    if (place === undefined) {
      this.#places.set(key, this.#slots.length);
      this.#slots.push({ key, element });
      this.#up(this.#slots.length - 1);
    } else {
      this.#slots[place]!.element = element;
      this.#down(this.#up(place));
    }
  }

  #removeAt(place: number): E {
    const removed = this.#slots[place]!;
    const last = this.#slots.pop()!;
    this.#places.delete(removed.key);
    if (last !== removed) {
      this.#slots[place] = last;
      this.#places.set(last.key, place);
      this.#down(this.#up(place));
    }
    return removed.element;
  }

  #up(from: number): number {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#less(this.#slots[place]!.element, this.#slots[parent]!.element)) break;
      this.#swap(place, parent);
      place = parent;
    }
    return place;
  }

  #down(from: number): void {
    for (let place = from; ; ) {
      const left = 2 * place + 1;
      if (left >= this.#slots.length) return;
      const right = left + 1;
      const child = right < this.#slots.length && this.#less(this.#slots[right]!.element, this.#slots[left]!.element) ? right : left;
      if (!this.#less(this.#slots[child]!.element, this.#slots[place]!.element)) return;
      this.#swap(place, child);
      place = child;
    }
  }

  #swap(a: number, b: number): void {
    const first = this.#slots[a]!;
    const second = this.#slots[b]!;
    this.#slots[a] = second;
    this.#slots[b] = first;
    this.#places.set(second.key, a);
    this.#places.set(first.key, b);
  }
}
