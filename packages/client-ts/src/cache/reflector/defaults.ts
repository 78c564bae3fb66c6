/** Every number a reflector works with. Options with the same name override a value for one reflector. */
export const reflectorDefaults = {
  /** Items of a page, where lists are read in pages. */
  pageSize: 500,
  /** The shortest time that the server is asked to keep a watch open; the longest is twice that. */
  minWatchTimeoutMs: 300_000,
  /** How much longer than requested a watch may last before the reflector ends it. */
  watchMarginMs: 10_000,
  /** A server that sends bookmarks sends one every minute; after this much silence its watch is ended. */
  bookmarkSilenceMs: 150_000,
  /** Bookmarks on one watch after which the server is known to send them. */
  bookmarksExpectedAfter: 2,
  /** Silence among the initial events of a streaming list that is logged as a warning. */
  initialWarnMs: 10_000,
  /** Silence among the initial events of a streaming list after which a plain list is used instead. */
  initialLimitMs: 30_000,
  /** For how long no streaming list is requested from a server that did not provide one. */
  noStreamingMs: 600_000,
  /** How often in a row the same failure is answered in the same way. */
  tries: 3,
  /** A watch that ends sooner, and without any event, counts as a very short watch. */
  shortWatchMs: 1_000,
  /** Shortest time between two lists that are requested at once because something looked wrong. */
  forcedRelistMs: 60_000,
  /** For how long a watch is retried, without a new list, while the server answers InternalError. */
  maxInternalErrorRetryMs: 60_000,
  /** Without an InternalError for this long, the time above starts again. */
  internalErrorCalmMs: 60_000,
  /** Shortest time between two lines of the default logger. */
  logPeriodMs: 60_000,
  /** Without an open watch, the cache is stale after this time. */
  staleAfterMs: 10_000,
  /** The wait after a failure. Without a failure for `resetAfterMs`, it starts at `baseMs` again. */
  backoff: { baseMs: 800, factor: 2, capMs: 30_000, jitter: 1, steps: 38, resetAfterMs: 120_000 },
} as const;
