import { type Entry, objectIfDecodable, RawEntry } from "../../codec/index.ts";
import type { DeepReadonly } from "../../meta/index.ts";
import { decodeAll, decodeWhenRead } from "./decode-when-read.ts";

/** How many objects are decoded at once: about a millisecond. */
const atOnce = 32;

/**
 * Makes the array of entries one of their objects, without those that cannot be decoded. Few are decoded at once. Of
 * many, each is decoded when it is read ({@link decodeWhenRead}), so that a list of a whole cache does not block the
 * event loop: the array then reads, sorts, filters, spreads and prints like any other. Only a structured clone refuses
 * such an array; a copy (`[...list]`) does not. `isReadWhole` says that the caller surely reads all of them, so that
 * looking for what is decoded pays off.
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
  if (cold > atOnce) return decodeWhenRead<DeepReadonly<T>>(held as DeepReadonly<T>[]);
  decodeAll(held);
  return held as DeepReadonly<T>[];
}
