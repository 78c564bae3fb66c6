import { checkNumber } from "./check-number.ts";
import type { Clock } from "./clock.ts";
import { guardReporter } from "./guard.ts";
import type { Random } from "./random.ts";
import { sleep } from "./sleep.ts";
import { systemClock } from "./system-clock.ts";
import { systemRandom } from "./system-random.ts";
import type { OnUnexpectedError } from "./unexpected.ts";

/** Options of {@link until}. */
export interface UntilOptions {
  /** Ends the loop. */
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** How much of the period is added at random: 1.0 makes it up to twice as long. Default 0. */
  readonly jitter?: number | undefined;
  /** Whether the period begins when the function ends (`true`, the default) or when it began. */
  readonly sliding?: boolean | undefined;
  /** Whether the first call waits for one period. Default `false`. */
  readonly delayFirst?: boolean | undefined;
  /** Whether waiting keeps the process alive. Default `true`. */
  readonly ref?: boolean | undefined;
  /** Gets what the function throws; the loop goes on. Default: {@link reportUnexpectedError}. */
  readonly onError?: OnUnexpectedError | undefined;
  /** What the loop is called when its function throws. */
  readonly name?: string | undefined;
}

/**
 * Calls a function again and again, a period apart, until the signal fires. Two calls never overlap, however long one
 * takes. The promise settles when the signal has fired and the last call has ended; it rejects only for a period or
 * jitter that is negative or not finite.
 */
export async function until(
  run: (signal: AbortSignal) => unknown,
  periodMs: number,
  options: UntilOptions,
): Promise<void> {
  const {
    signal,
    clock = systemClock,
    random = systemRandom,
    jitter = 0,
    sliding = true,
    delayFirst = false,
    ref = true,
  } = options;
  const { name = "a repeated task" } = options;
  const onError = guardReporter(options.onError);
  // A sleep refuses such numbers, and the loop would go on without a pause.
  checkNumber("periodMs", periodMs, { least: 0 });
  checkNumber("jitter", jitter, { least: 0 });
  const pause = async (ms: number): Promise<void> => {
    try {
      await sleep(ms, { clock, signal, ref });
    } catch {
      // The signal fired; the loop's own condition sees it.
    }
  };
  const period = (): number => (jitter > 0 ? periodMs + periodMs * jitter * random() : periodMs);
  if (delayFirst) await pause(period());
  while (!signal.aborted) {
    const began = clock.monotonic();
    const length = period();
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) onError(error, name);
    }
    if (signal.aborted) return;
    await pause(sliding ? length : length - (clock.monotonic() - began));
  }
}
