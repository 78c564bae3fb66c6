import { KeyedLine } from "../util/index.ts";
import { type DeletedFinalStateUnknown, elementKey, isDeletedFinalStateUnknown, type KeyFunc } from "./delta.ts";
import { PopLine, type PoppedItem } from "./pop-line.ts";
import type { Queue } from "./queue.ts";

/** Options of {@link FIFO}. */
export interface FIFOOptions<E> {
  /** Default: `namespace/name`. */
  readonly keyOf?: KeyFunc<E> | undefined;
}

/**
 * A queue that remembers only the newest state of each key: for consumers that need the present state, not how it came
 * about. An object that is deleted before its turn never comes out.
 */
export class FIFO<E> extends PopLine<E> implements Queue<E, E> {
  readonly #items = new KeyedLine<E>();
  readonly #keyOf: KeyFunc<E>;
  #populated = false;
  /** Keys of the first list that were not handed out yet. */
  #initial = new Set<string>();
  #inProcess = 0;

  constructor({ keyOf = elementKey }: FIFOOptions<E> = {}) {
    super();
    this.#keyOf = keyOf;
  }

  get length(): number {
    return this.#items.size;
  }

  add(element: E): void {
    this.#populated = true;
    this.#items.set(this.#keyOf(element), element);
    this.wake();
  }

  update(element: E): void {
    this.add(element);
  }

  delete(element: E | DeletedFinalStateUnknown<E>): void {
    this.#populated = true;
    const key = isDeletedFinalStateUnknown<E>(element) ? element.key : this.#keyOf(element);
    this.#items.delete(key);
    this.#initial.delete(key);
  }

  replace(elements: readonly E[], _resourceVersion?: string): void {
    const previous = new Set(this.#items.keys());
    for (const element of elements) {
      const key = this.#keyOf(element);
      previous.delete(key);
      this.#items.set(key, element);
    }
    for (const key of previous) {
      this.#items.delete(key);
      // It never comes out, so that the first list must not wait for it.
      this.#initial.delete(key);
    }
    if (!this.#populated) {
      this.#populated = true;
      this.#initial = new Set(this.#items.keys());
    }
    this.wakeAll();
  }

  /** Nothing to do: everything that waits is there already. */
  resync(): void {}

  addIfNotPresent(element: E): void {
    this.#populated = true;
    const key = this.#keyOf(element);
    if (this.#items.has(key)) return;
    this.#items.set(key, element);
    this.wake();
  }

  hasSynced(): boolean {
    return this.#populated && this.#initial.size === 0 && this.#inProcess === 0;
  }

  /** What waits, in order. */
  list(): E[] {
    return [...this.#items].map(([, element]) => element);
  }

  /** The keys that wait, in order. */
  listKeys(): string[] {
    return [...this.#items.keys()];
  }

  get(element: E): E | undefined {
    return this.#items.get(this.#keyOf(element));
  }

  getByKey(key: string): E | undefined {
    return this.#items.get(key);
  }

  protected take(): PoppedItem<E> | undefined {
    const first = this.#items.shift();
    if (first === undefined) return undefined;
    const [key, item] = first;
    if (!this.#initial.delete(key)) return { item, isInInitialList: false };
    this.#inProcess++;
    return { item, isInInitialList: true, finished: () => this.#inProcess-- };
  }
}

/** Makes a {@link FIFO}. Most programs use `newSharedInformerFactory`, whose informers have a queue of their own. */
export function newFIFO<E>(options: FIFOOptions<E> = {}): FIFO<E> {
  return new FIFO(options);
}
