import type { RequestFacts } from "../errors/index.ts";
import { isStreamed, type Transport, type TransportRequest, type TransportResponse } from "../transport/index.ts";
import { type Clock, systemClock } from "../util/index.ts";
import { drain, errorFromResponse } from "./read-body.ts";
import { type RequestMode, retryPlan } from "./retry.ts";
import { wait } from "./wait.ts";

/** What is known when a request is about to be tried again. */
export interface Retry {
  /** What went wrong: what the server said, or how the connection broke. */
  readonly error: Error;
  /** The status of the answer; `undefined` when there was none. */
  readonly status: number | undefined;
  /** 1 for the first attempt that follows another. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly reason: string;
}

/** Options of {@link sendWithRetries}. */
export interface RetryingOptions {
  /** Which rule applies. Default `do`: that of a call which is answered with an object. */
  readonly mode?: RequestMode | undefined;
  /** Default 10. */
  readonly maxRetries?: number | undefined;
  /** The least time to wait; called before each wait. Default 0. */
  readonly leastDelayMs?: (() => number) | undefined;
  /** Called for each further attempt, before the wait. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Awaited after the wait: a rate limiter. */
  readonly ready?: ((signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** What the request is about, for messages. */
  readonly facts?: RequestFacts | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Sends a request and tries again by client-go's rule: 429 and 5xx when the server says when, broken connections where
 * that is safe.
 */
export async function sendWithRetries(
  next: Transport,
  request: TransportRequest,
  options: RetryingOptions,
): Promise<TransportResponse> {
  const { mode = "do", maxRetries = 10, leastDelayMs = () => 0, onRetry, ready, clock = systemClock } = options;
  const { method, signal } = request;
  for (let attempt = 0; ; attempt++) {
    const replayable = !isStreamed(request.body);
    let response: TransportResponse | undefined;
    let error: Error | undefined;
    try {
      response = await next(request);
    } catch (thrown) {
      error = thrown as Error;
    }
    const plan =
      attempt < maxRetries ? retryPlan({ method, mode, replayable, response, error }, clock.now()) : undefined;
    if (plan === undefined) {
      if (response === undefined) throw error;
      return response;
    }
    if (response !== undefined) {
      const facts = options.facts ?? { method, path: request.path.split("?", 1)[0] as string };
      error = await givenUp(response, facts, clock);
    }
    const delayMs = Math.max(plan.afterMs, leastDelayMs());
    const status = response?.status;
    onRetry?.({ error: error as Error, status, attempt: attempt + 1, delayMs, reason: plan.reason });
    await wait(delayMs, clock, signal);
    await ready?.(signal);
  }
}

/**
 * What the server said in an answer whose request is tried again. A short answer is read to its end, so that its
 * connection can be used again.
 */
async function givenUp(response: TransportResponse, facts: RequestFacts, clock: Clock): Promise<Error> {
  const error = await errorFromResponse(response, facts, 2048, clock.now());
  await drain(response.body);
  return error;
}
