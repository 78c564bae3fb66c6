import { abortable } from "../util/index.ts";
import { isClientError } from "./client-error.ts";
import { AbortedError } from "./errors.ts";
import { findError } from "./status-error.ts";

/**
 * The error of a call that the signal of its caller has ended. A reason that is an {@link AbortedError} already is
 * given as it is.
 */
export function abortedError(signal: AbortSignal, message?: string): AbortedError {
  if (isClientError(signal.reason, "Aborted")) return signal.reason;
  return new AbortedError(message, { cause: signal.reason });
}

/** Throws an {@link AbortedError} when the signal has fired; does nothing else. */
export function throwIfAborted(signal: AbortSignal | undefined, message?: string): void {
  if (signal?.aborted) throw abortedError(signal, message);
}

/**
 * The promise, or an {@link AbortedError} as soon as the signal fires. The work behind the promise goes on, for other
 * callers that wait for it.
 */
export function orAborted<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined, message?: string): Promise<T> {
  return abortable(promise, signal, (fired) => abortedError(fired, message));
}

/**
 * Whether a signal ended the call: our {@link AbortedError}, or the `AbortError` of the platform; also behind
 * other errors.
 */
export function isAborted(error: unknown): boolean {
  return findError(error, isAbort) !== undefined;
}

function isAbort(candidate: unknown): candidate is Error {
  return isClientError(candidate, "Aborted") || (candidate instanceof Error && candidate.name === "AbortError");
}
