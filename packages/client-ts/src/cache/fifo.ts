import { KeyedLine } from "../util/index.ts";
import { type DeletedFinalStateUnknown, elementKey, isDeletedFinalStateUnknown, type KeyFunc } from "./delta.ts";
import { PopLine, type PoppedItem } from "./pop-line.ts";
import type { Process, Queue } from "./queue.ts";

/** Options of {@link FIFO}. */
export interface FIFOOptions<E> {
  /** Default: `namespace/name`. */
  readonly keyOf?: KeyFunc<E> | undefined;
}

/**
 * A queue that remembers only the newest state of each key: for consumers that need the present state, not how it came
 * about. An object that is deleted before its turn never comes out.
 */
export class FIFO<E> implements Queue<E, E> {
  readonly #items = new KeyedLine<E>();
  readonly #keyOf: KeyFunc<E>;
  readonly #line: PopLine<E>;
  #populated = false;
  /** Keys of the first list that were not handed out yet. */
  #initial = new Set<string>();
  #inProcess = 0;

  constructor({ keyOf = elementKey }: FIFOOptions<E> = {}) {
    this.#keyOf = keyOf;
    this.#line = new PopLine({ take: () => this.#take(), putBack: (element) => this.addIfNotPresent(element) });
  }

  get length(): number {
    return this.#items.size;
  }

  get closed(): boolean {
    return this.#line.closed;
  }

  consume(onReady: () => void): () => void {
    return this.#line.consume(onReady);
  }

  add(element: E): void {
    this.#populated = true;
    this.#items.set(this.#keyOf(element), element);
    this.#line.wake();
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
    this.#line.wakeAll();
  }

  /** Nothing to do: everything that waits is there already. */
  resync(): void {}

  addIfNotPresent(element: E): void {
    this.#populated = true;
    const key = this.#keyOf(element);
    if (this.#items.has(key)) return;
    this.#items.set(key, element);
    this.#line.wake();
  }

  pop(process: Process<E>): Promise<E> {
    return this.#line.pop(process);
  }

  tryPop(process: Process<E>): boolean | Promise<void> {
    return this.#line.tryPop(process);
  }

  hasSynced(): boolean {
    return this.#populated && this.#initial.size === 0 && this.#inProcess === 0;
  }

  close(): void {
    this.#line.close();
  }

  /** As {@link close}. */
  [Symbol.dispose](): void {
    this.close();
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

  #take(): PoppedItem<E> | undefined {
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
