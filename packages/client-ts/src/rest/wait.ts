import { abortedError, throwIfAborted } from "../errors/index.ts";
import type { Clock } from "../util/index.ts";

/** Waits on a clock; rejects with an AbortedError when the signal fires first. */
export function wait(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      timer.cancel();
      reject(abortedError(signal as AbortSignal));
    };
    const timer = clock.setTimer(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
