import type { Entry } from "../codec/index.ts";
import { isUndecodable } from "../errors/index.ts";
import { type DeletedFinalStateUnknown, isDeletedFinalStateUnknown, tombstone } from "./delta.ts";
import type { ReflectorStore } from "./queue.ts";
import type { UndecodableReports } from "./undecodable-reports.ts";

/** The element of an entry for a store that holds entries. */
export function entryItself<T>(entry: Entry<T>): Entry<T> {
  return entry;
}

/**
 * Lets a reflector, which has entries, write to a store or queue of something else, objects as a rule. Such a store
 * cannot hold an object that cannot be decoded: lists leave it out, a change to it deletes it with its last state
 * unknown, and it is reported once. A store of entries ({@link entryItself}) needs none of this and is given back.
 */
export function storeOfElements<T, E>(
  store: ReflectorStore<E>,
  elementOf: (entry: Entry<T>) => E,
  reports: UndecodableReports,
): ReflectorStore<Entry<T>> {
  if ((elementOf as unknown) === entryItself) return store as unknown as ReflectorStore<Entry<T>>;
  const put = (entry: Entry<T>, write: (element: E) => void): void => {
    const element = made(entry);
    if (element === undefined) store.delete(tombstone<E>(entry.key, undefined));
    else write(element);
  };
  const made = (entry: Entry<T>): E | undefined => {
    try {
      return elementOf(entry);
    } catch (error) {
      if (!isUndecodable(error)) throw error;
      reports.take(error);
      return undefined;
    }
  };
  const deleted = (entry: Entry<T> | DeletedFinalStateUnknown<Entry<T>>): E | DeletedFinalStateUnknown<E> => {
    if (!isDeletedFinalStateUnknown<Entry<T>>(entry)) return made(entry) ?? tombstone<E>(entry.key, undefined);
    return tombstone(entry.key, entry.object === undefined ? undefined : made(entry.object));
  };
  return {
    add: (entry) => put(entry, (element) => store.add(element)),
    update: (entry) => put(entry, (element) => store.update(element)),
    delete: (entry) => store.delete(deleted(entry)),
    replace: (entries, version) => {
      const elements: E[] = [];
      for (const entry of entries) {
        const element = made(entry);
        if (element !== undefined) elements.push(element);
      }
      store.replace(elements, version);
    },
    resync: () => store.resync?.(),
    bookmark: (version) => store.bookmark?.(version),
    updateResourceVersion: (version) => store.updateResourceVersion?.(version),
    holdBack: () => store.holdBack?.(),
  };
}
