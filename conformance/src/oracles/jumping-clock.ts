import { type Clock, systemClock } from "client-ts/util";

/**
 * The machine's clock in a process that is held up now and then: at one look in ten, five milliseconds have passed.
 * Work that watches the time is interrupted at other places in each world, as by other work or by garbage collection.
 */
export function jumpingClock(random: () => number): Clock {
  let aheadMs = 0;
  return {
    now: () => systemClock.now(),
    monotonic: () => {
      if (random() < 0.1) aheadMs += 5;
      return systemClock.monotonic() + aheadMs;
    },
    setTimer: (delayMs, run, options) => systemClock.setTimer(delayMs, run, options),
  };
}
