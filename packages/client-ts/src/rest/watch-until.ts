import { abortedError, ClosedError, TimeoutError, throwIfAborted } from "../errors/index.ts";
import type { KubeObject, WatchEvent } from "../meta/index.ts";
import { abortable, type Clock, isThenable, timeoutSignal } from "../util/index.ts";
import { newRetryWatcher, type RetryWatcherOptions, type WatchOpener } from "./retry-watcher.ts";

/** Looks at an event and says whether it is the one that was waited for. What it throws ends the wait. */
export type WatchUntilCondition<T extends KubeObject> = (event: WatchEvent<T>) => boolean | Promise<boolean>;

/** Options of {@link watchUntilWithRetry} and {@link watchUntilWithoutRetry}. */
export interface WatchUntilOptions {
  /** Limit for all conditions together. Default: none. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** The watch ended before the conditions were met. */
export class WatchClosedError extends ClosedError {
  constructor() {
    super("the watch ended before the conditions were met");
    this.name = "WatchClosedError";
  }
}

/**
 * Reads a watch until each condition was met, one after the other, and gives the last event. The event that met one
 * condition is shown to the next as well. Ends with a {@link WatchClosedError} when the watch ends first, with a
 * TimeoutError when the time is over. The watch is closed in any case. It is internal: programs use `waitFor` for a
 * state of one object, `watchUntil` for events, and `watchUntilWithSync` for what needs a cache.
 */
export async function watchUntilWithoutRetry<T extends KubeObject>(
  watch: AsyncIterable<WatchEvent<T>> & { close?(): void },
  conditions: WatchUntilCondition<T> | readonly WatchUntilCondition<T>[],
  { timeoutMs, signal, clock }: WatchUntilOptions = {},
): Promise<WatchEvent<T> | undefined> {
  const limit =
    timeoutMs === undefined
      ? undefined
      : timeoutSignal(timeoutMs, { signal, clock, reason: () => timedOut(timeoutMs) });
  const ending = limit?.signal ?? signal;
  const events = watch[Symbol.asyncIterator]();
  let last: WatchEvent<T> | undefined;
  try {
    throwIfAborted(signal);
    for (const condition of typeof conditions === "function" ? [conditions] : conditions) {
      if (last !== undefined && (await answerOf(condition(last), ending))) continue;
      do {
        const next = await abortable(events.next(), ending);
        if (next.done) throw new WatchClosedError();
        last = next.value;
      } while (!(await answerOf(condition(last), ending)));
    }
    return last;
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw abortedError(signal);
    throw error;
  } finally {
    limit?.release();
    watch.close?.();
    // Not awaited: an iterator that waits for its next event settles only when its stream is closed.
    events.return?.()?.catch(() => {});
  }
}

/**
 * Watches from a version on until each condition was met, as {@link watchUntilWithoutRetry} does, and goes on after
 * disconnects. Ends when the server no longer knows that version. It is what `watchUntil` of `client-ts/client` runs.
 */
export async function watchUntilWithRetry<T extends KubeObject>(
  resourceVersion: string,
  source: WatchOpener<T>,
  conditions: WatchUntilCondition<T> | readonly WatchUntilCondition<T>[],
  options: WatchUntilOptions & RetryWatcherOptions = {},
): Promise<WatchEvent<T> | undefined> {
  return watchUntilWithoutRetry(newRetryWatcher(resourceVersion, source, options), conditions, options);
}

/** What a condition answers; one that does not answer in time does not delay the end of the wait. */
function answerOf(answer: boolean | Promise<boolean>, ending: AbortSignal | undefined): boolean | Promise<boolean> {
  return isThenable(answer) ? abortable(answer, ending) : answer;
}

function timedOut(timeoutMs: number): TimeoutError {
  return new TimeoutError(`the conditions of watchUntil were not met within ${timeoutMs} ms`);
}
