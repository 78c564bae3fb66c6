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
 * Taken once: a program's tests replace the global function for a while, and a turn that is awaited then would never
 * come. Everything that shares a slice of the event loop would wait for it.
 */
const { setImmediate: onImmediate } = globalThis;

/** Calls a function after one turn of the event loop. */
export function afterTurn(run: () => void): void {
  onImmediate(run);
}
