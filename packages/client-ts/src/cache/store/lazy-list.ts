import { type Entry, isEntry, objectIfDecodable, RawEntry } from "../../codec/index.ts";
import type { DeepReadonly } from "../../meta/index.ts";

/** So many objects are decoded at once: about a millisecond. */
const atOnce = 32;

/**
 * Makes the array of entries one of their objects, without those that cannot be decoded. Few are decoded at once. Of
 * many, each is decoded when it is read, so that a list of a whole cache does not block the event loop: the array then
 * reads, sorts, filters, spreads and prints like any other, and an object that turns out to be undecodable is taken out
 * when it would be read, with those behind it moving up. Only a structured clone refuses such an array; a copy
 * (`[...list]`) does not. `isReadWhole` says that the caller surely reads all of them, so that looking for what is
 * decoded pays off.
 */
export function lazyList<T>(entries: Entry<T>[], isReadWhole = false): DeepReadonly<T>[] {
  const held: unknown[] = entries;
  let [cold, length] = [0, 0];
  // By number: this loop is what a lookup in an index costs.
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!;
    if (!(entry instanceof RawEntry)) {
      const object = objectIfDecodable(entry);
      if (object !== undefined) held[length++] = object;
    } else if (!entry.hasFailed) {
      const object = entry.decoded ?? (isReadWhole ? entry.remaining : undefined);
      if (object === undefined) cold++;
      held[length++] = object ?? entry;
    }
  }
  held.length = length;
  if (cold === 0) return held as DeepReadonly<T>[];
  if (cold > atOnce) return new Proxy(held, decodingWhenRead) as DeepReadonly<T>[];
  length = 0;
  for (const each of held) {
    const object = isEntry(each) ? objectIfDecodable(each) : each;
    if (object !== undefined) held[length++] = object;
  }
  held.length = length;
  return held as DeepReadonly<T>[];
}

const decodingWhenRead: ProxyHandler<unknown[]> = {
  get(held, property) {
    // A loop or a spread would otherwise come here twice for each object.
    if (property === Symbol.iterator) return () => decodedValues(held);
    const value: unknown = held[property as unknown as number];
    if (!isEntry(value)) return value;
    decodeAt(held, Number(property));
    return held[property as unknown as number];
  },
  getOwnPropertyDescriptor(held, property) {
    if (isEntry(held[property as unknown as number])) decodeAt(held, Number(property));
    return Reflect.getOwnPropertyDescriptor(held, property);
  },
};

/** As an array's own iterator: what is added or taken out meanwhile shows. */
function* decodedValues(held: unknown[]): Generator<unknown> {
  for (let i = 0; i < held.length; i++) {
    decodeAt(held, i);
    if (i < held.length) yield held[i];
  }
}

/** Puts the object in the place of its entry; the array then holds it as any other would. */
function decodeAt(held: unknown[], index: number): void {
  for (let value = held[index]; isEntry(value); value = held[index]) {
    const object = objectIfDecodable(value);
    if (object === undefined) held.splice(index, 1);
    else held[index] = object;
  }
}
