import { ClosedError, InvalidArgumentError } from "../../errors/index.ts";
import { LargeMap } from "../../util/index.ts";
import { type Extractor, IndexTable } from "./index-table.ts";
import type { IndexFunc } from "./store.ts";

/** One step of a transaction. */
export type TransactionStep<T> =
  | { readonly type: "Add" | "Update"; readonly key: string; readonly object: T }
  | { readonly type: "Delete"; readonly key: string; readonly object?: T | undefined };

/** Some steps of a transaction failed. The others were done. */
export class TransactionError extends InvalidArgumentError {
  /** Which steps were done, counted from 0. */
  readonly successfulIndices: readonly number[];
  readonly totalTransactions: number;
  /** What the others failed with. */
  readonly errors: readonly unknown[];

  constructor(successfulIndices: readonly number[], totalTransactions: number, errors: readonly unknown[]) {
    const failed = totalTransactions - successfulIndices.length;
    super(`${failed} of ${totalTransactions} steps of the transaction failed`, { cause: errors[0] });
    this.name = "TransactionError";
    this.successfulIndices = successfulIndices;
    this.totalTransactions = totalTransactions;
    this.errors = errors;
  }
}

/**
 * What a {@link ThreadSafeStore} calls when objects come and go, and how it reads a version. For stores built on it.
 */
export interface StoreHooks<T> {
  /** Called when an object comes in; once more for each time that a replacement takes it. */
  readonly enter?: ((object: T) => void) | undefined;
  /** Called when an object is removed or replaced: as often as `enter` was. */
  readonly leave?: ((object: T) => void) | undefined;
  /** An object's resourceVersion, `undefined` when it has none. */
  readonly versionOf?: ((object: T) => string | undefined) | undefined;
  /** Called when the store's own version changed. */
  readonly versionChanged?: ((resourceVersion: string) => void) | undefined;
}

/**
 * Objects addressed by key, with indexes and a version: the base of every store. Each call is one synchronous step in
 * which object and indexes change together; a call that throws has changed nothing. (The name is client-go's; one
 * thread has no races to guard.)
 */
export class ThreadSafeStore<T> {
  readonly #hooks: StoreHooks<T>;
  #objects = new LargeMap<T>();
  #indexes: IndexTable<T>;
  /** Replacements that are being filled: they get the indexes that are added meanwhile. */
  readonly #replacements = new Set<MapReplacement<T>>();
  #version = "";

  constructor(
    indexers: ReadonlyMap<string, Extractor<T>> | Readonly<Record<string, IndexFunc<T>>> = {},
    hooks: StoreHooks<T> = {},
  ) {
    this.#hooks = hooks;
    this.#indexes = new IndexTable<T>();
    this.#indexes.add(extractorsOf(indexers), []);
  }

  /** How many objects there are. */
  get size(): number {
    return this.#objects.size;
  }

  /** Version of the last object, list or bookmark; `""` at the beginning. */
  get lastStoreSyncResourceVersion(): string {
    return this.#version;
  }

  add(key: string, object: T): void {
    this.#indexes.prepare(key, object);
    const before = this.#objects.get(key);
    this.#indexes.commit(key, before);
    this.#objects.set(key, object);
    this.#seen(object);
    if (before === object) return;
    this.#hooks.enter?.(object);
    if (before !== undefined) this.#hooks.leave?.(before);
  }

  update(key: string, object: T): void {
    this.add(key, object);
  }

