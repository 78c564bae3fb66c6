/**
 * An array of entries that reads as one of their objects. Each is decoded when it is read, and one that turns out to be
 * undecodable is taken out then, with those behind it moving up. An array's own methods read the length once, before
 * that happens, so:
 *
 * - `length` decodes the last object, so that the last index is there. Undecodable ones before it count until they are
 *   read.
 * - `find`, `findIndex`, `some`, `every`, `slice`, `at` and iterators decode as far as they go.
 * - Every other method that reads decodes all that is left first; so does `JSON.stringify`.
 *
 * Only a loop up to a length that a program kept can still read past the end.
 */

import { type Entry, isEntry, objectIfDecodable } from "../../codec/index.ts";

/** The array behind each proxy. */
const heldBy = new WeakMap<object, unknown[]>();

/** Makes the array of these entries one of their objects. */
export function decodeWhenRead<T>(entries: (Entry<T> | T)[]): T[] {
  const list = new Proxy<unknown[]>(entries, handler);
  heldBy.set(list, entries);
  return list as T[];
}

const handler: ProxyHandler<unknown[]> = {
  get(held, property) {
    const value: unknown = held[property as unknown as number];
    if (isEntry(value)) {
      decodeAt(held, Number(property));
      return held[property as unknown as number];
    }
    if (property === "length") {
      decodeLast(held);
      return held.length;
    }
    if (property === "toJSON" || property === Symbol.isConcatSpreadable) decodeAll(held);
    if (typeof value !== "function" || value !== plain[property]) return value;
    const own = partial.get(property);
    if (own !== undefined) return own;
    if (!stepwise.has(property)) decodeAll(held);
    return value;
  },
  has(held, property) {
    if (isEntry(held[property as unknown as number])) decodeAt(held, Number(property));
    return Reflect.has(held, property);
  },
  getOwnPropertyDescriptor(held, property) {
    if (isEntry(held[property as unknown as number])) decodeAt(held, Number(property));
    return Reflect.getOwnPropertyDescriptor(held, property);
  },
  set: (held, property, value) => Reflect.set(held, property, value),
};

/** What an array inherits. */
const plain = Array.prototype as unknown as Readonly<Record<string | symbol, unknown>>;

/** Methods that look at the length again before each step, or that read nothing. */
const stepwise: ReadonlySet<string | symbol> = new Set(["constructor", "entries", "push"]);

type Test = (value: unknown, index: number, list: unknown[]) => unknown;

/** The methods that decode as far as they go; `this` is the list. */
const methods = {
  findIndex(this: unknown[], test: Test, thisArg?: unknown): number {
    for (let i = 0; i < this.length; i++) if (test.call(thisArg, this[i], i, this)) return i;
    return -1;
  },
  find(this: unknown[], test: Test, thisArg?: unknown): unknown {
    for (let i = 0; i < this.length; i++) {
      const value = this[i];
      if (test.call(thisArg, value, i, this)) return value;
    }
    return undefined;
  },
  some(this: unknown[], test: Test, thisArg?: unknown): boolean {
    return methods.findIndex.call(this, test, thisArg) >= 0;
  },
  every(this: unknown[], test: Test, thisArg?: unknown): boolean {
    return methods.findIndex.call(this, (value, i) => !test.call(thisArg, value, i, this)) < 0;
  },
  at(this: unknown[], place: number): unknown {
    for (;;) {
      const { length } = this;
      const value = this[place < 0 ? length + Math.trunc(place) : Math.trunc(place)];
      if (this.length === length) return value;
    }
  },
  slice(this: unknown[], start = 0, end = Number.POSITIVE_INFINITY): unknown[] {
    if (!(start >= 0) || !(end >= 0)) return [...this].slice(start, end);
    const part: unknown[] = [];
    for (let i = Math.floor(start); i < Math.floor(end) && i < this.length; i++) part.push(this[i]);
    return part;
  },
  values(this: unknown[]): Iterator<unknown> {
    return new ObjectIterator(heldBy.get(this) ?? this);
  },
};

const partial: ReadonlyMap<string | symbol, unknown> = new Map<string | symbol, unknown>([
  ...Object.entries(methods),
  [Symbol.iterator, methods.values],
]);

const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;

/** As an array's own iterator: it can be left and taken up again, and what is added or taken out meanwhile shows. */
class ObjectIterator implements Iterator<unknown> {
  #held: unknown[] | undefined;
  #next = 0;

  constructor(held: unknown[]) {
    this.#held = held;
  }

  next(): IteratorResult<unknown> {
    const held = this.#held;
    const i = this.#next++;
    if (held !== undefined) {
      decodeAt(held, i);
      if (i < held.length) return { value: held[i], done: false };
      this.#held = undefined;
    }
    return { value: undefined, done: true };
  }
}
Object.setPrototypeOf(ObjectIterator.prototype, iteratorPrototype);

/** Puts the object in the place of its entry; the array then holds it as any other would. */
function decodeAt(held: unknown[], index: number): void {
  for (let value = held[index]; isEntry(value); value = held[index]) {
    const object = objectIfDecodable(value);
    if (object === undefined) held.splice(index, 1);
    else held[index] = object;
  }
}

/** Makes the end exact: the last one is decoded, or there is none. */
function decodeLast(held: unknown[]): void {
  while (isEntry(held[held.length - 1])) decodeAt(held, held.length - 1);
}

/** Decodes all that is left and takes out what cannot be; in one pass, because each removal would move all others. */
export function decodeAll(held: unknown[]): void {
  let length = 0;
  for (let i = 0; i < held.length; i++) {
    const value = held[i];
    const object = isEntry(value) ? objectIfDecodable(value) : value;
    if (object !== undefined || !isEntry(value)) held[length++] = object;
  }
  held.length = length;
}
