import { FakeClock, type Timer, type TimerOptions } from "../../util/index.ts";

/** A clock that remembers each timer that was set: its delay, and whether it keeps the process alive. */
export class TimerClock extends FakeClock {
  readonly timers: (readonly [delayMs: number, ref: boolean])[] = [];

  override setTimer(delayMs: number, run: () => void, { ref = true }: TimerOptions = {}): Timer {
    this.timers.push([delayMs, ref]);
    return super.setTimer(delayMs, run);
  }
}
