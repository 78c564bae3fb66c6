import { AbortedError } from "../errors/index.ts";
import {
  abortable,
  allowManyListeners,
  type Clock,
  guardLogger,
  type Logger,
  messageOf,
  onAbort,
  sleep,
  systemClock,
} from "../util/index.ts";
import type { ReflectorFailure } from "./reflector/options.ts";

/** Something that will have synced: an informer, a handler's registration, a factory. */
export interface Syncing {
  /** Names it in messages. */
  readonly name?: string | undefined;
  hasSynced(): boolean;
  /** Settles when it has synced; rejects when it never will. */
  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Why its last list or watch failed, if it did. */
  readonly lastFailure?: Pick<ReflectorFailure, "during" | "error"> | undefined;
}

/**
 * What {@link waitForCacheSync} can wait for: an informer, a handler's registration, a controller, what `newInformer`
 * and `newIndexerInformer` return, or a function that returns whether something has synced.
 */
export type CacheSync = Syncing | HasSynced | { readonly controller: HasSynced } | (() => boolean);

/** Says whether it has synced, and perhaps more. */
type HasSynced = Pick<Syncing, "hasSynced"> & Partial<Syncing>;

/** Options of {@link waitForCacheSync}. */
export interface WaitForCacheSyncOptions {
  readonly signal?: AbortSignal | undefined;
  /** What is waited for, in messages. Default `caches`. */
  readonly what?: string | undefined;
  /**
   * Gets `debug` for each that has synced, and `warn` when the wait ends without the others. Default: nothing is
   * written.
   */
  readonly logger?: Logger | false | undefined;
  /** The clock of the polls: a function or a controller is asked every 100 milliseconds. Default: the system's. */
  readonly clock?: Clock | undefined;
}

/** A cache that did not sync, and why its last list or watch failed, if it did. */
interface Missing {
  readonly name: string;
  readonly failure: Pick<ReflectorFailure, "during" | "error"> | undefined;
}

/**
 * Some caches did not sync. `missing` has their names, and the message names the last failure of each. `cause` is that
 * failure, or an AggregateError of several; when nothing has failed, as with a server that does not answer, it is
 * `reason`: why the wait ended.
 */
export class CacheSyncError extends AbortedError {
  readonly missing: readonly string[];
  readonly reason: unknown;

  constructor(what: string, missing: readonly Missing[], reason: unknown) {
    const why = reason instanceof Error ? `: ${reason.message}` : "";
    super(`${what} did not sync: ${missing.map(describeMissing).join(", ")}${why}`, {
      cause: causeOf(missing, reason),
    });
    this.name = "CacheSyncError";
    this.missing = missing.map(({ name }) => name);
    this.reason = reason;
  }
}

/**
 * Settles when all of these have synced, of one factory or of several. Rejects with a {@link CacheSyncError} that names
 * the caches that have not synced, and why, when the signal fires or when one of them stops before. The wait does not
 * stop anything: an informer that was not ready goes on trying.
 */
export async function waitForCacheSync(
  caches: CacheSync | readonly CacheSync[],
  { signal, what = "caches", logger: given, clock = systemClock }: WaitForCacheSyncOptions = {},
): Promise<void> {
  const logger = guardLogger(given);
  const several = (Array.isArray as (value: unknown) => value is readonly CacheSync[])(caches) ? caches : [caches];
  const all = several.map((one) => syncingOf(one, clock));
  const ended = new AbortController();
  allowManyListeners(ended.signal);
  // One listener on the caller's signal, however many caches there are.
  const remove = onAbort(signal, (reason) => ended.abort(reason));
  let end: { readonly reason: unknown } | undefined;
  await Promise.all(
    all.map(async (one, at) => {
      try {
        await abortable(one.waitForSync({ signal: ended.signal }), ended.signal);
        logger.debug(`${what}: the cache is synced`, { name: nameOf(one, at) });
      } catch (reason) {
        end ??= { reason };
        ended.abort(reason);
      }
    }),
  );
  remove();
  if (end === undefined) return;
  const missing = all.flatMap((one, at) =>
    one.hasSynced() ? [] : [{ name: nameOf(one, at), failure: one.lastFailure }],
  );
  logger.warn(`${what}: some caches did not sync`, { missing: missing.map(describeMissing) });
  throw new CacheSyncError(what, missing, end.reason);
}

const pollMs = 100;

/** One thing to wait for; what cannot be awaited is polled. */
function syncingOf(one: CacheSync, clock: Clock): Syncing {
  if (typeof one === "function") return polled({ name: one.name || undefined, hasSynced: () => one() }, clock);
  const syncing = "controller" in one && !("hasSynced" in one) ? one.controller : (one as HasSynced);
  return syncing.waitForSync === undefined ? polled(syncing, clock) : (syncing as Syncing);
}

function polled(one: { readonly name?: string | undefined; hasSynced(): boolean }, clock: Clock): Syncing {
  return {
    name: one.name,
    hasSynced: () => one.hasSynced(),
    async waitForSync({ signal } = {}) {
      while (!one.hasSynced()) await sleep(pollMs, { clock, signal });
    },
  };
}

function nameOf({ name }: Syncing, at: number): string {
  return name ?? `#${at + 1}`;
}

function describeMissing({ name, failure }: Missing): string {
  return failure === undefined ? name : `${name} (${failure.during} failed: ${messageOf(failure.error)})`;
}

function causeOf(missing: readonly Missing[], reason: unknown): unknown {
  const errors = missing.flatMap(({ failure }) => (failure === undefined ? [] : [failure.error]));
  if (errors.length <= 1) return errors.length === 0 ? reason : errors[0];
  return new AggregateError(errors, `${errors.length} caches failed to list or watch`);
}
