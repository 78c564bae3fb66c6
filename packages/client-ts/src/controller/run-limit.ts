import { setMaxListeners } from "node:events";
import { TimeoutError } from "../errors/index.ts";
import { type Clock, onAbort } from "../util/index.ts";

/** The signal of one run, and how it is given back. */
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
  readonly timeoutMs: number | undefined;
  /** Called when the run has exceeded its time limit. */
  readonly onTimeout: (timeoutMs: number) => void;
}

/** The signal of a run: it fires with the hard stop, and after the time limit where there is one. */
export function limitRun({ key, clock, stop, timeoutMs, onTimeout }: RunLimitOptions): RunLimit {
  // One signal serves all runs that cannot end on their own.
  if (timeoutMs === undefined) return { signal: stop, release() {} };
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const remove = onAbort(stop, (reason) => ending.abort(reason));
  const timer = clock.setTimer(
    timeoutMs,
    () => {
      onTimeout(timeoutMs);
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
