/**
 * Read your own writes: lays the answers to one's own writes over an informer's cache until the cache has caught up.
 * For each key the newer of the two is given. What was written is remembered for a while (`ttlMs`) and for a limited
 * number of objects, so a lost event cannot make it stay forever.
 *
 * Connect `onAddOrUpdate` and `onDelete` to the informer's events: an event that is as new as the write clears it, and
 * a write whose answer comes after the object was deleted is refused, so that a deleted object does not come back.
 */

import { InvalidArgumentError, isUndecodable, type UndecodableObjectError } from "../../errors/index.ts";
import {
  compareResourceVersion,
  type DeepReadonly,
  deletionHandlingMetaNamespaceKeyFunc,
  type KubeObject,
  metaNamespaceKeyFunc,
} from "../../meta/index.ts";
import { type Clock, LruMap, systemClock } from "../../util/index.ts";
import type { DeletedFinalStateUnknown } from "../delta.ts";
import { objectExtractor } from "./object-store.ts";
import type { Indexer, Store } from "./store.ts";

/** Options of {@link newMutationCache}. */
export interface MutationCacheOptions<T> {
  /** The informer's indexer, when `byIndex` is wanted. */
  readonly indexer?: Indexer<T> | undefined;
  /** How long a write is remembered. Default 5 minutes. */
  readonly ttlMs?: number | undefined;
  /** How many writes are remembered; the one used longest ago goes first. Default 100. */
  readonly maxEntries?: number | undefined;
  /** Also give objects that the cache does not have yet. Default `false`. */
  readonly includeAdds?: boolean | undefined;
  readonly clock?: Clock | undefined;
}

/** See {@link newMutationCache}. */
export interface MutationCache<T> {
  /** The newer of what the cache has and what was written. */
  getByKey(key: string): DeepReadonly<T> | undefined;
  /** As `getByKey` for every object that has this value of the cache's index. */
  byIndex(name: string, value: string): DeepReadonly<T>[];
  /** Remembers what a server answered to a write. */
  mutation(object: T): void;
  /** An event of the informer: clears a write that is not newer. */
  onAddOrUpdate(object: DeepReadonly<T>): void;
  /** A deletion that the informer saw: clears what was written, and refuses answers that come late. */
  onDelete(object: DeepReadonly<T> | DeletedFinalStateUnknown<DeepReadonly<T>>): void;
}

/**
 * Lays the answers to one's own writes over a cache; see the head of this file. Most programs use `atLeast` of an
 * informer or a lister, which waits until the cache shows a write.
 */
export function newMutationCache<T extends KubeObject>(
  backing: Pick<Store<T>, "getByKey">,
  options: MutationCacheOptions<T> = {},
): MutationCache<T> {
  return new OverlayCache(backing, options);
}

interface Remembered<V> {
  readonly value: V;
  readonly until: number;
}

/** A few things for a limited time; what was used longest ago goes first. */
class Recent<V> {
  readonly #entries: LruMap<Remembered<V>>;
  readonly #ttlMs: number;
  readonly #clock: Clock;

  constructor(max: number, ttlMs: number, clock: Clock) {
    this.#entries = new LruMap(max);
    this.#ttlMs = ttlMs;
    this.#clock = clock;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.until >= this.#clock.monotonic()) return entry?.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: V): void {
    this.#entries.set(key, { value, until: this.#clock.monotonic() + this.#ttlMs });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  keys(): string[] {
    return this.#entries.entries().map(([key]) => key);
  }
}

class OverlayCache<T extends KubeObject> implements MutationCache<T> {
  readonly #backing: Pick<Store<T>, "getByKey">;
  readonly #indexer: Indexer<T> | undefined;
  readonly #includeAdds: boolean;
  readonly #writes: Recent<T>;
  readonly #deleted: Recent<Identity>;