  /**
   * Takes the object out; says which it was. With `final`, the object as it was deleted, the store's version follows
   * it.
   */
  delete(key: string, final?: T): T | undefined {
    const before = this.#objects.get(key);
    if (before !== undefined) {
      this.#indexes.remove(key, before);
      this.#objects.delete(key);
    }
    if (final !== undefined) this.#seen(final);
    if (before !== undefined) this.#hooks.leave?.(before);
    return before;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  has(key: string): boolean {
    return this.#objects.has(key);
  }

  list(): T[] {
    return Array.from(this.#objects.values());
  }

  /** Every object, without making a list. */
  values(): IterableIterator<T> {
    return this.#objects.values();
  }

  listKeys(): string[] {
    return Array.from(this.#objects.keys());
  }

  /** Everything that exists at this version, all at once. */
  replace(objects: ReadonlyMap<string, T> | Readonly<Record<string, T>>, resourceVersion: string): void {
    const replacement = this.beginReplace();
    try {
      for (const [key, object] of objects instanceof Map ? objects : Object.entries(objects))
        replacement.add(key, object);
      replacement.commit(resourceVersion);
    } finally {
      replacement.abandon();
    }
  }

  /**
   * Begins a replacement that is filled piece by piece, over as many turns of the event loop as it takes, and seen by
   * no reader until `commit`. It replaces everything, also what was put in meanwhile. It must be ended by `commit`
   * or by `abandon`.
   */
  beginReplace(): Replacement<T> {
    const replacement = new MapReplacement<T>(
      this.#indexes.emptyCopy(),
      this.#hooks,
      (objects, indexes, resourceVersion) => {
        const before = this.#objects;
        this.#indexes = indexes;
        this.#objects = objects;
        this.#setVersion(resourceVersion);
        const { leave } = this.#hooks;
        if (leave !== undefined) for (const object of before.values()) leave(object);
      },
      () => void this.#replacements.delete(replacement),
    );
    this.#replacements.add(replacement);
    return replacement;
  }

  /** Nothing to do: a store has no listeners. */
  resync(): void {}

  bookmark(resourceVersion: string): void {
    this.#setVersion(resourceVersion);
  }

  /**
   * Does the steps in order. Those that fail are left out and reported together in a {@link TransactionError} at the
   * end.
   */
  transaction(...steps: readonly TransactionStep<T>[]): void {
    const done: number[] = [];
    const errors: unknown[] = [];
    steps.forEach((step, i) => {
      try {
        if (step.type === "Delete") this.delete(step.key, step.object);
        else this.add(step.key, step.object);
        done.push(i);
      } catch (error) {
        errors.push(error);
      }
    });
    if (errors.length > 0) throw new TransactionError(done, steps.length, errors);
  }

  /** Objects that share a value with this one, each once. */
  index(name: string, object: T): T[] {
    const keys = new Set<string>();
    for (const value of this.#indexes.valuesFor(name, object))
      for (const key of this.#indexes.keys(name, value)) keys.add(key);
    return Array.from(keys, (key) => this.#objects.get(key)!);
  }

  indexKeys(name: string, value: string): string[] {
    return Array.from(this.#indexes.keys(name, value));
  }

  byIndex(name: string, value: string): T[] {
    return this.#indexes.objects(name, value, (key) => this.#objects.get(key)!);
  }

  listIndexFuncValues(name: string): string[] {
    return this.#indexes.values(name);
  }

  /** Names of the indexes. */
  get indexNames(): string[] {
    return this.#indexes.names;
  }

  addIndexers(indexers: ReadonlyMap<string, Extractor<T>> | Readonly<Record<string, IndexFunc<T>>>): void {
    this.buildIndexers(extractorsOf(indexers))();
  }

  /**
   * As `addIndexers` in two steps: fills the indexes, which may throw, and returns the step that adds them, which
   * cannot.
   */
  buildIndexers(extractors: ReadonlyMap<string, Extractor<T>>): () => void {
    const steps = [this.#indexes.build(extractors, this.#objects)];
    for (const replacement of this.#replacements) steps.push(replacement.buildIndexers(extractors));
    return () => {
      for (const step of steps) step();
    };
  }

  #seen(object: T): void {
    const version = (this.#hooks.versionOf ?? metadataVersion)(object);
    if (version !== undefined && version !== "") this.#setVersion(version);
  }

  #setVersion(resourceVersion: string): void {
    this.#version = resourceVersion;
    this.#hooks.versionChanged?.(resourceVersion);
  }
}

/**
 * Makes a {@link ThreadSafeStore} with these indexes. {@link newIndexer} takes objects without keys. Most programs use
 * `newSharedInformerFactory`, whose informers fill a store of their own.
 */
export function newThreadSafeStore<T>(indexers: Readonly<Record<string, IndexFunc<T>>> = {}): ThreadSafeStore<T> {
  return new ThreadSafeStore(indexers);
}

/** A replacement under way; see {@link ThreadSafeStore.beginReplace}. */
export interface Replacement<T> {
  /** How many objects it has. */
  readonly size: number;
  /** What it has under a key. */
  get(key: string): T | undefined;
  /** Adds one object, in the place of one with the same key. Throws, and leaves it out, when an index refuses it. */
  add(key: string, object: T): void;
  /** Makes it what the store is. Afterwards, and after `abandon`, it is empty and cannot be used. */
  commit(resourceVersion: string): void;
  /** Gives up; the store stays as it is. Harmless after `commit`. */
  abandon(): void;
}

/** Objects count as held from when they are added, so that little is left to do at the end. */
class MapReplacement<T> implements Replacement<T> {
  readonly #hooks: StoreHooks<T>;
  #objects: LargeMap<T> | undefined = new LargeMap();
  #indexes: IndexTable<T>;
  #install: ((objects: LargeMap<T>, indexes: IndexTable<T>, resourceVersion: string) => void) | undefined;
  readonly #ended: () => void;

  constructor(
    indexes: IndexTable<T>,
    hooks: StoreHooks<T>,
    install: (objects: LargeMap<T>, indexes: IndexTable<T>, resourceVersion: string) => void,
    ended: () => void,
  ) {
    this.#indexes = indexes;
    this.#hooks = hooks;
    this.#install = install;
    this.#ended = ended;
  }

  get size(): number {
    return this.#objects?.size ?? 0;
  }

  get(key: string): T | undefined {
    return this.#objects?.get(key);
  }

  add(key: string, object: T): void {
    const objects = this.#open();
    this.#indexes.prepare(key, object);
    const before = objects.get(key);
    this.#indexes.commit(key, before);
    objects.set(key, object);
    this.#hooks.enter?.(object);
    if (before !== undefined) this.#hooks.leave?.(before);
  }

  buildIndexers(extractors: ReadonlyMap<string, Extractor<T>>): () => void {
    return this.#indexes.build(extractors, this.#open());
  }

  commit(resourceVersion: string): void {
    const objects = this.#open();
    this.#install?.(objects, this.#indexes, resourceVersion);
    this.#close();
  }

  abandon(): void {
    for (const object of this.#objects?.values() ?? []) this.#hooks.leave?.(object);
    this.#close();
  }

  #open(): LargeMap<T> {
    if (this.#objects === undefined) throw new ClosedError("this replacement has been committed or abandoned");
    return this.#objects;
  }

  /** Code that keeps the replacement must not keep the objects with it. */
  #close(): void {
    this.#objects = undefined;
    this.#install = undefined;
    this.#indexes = new IndexTable<T>();
    this.#ended();
  }
}

function extractorsOf<T>(
  indexers: ReadonlyMap<string, Extractor<T>> | Readonly<Record<string, IndexFunc<T>>>,
): ReadonlyMap<string, Extractor<T>> {
  if (indexers instanceof Map) return indexers as ReadonlyMap<string, Extractor<T>>;
  return new Map(
    Object.entries(indexers as Record<string, IndexFunc<T>>).map(([name, values]) => [
      name,
      { values: values as Extractor<T>["values"] },
    ]),
  );
}

/** `metadata.resourceVersion`, where there is one. */
export function metadataVersion(object: unknown): string | undefined {
  const version = (object as { metadata?: { resourceVersion?: unknown } } | null | undefined)?.metadata
    ?.resourceVersion;
  return typeof version === "string" ? version : undefined;
}
