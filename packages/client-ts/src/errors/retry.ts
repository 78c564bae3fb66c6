import {
  type BackoffPolicy,
  type Clock,
  nextDelayMs,
  type Random,
  sleep,
  systemClock,
  systemRandom,
} from "../util/index.ts";
import { orAborted, throwIfAborted } from "./abort.ts";
import { InvalidArgumentError } from "./errors.ts";
import { isConflict } from "./guards.ts";

/** How often and how far apart a call is tried. */
export interface RetryPolicy extends BackoffPolicy {
  /** How many tries there are in all. */
  readonly steps: number;
}

/** Five tries about 10 ms apart: for a conflict with few others, where reading again is likely to help at once. */
export const defaultRetry: RetryPolicy = { steps: 5, baseMs: 10, factor: 1, jitter: 0.1 };

/** Four tries, 10 ms, 50 ms and 250 ms apart: for a conflict with others that write often. */
export const defaultBackoff: RetryPolicy = { steps: 4, baseMs: 10, factor: 5, jitter: 0.1 };

/** Options of {@link retryOnError} and {@link retryOnConflict}. */
export interface RetryOptions {
  /** Default: {@link defaultRetry}. */
  readonly policy?: RetryPolicy | undefined;
  /** Ends the wait between two tries with an AbortedError. The call itself must look at its own signal. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/**
 * Calls `run` again while it throws an error that `retriable` accepts, up to the policy's number of tries; then throws
 * the last error.
 */
export async function retryOnError<T>(
  run: () => Promise<T> | T,
  retriable: (error: unknown) => boolean,
  options: RetryOptions = {},
): Promise<T> {
  const { policy = defaultRetry, signal, clock = systemClock, random = systemRandom } = options;
  if (!(policy.steps >= 1)) throw new InvalidArgumentError(`a retry needs one try or more, not ${policy.steps}`);
  for (let attempt = 0; ; attempt++) {
    throwIfAborted(signal, "the retries were aborted");
    try {
      return await run();
    } catch (error) {
      if (!retriable(error) || attempt + 1 >= policy.steps) throw error;
    }
    await orAborted(sleep(nextDelayMs(attempt, policy, random), { clock, signal }), signal, "the retries were aborted");
  }
}

/**
 * Repeats a read-change-write while another client wrote first. The function must read again each time.
 *
 * ```ts
 * await retryOnConflict(async () => {
 *   const web = await deployments.get("web");
 *   await deployments.update({ ...web, spec: { ...web.spec, replicas: 3 } });
 * });
 * ```
 */
export function retryOnConflict<T>(run: () => Promise<T> | T, options: RetryOptions = {}): Promise<T> {
  return retryOnError(run, isConflict, options);
}
