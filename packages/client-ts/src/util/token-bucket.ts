import { checkNumber } from "./check-number.ts";
import type { Clock } from "./clock.ts";
import { abortable } from "./abort.ts";
import { sleep } from "./sleep.ts";
import { systemClock } from "./system-clock.ts";

/** Options of {@link Throttle.wait}. */
export interface ThrottleWaitOptions {
  /** Ends the wait: the promise rejects with the signal's reason, and the place in line is given back. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest time to wait. When the turn would come later, the promise rejects at once with a {@link
   * ThrottleDeadlineError}.
   */
  readonly timeoutMs?: number | undefined;
}

/** Says when the next request may go. */
export interface Throttle {
  /** Takes a turn if one is free now; never waits. */
  tryAccept(): boolean;
  /** Settles when it is this caller's turn, in order of the calls. */
  wait(options?: ThrottleWaitOptions): Promise<void>;
  /** How many turns there are in a second. */
  readonly qps: number;
}

/** The turn would come after the time that the caller has. */
export class ThrottleDeadlineError extends Error {
  override readonly name = "ThrottleDeadlineError";
  /** How long the wait would have been. */
  readonly delayMs: number;

  constructor(delayMs: number) {
    super(
      `the client's own rate limit would make this call wait for ${Math.ceil(delayMs)} ms, longer than its time allows`,
    );
    this.delayMs = delayMs;
  }
}

/** Options of {@link TokenBucket}. */
export interface TokenBucketOptions {
  /** Tokens that come back per second. */
  readonly qps: number;
  /** Tokens that can be saved up, and that are there at the start. */
  readonly burst: number;
  readonly clock?: Clock | undefined;
}

/**
 * A bucket that fills at `qps` tokens a second up to `burst`; each request takes one, and waits while there is none.
 */
export class TokenBucket implements Throttle {
  readonly qps: number;
  readonly #burst: number;
  readonly #clock: Clock;
  /** Below zero: as many callers wait. */
  #tokens: number;
  #filledAt: number;

  constructor({ qps, burst, clock = systemClock }: TokenBucketOptions) {
    if (!(qps > 0)) throw new RangeError(`a token bucket needs a rate above zero, not ${qps}`);
    if (!(burst >= 1)) throw new RangeError(`a token bucket needs a burst of one or more, not ${burst}`);
    this.qps = qps;
    this.#burst = burst;
    this.#clock = clock;
    this.#tokens = burst;
    this.#filledAt = clock.monotonic();
  }

  tryAccept(): boolean {
    this.#fill();
    if (this.#tokens < 1 - rounding) return false;
    this.#tokens -= 1;
    return true;
  }

  /**
   * Takes the next free turn, now or later, and says in how many milliseconds it comes. The turn cannot be given back.
   */
  reserve(): number {
    this.#fill();
    this.#tokens -= 1;
    return this.#tokens >= -rounding ? 0 : (-this.#tokens / this.qps) * 1000;
  }

  async wait({ signal, timeoutMs = Number.POSITIVE_INFINITY }: ThrottleWaitOptions = {}): Promise<void> {
    checkTimeout(timeoutMs);
    if (signal?.aborted) throw signal.reason;
    const delayMs = this.reserve();
    if (delayMs <= 0) return;
    if (delayMs > timeoutMs) {
      this.#tokens += 1;
      throw new ThrottleDeadlineError(delayMs);
    }
    try {
      await sleep(delayMs, { clock: this.#clock, signal });
    } catch (error) {
      // Callers that came later keep their times: the token that is given back serves the next caller.
      this.#tokens = Math.min(this.#burst, this.#tokens + 1);
      throw error;
    }
  }

  #fill(): void {
    const now = this.#clock.monotonic();
    // No time times an endless rate is not a number; such a bucket is always full.
    const filled = this.qps === Number.POSITIVE_INFINITY ? this.qps : ((now - this.#filledAt) / 1000) * this.qps;
    this.#tokens = Math.min(this.#burst, this.#tokens + filled);
    this.#filledAt = now;
  }
}

function checkTimeout(timeoutMs: number): void {
  checkNumber("timeoutMs", timeoutMs, { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY });
}

/** A millionth of a token: what adding up small fractions may lose. */
const rounding = 1e-6;

/** A throttle that lets everything through. */
export const unlimitedThrottle: Throttle = {
  qps: Number.POSITIVE_INFINITY,
  tryAccept: () => true,
  wait: async () => {},
};

/** A throttle that lets nothing through; `wait` ends only by signal. For tests. */
export const closedThrottle: Throttle = {
  qps: 0,
  tryAccept: () => false,
  wait: async ({ signal, timeoutMs = Number.POSITIVE_INFINITY } = {}) => {
    checkTimeout(timeoutMs);
    if (timeoutMs < Number.POSITIVE_INFINITY) throw new ThrottleDeadlineError(Number.POSITIVE_INFINITY);
    await abortable(new Promise<void>(() => {}), signal);
  },
};
