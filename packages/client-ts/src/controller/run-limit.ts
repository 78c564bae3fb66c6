import { TimeoutError } from "../errors/index.ts";
import { allowManyListeners, type Clock, onAbort } from "../util/index.ts";

/** The signal of one run, and the function that releases it. */
export interface RunLimit {
  readonly signal: AbortSignal;
  release(): void;
}

/** Options of {@link limitRun}. */
export interface RunLimitOptions {
  readonly key: string;
  readonly clock: Clock;
  /** Fires when every run has to end. */
  readonly stop: AbortSignal;
  readonly timeoutMs: number;
  /** Called when the run has exceeded its time limit. */
  readonly onTimeout: () => void;
}

/** The signal of a run: it fires with the hard stop, and after the time limit. */
export function limitRun({ key, clock, stop, timeoutMs, onTimeout }: RunLimitOptions): RunLimit {
  const ending = new AbortController();
  allowManyListeners(ending.signal);
  const remove = onAbort(stop, (reason) => ending.abort(reason));
  const timer = clock.setTimer(
    timeoutMs,
    () => {
      onTimeout();
      ending.abort(new TimeoutError(`the reconcile of ${key} was not done within ${timeoutMs} ms`));
    },
    { ref: false },
  );
  return {
    signal: ending.signal,
    release() {
      timer.cancel();
      remove();
    },
  };
}
