/**
 * A store in parts, one for each namespace that a source of its own fills. Each part has its own objects, indexes and
 * version, and is replaced by itself: a list of one namespace takes effect in one step, and whatever the other sources
 * put in or take out meanwhile stays. Readers see one store.
 */

import { InvalidArgumentError } from "../../errors/index.ts";
import { compareResourceVersion } from "../../meta/index.ts";
import type { Extractor } from "./index-table.ts";
import {
  type Replacement,
  type StoreHooks,
  ThreadSafeStore,
  TransactionError,
  type TransactionStep,
} from "./thread-safe-store.ts";

/** What a {@link PartitionedStore} and a {@link ThreadSafeStore} have in common. */
export type KeyedStore<T> = Pick<
  ThreadSafeStore<T>,
  | "size"
  | "lastStoreSyncResourceVersion"
  | "add"
  | "delete"
  | "get"
  | "values"
  | "listKeys"
  | "beginReplace"
  | "bookmark"
  | "transaction"
  | "index"
  | "indexKeys"
  | "byIndex"
  | "listIndexFuncValues"
> & { addIndexers(extractors: ReadonlyMap<string, Extractor<T>>): void };

/** Objects by `namespace/name`, in one part for each namespace. What belongs to no part is refused. */
export class PartitionedStore<T> implements KeyedStore<T> {
  readonly #parts: ReadonlyMap<string, ThreadSafeStore<T>>;

  constructor(namespaces: readonly string[], hooks: StoreHooks<T> = {}) {
    const { versionChanged, ...others } = hooks;
    const ofParts: StoreHooks<T> =
      versionChanged === undefined
        ? others
        : { ...others, versionChanged: () => versionChanged(this.lastStoreSyncResourceVersion) };
    this.#parts = new Map(namespaces.map((namespace) => [namespace, new ThreadSafeStore<T>(new Map(), ofParts)]));
  }

  /** The objects of one namespace. Throws an InvalidArgumentError when there is no part for it. */
  part(namespace: string): ThreadSafeStore<T> {
    const part = this.#parts.get(namespace);
    if (part === undefined)
      throw new InvalidArgumentError(`this store has no part for namespace ${JSON.stringify(namespace)}`);
    return part;
  }

  get size(): number {
    let size = 0;
    for (const part of this.#parts.values()) size += part.size;
    return size;
  }

  /** The version of the part that is furthest behind; `""` while one has none. */
  get lastStoreSyncResourceVersion(): string {
    let least: string | undefined;
    for (const { lastStoreSyncResourceVersion: version } of this.#parts.values()) {
      if (version === "") return "";
      if (least === undefined || compareResourceVersion(version, least) === -1) least = version;
    }
    return least ?? "";
  }

  add(key: string, object: T): void {
    this.part(namespaceOf(key)).add(key, object);
  }

  delete(key: string, final?: T): T | undefined {
    return this.#partOf(key)?.delete(key, final);
  }

  get(key: string): T | undefined {
    return this.#partOf(key)?.get(key);
  }

  *values(): IterableIterator<T> {
    for (const part of this.#parts.values()) yield* part.values();
  }

  listKeys(): string[] {
    return this.#concat((part) => part.listKeys());
  }

  /** Replaces every part. */
  beginReplace(): Replacement<T> {
    const replacements = new Map([...this.#parts].map(([namespace, part]) => [namespace, part.beginReplace()]));
    const each = (act: (replacement: Replacement<T>) => void): void => {
      for (const replacement of replacements.values()) act(replacement);
    };
    return {
      get size() {
        let size = 0;
        for (const replacement of replacements.values()) size += replacement.size;
        return size;
      },
      get: (key) => replacements.get(namespaceOf(key))?.get(key),
      add: (key, object) => {
        const namespace = namespaceOf(key);
        this.part(namespace);
        replacements.get(namespace)?.add(key, object);
      },
      commit: (resourceVersion) => each((replacement) => replacement.commit(resourceVersion)),
      abandon: () => each((replacement) => replacement.abandon()),
    };
  }

  bookmark(resourceVersion: string): void {
    for (const part of this.#parts.values()) part.bookmark(resourceVersion);
  }

  transaction(...steps: readonly TransactionStep<T>[]): void {
    const done: number[] = [];
    const errors: unknown[] = [];
    for (const [at, step] of steps.entries()) {
      try {
        this.part(namespaceOf(step.key)).transaction(step);
        done.push(at);
      } catch (error) {
        errors.push(error instanceof TransactionError ? error.errors[0] : error);
      }
    }
    if (errors.length > 0) throw new TransactionError(done, steps.length, errors);
  }

  index(name: string, object: T): T[] {
    return this.#concat((part) => part.index(name, object));
  }

  indexKeys(name: string, value: string): string[] {
    return this.#concat((part) => part.indexKeys(name, value));
  }

  byIndex(name: string, value: string): T[] {
    return this.#concat((part) => part.byIndex(name, value));
  }

  listIndexFuncValues(name: string): string[] {
    return [...new Set(this.#concat((part) => part.listIndexFuncValues(name)))];
  }

  addIndexers(extractors: ReadonlyMap<string, Extractor<T>>): void {
    const steps = [...this.#parts.values()].map((part) => part.buildIndexers(extractors));
    for (const step of steps) step();
  }

  #partOf(key: string): ThreadSafeStore<T> | undefined {
    return this.#parts.get(namespaceOf(key));
  }

  #concat<R>(ofPart: (part: ThreadSafeStore<T>) => readonly R[]): R[] {
    const found: R[] = [];
    for (const part of this.#parts.values()) for (const one of ofPart(part)) found.push(one);
    return found;
  }
}

function namespaceOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf("/")));
}
