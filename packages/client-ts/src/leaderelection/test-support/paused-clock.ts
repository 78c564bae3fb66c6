import { FakeClock, type Timer } from "../../util/index.ts";

/** A clock whose time can pass without its timers: a process that is stopped, or a loop that is blocked. */
export class PausedClock extends FakeClock {
  #pausedMs = 0;
  #wallMs = 0;
  readonly #armed = new Set<Armed>();

  override monotonic(): number {
    return super.monotonic() + this.#pausedMs;
  }

  override now(): number {
    return super.now() + this.#wallMs;
  }

  override setTimer(delayMs: number, run: () => void): Timer {
    const armed: Armed = { dueMs: this.monotonic() + delayMs, run, timer: undefined };
    this.#arm(armed);
    return {
      cancel: () => {
        armed.timer?.cancel();
        this.#armed.delete(armed);
      },
    };
  }

  /** As SIGSTOP: both clocks go on. What is due by then fires with the next `advance`. */
  pause(ms: number): void {
    this.#pausedMs += ms;
    this.#wallMs += ms;
    for (const armed of [...this.#armed]) this.#arm(armed);
  }

  /** As a laptop that sleeps: only the wall clock goes on. */
  suspend(ms: number): void {
    this.#wallMs += ms;
  }

  #arm(armed: Armed): void {
    armed.timer?.cancel();
    this.#armed.add(armed);
    armed.timer = super.setTimer(armed.dueMs - this.monotonic(), () => {
      this.#armed.delete(armed);
      armed.run();
    });
  }
}

interface Armed {
  readonly dueMs: number;
  readonly run: () => void;
  timer: Timer | undefined;
}
