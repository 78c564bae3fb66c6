interface Slot<K, V> {
  readonly key: K;
  value: V;
  index: number;
  order: number;
}

/**
 * A priority queue whose entries can be found, changed and taken out by key, each in O(log n). The smallest value by
 * `compare` stands at the front; of equal ones the one that was set first.
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

  /** Finds the place of a slot whose value has changed, from where it stands. */
  #settle(slot: Slot<K, V>): void {
    const index = slot.index;
    this.#up(slot);
    if (slot.index === index) this.#down(slot);
  }

  /** Moves ancestors that come later one level down each, then puts the slot where the last of them stood. */
  #up(slot: Slot<K, V>): void {
    const slots = this.#slots;
    let index = slot.index;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = slots[above] as Slot<K, V>;
      if (!this.#before(slot, parent)) break;
      slots[index] = parent;
      parent.index = index;
      index = above;
    }
    slots[index] = slot;
    slot.index = index;
  }

  /** Moves the earlier child one level up each time, then puts the slot where the last of them stood. */
  #down(slot: Slot<K, V>): void {
    const slots = this.#slots;
    const length = slots.length;
    let index = slot.index;
    for (let below = 2 * index + 1; below < length; below = 2 * index + 1) {
      let child = slots[below] as Slot<K, V>;
      if (below + 1 < length && this.#before(slots[below + 1] as Slot<K, V>, child)) {
        below++;
        child = slots[below] as Slot<K, V>;
      }
      if (!this.#before(child, slot)) break;
      slots[index] = child;
      child.index = index;
      index = below;
    }
    slots[index] = slot;
    slot.index = index;
  }

  #before(a: Slot<K, V>, b: Slot<K, V>): boolean {
    const order = this.#compare(a.value, b.value);
    return order < 0 || (order === 0 && a.order < b.order);
  }
}
