/** So many entries, at most, are in one part: a Map that grows beyond them stops the event loop for 20 ms and more. */
const partSize = 1 << 18;

/** One Map, and how many of its places were taken: a place that is free again is used only after the Map was made anew. */
interface Part<K, V> {
  readonly map: Map<K, V>;
  taken: number;
}

/**
 * A Map that never grows in one long step. Up to a quarter of a million entries it is a Map. Beyond that it is several,
 * which are asked one after the other, so that an entry among a million takes two to three times as long to find. The
 * order is that of insertion only as long as nothing was deleted.
 */
export class LargeMap<K, V> {
  readonly #partSize: number;
  readonly #first: Part<K, V> = { map: new Map(), taken: 0 };
  readonly #more: Part<K, V>[] = [];

  /** `size` is that of a part, a power of two; for tests. */
  constructor(size: number = partSize) {
    this.#partSize = size;
  }

  get size(): number {
    let { size } = this.#first.map;
    for (const { map } of this.#more) size += map.size;
    return size;
  }

  /** Of how many Maps it consists. */
  get parts(): number {
    return 1 + this.#more.length;
  }

  get(key: K): V | undefined {
    const value = this.#first.map.get(key);
    if (value !== undefined || this.#more.length === 0) return value;
    for (const { map } of this.#more) {
      const other = map.get(key);
      if (other !== undefined) return other;
    }
    return undefined;
  }

  has(key: K): boolean {
    return this.#owner(key) !== undefined;
  }

  set(key: K, value: V): void {
    const first = this.#first;
    const part = this.#more.length === 0 && first.taken < this.#partSize ? first : this.#partFor(key);
    const { size } = part.map;
    part.map.set(key, value);
    if (part.map.size !== size) part.taken++;
  }

  delete(key: K): boolean {
    if (this.#first.map.delete(key)) return true;
    for (const [at, { map }] of this.#more.entries()) {
      if (!map.delete(key)) continue;
      if (map.size === 0) this.#more.splice(at, 1);
      return true;
    }
    return false;
  }

  clear(): void {
    this.#first.map.clear();
    this.#first.taken = 0;
    this.#more.length = 0;
  }

  values(): IterableIterator<V> {
    return this.#more.length === 0 ? this.#first.map.values() : this.#each((map) => map.values());
  }

  keys(): IterableIterator<K> {
    return this.#more.length === 0 ? this.#first.map.keys() : this.#each((map) => map.keys());
  }

  [Symbol.iterator](): IterableIterator<[K, V]> {
    return this.#more.length === 0 ? this.#first.map.entries() : this.#each((map) => map.entries());
  }

  #owner(key: K): Part<K, V> | undefined {
    if (this.#first.map.has(key)) return this.#first;
    for (const part of this.#more) if (part.map.has(key)) return part;
    return undefined;
  }

  /** The part that has the key, or into which it goes. */
  #partFor(key: K): Part<K, V> {
    const owner = this.#owner(key);
    if (owner !== undefined) return owner;
    if (this.#hasRoom(this.#first)) return this.#first;
    for (const part of this.#more) if (this.#hasRoom(part)) return part;
    const fresh: Part<K, V> = { map: new Map(), taken: 0 };
    this.#more.push(fresh);
    return fresh;
  }

  #hasRoom(part: Part<K, V>): boolean {
    // A Map of which at least half is free again is made anew in its own size.
    if (part.taken === this.#partSize && part.map.size * 2 <= this.#partSize) part.taken = part.map.size;
    return part.taken < this.#partSize;
  }

  *#each<R>(of: (map: Map<K, V>) => Iterable<R>): IterableIterator<R> {
    for (const { map } of [this.#first, ...this.#more]) for (const one of of(map)) yield one;
  }
}
