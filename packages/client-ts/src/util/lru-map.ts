import { KeyedLine } from "./keyed-line.ts";

/** A map with a limit: when it is full, the entry that was used least recently makes space for the new one. */
export class LruMap<V> {
  readonly #entries = new KeyedLine<V>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value of a key; this counts as use. */
  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  /** Sets the value of a key; this counts as use. Returns the value that had to go, if any. */
  set(key: string, value: V): V | undefined {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return this.#entries.size > this.#capacity ? this.#entries.shift()?.[1] : undefined;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Every entry, the least recently used first. */
  entries(): [string, V][] {
    return [...this.#entries];
  }
}
