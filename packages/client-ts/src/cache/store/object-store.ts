import type { DeepReadonly } from "../../meta/index.ts";
import { fieldOf, isEntry, parseFieldPath, plainEntry } from "../../codec/index.ts";
import { type DeletedFinalStateUnknown, isDeletedFinalStateUnknown, type KeyFunc } from "../delta.ts";
import type { Extractor } from "./index-table.ts";
import { KeyError } from "./key-error.ts";
import { pathValues } from "./lazy-store.ts";
import type { Index, Indexer, Indexers, Store } from "./store.ts";
import { ThreadSafeStore, TransactionError, type TransactionStep } from "./thread-safe-store.ts";

/** Options of {@link newStore} and {@link newIndexer}. */
export interface ObjectStoreOptions<T> {
  /** Changes each object on its way in. What it throws keeps the object out. */
  readonly transform?: ((object: T) => T) | undefined;
}

/** One step of {@link ObjectStore.transaction}. */
export interface ObjectTransactionStep<T> {
  readonly type: "Add" | "Update" | "Delete";
  readonly object: T;
}

/**
 * A store of plain objects: `const store = newStore<Pod>(metaNamespaceKeyFunc)`. Most programs use
 * `newSharedInformerFactory`, whose informers fill a store of their own.
 */
export function newStore<T>(keyFunc: KeyFunc<T>, options: ObjectStoreOptions<T> = {}): Store<T> & ObjectStore<T> {
  return new ObjectStore(keyFunc, {}, options);
}

/**
 * A store of plain objects with indexes: `newIndexer<Pod>(metaNamespaceKeyFunc, { node: "spec.nodeName" })`. Most
 * programs use `newSharedInformerFactory`, whose informers fill an indexer of their own.
 */
export function newIndexer<T>(
  keyFunc: KeyFunc<T>,
  indexers: Indexers<T>,
  options: ObjectStoreOptions<T> = {},
): Indexer<T> & ObjectStore<T> {
  return new ObjectStore(keyFunc, indexers, options);
}

/** Plain objects by the key that a function gives, with indexes. */
export class ObjectStore<T> implements Indexer<T> {
  readonly #keyFunc: KeyFunc<T>;
  readonly #transform: ((object: T) => T) | undefined;
  readonly #objects: ThreadSafeStore<T>;
  readonly #indexers = new Map<string, Index<T>>();

  constructor(keyFunc: KeyFunc<T>, indexers: Indexers<T> = {}, { transform }: ObjectStoreOptions<T> = {}) {
    this.#keyFunc = keyFunc;
    this.#transform = transform;
    this.#objects = new ThreadSafeStore<T>(new Map());
    this.addIndexers(indexers);
  }

  get size(): number {
    return this.#objects.size;
  }

  get lastStoreSyncResourceVersion(): string {
    return this.#objects.lastStoreSyncResourceVersion;
  }

  /** The key of an object; a {@link KeyError} when it has none. */
  keyOf(object: T | DeletedFinalStateUnknown<T>): string {
    if (isDeletedFinalStateUnknown<T>(object)) return object.key;
    try {
      return this.#keyFunc(object);
    } catch (error) {
      throw new KeyError(object, error);
    }
  }

  add(object: T): void {
    const key = this.keyOf(object);
    this.#objects.add(key, this.#transformed(object));
  }

  update(object: T): void {
    this.add(object);
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    const key = this.keyOf(object);
    if (isDeletedFinalStateUnknown<T>(object)) this.#objects.delete(key);
    else this.#objects.delete(key, object);
  }

  get(object: T): DeepReadonly<T> | undefined {
    return this.getByKey(this.keyOf(object));
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    return this.#objects.get(key) as DeepReadonly<T> | undefined;
  }

  list(): DeepReadonly<T>[] {
    return this.#objects.list() as DeepReadonly<T>[];
  }

  listKeys(): string[] {
    return this.#objects.listKeys();
  }

  replace(objects: readonly T[], resourceVersion: string): void {
    const replacement = this.#objects.beginReplace();
    try {
      for (const object of objects) replacement.add(this.keyOf(object), this.#transformed(object));
      replacement.commit(resourceVersion);
    } finally {
      replacement.abandon();
    }
  }

  resync(): void {}

  bookmark(resourceVersion: string): void {
    this.#objects.bookmark(resourceVersion);
  }

  /**
   * Does the steps in order; those that fail are left out and reported together in a {@link TransactionError} at the
   * end.
   */
  transaction(...steps: readonly ObjectTransactionStep<T>[]): void {
    const done: number[] = [];
    const errors: unknown[] = [];
    steps.forEach(({ type, object }, i) => {
      try {
        const key = this.keyOf(object);
        const step: TransactionStep<T> =
          type === "Delete" ? { type, key, object } : { type, key, object: this.#transformed(object) };
        this.#objects.transaction(step);
        done.push(i);
      } catch (error) {
        errors.push(error instanceof TransactionError ? error.errors[0] : error);
      }
    });
    if (errors.length > 0) throw new TransactionError(done, steps.length, errors);
  }

  index(name: string, object: T): DeepReadonly<T>[] {
    return this.#objects.index(name, object) as DeepReadonly<T>[];
  }

  indexKeys(name: string, value: string): string[] {
    return this.#objects.indexKeys(name, value);
  }

  byIndex(name: string, value: string): DeepReadonly<T>[] {
    return this.#objects.byIndex(name, value) as DeepReadonly<T>[];
  }

  listIndexFuncValues(name: string): string[] {
    return this.#objects.listIndexFuncValues(name);
  }

  getIndexers(): Indexers<T> {
    return Object.fromEntries(this.#indexers);
  }

  addIndexers(indexers: Indexers<T>): void {
    const added = Object.entries(indexers);
    this.#objects.addIndexers(new Map(added.map(([name, index]) => [name, objectExtractor(index)])));
    for (const [name, index] of added) this.#indexers.set(name, index);
  }

  #transformed(object: T): T {
    return this.#transform === undefined ? object : this.#transform(object);
  }
}

/** How an index of plain objects finds its values. */
export function objectExtractor<T>(index: Index<T>): Extractor<T> {
  if (typeof index === "string") {
    const path = parseFieldPath(index);
    return { values: (object) => pathValues(fieldOf(object, path), index) };
  }
  if (typeof index === "function") return { values: (object) => index(object as DeepReadonly<T>) };
  return {
    values: (object) =>
      index.entry(isEntry(object) ? (object as never) : (plainEntry(object as never, { freeze: "never" }) as never)),
  };
}
