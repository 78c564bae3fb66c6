import { setMaxListeners } from "node:events";
import {
  abortedError,
  isClientError,
  OutcomeUnknownError,
  type RequestFacts,
  TimeoutError,
  throwIfAborted,
  type TransportError,
} from "../errors/index.ts";
import {
  headerOf,
  mayPrintBody,
  type RateLimiter,
  type SizeLimits,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  truncateBody,
  type Warning,
  type WarningHandler,
} from "../transport/index.ts";
import type { Clock, Logger } from "../util/index.ts";
import type { RestMetrics } from "./metrics.ts";
import { drain, errorFromResponse, readBeginning } from "./read-body.ts";
import { mentionPrevious, type RequestMode, retryPlan } from "./retry.ts";
import { type Serializer, UnexpectedContentTypeError } from "./serializer.ts";
import type { ThrottleLog } from "./throttle-log.ts";
import type { BackoffManager } from "./url-backoff.ts";
import { orAborted, wait } from "./wait.ts";
import { handleWarnings } from "./warnings.ts";

/** What all requests of one client share. */
export interface Engine {
  readonly send: Transport;
  /** `https://host:port`. */
  readonly origin: string;
  /** The server's own path in front of everything. */
  readonly basePath: string;
  /** Base path and group version. */
  readonly prefix: string;
  readonly accept: string;
  readonly serializer: Serializer;
  readonly serializers: readonly Serializer[];
  readonly rateLimiter: RateLimiter | undefined;
  readonly backoff: BackoffManager;
  readonly maxRetries: number;
  readonly timeoutMs: number | undefined;
  readonly onWarning: WarningHandler;
  readonly limits: SizeLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly verbosity: number;
  readonly metrics: RestMetrics;
  readonly throttleLog: ThrottleLog;
  /** Reads the beginning of an answer of the wrong kind and throws. */
  refuseContentType(response: TransportResponse, where: string): Promise<never>;
}

/** One request, ready to be sent as often as the rules allow. */
export interface ExecutionPlan {
  readonly request: TransportRequest;
  readonly mode: RequestMode;
  readonly facts: RequestFacts;
  readonly maxRetries: number;
  readonly limiter: RateLimiter | undefined;
  readonly onWarning: WarningHandler;
  /** Limit for all attempts and for reading the answer, counted from when the rate limiter lets the first one go. Never for a stream. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request until it is answered or the rules say stop. For each attempt: the rate limiter (a watch's first attempt does not wait for it), the
 * backoff of the host, sending, the metric, the backoff's update; then, when the answer may be tried again, a wait of what the server
 * asks for or the backoff, whichever is longer. `use` gets the first answer that is a success.
 */
export async function execute<R>(
  engine: Engine,
  plan: ExecutionPlan,
  use: (response: TransportResponse, facts: { readonly warnings: readonly Warning[] }) => Promise<R> | R,
): Promise<R> {
  throwIfAborted(plan.signal);
  // Many calls may share one signal; Node takes more than ten listeners for a leak and warns.
  if (plan.signal !== undefined) setMaxListeners(0, plan.signal);
  if (plan.mode !== "watch") await throttle(engine, plan, plan.signal);
  const deadline = new Deadline(plan, engine.clock);
  let previous: Error | undefined;
  try {
    for (let attempt = 0; ; attempt++) {
      const { response, error } = await sendOnce(engine, plan, deadline.signal);
      const retryable =
        attempt < plan.maxRetries
          ? retryPlan({ ...attemptFacts(plan), ...(response && { response }), ...(error && { error }) }, engine.clock.now())
          : undefined;
      if (retryable === undefined) {
        if (response === undefined) throw error as Error;
        return await consume(engine, plan, response, use);
      }
      previous = error ?? (await summarize(engine, plan, response as TransportResponse));
      engine.metrics.retries.add(1, {
        code: response ? String(response.status) : "<error>",
        verb: plan.request.method,
        host: hostOf(engine),
      });
      const delayMs = Math.max(retryable.afterMs, engine.backoff.delayMs(engine.origin));
      engine.logger.debug("request is tried again", {
        method: plan.request.method,
        path: plan.facts.path,
        attempt: attempt + 1,
        delayMs,
        reason: retryable.reason,
      });
      await wait(delayMs, engine.clock, deadline.signal);
      await throttle(engine, plan, deadline.signal);
    }
  } catch (error) {
    throw mentionPrevious(deadline.explain(explainLoss(error as Error, plan)), previous);
  } finally {
    deadline.clear();
  }
}

async function sendOnce(
  engine: Engine,
  plan: ExecutionPlan,
  signal: AbortSignal | undefined,
): Promise<{ response?: TransportResponse; error?: Error }> {
  const { clock, metrics, backoff, origin } = engine;
  const { request } = plan;
  const host = hostOf(engine);
  const delayMs = backoff.delayMs(origin);
  if (delayMs > 0) await wait(delayMs, clock, signal);
  logBody(engine, plan, "request body", request.body);
  const began = clock.monotonic();
  try {
    const response = await engine.send({ ...request, ...(signal && { signal }) });
    metrics.requests.add(1, { code: String(response.status), method: request.method, host });
    backoff.update(origin, response.status);
    return { response };
  } catch (error) {
    metrics.requests.add(1, { code: "<error>", method: request.method, host });
    backoff.update(origin, 0);
    return { error: error as Error };
  } finally {
    metrics.duration.observe((clock.monotonic() - began) / 1_000, { verb: request.method, host });
    const size = bodySize(request.body);
    if (size > 0) metrics.requestSize.observe(size, { verb: request.method, host });
  }
}

async function consume<R>(
  engine: Engine,
  plan: ExecutionPlan,
  response: TransportResponse,
  use: (response: TransportResponse, facts: { readonly warnings: readonly Warning[] }) => Promise<R> | R,
): Promise<R> {
  const warnings = handleWarnings(response, plan.onWarning);
  if (!isSuccess(response.status)) throw await errorFromResponse(response, plan.facts, engine.limits.errorBytes, engine.clock.now());
  const length = Number(headerOf(response, "content-length") ?? Number.NaN);
  if (Number.isFinite(length)) engine.metrics.responseSize.observe(length, { verb: plan.request.method, host: hostOf(engine) });
  const result = await use(response, { warnings });
  if (Buffer.isBuffer(result)) logBody(engine, plan, "response body", result);
  else if (typeof result === "object" && result !== null && "body" in result && Buffer.isBuffer(result.body))
    logBody(engine, plan, "response body", result.body);
  return result;
}

/** What the server said in an answer that is tried again; reading it to its end gives the connection back. */
async function summarize(engine: Engine, plan: ExecutionPlan, response: TransportResponse): Promise<Error> {
  handleWarnings(response, plan.onWarning);
  const error = await errorFromResponse(response, plan.facts, 2048, engine.clock.now());
  await drain(response.body);
  return error;
}

/** A write whose answer was lost may have been done. Nobody may believe that it failed. */
function explainLoss(error: Error, { request, facts }: ExecutionPlan): Error {
  const asks = request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
  if (asks || !isClientError(error, "Transport")) return error;
  const { sent, code } = error as TransportError;
  if (!sent || code === "limit") return error;
  return new OutcomeUnknownError(
    `${facts.method} ${facts.path}: the request was sent and its answer was lost; the server may or may not have done it`,
    {
      cause: error,
    },
  );
}

async function throttle(engine: Engine, { limiter, request, facts }: ExecutionPlan, signal: AbortSignal | undefined): Promise<void> {
  if (limiter === undefined) return;
  const began = engine.clock.monotonic();
  await orAborted(limiter.wait(signal ? { signal } : {}), signal);
  const waitedMs = engine.clock.monotonic() - began;
  engine.metrics.rateLimiter.observe(waitedMs / 1_000, { verb: request.method, host: hostOf(engine) });
  if (waitedMs > 50) engine.throttleLog(waitedMs, `${facts.method} ${facts.path}`);
}

/** The caller's signal and the call's limit as one signal, and which of the two it was. */
class Deadline {
  readonly #controller: AbortController | undefined;
  readonly #caller: AbortSignal | undefined;
  readonly #where: string;
  readonly #timeoutMs: number | undefined;
  readonly #timer: { cancel(): void } | undefined;
  #expired = false;

