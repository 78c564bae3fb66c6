import { setImmediate } from "node:timers";
import { onAbort } from "./abort.ts";
import type { Clock } from "./clock.ts";
import { systemClock } from "./system-clock.ts";

/** Options of {@link sleep}. */
export interface SleepOptions {
  readonly clock?: Clock | undefined;
  /** Ends the sleep: the promise rejects with the signal's reason, and the timer is gone. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the sleep keeps the process alive. Default `true`. */
  readonly ref?: boolean | undefined;
}

/** Settles after a time; with zero or less, after other code that is ready to run. */
export function sleep(delayMs: number, { clock = systemClock, signal, ref = true }: SleepOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = clock.setTimer(
      delayMs,
      () => {
        remove();
        resolve();
      },
      { ref },
    );
    const remove = onAbort(signal, (reason) => {
      timer.cancel();
      reject(reason);
    });
  });
}

/**
 * Settles after one turn of the event loop, so that sockets and timers are served in between. `await null` does not
 * give them a turn.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => afterTurn(resolve));
}

/**
 * A program's tests replace timers for a while, and a turn that is awaited then would never come: everything that
 * shares a slice of the event loop would wait for it, also when the real timers are back. The function is therefore
 * taken once, and from the module: the global one may be replaced already when this file is imported, as with Jest's
 * `fakeTimers.enableGlobally`. Fake timers that replace members of the module too do not reach a name that is imported
 * from it, and those of Jest replace globals only.
 */
const onImmediate = setImmediate;

/** Calls a function after one turn of the event loop. */
export function afterTurn(run: () => void): void {
  onImmediate(run);
}
