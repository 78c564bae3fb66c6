import type { Entry } from "../../codec/index.ts";
import type { DeepReadonly, KubeObject } from "../../meta/index.ts";
import type { DeletedFinalStateUnknown, KeyFunc } from "../delta.ts";

/** Objects by key. What is read out of it is not to be changed. */
export interface Store<T> {
  /** Puts an object in, in the place of one with the same key. */
  add(object: T): void;
  /** The same as `add`. */
  update(object: T): void;
  /** Takes the object with the same key out. Harmless when there is none. */
  delete(object: T | DeletedFinalStateUnknown<T>): void;
  /** The object with the same key. */
  get(object: T): DeepReadonly<T> | undefined;
  getByKey(key: string): DeepReadonly<T> | undefined;
  /** Every object, in the order in which their keys came. */
  list(): DeepReadonly<T>[];
  listKeys(): string[];
  /** Everything that exists at `resourceVersion`, all at once: no reader sees a part of it. */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Does nothing in a store; a queue hands every object out again. */
  resync(): void;
  /** Nothing changed up to this version. */
  bookmark(resourceVersion: string): void;
  /**
   * The version up to which the store is known to be complete: that of the last object, list or bookmark; `""` at the
   * beginning.
   */
  readonly lastStoreSyncResourceVersion: string;
}

/** The index values of an object; none is fine. Must not depend on anything but the object. */
export type IndexFunc<T> = (object: DeepReadonly<T>) => readonly string[];

/** Index values from what is read without decoding the object: key, labels, or a field by its path. */
export interface EntryIndex<T> {
  readonly entry: (entry: Entry<T>) => readonly string[];
}

/**
 * How an index finds its values: a function of the object, which must be decoded for it; a path such as
 * `"spec.nodeName"`, which is read from the bytes (an absent field has no value, a list has one for each element); or a
 * function of the entry.
 */
export type Index<T> = IndexFunc<T> | string | EntryIndex<T>;

/** Indexes by name. */
export type Indexers<T> = Readonly<Record<string, Index<T>>>;

/** A store that also finds objects by other values than their key. */
export interface Indexer<T> extends Store<T> {
  /** Objects that share a value of the index with the given one. */
  index(name: string, object: T): DeepReadonly<T>[];
  /** Keys of the objects that have this value. */
  indexKeys(name: string, value: string): string[];
  /** Every value of the index, once. */
  listIndexFuncValues(name: string): string[];
  /** Objects that have this value. */
  byIndex(name: string, value: string): DeepReadonly<T>[];
  getIndexers(): Indexers<T>;
  /**
   * Adds indexes, also when objects are there. Refuses a name that is taken, and all of them when one cannot be built.
   */
  addIndexers(indexers: Indexers<T>): void;
}

/** The name of the index by namespace that every informer has. */
export const namespaceIndex = "namespace";

/** Index values of {@link namespaceIndex}: the object's namespace, `""` for a cluster-scoped one. */
export function metaNamespaceIndexFunc(object: DeepReadonly<KubeObject>): readonly string[] {
  return [object.metadata?.namespace ?? ""];
}

export type { DeletedFinalStateUnknown, KeyFunc };
