/**
 * The store behind an informer. It keeps entries, that is bytes outside of the JavaScript heap, and decodes an object
 * when it is read.
 *
 * - Memory: an object costs its bytes and about 250 more. Decoded objects are kept up to `memoBytes` of source, those
 *   read last; beyond that an object without references is decoded again when it is read again.
 * - Identity: as long as an object is referenced, reading it again gives the same one, kept or not.
 * - Bytes of objects that are gone are freed with their slab: at once when all of it is unused. Objects that change
 *   often are replaced at about the same time, so a slab that is less than half used is left alone until unused bytes
 *   amount to half of the live ones (and 16 MiB); then the live bytes of such slabs are moved.
 * - One object that cannot be decoded hides no other: `getByKey` of it throws an UndecodableObjectError, lists leave it
 *   out, `entry` has its key and metadata, an index that must decode it has no value for it, and it is reported once.
 * - One step: object and indexes change together, synchronously. A change that an index refuses changes nothing.
 */

import {
  type Entry,
  evacuate,
  type FreezePolicy,
  isEntry,
  isSparse,
  ObjectMemo,
  parseFieldPath,
  plainEntry,
  RawEntry,
  type Slab,
  SlabArena,
} from "../../codec/index.ts";
import {
  findUndecodable,
  InvalidArgumentError,
  isUndecodable,
  type UndecodableObjectError,
} from "../../errors/index.ts";
import type { DeepReadonly, KubeObject } from "../../meta/index.ts";
import { reportUnexpectedError } from "../../util/index.ts";
import type { DeletedFinalStateUnknown } from "../delta.ts";
import type { Extractor } from "./index-table.ts";
import { KeyError } from "./key-error.ts";
import { lazyList } from "./lazy-list.ts";
import type { MutationDetector } from "./mutation-detector.ts";
import { type Index, type Indexer, type Indexers, metaNamespaceIndexFunc } from "./store.ts";
import { type KeyedStore, PartitionedStore } from "./partitioned-store.ts";
import { type Replacement, type StoreHooks, ThreadSafeStore, type TransactionStep } from "./thread-safe-store.ts";
import type { StoreMetrics } from "./store-metrics.ts";

/** Options of {@link LazyStore}. */
export interface LazyStoreOptions<T> {
  /** Indexes from the beginning. */
  readonly indexers?: Indexers<T> | undefined;
  /**
   * How many bytes of decoded objects are kept, counted as the bytes that they were decoded from; on the heap they take
   * about 1.5 times as much. Default 64 MiB, enough for about 15,000 Pods. When everything is read often, make it
   * larger than what the store holds; 0 keeps none.
   */
  readonly memoBytes?: number | undefined;
  /** For objects that are put in as such, not as entries: as in `plainEntry`. Default `"dev"`. */
  readonly freeze?: FreezePolicy | undefined;
  /** Detects changes to objects that were read. */
  readonly mutationDetector?: MutationDetector | undefined;
  /** Publishes the store's version. */
  readonly metrics?: StoreMetrics | undefined;
  /**
   * Keeps the objects of each of these namespaces in a part of its own, which can be replaced while the others change.
   * Objects of other namespaces are refused. Default: one part for everything.
   */
  readonly namespaces?: readonly string[] | undefined;
  /**
   * Called once for each entry whose object cannot be decoded: when it comes in, or when it is first read. Default:
   * not reported.
   */
  readonly onUndecodable?: ((error: UndecodableObjectError) => void) | undefined;
}

/** What a {@link LazyStore} takes in: an entry, or an object. */
export type Storable<T> = T | Entry<T>;

/** How a store uses its memory. */
export interface LazyStoreStats {
  readonly objects: number;
  /** Bytes of the objects that the store holds. */
  readonly liveBytes: number;
  /** Bytes of the slabs that they lie in. */
  readonly slabBytes: number;
  readonly slabs: number;
  /** Objects whose decoded form is kept, and the bytes of their source. */
  readonly memoObjects: number;
  readonly memoBytes: number;
}

/** About what an entry costs in addition to the bytes of its object. */
const entryBytes = 256;

/** Bytes that one entry takes in a store. Those of an object that came decoded are not known and count as none. */
export function heldBytesOf(entry: Entry<unknown>): number {
  return entryBytes + (entry instanceof RawEntry ? entry.weight : 0);
}

/** This many unused bytes are left alone in any case. */
const spareBytes = 16 << 20;

