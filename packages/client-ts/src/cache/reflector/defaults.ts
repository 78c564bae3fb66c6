/** Every number a reflector works with. Options with the same name override a value for one reflector. */
export const reflectorDefaults = {
  /** Items of a page, where lists are read in pages. */
  pageSize: 500,
  /**
   * Pages in a row that may bring no new object. Pages can be empty, when the server filters them, but not all of them.
   */
  maxEmptyPages: 100,
  /**
   * Objects in each array in which a list is collected: one array that grows to a million stops the event loop for
   * 30 ms, because it is copied each time.
   */
  snapshotPart: 65_536,
  /** How long a list may take until its answer begins. */
  listHeadersTimeoutMs: 60_000,
  /** Silence within the answer to a list after which it is given up. */
  listIdleTimeoutMs: 30_000,
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
  /** A watch that ends sooner is short; one without any event is a failure. */
  shortWatchMs: 1_000,
  /** Short watches in a row that are followed by another one without a wait. */
  shortWatches: 1,
  /** A watch that was open for this long was healthy: when it breaks, the wait before the next one is the shortest. */
  healthyWatchMs: 5_000,
  /** Shortest time between two lists that are requested at once because something looked wrong. */
  forcedRelistMs: 60_000,
  /** For how long a watch is retried, without a new list, while the server answers InternalError. */
  maxInternalErrorRetryMs: 60_000,
  /** Without an InternalError for this long, `maxInternalErrorRetryMs` starts again. */
  internalErrorCalmMs: 60_000,
  /** Shortest time between two lines of the default logger. */
  logPeriodMs: 60_000,
  /** Without an open watch, the cache is stale when it was not brought up to date for this time. */
  staleAfterMs: 10_000,
  /** For how long a cache must be stale before that is logged; callbacks and metrics show it at once. */
  staleWarnMs: 5_000,
  /** Shortest time between two reports of contact with the server, of which every event is one. */
  contactPeriodMs: 1_000,
  /** The wait before a list for the comparison with the cache is requested again. */
  consistencyRetryMs: 1_000,
  /** How often a list for that comparison is requested before the comparison fails. */
  consistencyTries: 5,
  /** Objects that the error of a comparison names. */
  consistencyExamples: 10,
  /** How often the store resyncs; 0 is never. */
  resyncMs: 0,
  /** When this many items wait in the queue of a controller or an informer, its watch is held back. */
  maxWaiting: 2_000,
  /** Requests a second that all reflectors of a client together may make after their first ones. */
  retriesPerSecond: 20,
  /** Retries of all reflectors of a client that may go at once. */
  retryBurst: 10,
  /** Lists that may be in progress at the same time. */
  concurrentLists: 25,
  /** The wait after a failure. Without a failure for `resetAfterMs`, it starts at `baseMs` again. */
  backoff: { baseMs: 800, factor: 2, capMs: 30_000, jitter: 1, steps: 38, resetAfterMs: 120_000 },
} as const;
