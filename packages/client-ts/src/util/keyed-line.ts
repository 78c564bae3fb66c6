interface Place<V> {
  readonly key: string;
  value: V;
  before: Place<V> | undefined;
  after: Place<V> | undefined;
}

/**
 * Values by key, in the order in which their keys came. Unlike a Map's, its first entry is found in constant time: a
 * Map passes over all that was deleted at its front each time, so that emptying it that way takes quadratic time.
 */
export class KeyedLine<V> {
  /** In the order of the line. */
  readonly #places = new Map<string, Place<V>>();
  #first: Place<V> | undefined;
  #last: Place<V> | undefined;

  /** How many keys there are. */
  get size(): number {
    return this.#places.size;
  }

  /** Whether there is a value for the key. */
  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** The value of a key. */
  get(key: string): V | undefined {
    return this.#places.get(key)?.value;
  }

  /** Sets the value of a key. A new key goes to the end, another one stays where it is. */
  set(key: string, value: V): void {
    const present = this.#places.get(key);
    if (present !== undefined) {
      present.value = value;
      return;
    }
    const place: Place<V> = { key, value, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = place;
    else this.#last.after = place;
    this.#last = place;
    this.#places.set(key, place);
  }

  /** Removes a key; says whether it was there. */
  delete(key: string): boolean {
    const place = this.#places.get(key);
    if (place === undefined) return false;
    this.#places.delete(key);
    if (place.before === undefined) this.#first = place.after;
    else place.before.after = place.after;
    if (place.after === undefined) this.#last = place.before;
    else place.after.before = place.before;
    return true;
  }

  /** Takes the first key out, with its value; `undefined` when there is none. */
  shift(): readonly [key: string, value: V] | undefined {
    const place = this.#first;
    if (place === undefined) return undefined;
    this.delete(place.key);
    return [place.key, place.value];
  }

  /** The keys, in order. */
  keys(): IterableIterator<string> {
    return this.#places.keys();
  }

  /** Every key with its value, in order. */
  *[Symbol.iterator](): IterableIterator<[string, V]> {
    for (const [key, { value }] of this.#places) yield [key, value];
  }
}
