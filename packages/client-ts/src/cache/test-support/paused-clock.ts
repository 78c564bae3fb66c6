import { FakeClock, type Timer } from "../../util/index.ts";

/**
 * A clock of a process that can be stopped and go on later, as by SIGSTOP: time passes at once, and every timer that
 * was due fires late.
 */
export class PausedClock extends FakeClock {
  #wakesAt: number | undefined;

  override monotonic(): number {
    return this.#wakesAt ?? super.monotonic();
  }

  /** What is set on waking counts from then. */
  override setTimer(delayMs: number, run: () => void): Timer {
    const untilAwake = this.#wakesAt === undefined ? 0 : this.#wakesAt - super.monotonic();
    return super.setTimer(delayMs + untilAwake, run);
  }

  /** Sleeps; wakes up with every timer late. */
  async pause(forMs: number): Promise<void> {
    this.#wakesAt = super.monotonic() + forMs;
    await this.advance(forMs);
    this.#wakesAt = undefined;
  }
}