  constructor(backing: Pick<Store<T>, "getByKey">, options: MutationCacheOptions<T>) {
    const { indexer, ttlMs = 300_000, maxEntries = 100, includeAdds = false, clock = systemClock } = options;
    this.#backing = backing;
    this.#indexer = indexer;
    this.#includeAdds = includeAdds;
    this.#writes = new Recent(maxEntries, ttlMs, clock);
    this.#deleted = new Recent(maxEntries, ttlMs, clock);
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    const cached = this.#cached(this.#backing, key);
    if (isUndecodable(cached)) {
      const written = this.#writes.get(key);
      if (written !== undefined && isNewer(identityOf(written), cached)) return written as DeepReadonly<T>;
      throw cached;
    }
    if (cached !== undefined) return this.#newer(key, cached);
    return this.#includeAdds ? (this.#writes.get(key) as DeepReadonly<T> | undefined) : undefined;
  }

  byIndex(name: string, value: string): DeepReadonly<T>[] {
    const indexer = this.#indexer;
    if (indexer === undefined)
      throw new InvalidArgumentError("this mutation cache has no indexes: give it the option indexer");
    const keys = indexer.indexKeys(name, value);
    const found: DeepReadonly<T>[] = [];
    for (const key of keys) {
      const cached = this.#cached(indexer, key);
      if (cached !== undefined && !isUndecodable(cached)) found.push(this.#newer(key, cached));
    }
    if (!this.#includeAdds) return found;
    const extractor = objectExtractor(indexer.getIndexers()[name]!);
    for (const key of this.#writes.keys()) {
      if (keys.includes(key)) continue;
      const written = this.#writes.get(key);
      if (written !== undefined && extractor.values(written).includes(value)) found.push(written as DeepReadonly<T>);
    }
    return found;
  }

  mutation(object: T): void {
    const key = metaNamespaceKeyFunc(object);
    const gone = this.#deleted.get(key);
    const written = identityOf(object);
    // The deletion was seen before the answer came: the same object, or a version before the end of whatever was
    // deleted.
    if (gone !== undefined && ((gone.uid !== "" && gone.uid === written.uid) || !isNewer(written, gone))) return;
    const before = this.#writes.get(key);
    if (before !== undefined && isNewer(identityOf(before), written)) return;
    this.#writes.set(key, object);
  }

  onAddOrUpdate(object: DeepReadonly<T>): void {
    const key = metaNamespaceKeyFunc(object as KubeObject);
    const written = this.#writes.get(key);
    if (written !== undefined && !isNewer(identityOf(written), identityOf(object as KubeObject)))
      this.#writes.delete(key);
    const gone = this.#deleted.get(key);
    if (gone !== undefined && gone.uid !== identityOf(object as KubeObject).uid) this.#deleted.delete(key);
  }

  onDelete(object: DeepReadonly<T> | DeletedFinalStateUnknown<DeepReadonly<T>>): void {
    const key = deletionHandlingMetaNamespaceKeyFunc(object as KubeObject);
    const last =
      "finalStateUnknown" in object ? (object as DeletedFinalStateUnknown<KubeObject>).object : (object as KubeObject);
    const gone = identityOf(last ?? {});
    const written = this.#writes.get(key);
    if (written !== undefined) {
      const own = identityOf(written);
      if (last === undefined || own.uid === gone.uid || !isNewer(own, gone)) this.#writes.delete(key);
    }
    if (last !== undefined) this.#deleted.set(key, gone);
  }

  /** What the cache has; the error when it cannot be decoded. */
  #cached(store: Pick<Store<T>, "getByKey">, key: string): DeepReadonly<T> | UndecodableObjectError | undefined {
    try {
      return store.getByKey(key);
    } catch (error) {
      if (isUndecodable(error)) return error;
      throw error;
    }
  }

  #newer(key: string, cached: DeepReadonly<T>): DeepReadonly<T> {
    const written = this.#writes.get(key);
    if (written === undefined) return cached;
    if (isNewer(identityOf(written), identityOf(cached as KubeObject))) return written as DeepReadonly<T>;
    this.#writes.delete(key);
    return cached;
  }
}

interface Identity {
  readonly uid: string;
  readonly resourceVersion: string;
}

function identityOf({ metadata }: KubeObject): Identity {
  return { uid: metadata?.uid ?? "", resourceVersion: metadata?.resourceVersion ?? "" };
}

/** Versions that cannot be compared count as not newer. */
function isNewer(left: Identity, right: Identity): boolean {
  return compareResourceVersion(left.resourceVersion, right.resourceVersion) === 1;
}
