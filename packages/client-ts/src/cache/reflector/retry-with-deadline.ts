import type { Clock } from "../../util/index.ts";

/** Options of {@link RetryWithDeadline}. */
export interface RetryWithDeadlineOptions {
  /** For how long after the first failure trying again is allowed. Zero: never. */
  readonly maxMs: number;
  /** After a calm this long the window begins anew. Default one minute. */
  readonly calmMs?: number;
  readonly isRetryable: (error: unknown) => boolean;
  readonly clock: Pick<Clock, "monotonic">;
}

/**
 * Says whether to try again, within a window that begins with the first failure of the right kind. A failure of another kind is never tried
 * again, and leaves an open window open. Success or a calm closes it.
 */
export class RetryWithDeadline {
  readonly #options: RetryWithDeadlineOptions;
  #first: number | undefined;
  #last = 0;

  constructor(options: RetryWithDeadlineOptions) {
    this.#options = options;
  }

  /** Takes note of a failure and says whether to try again. */
  shouldRetry(error: unknown): boolean {
    const { maxMs, calmMs = 60_000, isRetryable, clock } = this.#options;
    if (!isRetryable(error)) return false;
    const now = clock.monotonic();
    if (this.#first !== undefined && now - this.#last >= calmMs) this.#first = undefined;
    this.#first ??= now;
    this.#last = now;
    return now - this.#first < maxMs;
  }

  /** All went well: the next failure is a first one. */
  reset(): void {
    this.#first = undefined;
  }
}