  constructor({ timeoutMs, signal, facts }: ExecutionPlan, clock: Clock) {
    this.#caller = signal;
    this.#where = `${facts.method} ${facts.path}`;
    this.#timeoutMs = timeoutMs;
    if (timeoutMs === undefined) return;
    this.#controller = new AbortController();
    signal?.addEventListener("abort", this.#pass, { once: true });
    this.#timer = clock.setTimer(timeoutMs, () => {
      this.#expired = true;
      this.#controller?.abort(new TimeoutError(`${this.#where} took longer than ${timeoutMs} ms`));
    });
  }

  get signal(): AbortSignal | undefined {
    return this.#controller?.signal ?? this.#caller;
  }

  clear(): void {
    this.#timer?.cancel();
    this.#caller?.removeEventListener("abort", this.#pass);
  }

  /** What ended the call is told as what it was: the limit, or the caller. */
  explain(error: Error): Error {
    if (!this.#expired || !isClientError(error, "Aborted")) return error;
    return new TimeoutError(`${this.#where} took longer than ${this.#timeoutMs} ms`);
  }

  readonly #pass = (): void => this.#controller?.abort(abortedError(this.#caller as AbortSignal));
}

function attemptFacts({ request, mode }: ExecutionPlan): { method: string; mode: RequestMode; replayable: boolean } {
  const { body, method } = request;
  return { method, mode, replayable: body === undefined || typeof body === "string" || body instanceof Uint8Array };
}

/** Reads the beginning of an answer of the wrong kind, gives it up and throws. */
export async function refuseContentType(response: TransportResponse, where: string): Promise<never> {
  const excerpt = await readBeginning(response.body, 1024);
  response.body.on("error", () => {});
  response.body.destroy();
  throw new UnexpectedContentTypeError(where, headerOf(response, "content-type") ?? "", excerpt);
}

function logBody({ verbosity, logger }: Engine, { request }: ExecutionPlan, what: string, body: TransportRequest["body"]): void {
  if (verbosity < 8 || body === undefined || (typeof body !== "string" && !(body instanceof Uint8Array))) return;
  const text = mayPrintBody(request.path, body) ? truncateBody(body, verbosity) : "<not shown: may hold a secret>";
  logger.debug(what, { method: request.method, body: text });
}

function isSuccess(status: number): boolean {
  return (status >= 200 && status <= 206) || status === 101;
}

function bodySize(body: TransportRequest["body"]): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : 0;
}

function hostOf({ origin }: Engine): string {
  return origin.slice(origin.indexOf("//") + 2);
}
