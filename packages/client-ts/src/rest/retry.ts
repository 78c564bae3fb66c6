import { clampServerDelayMs, escapeForPrint, isClientError } from "../errors/index.ts";
import { headerOf, type TransportResponse } from "../transport/index.ts";

/**
 * How a request is answered: an object, a watch, or a stream of bytes. Each has its own rule of what is tried again.
 */
export type RequestMode = "do" | "watch" | "stream";

/** One finished attempt, as the retry rule looks at it. An error wins over a response. */
export interface Attempt {
  readonly method: string;
  readonly mode: RequestMode;
  /** Whether the body can be sent again. */
  readonly replayable: boolean;
  readonly response?: Pick<TransportResponse, "status" | "headers"> | undefined;
  readonly error?: unknown;
}

/** What to do before the next attempt. */
export interface RetryPlan {
  readonly afterMs: number;
  /** Why, for the log. */
  readonly reason: string;
}

/** The wait after a connection that broke. */
const brokenConnectionWaitMs = 1_000;

/**
 * client-go's rule. An answer 429 or 5xx with `Retry-After` is tried again whatever the method, because the server says
 * that it did nothing. A connection that broke is tried again for a GET, and when a watch is opened; never for a
 * stream. A name that cannot be found, a peer that refuses and a certificate that cannot be trusted are not tried again
 * here. `undefined` means: do not.
 */
export function retryPlan(attempt: Attempt, nowMs: number): RetryPlan | undefined {
  if (!attempt.replayable) return undefined;
  if (attempt.error !== undefined) {
    return isWorthRetrying(attempt) ? { afterMs: brokenConnectionWaitMs, reason: "the connection broke" } : undefined;
  }
  const { response } = attempt;
  if (response === undefined || (response.status !== 429 && response.status < 500)) return undefined;
  const afterMs = parseRetryAfter(headerOf(response, "retry-after"), nowMs);
  if (afterMs === undefined) return undefined;
  const flow = headerOf(response, "x-kubernetes-pf-flowschema-uid");
  const schema = flow ? ` (flow schema "${escapeForPrint(flow, { singleLine: true, maxLength: 64 })}")` : "";
  return { afterMs, reason: `the server answered ${response.status}${schema}` };
}

function isWorthRetrying({ error, mode, method }: Attempt): boolean {
  if (mode === "stream" || !isClientError(error, "Transport")) return false;
  const { code } = error;
  const broken = code === "reset" || code === "goaway" || code === "refused-stream";
  return mode === "watch" ? broken || code === "timeout" : broken && method === "GET";
}

/**
 * `Retry-After` in milliseconds from now: seconds or an HTTP date, clamped to between zero and five minutes.
 * `undefined` when there is none or it cannot be read.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim();
  if (text === undefined || text.length > 64) return undefined;
  if (/^[+-]?\d+$/.test(text)) return clampServerDelayMs(Number(text) * 1_000);
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : clampServerDelayMs(date - nowMs);
}

/** Adds to an error what went wrong in the attempt before, unless it says the same. The error stays what it is. */
export function mentionPrevious(error: Error, previous: Error | undefined): Error {
  if (previous === undefined || previous.message === error.message) return error;
  error.message = `${error.message} - error from a previous attempt: ${previous.message}`;
  return error;
}
