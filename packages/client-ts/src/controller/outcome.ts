/** What a reconcile ends with, and what follows from it for its key. */

import { ClientError, InvalidArgumentError, isClientError, suggestsClientDelay } from "../errors/index.ts";
import { type BackoffPolicy, checkNumber, nextDelayMs, type Random } from "../util/index.ts";

/** What a reconciler may return; nothing means that the key is done until something changes. */
export interface ReconcileResult {
  /**
   * Run again after this many milliseconds at the latest. When an event causes an earlier run, the result of that run
   * sets the time.
   */
  readonly requeueAfterMs?: number | undefined;
  /** The priority of that run. Default: that of this run. */
  readonly priority?: number | undefined;
}

/** Thrown by a reconciler when another try cannot help: the key waits for the next change of its object. */
export class TerminalError extends ClientError {
  constructor(message: string, options?: ErrorOptions) {
    super("Controller", message, options);
    this.name = "TerminalError";
  }
}

/** Thrown by a reconciler that knows when another try makes sense. */
export class RetryAfterError extends ClientError {
  /** After this many milliseconds the key is tried again. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super("Controller", message, options);
    this.name = "RetryAfterError";
    this.retryAfterMs = checkNumber("retryAfterMs", retryAfterMs, { least: 0, error: InvalidArgumentError });
  }
}

/** Whether an error, or a cause of it, is a {@link TerminalError}, from any copy of this package. */
export function isTerminal(error: unknown): boolean {
  return findNamed(error, "TerminalError") !== undefined;
}

/** The delay that a {@link RetryAfterError} or an answer of the server asks for; `undefined` when none does. */
export function wantedDelayMs(error: unknown): number | undefined {
  const own = findNamed(error, "RetryAfterError") as RetryAfterError | undefined;
  if (own !== undefined) return own.retryAfterMs;
  const seconds = suggestsClientDelay(error);
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** Whether the error names the time of the next try itself, so that failures need not be counted. */
function hasOwnDelay(error: unknown): boolean {
  return findNamed(error, "RetryAfterError") !== undefined;
}

/** Gives a reconciler's result back when it is one. Throws an InvalidArgumentError for anything else. */
export function checkResult(result: unknown): ReconcileResult {
  if (result === undefined || result === null) return {};
  if (typeof result !== "object" || Array.isArray(result))
    throw new InvalidArgumentError(
      `a reconciler returns nothing or { requeueAfterMs }, not ${Array.isArray(result) ? "a list" : typeof result}`,
    );
  const { requeueAfterMs = 0, priority = 0 } = result as Record<string, unknown>;
  if (typeof requeueAfterMs !== "number" || typeof priority !== "number")
    throw new InvalidArgumentError("requeueAfterMs and priority of a reconciler's result must be numbers");
  checkNumber("requeueAfterMs", requeueAfterMs, { least: 0, error: InvalidArgumentError });
  checkNumber("priority", priority, { error: InvalidArgumentError });
  return result;
}

/** An error for whatever a reconciler threw. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error || isClientError(thrown)
    ? (thrown as Error)
    : new Error(`a reconciler threw ${typeof thrown === "object" ? "an object" : String(thrown)}`, { cause: thrown });
}

/** What is known about a key when its run has failed. Times are those of the monotonic clock. */
export interface FailedRun {
  readonly now: number;
  /** Failures that were counted before this run. */
  readonly failures: number;
  /** When the next try was due, if an event brought this run before that time. */
  readonly retryAt: number | undefined;
  readonly error: unknown;
}

/** A retry that is this near is brought forward by an event; a later one stays. */
const imminentMs = 5_000;

/**
 * When a failed key is tried again, and how many failures then count. A run that an event caused while the retry was
 * still to come moves neither the counter nor the retry, unless it was due within five seconds: otherwise a burst of
 * events would turn the exponential delay into one that grows with every event.
 */
export function planRetry(
  run: FailedRun,
  policy: BackoffPolicy,
  random: Random,
): { readonly failures: number; readonly dueAt: number } {
  const { now, failures, retryAt, error } = run;
  const wanted = wantedDelayMs(error);
  if (hasOwnDelay(error)) return { failures, dueAt: now + (wanted ?? 0) };
  if (retryAt !== undefined && retryAt - now > imminentMs)
    return { failures, dueAt: Math.max(retryAt, now + (wanted ?? 0)) };
  const delay = nextDelayMs(failures, policy, random);
  return { failures: failures + 1, dueAt: now + Math.max(delay, wanted ?? 0) };
}

function findNamed(error: unknown, name: string): ClientError | undefined {
  for (let at = error, depth = 0; depth < 10 && typeof at === "object" && at !== null; depth++) {
    if (isClientError(at, "Controller") && at.name === name) return at;
    at = (at as { readonly cause?: unknown }).cause;
  }
  return undefined;
}
