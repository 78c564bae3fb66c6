import type { Clock, Timer, TimerOptions } from "./clock.ts";

/** The longest delay that Node's timers take; a longer one would fire at once. */
const longestMs = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer(delayMs: number, run: () => void, { ref = true }: TimerOptions = {}): Timer {
    if (!Number.isFinite(delayMs)) throw new RangeError(`a timer needs a finite delay, not ${delayMs}`);
    const due = performance.now() + delayMs;
    let handle: NodeJS.Timeout;
    const arm = (): void => {
      const left = due - performance.now();
      handle = setTimeout(left > longestMs ? arm : run, Math.min(Math.max(left, 0), longestMs));
      if (!ref) handle.unref();
    };
    arm();
    return { cancel: () => clearTimeout(handle) };
  },
};
