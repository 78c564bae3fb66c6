import { TimeoutError } from "../errors/index.ts";
import { type Clock, onAbort } from "../util/index.ts";

/** A cache, or a source of a controller, whose first list is waited for. */
export interface FillingCache {
  /** For messages: `Deployment of apps/v1`. */
  readonly name: string;
  /** How many objects it has seen. */
  readonly seen: number;
  waitForSync(signal: AbortSignal): Promise<void>;
}

/** Options of {@link waitForCache}. */
export interface CacheSyncOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Who needs it, for the message: `controller website`. */
  readonly owner: string;
  /** Why the cache is not filled, as far as it is known. */
  readonly failure: () => unknown;
}

/** How long the first lists may take unless a controller says otherwise. */
export const defaultCacheSyncTimeoutMs = 120_000;

/** Settles when a cache has its first list; rejects with a TimeoutError that says what it saw, and why not more. */
export async function waitForCache(cache: FillingCache, options: CacheSyncOptions): Promise<void> {
  const { clock, timeoutMs, signal, owner, failure } = options;
  const limit = new AbortController();
  const timer = clock.setTimer(timeoutMs, () => limit.abort(), { ref: false });
  const remove = onAbort(signal, (reason) => limit.abort(reason));
  try {
    await cache.waitForSync(limit.signal);
  } catch (error) {
    if (signal.aborted || !limit.signal.aborted) throw error;
    const cause = failure();
    throw new TimeoutError(
      `${owner}: the cache of ${cache.name} was not ready within ${timeoutMs} ms ` +
        `(${cache.seen} objects seen)${cause === undefined ? "" : `: ${String(cause)}`}`,
      { cause },
    );
  } finally {
    timer.cancel();
    remove();
  }
}
