import { type ObjectDelta, tombstone } from "./delta.ts";
import type { KnownObjects } from "./queue.ts";

/** Newest deltas by key. */
type NewestDeltas<E> = ReadonlyMap<string, ObjectDelta<E>>;

/**
 * One deletion for each object that a list leaves out: first those that wait, then those in process, which the consumer
 * may not know yet, then those that it knows. `present` has the keys of the list.
 */
export function tombstonesFor<E>(
  present: { has(key: string): boolean },
  waiting: NewestDeltas<E>,
  inProcess: NewestDeltas<E>,
  known: KnownObjects<E> | undefined,
): ReadonlyMap<string, ObjectDelta<E>> {
  const tombstones = new Map<string, ObjectDelta<E>>();
  const add = (key: string, last: E | undefined): void => {
    tombstones.set(key, { type: "Deleted", object: tombstone(key, last) });
  };
  for (const [key, delta] of waiting) {
    if (!present.has(key) && delta.type !== "Deleted") add(key, delta.object);
  }
  for (const [key, delta] of inProcess) {
    if (!present.has(key) && !waiting.has(key) && delta.type !== "Deleted") add(key, delta.object);
  }
  for (const key of known?.listKeys() ?? []) {
    if (!present.has(key) && !waiting.has(key) && !tombstones.has(key)) add(key, known?.getByKey(key) as E | undefined);
  }
  return tombstones;
}
