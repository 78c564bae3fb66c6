import type { Clock, TimerOptions } from "../clock.ts";

/** A clock that remembers for each timer whether it keeps the process alive, as its owner said. */
export class RefRecordingClock implements Clock {
  readonly refs: (boolean | undefined)[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  setTimer(delayMs: number, run: () => void, options?: TimerOptions): ReturnType<Clock["setTimer"]> {
    this.refs.push(options?.ref);
    return this.#clock.setTimer(delayMs, run);
  }
}
