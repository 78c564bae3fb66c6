import { InvalidArgumentError } from "../errors/index.ts";
import { KeyedHeap } from "../util/index.ts";
import { elementKey, FIFOClosedError, type KeyFunc } from "./delta.ts";

/** Options of {@link Heap}. */
export interface HeapOptions<E> {
  /** Default: `namespace/name`. */
  readonly keyOf?: KeyFunc<E> | undefined;
  /** Whether `a` comes out before `b`. */
  readonly less: (a: E, b: E) => boolean;
}

/** Elements in the order that `less` gives them, one for each key, for any number of producers and consumers. */
export class Heap<E> {
  readonly #keyOf: KeyFunc<E>;
  readonly #elements: KeyedHeap<string, E>;
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  constructor({ keyOf = elementKey, less }: HeapOptions<E>) {
    this.#keyOf = keyOf;
    this.#elements = new KeyedHeap((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0));
  }

  get length(): number {
    return this.#elements.size;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Adds an element, or puts it in the place of the one with its key and moves it to where it belongs now. */
  add(element: E): void {
    this.#refuseWhenClosed();
    this.#elements.set(this.#keyOf(element), element);
    this.#waiting.shift()?.();
  }

  /** Adds many, then wakes the callers that wait. */
  bulkAdd(elements: Iterable<E>): void {
    this.#refuseWhenClosed();
    for (const element of elements) this.#elements.set(this.#keyOf(element), element);
    for (const next of this.#waiting.splice(0)) next();
  }

  /** As `add`. */
  update(element: E): void {
    this.add(element);
  }

  /** Adds an element unless there is one with its key. */
  addIfNotPresent(element: E): void {
    this.#refuseWhenClosed();
    if (!this.#elements.has(this.#keyOf(element))) this.add(element);
  }

  /** Takes the element with this one's key out. Throws an InvalidArgumentError when there is none. */
  delete(element: E): void {
    const key = this.#keyOf(element);
    if (!this.#elements.delete(key))
      throw new InvalidArgumentError(`the heap has no element with the key ${JSON.stringify(key)}`);
  }

  /**
   * Takes the first element out, waiting until there is one. Rejects with a FIFOClosedError once the heap is closed.
   */
  async pop(): Promise<E> {
    for (;;) {
      if (this.#closed) throw new FIFOClosedError();
      const first = this.#elements.pop();
      if (first !== undefined) return first[1];
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The element with this one's key. */
  get(element: E): E | undefined {
    return this.getByKey(this.#keyOf(element));
  }

  getByKey(key: string): E | undefined {
    return this.#elements.get(key);
  }

  /** Everything in it, in no particular order. */
  list(): E[] {
    return [...this.#elements.values()];
  }

  listKeys(): string[] {
    return [...this.#elements.keys()];
  }

  /** Refuses further elements and ends every waiting `pop`. */
  close(): void {
    this.#closed = true;
    for (const next of this.#waiting.splice(0)) next();
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new FIFOClosedError();
  }
}

/** Makes a {@link Heap}. */
export function newHeap<E>(options: HeapOptions<E>): Heap<E> {
  return new Heap(options);
}
