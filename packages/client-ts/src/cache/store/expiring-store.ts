import type { DeepReadonly } from "../../meta/index.ts";
import { type Clock, systemClock } from "../../util/index.ts";
import { type DeletedFinalStateUnknown, isDeletedFinalStateUnknown, type KeyFunc } from "../delta.ts";
import { KeyError } from "./key-error.ts";
import type { Store } from "./store.ts";
import { metadataVersion, ThreadSafeStore } from "./thread-safe-store.ts";

/** An object and when it was put in, in the clock's monotonic milliseconds. */
export interface TimestampedEntry<T> {
  readonly key: string;
  readonly object: T;
  readonly timestampMs: number;
}

/** Says when an object is too old to be given. */
export interface ExpirationPolicy<T> {
  isExpired(entry: TimestampedEntry<T>): boolean;
}

/** Objects expire when they are older than `ttlMs`; exactly that old is still fine. 0 or less: never. */
export function ttlPolicy<T>(
  ttlMs: number,
  { clock = systemClock }: { readonly clock?: Clock | undefined } = {},
): ExpirationPolicy<T> {
  return { isExpired: ({ timestampMs }) => ttlMs > 0 && clock.monotonic() - timestampMs > ttlMs };
}

/** Options of {@link newTTLStore} and {@link newExpirationStore}. */
export interface ExpiringStoreOptions {
  readonly clock?: Clock | undefined;
}

/**
 * A store whose objects expire `ttlMs` after they were put in. Most programs use `newSharedInformerFactory`, whose
 * caches a watch keeps up to date.
 */
export function newTTLStore<T>(keyFunc: KeyFunc<T>, ttlMs: number, options: ExpiringStoreOptions = {}): Store<T> {
  return newExpirationStore(keyFunc, ttlPolicy<T>(ttlMs, options), options);
}

/**
 * A store with an expiration policy. No timer runs: an expired object is dropped when it is read. Putting it in again
 * renews it. {@link newTTLStore} has one time for all objects. Most programs use `newSharedInformerFactory`, whose
 * caches a watch keeps up to date.
 */
export function newExpirationStore<T>(
  keyFunc: KeyFunc<T>,
  policy: ExpirationPolicy<T>,
  options: ExpiringStoreOptions = {},
): Store<T> {
  return new ExpiringStore(keyFunc, policy, options);
}

class ExpiringStore<T> implements Store<T> {
  readonly #keyFunc: KeyFunc<T>;
  readonly #policy: ExpirationPolicy<T>;
  readonly #clock: Clock;
  readonly #entries = new ThreadSafeStore<TimestampedEntry<T>>(
    {},
    { versionOf: ({ object }) => metadataVersion(object) },
  );

  constructor(keyFunc: KeyFunc<T>, policy: ExpirationPolicy<T>, { clock = systemClock }: ExpiringStoreOptions) {
    this.#keyFunc = keyFunc;
    this.#policy = policy;
    this.#clock = clock;
  }

  get lastStoreSyncResourceVersion(): string {
    return this.#entries.lastStoreSyncResourceVersion;
  }

  add(object: T): void {
    const entry = this.#stamped(object);
    this.#entries.add(entry.key, entry);
  }

  update(object: T): void {
    this.add(object);
  }

  delete(object: T | DeletedFinalStateUnknown<T>): void {
    this.#entries.delete(isDeletedFinalStateUnknown<T>(object) ? object.key : this.#stamped(object).key);
  }

  get(object: T): DeepReadonly<T> | undefined {
    return this.getByKey(this.#stamped(object).key);
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (!this.#policy.isExpired(entry)) return entry.object as DeepReadonly<T>;
    this.#entries.delete(key);
    return undefined;
  }

  list(): DeepReadonly<T>[] {
    return this.#entries
      .listKeys()
      .map((key) => this.getByKey(key))
      .filter((object) => object !== undefined) as DeepReadonly<T>[];
  }

  /** Keys of all objects, also of those that have expired and were not looked at since. */
  listKeys(): string[] {
    return this.#entries.listKeys();
  }

  replace(objects: readonly T[], resourceVersion: string): void {
    const replacement = this.#entries.beginReplace();
    try {
      for (const object of objects) {
        const entry = this.#stamped(object);
        replacement.add(entry.key, entry);
      }
      replacement.commit(resourceVersion);
    } finally {
      replacement.abandon();
    }
  }

  resync(): void {}

  bookmark(resourceVersion: string): void {
    this.#entries.bookmark(resourceVersion);
  }

  #stamped(object: T): TimestampedEntry<T> {
    try {
      return { key: this.#keyFunc(object), object, timestampMs: this.#clock.monotonic() };
    } catch (error) {
      throw new KeyError(object, error);
    }
  }
}
