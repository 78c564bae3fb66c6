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
import type { KubeObject } from "../meta/index.ts";
import type { ListerWatcher, RawListerWatcher, RawWatchSink } from "./lister-watcher.ts";
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

/** The same source, which fails rather than bring in more than the cache may hold. */
export function withCacheLimit<T extends KubeObject>(source: ListerWatcher<T>, cache: LimitedCache): ListerWatcher<T> {
  const { raw, supportsWatchList } = source;
  if (raw === undefined) return source;
  return {
    list: (options) => source.list(options),
    watch: (options) => source.watch(options),
    raw: limited(raw, cache),
    supportsWatchList,
  };
}

function limited<T>(raw: RawListerWatcher<T>, cache: LimitedCache): RawListerWatcher<T> {
  const check = (bytes: number): void => {
    if (bytes > cache.maxCacheBytes) throw new CacheLimitError(cache.resource, bytes, cache.maxCacheBytes);
  };
  /** The old state is looked up only when the new one would not fit in addition to it. */
  const checkChange = (entry: Entry<T>): void => {
    const bytes = cache.heldBytes() + weightOf(entry);
    if (bytes > cache.maxCacheBytes) check(bytes - weightOf(cache.entry(entry.key)));
  };
  /** Of the pages of one list so far, and of what other sources hold. */
  let listed = 0;
  return {
    list: (options, sink) => {
      if (options.continue === undefined) listed = cache.othersBytes();
      const onItem = (entry: Entry<T>): void => {
        listed += weightOf(entry);
        check(listed);
        sink.onItem(entry);
      };
      return raw.list(options, { onItem, known: (key) => sink.known(key) });
    },
    watch: (options, sink) => {
      let initial = options.sendInitialEvents === true;
      let bytes = initial ? cache.othersBytes() : 0;
      const onEvent: RawWatchSink<T>["onEvent"] = (type, entry) => {
        if (initial && type !== "DELETED") {
          bytes += weightOf(entry);
          check(bytes);
        } else if (type !== "DELETED") checkChange(entry);
        return sink.onEvent(type, entry);
      };
      const onBookmark: RawWatchSink<T>["onBookmark"] = (version, end) => {
        if (end) initial = false;
        return sink.onBookmark(version, end);
      };
      return raw.watch(options, { onOpen: () => sink.onOpen(), onEvent, onBookmark, known: (key) => sink.known(key) });
    },
  };
}

function weightOf(entry: Entry<unknown> | undefined): number {
  return entry === undefined ? 0 : heldBytesOf(entry);
}
