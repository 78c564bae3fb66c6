/** A timer that was set on a {@link Clock}. */
export interface Timer {
  /** Forgets the timer; its function is not called any more. Harmless when it has fired or was cancelled before. */
  cancel(): void;
}

/** Options of {@link Clock.setTimer}. */
export interface TimerOptions {
  /** Whether the timer keeps the process alive. Default `true`; background work says `false`. */
  readonly ref?: boolean | undefined;
}

/**
 * Time as the library sees it. Everything that waits takes one, so that a test can say "advance 30 seconds" and end at
 * once.
 */
export interface Clock {
  /** The wall clock in milliseconds since 1970; may jump either way. Only for times that leave the process. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back. For every duration and deadline. */
  monotonic(): number;
  /**
   * Calls `run` once, after `delayMs` (any length; zero or less means as soon as possible). Refuses `NaN` and
   * `Infinity`.
   */
  setTimer(delayMs: number, run: () => void, options?: TimerOptions): Timer;
}
