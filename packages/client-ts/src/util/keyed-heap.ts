interface Slot<K, V> {
  readonly key: K;
  value: V;
  index: number;
  order: number;
}

/**
 * A priority queue whose entries can be found, changed and taken out by key, each in O(log n). The smallest value by `compare`
 * stands at the front; of equal ones the one that was set first.
 */
export class KeyedHeap<K, V> {
  readonly #slots: Slot<K, V>[] = [];
  readonly #byKey = new Map<K, Slot<K, V>>();
  readonly #compare: (a: V, b: V) => number;
  #order = 0;

  /** `compare` gives a number below zero when the first comes before the second. */
  constructor(compare: (a: V, b: V) => number) {
    this.#compare = compare;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#slots.length;
  }

  /** Whether there is an entry for the key. */
  has(key: K): boolean {
    return this.#byKey.has(key);
  }

  /** The value of a key, or `undefined`. */
  get(key: K): V | undefined {
    return this.#byKey.get(key)?.value;
  }

  /** Puts an entry in, or changes the value of the one that is there; either way it stands behind its equals. */
  set(key: K, value: V): void {
    const found = this.#byKey.get(key);
    if (found === undefined) {
      const slot: Slot<K, V> = { key, value, index: this.#slots.length, order: this.#order++ };
      this.#byKey.set(key, slot);
      this.#slots.push(slot);
      this.#up(slot);
      return;
    }
    found.value = value;
    found.order = this.#order++;
    this.#settle(found);
  }

  /** Takes an entry out; says whether it was there. */
  delete(key: K): boolean {
    const slot = this.#byKey.get(key);
    if (slot === undefined) return false;
    this.#remove(slot);
    return true;
  }

  /** The entry at the front, or `undefined` when there is none. */
  peek(): readonly [key: K, value: V] | undefined {
    const slot = this.#slots[0];
    return slot === undefined ? undefined : [slot.key, slot.value];
  }

  /** Takes the entry at the front out, or gives `undefined` when there is none. */
  pop(): readonly [key: K, value: V] | undefined {
    const slot = this.#slots[0];
    if (slot === undefined) return undefined;
    this.#remove(slot);
    return [slot.key, slot.value];
  }

  /** Takes everything out. */
  clear(): void {
    this.#slots.length = 0;
    this.#byKey.clear();
  }

  /** All keys, in no particular order. */
  keys(): IterableIterator<K> {
    return this.#byKey.keys();
  }

  /** All values, in no particular order. */
  *values(): IterableIterator<V> {
    for (const slot of this.#slots) yield slot.value;
  }

  #remove(slot: Slot<K, V>): void {
    this.#byKey.delete(slot.key);
    const last = this.#slots.pop() as Slot<K, V>;
    if (last === slot) return;
    last.index = slot.index;
    this.#slots[slot.index] = last;
    this.#settle(last);
  }

  #settle(slot: Slot<K, V>): void {
    this.#up(slot);
    this.#down(slot);
  }

  #up(slot: Slot<K, V>): void {
    while (slot.index > 0) {
      const parent = this.#slots[(slot.index - 1) >> 1] as Slot<K, V>;
      if (!this.#before(slot, parent)) return;
      this.#swap(slot, parent);
    }
  }

  #down(slot: Slot<K, V>): void {
    for (;;) {
      const left = this.#slots[2 * slot.index + 1];
      if (left === undefined) return;
      const right = this.#slots[2 * slot.index + 2];
      const child = right !== undefined && this.#before(right, left) ? right : left;
      if (!this.#before(child, slot)) return;
      this.#swap(child, slot);
    }
  }

  #before(a: Slot<K, V>, b: Slot<K, V>): boolean {
    const order = this.#compare(a.value, b.value);
    return order < 0 || (order === 0 && a.order < b.order);
  }

  #swap(a: Slot<K, V>, b: Slot<K, V>): void {
    [a.index, b.index] = [b.index, a.index];
    this.#slots[a.index] = a;
    this.#slots[b.index] = b;
  }
}
