import { setMaxListeners } from "node:events";
import type { Clock, Timer } from "./clock.ts";
import { systemClock } from "./system-clock.ts";

/** A signal that was made from others, and the function that releases them. */
export interface OwnedSignal {
  readonly signal: AbortSignal;
  /**
   * Removes the listeners from the other signals and cancels timers. The signal stays as it is. A second call does
   * nothing.
   */
  release(): void;
}

/**
 * Calls `run` when the signal fires, at once when it has fired already. Returns the function that removes the listener.
 */
export function onAbort(signal: AbortSignal | undefined, run: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    run(signal.reason);
    return () => {};
  }
  allowManyListeners(signal);
  const listener = (): void => run(signal.reason);
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}

/** Settles when the signal fires, at once when it has fired already. It stays on the signal until then. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => onAbort(signal, () => resolve()));
}

/** Signals whose number of listeners is not limited. */
const unlimited = new WeakSet<AbortSignal>();

/** For a signal that many calls may share: Node takes more than ten listeners for a leak and warns. */
export function allowManyListeners(signal: AbortSignal | undefined): void {
  if (signal === undefined || unlimited.has(signal)) return;
  unlimited.add(signal);
  try {
    setMaxListeners(0, signal);
  } catch {
    // The signal of another implementation, such as jsdom's, has no such limit.
  }
}

/**
 * A signal that fires with the first of several, with its reason. `release` it when the work is over: unlike
 * `AbortSignal.any`, nothing then hangs on a long-lived signal any more.
 */
export function combineSignals(...signals: readonly (AbortSignal | undefined)[]): OwnedSignal {
  const controller = new AbortController();
  const removers: (() => void)[] = [];
  const release = (): void => {
    for (const remove of removers.splice(0)) remove();
  };
  for (const signal of signals) {
    if (controller.signal.aborted) break;
    removers.push(
      onAbort(signal, (reason) => {
        release();
        controller.abort(reason);
      }),
    );
  }
  return { signal: controller.signal, release };
}

/** Options of {@link timeoutSignal}. */
export interface TimeoutSignalOptions {
  readonly clock?: Clock | undefined;
  /** Another signal that ends it too. */
  readonly signal?: AbortSignal | undefined;
  /**
   * What the signal gives as reason when the time is over. Default: a `TimeoutError` as `AbortSignal.timeout` gives.
   */
  readonly reason?: (() => unknown) | undefined;
  /** Whether the timer keeps the process alive. Default `true`. */
  readonly ref?: boolean | undefined;
}

/** A signal that fires after a time, on the given clock. `release` it when the work is over. */
export function timeoutSignal(timeoutMs: number, options: TimeoutSignalOptions = {}): OwnedSignal {
  const {
    clock = systemClock,
    signal,
    ref = true,
    reason = () => new DOMException("the time limit was exceeded", "TimeoutError"),
  } = options;
  const over = new AbortController();
  const timer: Timer = clock.setTimer(timeoutMs, () => over.abort(reason()), { ref });
  const both = combineSignals(signal, over.signal);
  onAbort(both.signal, () => timer.cancel());
  return {
    signal: both.signal,
    release() {
      timer.cancel();
      both.release();
    },
  };
}

/**
 * The promise, unless the signal fires first: then it rejects with the signal's reason, or with what `errorOf` makes of
 * the signal. What the promise does later is ignored. Not for a promise that stays pending for long: each aborted call
 * leaves a reaction on it. A `Latch` does not.
 */
export function abortable<T>(
  promise: PromiseLike<T>,
  signal: AbortSignal | undefined,
  errorOf: (signal: AbortSignal) => unknown = ({ reason }) => reason,
): Promise<T> {
  if (signal === undefined) return Promise.resolve(promise);
  return new Promise<T>((resolve, reject) => {
    const remove = onAbort(signal, () => reject(errorOf(signal)));
    promise.then(
      (value) => {
        remove();
        resolve(value);
      },
      (error) => {
        remove();
        reject(error);
      },
    );
  });
}
