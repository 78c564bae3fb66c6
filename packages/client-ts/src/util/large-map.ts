/** How many entries the first Map has: one that grows beyond that stops the event loop for 20 ms and more. */
const firstSize = 1 << 17;
/** A power of two. With this many, two million entries are in Maps that are not larger than the first. */
const partCount = 16;

/**
 * A Map of texts that never grows in one long step. Up to 131,072 entries it is a Map. What comes beyond that goes to
 * several more, chosen by characters of its key, so that an entry is in one of two places. Only one Map keeps the order
 * of insertion.
 */
export class LargeMap<V> {
  readonly #firstSize: number;
  readonly #first = new Map<string, V>();
  /** Places of the first Map that were taken. One that is free again is not used before the Map is made again. */
  #taken = 0;
  #parts: readonly Map<string, V>[] | undefined;

  /** `size` is that of the first Map, a power of two; for tests. */
  constructor(size: number = firstSize) {
    this.#firstSize = size;
  }

  get size(): number {
    let { size } = this.#first;
    if (this.#parts !== undefined) for (const part of this.#parts) size += part.size;
    return size;
  }

  /** How many entries are in the first Map. */
  get sizeOfFirst(): number {
    return this.#first.size;
  }

  get(key: string): V | undefined {
    const value = this.#first.get(key);
    return value !== undefined || this.#parts === undefined ? value : this.#parts[partOf(key)]!.get(key);
  }

  has(key: string): boolean {
    return this.#first.has(key) || (this.#parts !== undefined && this.#parts[partOf(key)]!.has(key));
  }

  set(key: string, value: V): void {
    const map = this.#mapFor(key);
    const { size } = map;
    map.set(key, value);
    if (map === this.#first && map.size !== size) this.#taken++;
  }

  delete(key: string): boolean {
    if (this.#first.delete(key)) return true;
    return this.#parts !== undefined && this.#parts[partOf(key)]!.delete(key);
  }

  clear(): void {
    this.#first.clear();
    this.#taken = 0;
    this.#parts = undefined;
  }

  values(): IterableIterator<V> {
    return this.#parts === undefined ? this.#first.values() : this.#each(this.#parts, (map) => map.values());
  }

  keys(): IterableIterator<string> {
    return this.#parts === undefined ? this.#first.keys() : this.#each(this.#parts, (map) => map.keys());
  }

  [Symbol.iterator](): IterableIterator<[string, V]> {
    return this.#parts === undefined ? this.#first.entries() : this.#each(this.#parts, (map) => map.entries());
  }

  /** The Map that has the key, or into which it goes. */
  #mapFor(key: string): Map<string, V> {
    if (this.#parts === undefined && this.#taken < this.#firstSize) return this.#first;
    if (this.#first.has(key)) return this.#first;
    const part = this.#parts?.[partOf(key)];
    if (part?.has(key)) return part;
    // A Map of which at least half is free again is made again in its own size.
    if (this.#taken >= this.#firstSize && this.#first.size * 2 <= this.#firstSize) this.#taken = this.#first.size;
    if (this.#taken < this.#firstSize) return this.#first;
    this.#parts ??= Array.from({ length: partCount }, () => new Map<string, V>());
    return this.#parts[partOf(key)]!;
  }

  *#each<R>(parts: readonly Map<string, V>[], of: (map: Map<string, V>) => Iterable<R>): IterableIterator<R> {
    for (const one of of(this.#first)) yield one;
    for (const part of parts) for (const one of of(part)) yield one;
  }
}

/** By some characters only, most of them at the end, where the names of many objects differ. */
function partOf(key: string): number {
  const { length } = key;
  let hash = key.charCodeAt(length - 1);
  hash = Math.imul(hash, 31) + key.charCodeAt(length - 2);
  hash = Math.imul(hash, 31) + key.charCodeAt(length - 3);
  hash = Math.imul(hash, 31) + key.charCodeAt(length >> 1);
  hash = Math.imul(hash, 31) + key.charCodeAt((length >> 1) + 1);
  return (hash ^ (hash >>> 4) ^ (hash >>> 9)) & (partCount - 1);
}
