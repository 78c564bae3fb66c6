import { checkNumber } from "./check-number.ts";
import type { Clock, Timer } from "./clock.ts";
import { nextTurn } from "./sleep.ts";

/**
 * A clock that stands still until a test moves it.
 *
 * ```ts
 * const clock = new FakeClock();
 * const done = sleep(30_000, { clock });
 * await clock.advance(30_000);
 * await done;
 * ```
 */
export class FakeClock implements Clock {
  #monotonic = 0;
  #wallOffset: number;
  #sequence = 0;
  readonly #timers = new Set<FakeTimer>();

  /** Starts at the given wall time, by default 2026-01-01T00:00:00Z. */
  constructor(startMs: number = Date.UTC(2026, 0, 1)) {
    this.#wallOffset = checkNumber("startMs", startMs);
  }

  /** How many timers are set and have not fired. */
  get pending(): number {
    return this.#timers.size;
  }

  /** When the next timer is due, in milliseconds from now, or `undefined` when none is set. */
  get nextInMs(): number | undefined {
    const next = this.#next();
    return next === undefined ? undefined : Math.max(0, next.due - this.#monotonic);
  }

  now(): number {
    return this.#wallOffset + this.#monotonic;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  setTimer(delayMs: number, run: () => void): Timer {
    if (!Number.isFinite(delayMs)) throw new RangeError(`a timer needs a finite delay, not ${delayMs}`);
    const timer: FakeTimer = { due: this.#monotonic + Math.max(0, delayMs), order: this.#sequence++, run };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  /** Moves time forward, firing timers in order of their time; between two of them, promises settle. */
  async advance(byMs: number): Promise<void> {
    const end = this.#monotonic + checkNumber("byMs", byMs, { least: 0 });
    await nextTurn();
    for (let timer = this.#next(); timer !== undefined && timer.due <= end; timer = this.#next()) {
      this.#monotonic = Math.max(this.#monotonic, timer.due);
      this.#timers.delete(timer);
      timer.run();
      await nextTurn();
    }
    this.#monotonic = end;
    await nextTurn();
  }

  /** Moves time forward to the next timer and fires it; says whether there was one. */
  async advanceToNext(): Promise<boolean> {
    const next = this.nextInMs;
    if (next === undefined) return false;
    await this.advance(next);
    return true;
  }

  /** Makes the wall clock jump, as an administrator or a laptop lid would; durations are not affected. */
  jumpWall(byMs: number): void {
    this.#wallOffset += checkNumber("byMs", byMs);
  }

  #next(): FakeTimer | undefined {
    let next: FakeTimer | undefined;
    for (const timer of this.#timers) {
      if (next === undefined || timer.due < next.due || (timer.due === next.due && timer.order < next.order))
        next = timer;
    }
    return next;
  }
}

interface FakeTimer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}
