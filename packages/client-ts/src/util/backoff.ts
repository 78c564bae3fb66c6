import { checkNumber } from "./check-number.ts";
import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";
import { systemClock } from "./system-clock.ts";
import { systemRandom } from "./system-random.ts";

/** How waiting grows from one failure to the next. */
export interface BackoffPolicy {
  /** The first wait. */
  readonly baseMs: number;
  /** By how much each wait is longer than the one before. Default 2. */
  readonly factor?: number | undefined;
  /** The longest wait before jitter. Default: none. */
  readonly capMs?: number | undefined;
  /** How much of the wait is added at random: 1.0 adds up to the whole wait again, after the cap. Default 0. */
  readonly jitter?: number | undefined;
}

/**
 * The wait before try number `attempt` + 1 (the first failure is attempt 0): base · factor^attempt, at most the cap,
 * plus jitter. Never overflows. Throws a RangeError for numbers that make no sense.
 */
export function nextDelayMs(attempt: number, policy: BackoffPolicy, random: Random = systemRandom): number {
  const { baseMs, factor = 2, capMs = Number.POSITIVE_INFINITY, jitter = 0 } = policy;
  checkNumber("attempt", attempt, { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY });
  checkPolicy(policy);
  // Beyond the range of a double the power is Infinity, and 0 * Infinity is NaN: both mean the cap, or nothing for a
  // base of zero.
  const grown = baseMs <= 0 ? 0 : baseMs * factor ** Math.max(0, attempt);
  const capped = Math.min(grown, capMs, Number.MAX_SAFE_INTEGER);
  return jitter > 0 ? capped + capped * jitter * random() : capped;
}

function checkPolicy({ baseMs, factor = 2, capMs = 0, jitter = 0 }: BackoffPolicy): void {
  checkNumber("baseMs", baseMs);
  checkNumber("factor", factor, { least: 0 });
  checkNumber("capMs", capMs, { least: 0, most: Number.POSITIVE_INFINITY });
  checkNumber("jitter", jitter, { least: 0 });
}

/** Options of {@link Backoff}. */
export interface BackoffOptions extends BackoffPolicy {
  /** After a calm this long, the next wait is the first again. Default: only `reset` does that. */
  readonly resetAfterMs?: number | undefined;
  /** After this many waits the wait grows no more. Default: only the cap stops it. */
  readonly steps?: number | undefined;
  readonly clock?: Pick<Clock, "monotonic"> | undefined;
  readonly random?: Random | undefined;
}

/**
 * Remembers how often something failed and says how long to wait. Each call of `next` counts as a failure; after
 * `resetAfterMs` without a call it starts over. The options of a reflector's are `backoff` of `reflectorDefaults`.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #clock: Pick<Clock, "monotonic">;
  #attempt = 0;
  #lastAsked: number | undefined;

  constructor(options: BackoffOptions) {
    checkPolicy(options);
    checkNumber("resetAfterMs", options.resetAfterMs ?? 0, { least: 0, most: Number.POSITIVE_INFINITY });
    checkNumber("steps", options.steps ?? 0, { least: 0, most: Number.POSITIVE_INFINITY });
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** How many waits were handed out since the last reset. */
  get attempts(): number {
    return this.#attempt;
  }

  /** The wait before the next try, in milliseconds. */
  next(): number {
    const { resetAfterMs, steps = Number.POSITIVE_INFINITY, random } = this.#options;
    const now = this.#clock.monotonic();
    if (resetAfterMs !== undefined && this.#lastAsked !== undefined && now - this.#lastAsked > resetAfterMs)
      this.#attempt = 0;
    this.#lastAsked = now;
    const delay = nextDelayMs(Math.min(this.#attempt, steps), this.#options, random);
    this.#attempt++;
    return delay;
  }

  /** Ends the count of failures: the next wait is the first again. */
  reset(): void {
    this.#attempt = 0;
    this.#lastAsked = undefined;
  }
}
