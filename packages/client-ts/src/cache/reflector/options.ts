import type { Entry } from "../../codec/index.ts";
import type { GroupVersionKind } from "../../meta/index.ts";
import type { Clock, Logger, Meter, OnUnexpectedError, Random } from "../../util/index.ts";
import type { ReflectorSharing } from "./sharing.ts";

/**
 * What a reflector is doing:
 *
 *     idle ── run ──▶ streaming ──────────── initial events end ─▶ watching
 *                       │ refused                    ▲                 │ ended, failed
 *                       ▼                            │                 ▼
 *                     listing ── list complete ──────┘              waiting ──▶ watching | streaming | listing
 *
 * and `stopped` after `stop`, from everywhere.
 */
export type ReflectorState = "idle" | "streaming" | "listing" | "watching" | "waiting" | "stopped";

/** A list or watch that failed. The reflector goes on by itself; this is a report. */
export interface ReflectorFailure {
  /** The reflector's name. */
  readonly name: string;
  readonly during: "list" | "watch";
  readonly error: unknown;
  /** Whether this belongs to normal life: the version that we had is too old. */
  readonly expired: boolean;
}

/** Options of a reflector. */
export interface ReflectorOptions<T = unknown> {
  /** Names the reflector in logs, errors and metrics. Default: what it expects. */
  readonly name?: string;
  /** What the source should give; anything else is reported and left out. */
  readonly expected?: GroupVersionKind;
  /** How often the store is told to resync, in milliseconds. Default 0: never. */
  readonly resyncMs?: number;
  /** Asked before each resync. Default: yes. */
  readonly shouldResync?: () => boolean;
  /** Items of a page of a list, always. Default: 500 where the server would not answer from its cache, else everything at once. */
  readonly pageSize?: number;
  /** The least time that the server is asked to keep a watch open; the most is twice that. Less than the default of five minutes is ignored. */
  readonly minWatchTimeoutMs?: number;
  /** For how long a watch is tried again, without a new list, when the server says InternalError. Default one minute; 0 lists at once. */
  readonly maxInternalErrorRetryMs?: number;
  /** Ask for streaming lists. Default `true`; a source can say that it does not have them. */
  readonly streaming?: boolean;
  /** Without a connection, the cache is called stale after this time. Default 10 seconds. */
  readonly staleAfterMs?: number;
  /** How long to wait after a failure. Default 0.8 s, doubling up to 30 s, plus up to as much again at random; anew after two calm minutes. */
  readonly backoff?: { next(): number };
  /** What the reflectors of one client share. Default: nothing. */
  readonly sharing?: ReflectorSharing;
  /** Told of each failed list or watch. Default: a log line. Changes nothing about what happens next. */
  readonly onWatchError?: (failure: ReflectorFailure) => void;
  /** Told when the cache becomes stale, and when it is fresh again. */
  readonly onStale?: (stale: boolean) => void;
  readonly onState?: (state: ReflectorState) => void;
  /**
   * Compare each streaming list with a plain list of the same version, and report a difference as unexpected error. Doubles the work: for tests of
   * servers. Default: whether the environment variable `KUBE_WATCHLIST_INCONSISTENCY_DETECTOR` is true.
   */
  readonly checkConsistency?: boolean;
  /** What the cache has under a key; spares memory when a list repeats it. */
  readonly known?: (key: string) => Entry<T> | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly logger?: Logger;
  readonly meter?: Meter;
  readonly onUnexpectedError?: OnUnexpectedError;
}

/** The numbers behind a reflector's patience. */
export const patience = {
  pageSize: 500,
  minWatchTimeoutMs: 300_000,
  /** What a watch may last longer than the server was asked for. */
  marginMs: 10_000,
  /** An open watch on a server that sends bookmarks is suspect after this silence: they come every minute. */
  bookmarkSilenceMs: 150_000,
  /** Silence among the initial events that is worth a warning. */
  initialWarnMs: 10_000,
  /** Silence among the initial events after which their end is not expected any more. */
  initialLimitMs: 30_000,
  /** How long a server is not asked again for streaming lists. */
  noStreamingMs: 600_000,
  /** How often the same thing goes wrong before something else is tried. */
  tries: 3,
  /** A watch that ends sooner, without an event, was none. */
  shortWatchMs: 1_000,
  /** Between two lists that we ask for because something looked wrong. */
  forcedRelistMs: 60_000,
} as const;