/** A store of entries; see the head of this file for what it promises. */
export class LazyStore<T extends KubeObject = KubeObject> implements Indexer<T> {
  readonly #entries: KeyedStore<Entry<T>>;
  readonly #parts: PartitionedStore<Entry<T>> | undefined;
  readonly #indexers = new Map<string, Index<T>>();
  readonly #memo: ObjectMemo;
  readonly #arena = new SlabArena();
  /** The slabs that entries lie in, oldest first, and how many bytes of each this store has stopped using. */
  readonly #slabs = new Map<Slab, number>();
  #liveBytes = 0;
  #unusedBytes = 0;
  /** The part of the live bytes that only replacements hold which are not committed. */
  #pendingBytes = 0;
  readonly #freeze: FreezePolicy;
  /** What `list` gave last, while every object in it is kept anyway and nothing has changed. */
  #snapshot: DeepReadonly<T>[] | undefined;

  constructor(options: LazyStoreOptions<T> = {}) {
    const { indexers = {}, memoBytes, freeze = "dev", mutationDetector, metrics, namespaces, onUndecodable } = options;
    this.#freeze = freeze;
    const onEvict = (): void => {
      this.#snapshot = undefined;
    };
    const report = (error: UndecodableObjectError): void => {
      try {
        onUndecodable?.(error);
      } catch (failure) {
        reportUnexpectedError(failure, "the onUndecodable of a store");
      }
    };
    this.#memo =
      mutationDetector === undefined
        ? new ObjectMemo(memoBytes, onEvict, report)
        : new DetectingMemo(memoBytes, onEvict, report, mutationDetector);
    const hooks: StoreHooks<Entry<T>> = {
      enter: (entry) => {
        this.#snapshot = undefined;
        if (!(entry instanceof RawEntry)) {
          try {
            const { object } = entry;
            mutationDetector?.add(entry.key, object);
          } catch (error) {
            if (!isUndecodable(error)) throw error;
            report(error);
          }
        } else {
          if (entry.retain(this.#memo)) this.#liveBytes += entry.weight;
          if (!this.#slabs.has(entry.slab)) this.#take(entry.slab);
        }
      },
      leave: (entry) => {
        this.#snapshot = undefined;
        if (entry instanceof RawEntry) this.#release(entry);
      },
      versionOf: (entry) => entry.resourceVersion,
      versionChanged: metrics && ((version: string) => metrics.setResourceVersion(version)),
    };
    this.#parts = namespaces === undefined ? undefined : new PartitionedStore(namespaces, hooks);
    this.#entries = this.#parts ?? new ThreadSafeStore<Entry<T>>(new Map(), hooks);
    this.addIndexers(indexers);
  }

  /** How many objects there are. */
  get size(): number {
    return this.#entries.size;
  }

  get lastStoreSyncResourceVersion(): string {
    return this.#entries.lastStoreSyncResourceVersion;
  }

  add(item: Storable<T>): void {
    const entry = this.#entry(item);
    this.#entries.add(entry.key, entry);
  }

  update(item: Storable<T>): void {
    this.add(item);
  }

  delete(item: Storable<T> | DeletedFinalStateUnknown<Storable<T>>): void {
    if (isTombstone(item)) this.#entries.delete(item.key);
    else {
      const entry = this.#entry(item as Storable<T>);
      this.#entries.delete(entry.key, entry);
    }
  }

  /** Takes out what has this key and says what it was; the store's version stays. */
  deleteKey(key: string): Entry<T> | undefined {
    return this.#entries.delete(key);
  }

  get(item: Storable<T>): DeepReadonly<T> | undefined {
    return this.getByKey(this.#entry(item).key);
  }

  getByKey(key: string): DeepReadonly<T> | undefined {
    return this.#entries.get(key)?.object as DeepReadonly<T> | undefined;
  }

  list(): DeepReadonly<T>[] {
    this.#snapshot ??= this.#keptObjects();
    return this.#snapshot?.slice() ?? lazyList(Array.from(this.#entries.values()), true);
  }

  /** Every key; with `namespace`, those of one part of a store that was made with `namespaces`. */
  listKeys(namespace?: string): string[] {
    return this.#part(namespace).listKeys();
  }

  /** The entry under a key: identity, labels and single fields without decoding the object. */
  entry(key: string): Entry<T> | undefined {
    return this.#entries.get(key);
  }

  /** Every entry, or those of one part; not a copy, so a store that changes meanwhile shows. */
  entries(namespace?: string): IterableIterator<Entry<T>> {
    return this.#part(namespace).values();
  }

  replace(items: Iterable<Storable<T>>, resourceVersion: string): void {
    const replacement = this.beginReplace();
    try {
      for (const item of items) replacement.add(item);
      replacement.commit(resourceVersion);
    } finally {
      replacement.abandon();
    }
  }

  /**
   * Begins a replacement that is filled piece by piece, over as many turns of the event loop as it takes, and seen by
   * no reader until `commit`. An entry that the store has already, as `readList` gives it with `known`, costs nothing.
   * With `namespace`, it replaces one part of a store that was made with `namespaces`, and the other parts stay as they
   * are at that time.
   */
  beginReplace(namespace?: string): EntryReplacement<T> {
    const replacement: Replacement<Entry<T>> = this.#part(namespace).beginReplace();
    let pendingBytes = 0;
    const settle = (): void => {
      this.#pendingBytes -= pendingBytes;
      pendingBytes = 0;
    };
    return {
      get size() {
        return replacement.size;
      },
      get: (key) => replacement.get(key),
      add: (item) => {
        const entry = this.#entry(item);
        const before = this.#liveBytes;
        replacement.add(entry.key, entry);
        pendingBytes += this.#liveBytes - before;
        this.#pendingBytes += this.#liveBytes - before;
      },
      commit: (resourceVersion) => {
        replacement.commit(resourceVersion);
        settle();
        this.#snapshot = undefined;
        this.compact();
      },
      abandon: () => {
        replacement.abandon();
        settle();
      },
    };
  }

  resync(): void {}

  bookmark(resourceVersion: string, namespace?: string): void {
    this.#part(namespace).bookmark(resourceVersion);
  }

  /** Does the steps in order; those that fail are left out and reported together in a TransactionError at the end. */
  transaction(...steps: readonly TransactionStep<Entry<T>>[]): void {
    this.#entries.transaction(...steps);
  }

  index(name: string, item: Storable<T>): DeepReadonly<T>[] {
    return lazyList(this.#entries.index(name, this.#entry(item)));
  }

  indexKeys(name: string, value: string): string[] {
    return this.#entries.indexKeys(name, value);
  }

  byIndex(name: string, value: string): DeepReadonly<T>[] {
    return lazyList(this.#entries.byIndex(name, value));
  }

  /** Entries that have this value of an index. */
  entriesByIndex(name: string, value: string): Entry<T>[] {
    return this.#entries.byIndex(name, value);
  }

  listIndexFuncValues(name: string): string[] {
    return this.#entries.listIndexFuncValues(name);
  }

  getIndexers(): Indexers<T> {
    return Object.fromEntries(this.#indexers);
  }

  addIndexers(indexers: Indexers<T>): void {
    const added = Object.entries(indexers);
    this.#entries.addIndexers(new Map(added.map(([name, index]) => [name, entryExtractor(index)])));
    for (const [name, index] of added) this.#indexers.set(name, index);
  }

  /** Empties slabs of which less than half is used. Happens automatically; costs a copy of what is moved. */
  compact(): void {
    this.#compactTo(-1);
  }

  /**
   * Bytes that the store's objects take: those of their source, and what it costs to hold each. With `namespace`, of
   * one part of the store.
   */
  heldBytes(namespace?: string): number {
    if (namespace === undefined) return this.#liveBytes - this.#pendingBytes + this.size * entryBytes;
    let bytes = 0;
    for (const entry of this.entries(namespace)) bytes += heldBytesOf(entry);
    return bytes;
  }

  /** How the memory is used. */
  stats(): LazyStoreStats {
    let [liveBytes, slabBytes] = [0, 0];
    for (const slab of this.#slabs.keys()) {
      liveBytes += slab.live;
      slabBytes += slab.used;
    }
    return {
      objects: this.size,
      liveBytes,
      slabBytes,
      slabs: this.#slabs.size,
      memoObjects: this.#memo.size,
      memoBytes: this.#memo.bytes,
    };
  }

  /**
   * Every object that can be decoded, when the memo keeps them all, else `undefined`: it must stay the memo that
   * decides what is kept.
   */
  #keptObjects(): DeepReadonly<T>[] | undefined {
    const objects: DeepReadonly<T>[] = [];
    for (const entry of this.#entries.values()) {
      if (!(entry instanceof RawEntry)) return undefined;
      if (entry.hasFailed) continue;
      const object = entry.isKeptBy(this.#memo) ? (entry.decoded as DeepReadonly<T> | undefined) : undefined;
      if (object === undefined) return undefined;
      objects.push(object);
    }
    return objects;
  }

  /**
   * A slab whose last entry left while it was still being written is dropped when the next slab comes. Sparse slabs are
   * left alone here: of a list that arrived before it is stored, most entries are still to come.
   */
  #take(slab: Slab): void {
    for (const other of this.#slabs.keys()) if (other.sealed && other.live === 0) this.#drop(other);
    this.#slabs.set(slab, 0);
  }

  #release(entry: RawEntry<T>): void {
    const { slab, weight } = entry;
    // A replacement holds what it has in common with the store a second time.
    if (!entry.release()) return;
    this.#liveBytes -= weight;
    if (slab.sealed && slab.live === 0) {
      this.#drop(slab);
      return;
    }
    this.#slabs.set(slab, (this.#slabs.get(slab) ?? 0) + weight);
    this.#unusedBytes += weight;
    if (!isSparse(slab)) return;
    const limit = Math.max(spareBytes, this.#liveBytes / 2);
    // Down to half, so that the next release does not find the limit reached again.
    if (this.#unusedBytes > limit) this.#compactTo(limit / 2);
  }

  /** Empties sparse slabs, oldest first, until at most this many bytes are unused; all of them when it is negative. */
  #compactTo(unusedBytes: number): void {
    for (const slab of this.#slabs.keys()) {
      if (this.#unusedBytes <= unusedBytes) return;
      if (isSparse(slab)) this.#evacuate(slab);
    }
  }

  #evacuate(slab: Slab): void {
    this.#drop(slab);
    if (slab.live === 0) return;
    for (const moved of evacuate(slab, this.#arena)) if (!this.#slabs.has(moved)) this.#slabs.set(moved, 0);
  }

  #drop(slab: Slab): void {
    this.#unusedBytes -= this.#slabs.get(slab) ?? 0;
    this.#slabs.delete(slab);
  }

  #part(namespace: string | undefined): KeyedStore<Entry<T>> {
    if (namespace === undefined) return this.#entries;
    if (this.#parts === undefined) throw new InvalidArgumentError("this store has no parts by namespace");
    return this.#parts.part(namespace);
  }

  #entry(item: Storable<T>): Entry<T> {
    const entry = isEntry(item) ? (item as Entry<T>) : plainEntry(item as T, { freeze: this.#freeze });
    if (entry.key === "")
      throw new KeyError(item, new InvalidArgumentError("an object without metadata.name has no key"));
    return entry;
  }
}

/** A replacement under way; see {@link LazyStore.beginReplace}. */
export interface EntryReplacement<T> {
  readonly size: number;
  get(key: string): Entry<T> | undefined;
  add(item: Storable<T>): void;
  commit(resourceVersion: string): void;
  /** Gives up; the store stays as it is. Harmless after `commit`. */
  abandon(): void;
}

/** Shows each object that is decoded to a detector. */
class DetectingMemo extends ObjectMemo {
  readonly #detector: MutationDetector;

  constructor(
    maxBytes: number | undefined,
    onEvict: () => void,
    onUndecodable: (error: UndecodableObjectError) => void,
    detector: MutationDetector,
  ) {
    super(maxBytes, onEvict, onUndecodable);
    this.#detector = detector;
  }

  override admit(item: RawEntry<unknown>): void {
    const object = item.decoded;
    if (object !== undefined) this.#detector.add(item.key, object);
    super.admit(item);
  }
}

function isTombstone(item: unknown): item is DeletedFinalStateUnknown<unknown> {
  return (item as { finalStateUnknown?: unknown }).finalStateUnknown === true;
}

/** How an index of entries finds its values. */
function entryExtractor<T>(index: Index<T>): Extractor<Entry<T>> {
  if ((index as unknown) === metaNamespaceIndexFunc) return { values: (entry) => [entry.namespace], free: true };
  if (typeof index === "string") {
    const path = parseFieldPath(index);
    return { values: unlessUndecodable((entry) => pathValues(entry.field(path), index)) };
  }
  if (typeof index === "function")
    return { values: unlessUndecodable((entry) => index(entry.object as DeepReadonly<T>)) };
  return { values: unlessUndecodable(index.entry) };
}

/** An object that cannot be decoded has no value in an index that reads it. */
function unlessUndecodable<T>(values: (entry: Entry<T>) => readonly string[]): (entry: Entry<T>) => readonly string[] {
  return (entry) => {
    try {
      return values(entry);
    } catch (error) {
      if (findUndecodable(error) !== undefined) return [];
      throw error;
    }
  };
}

/** Index values of what was found at a path. */
export function pathValues(value: unknown, path: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (Array.isArray(value))
    return value.flatMap((element) => (Array.isArray(element) ? [element as never] : pathValues(element, path)));
  throw new InvalidArgumentError(`${path} is an object, which cannot be an index value`);
}
