import type { Entry, FreezePolicy } from "../../codec/index.ts";
import type { GroupVersionKind } from "../../meta/index.ts";
import type { Clock, Logger, Meter, OnUnexpectedError, Random } from "../../util/index.ts";
import type { ReflectorSharing } from "./reflector-sharing.ts";

/**
 * What a reflector is doing:
 *
 *     idle ── run ──▶ streaming ──────────── initial events end ─▶ watching
 *                       │ refused                    ▲                 │ ended, failed
 *                       ▼                            │                 ▼
 *                     listing ── list complete ──────┘              waiting ──▶ watching | streaming | listing
 *
 * and `stopped` after `close`, from every state.
 */
export type ReflectorState = "idle" | "streaming" | "listing" | "watching" | "waiting" | "stopped";

/** A list or watch that failed. The reflector continues automatically; this is only a report. */
export interface ReflectorFailure {
  /** The reflector's name. */
  readonly name: string;
  readonly during: "list" | "watch";
  readonly error: unknown;
  /** Whether the version was too old, which is normal after a disconnect. */
  readonly expired: boolean;
}

/** Options of a reflector. */
export interface ReflectorOptions<T = unknown> {
  /** Names the reflector in logs, errors and metrics. Default: the kind that it expects. */
  readonly name?: string | undefined;
  /** The kind that the source gives; objects of other kinds are reported and not stored. */
  readonly expected?: GroupVersionKind | undefined;
  /** How often the store resyncs. Default: `resyncMs` of {@link reflectorDefaults}, which is never. */
  readonly resyncMs?: number | undefined;
  /** Asked before each resync. Default: yes. */
  readonly shouldResync?: (() => boolean) | undefined;
  /**
   * Items of a page, for every list. Default: `pageSize` of {@link reflectorDefaults} where the server would not answer
   * from its cache, else all objects at once.
   */
  readonly pageSize?: number | undefined;
  /**
   * The shortest time that the server is asked to keep a watch open; the longest is twice that. Values below the
   * default (`minWatchTimeoutMs` of {@link reflectorDefaults}) are ignored.
   */
  readonly minWatchTimeoutMs?: number | undefined;
  /**
   * For how long a watch is retried, without a new list, while the server answers InternalError. 0 lists at once.
   * Default: `maxInternalErrorRetryMs` of {@link reflectorDefaults}.
   */
  readonly maxInternalErrorRetryMs?: number | undefined;
  /** Request streaming lists. Default `true`; a source can say that it does not support them. */
  readonly streaming?: boolean | undefined;
  /**
   * Without an open watch, the cache is stale after this time. Default: `staleAfterMs` of {@link reflectorDefaults}.
   */
  readonly staleAfterMs?: number | undefined;
  /**
   * How long to wait after a failure; `reset` is called after a watch that was healthy. Default: `backoff` of {@link
   * reflectorDefaults}, which doubles up to a cap, adds up to the same time again at random, and starts again after a
   * period without failures.
   */
  readonly backoff?: { next(): number; readonly reset?: (() => void) | undefined } | undefined;
  /**
   * Whether objects that are handed out are frozen. Default: what the source says, else `"dev"`: unless NODE_ENV is
   * production.
   */
  readonly freeze?: FreezePolicy | undefined;
  /** Limits that the reflectors of one client share. Default: none are shared. */
  readonly sharing?: ReflectorSharing | undefined;
  /** Called for each failed list or watch, instead of the logger; does not change what happens next. */
  readonly onWatchError?: ((failure: ReflectorFailure) => void) | undefined;
  /** Called when the cache becomes stale, and when it is fresh again. */
  readonly onStale?: ((stale: boolean) => void) | undefined;
  readonly onState?: ((state: ReflectorState) => void) | undefined;
  /**
   * Compare each streaming list with a plain list of the same version, and report a difference as unexpected error.
   * Doubles the work: meant for tests of servers. Default: whether the environment variable
   * `KUBE_WATCHLIST_INCONSISTENCY_DETECTOR` is true.
   */
  readonly checkConsistency?: boolean | undefined;
  /** What the cache has under a key; saves memory when a list repeats it. */
  readonly known?: ((key: string) => Entry<T> | undefined) | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** Default: warnings and errors go to standard error, at most one line in `logPeriodMs`. `false` writes nothing. */
  readonly logger?: Logger | false | undefined;
  readonly meter?: Meter | undefined;
  readonly onUnexpectedError?: OnUnexpectedError | undefined;
}
