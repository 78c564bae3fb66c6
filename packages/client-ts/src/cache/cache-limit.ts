/**
 * Bounds what a cache may hold, in bytes: those of its objects as they arrive, without managedFields, and 256 for each.
 * The limit holds
 *
 * - for what a list brings in, all pages and the initial events of a streaming list together, together with what other
 *   sources of the same cache hold: counted item by item, so that the list is given up before it has filled the memory;
 * - for what the cache holds after each event of a watch.
 *
 * What would exceed it fails the list or the watch with a CacheLimitError. The cache keeps what it had, the failure is
 * reported, and the reflector lists again after its backoff; it succeeds when there is less on the server. While a list
 * is under way, the old content and the new may lie in memory together. Sources that hand over decoded objects are not
 * counted.
 */

import type { Entry } from "../codec/index.ts";
import { TransportError } from "../errors/index.ts";
import type { KubeObject, ListOptions, WatchOptions } from "../meta/index.ts";
import type { ListerWatcher, RawListerWatcher, SourceCall } from "./lister-watcher.ts";
import { heldBytesOf } from "./store/index.ts";

/** A cache would hold more bytes than it may. What it held before is still there. */
export class CacheLimitError extends TransportError {
  /** The informer, as `pods in shop`. */
  readonly resource: string;
  /** How many bytes there were when it was noticed. */
  readonly bytes: number;
  /** The limit: `maxCacheBytes` of the informer or its factory. */
  readonly maxCacheBytes: number;

  constructor(resource: string, bytes: number, maxCacheBytes: number) {
    super(
      `the cache of ${resource} would hold at least ${bytes} bytes, and maxCacheBytes is ${maxCacheBytes}: ` +
        "raise maxCacheBytes, or narrow what is cached by namespace or selector",
      { code: "limit" },
    );
    this.name = "CacheLimitError";
    this.resource = resource;
    this.bytes = bytes;
    this.maxCacheBytes = maxCacheBytes;
  }
}

/** What {@link withCacheLimit} needs to know of the cache. */
export interface LimitedCache {
  /** The informer's name. */
  readonly resource: string;
  readonly maxCacheBytes: number;
  /** Bytes of everything that the cache holds. */
  heldBytes(): number;
  /** Bytes of what other sources than this one have put there. */
  othersBytes(): number;
  /** The entry under a key. */
  entry(key: string): Entry<unknown> | undefined;
}

/** Counts what comes in, and throws a CacheLimitError when the cache would hold too much. */
export type EntryCount = (entry: Entry<unknown>) => void;

/** A source that brings in no more than its cache may hold. */
class LimitedSource<T extends KubeObject> implements ListerWatcher<T> {
  readonly raw: RawListerWatcher<T>;
  readonly supportsWatchList: boolean | undefined;
  readonly #source: ListerWatcher<T>;
  readonly #cache: LimitedCache;
  /** Of the pages of one list so far. */
  #onListed: EntryCount = () => {};

  constructor(source: ListerWatcher<T>, raw: RawListerWatcher<T>, cache: LimitedCache) {
    this.#source = source;
    this.#cache = cache;
    this.supportsWatchList = source.supportsWatchList;
    this.raw = {
      list: (options, sink) => {
        if (options.continue === undefined) this.#onListed = this.beginList();
        const count = this.#onListed;
        const onItem = (entry: Entry<T>): void => {
          count(entry);
          sink.onItem(entry);
        };
        return raw.list(options, { onItem, known: (key) => sink.known(key) });
      },
      watch: (options, sink) => raw.watch(options, sink),
    };
  }

  list(options: ListOptions & SourceCall): ReturnType<ListerWatcher<T>["list"]> {
    return this.#source.list(options);
  }

  watch(options: WatchOptions & SourceCall): ReturnType<ListerWatcher<T>["watch"]> {
    return this.#source.watch(options);
  }

  /** Counts what a list brings in, together with what other sources of the same cache hold. */
  beginList(): EntryCount {
    let bytes = this.#cache.othersBytes();
    return (entry) => {
      bytes += weightOf(entry);
      this.#check(bytes);
    };
  }

  /** Counts a new state. The old one is looked up only when the new one would not fit in addition to it. */
  readonly checkChange: EntryCount = (entry) => {
    const cache = this.#cache;
    const bytes = cache.heldBytes() + weightOf(entry);
    if (bytes > cache.maxCacheBytes) this.#check(bytes - weightOf(cache.entry(entry.key)));
  };

  #check(bytes: number): void {
    const { maxCacheBytes, resource } = this.#cache;
    if (bytes > maxCacheBytes) throw new CacheLimitError(resource, bytes, maxCacheBytes);
  }
}

/**
 * The same source for a cache with a limit. It fails a list that would bring in more than the cache may hold. What
 * reads its watches asks {@link countFor}.
 */
export function withCacheLimit<T extends KubeObject>(source: ListerWatcher<T>, cache: LimitedCache): ListerWatcher<T> {
  return source.raw === undefined ? source : new LimitedSource(source, source.raw, cache);
}

/**
 * What counts the objects that a watch of this source brings in: those that a streaming list begins with, or each
 * change. Not called for deletions. `undefined`: no limit.
 */
export function countFor(source: ListerWatcher, what: "initial events" | "changes"): EntryCount | undefined {
  if (!(source instanceof LimitedSource)) return undefined;
  return what === "changes" ? source.checkChange : source.beginList();
}

function weightOf(entry: Entry<unknown> | undefined): number {
  return entry === undefined ? 0 : heldBytesOf(entry);
}
