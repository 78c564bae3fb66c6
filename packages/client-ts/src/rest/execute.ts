import {
  abortedError,
  isClientError,
  OutcomeUnknownError,
  type RequestFacts,
  TimeoutError,
  orAborted,
  throwIfAborted,
} from "../errors/index.ts";
import {
  headerOf,
  isStreamed,
  mayPrintBody,
  type SizeLimits,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  truncateBody,
  type Warning,
  type WarningHandler,
  withStreamedBody,
} from "../transport/index.ts";
import { allowManyListeners, type Clock, extended, type Logger, onAbort, type Throttle } from "../util/index.ts";
import type { RestMetrics } from "./metrics.ts";
import { type Retry, sendWithRetries } from "./send-with-retries.ts";
import { errorFromResponse, readBeginning } from "./read-body.ts";
import { mentionPrevious, type RequestMode } from "./retry.ts";
import { type Serializer, UnexpectedContentTypeError } from "./serializer.ts";
import type { ThrottleLog } from "./throttle-log.ts";
import type { BackoffManager } from "./url-backoff.ts";
import { wait } from "./wait.ts";
import { handleWarnings } from "./warnings.ts";

/** What all requests of one client share. */
export interface Engine {
  readonly send: Transport;
  /** `https://host:port`. */
  readonly origin: string;
  /** `host:port`, for labels. */
  readonly host: string;
  /** The server's own path in front of everything, as it goes on the wire. Empty: none. */
  readonly basePath: string;
  /** The path of the group version, behind the base path and not escaped. Empty: none. */
  readonly prefix: string;
  readonly accept: string;
  readonly serializer: Serializer;
  readonly serializers: readonly Serializer[];
  readonly rateLimiter: Throttle | undefined;
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
  readonly limiter: Throttle | undefined;
  readonly onWarning: WarningHandler;
  /**
   * Limit for all attempts and for reading the answer, counted from when the rate limiter lets the first one through.
   * Never for a stream.
   */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Handles the first answer that is a success. */
type ResponseUse<R> = (response: TransportResponse, facts: { readonly warnings: readonly Warning[] }) => Promise<R> | R;

/**
 * Sends a request until it is answered or the rules say stop. First the rate limiter (not for a watch), then the
 * backoff of the host, sending, the metric, the backoff's update. When the answer may be tried again: a wait of what
 * the server asks for or the backoff, whichever is longer, the rate limiter, sending. `use` gets the first answer that
 * is a success.
 */
export function execute<R>(engine: Engine, plan: ExecutionPlan, use: ResponseUse<R>): Promise<R> {
  const { body } = plan.request;
  const run = (): Promise<R> => executePlan(engine, plan, use);
  return isStreamed(body) ? withStreamedBody(body, run) : run();
}

async function executePlan<R>(engine: Engine, plan: ExecutionPlan, use: ResponseUse<R>): Promise<R> {
  throwIfAborted(plan.signal);
  allowManyListeners(plan.signal);
  if (plan.mode !== "watch" && plan.limiter !== undefined) await throttle(engine, plan, plan.signal);
  const deadline = plan.timeoutMs === undefined ? undefined : new Deadline(plan, plan.timeoutMs, engine.clock);
  const request = deadline === undefined ? plan.request : extended(plan.request, { signal: deadline.signal });
  let previous: Error | undefined;
  try {
    const delayMs = engine.backoff.delayMs(engine.origin);
    if (delayMs > 0) await wait(delayMs, engine.clock, request.signal);
    const response = await sendWithRetries((one) => attempt(engine, plan, one), request, {
      mode: plan.mode,
      maxRetries: plan.maxRetries,
      facts: plan.facts,
      clock: engine.clock,
      leastDelayMs: () => engine.backoff.delayMs(engine.origin),
      ready: (signal) => throttle(engine, plan, signal),
      onRetry: (retry) => {
        previous = retry.error;
        noteRetry(engine, plan, retry);
      },
    });
    return await consume(engine, plan, response, use);
  } catch (error) {
    const explained = explainLoss(error as Error, plan);
    throw mentionPrevious(deadline?.explain(explained) ?? explained, previous);
  } finally {
    deadline?.clear();
  }
}

/** One attempt: its metrics, what the host's backoff learns from it, and the warnings of its answer. */
async function attempt(engine: Engine, plan: ExecutionPlan, request: TransportRequest): Promise<TransportResponse> {
  const { clock, metrics, host } = engine;
  const { method } = request;
  logBody(engine, plan, "request body", request.body);
  const began = clock.monotonic();
  let response: TransportResponse | undefined;
  try {
    response = await engine.send(request);
  } finally {
    const status = response?.status ?? 0;
    metrics.requests.add(1, { code: status === 0 ? "<error>" : String(status), method, host });
    engine.backoff.update(engine.origin, status);
    const labels = { verb: method, host };
    metrics.duration.observe((clock.monotonic() - began) / 1_000, labels);
    const size = bodySize(request.body);
    if (size > 0) metrics.requestSize.observe(size, labels);
  }
  handleWarnings(response, plan.onWarning);
  return response;
}

function noteRetry(
  engine: Engine,
  { request, facts }: ExecutionPlan,
  { status, attempt, delayMs, reason }: Retry,
): void {
  const code = status === undefined ? "<error>" : String(status);
  engine.metrics.retries.add(1, { code, verb: request.method, host: engine.host });
  engine.logger.debug("the request is tried again", {
    method: request.method,
    path: facts.path,
    attempt,
    delayMs,
    reason,
  });
}

async function consume<R>(
  engine: Engine,
  plan: ExecutionPlan,
  response: TransportResponse,
  use: ResponseUse<R>,
): Promise<R> {
  const warnings = handleWarnings(response, undefined);
  if (!isSuccess(response.status))
    throw await errorFromResponse(response, plan.facts, engine.limits.errorBytes, engine.clock.now());
  const length = Number(headerOf(response, "content-length") ?? Number.NaN);
  if (Number.isFinite(length))
    engine.metrics.responseSize.observe(length, { verb: plan.request.method, host: engine.host });
  const result = await use(response, { warnings });
  const body = Buffer.isBuffer(result) ? result : (result as { readonly body?: TransportRequest["body"] }).body;
  logBody(engine, plan, "response body", body);
  return result;
}

/** A write whose answer was lost may have been done, so that it must not look like a failure. */
function explainLoss(error: Error, { request, facts }: ExecutionPlan): Error {
  if (onlyReads(request.method) || !isClientError(error, "Transport")) return error;
  const { sent, code } = error;
  if (!sent || code === "limit") return error;
  return new OutcomeUnknownError(
    `${facts.method} ${facts.path}: the request was sent and its answer was lost; ` +
      "the server may or may not have done it",
    {
      cause: error,
    },
  );
}

async function throttle(
  engine: Engine,
  { limiter, request, facts }: ExecutionPlan,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (limiter === undefined) return;
  const began = engine.clock.monotonic();
  await orAborted(limiter.wait({ signal }), signal);
  const waitedMs = engine.clock.monotonic() - began;
  engine.metrics.rateLimiter.observe(waitedMs / 1_000, { verb: request.method, host: engine.host });
  if (waitedMs > 50) engine.throttleLog(waitedMs, `${facts.method} ${facts.path}`);
}

/** The caller's signal and the call's limit as one signal, and which of the two it was. */
class Deadline {
  readonly signal: AbortSignal;
  readonly #where: string;
  readonly #timeoutMs: number;
  readonly #timer: { cancel(): void };
  /** Removes the listener from the caller's signal. */
  readonly #forget: () => void;
  #expired = false;

  constructor({ signal, facts }: ExecutionPlan, timeoutMs: number, clock: Clock) {
    this.#where = `${facts.method} ${facts.path}`;
    this.#timeoutMs = timeoutMs;
    const controller = new AbortController();
    this.signal = controller.signal;
    // It may have fired while the call waited for the rate limiter, and a listener would not learn of that.
    this.#forget = onAbort(signal, () => controller.abort(abortedError(signal as AbortSignal)));
    this.#timer = clock.setTimer(timeoutMs, () => {
      this.#expired = true;
      controller.abort(new TimeoutError(`${this.#where} took longer than ${timeoutMs} ms`));
    });
  }

  clear(): void {
    this.#timer.cancel();
    this.#forget();
  }

  /** The error says what ended the call: the limit, or the caller. */
  explain(error: Error): Error {
    if (!this.#expired || !isClientError(error, "Aborted")) return error;
    const unsure = onlyReads(this.#where) ? "" : "; the server may or may not have done it";
    return new TimeoutError(`${this.#where} took longer than ${this.#timeoutMs} ms${unsure}`);
  }
}

/** Reads the beginning of an answer of the wrong kind, gives it up and throws. */
export async function refuseContentType(response: TransportResponse, where: string): Promise<never> {
  const excerpt = await readBeginning(response.body, 1024);
  response.body.on("error", () => {});
  response.body.destroy();
  throw new UnexpectedContentTypeError(where, headerOf(response, "content-type") ?? "", excerpt);
}

function logBody(
  { verbosity, logger }: Engine,
  { request }: ExecutionPlan,
  what: string,
  body: TransportRequest["body"],
): void {
  if (verbosity < 8 || (typeof body !== "string" && !(body instanceof Uint8Array))) return;
  const text = mayPrintBody(request.path, body) ? truncateBody(body, verbosity) : "<not shown: may hold a secret>";
  logger.debug(what, { method: request.method, body: text });
}

/** Whether a method only reads: then it does not matter whether the server did it when its answer is lost. */
function onlyReads(method: string): boolean {
  return /^(GET|HEAD|OPTIONS)\b/.test(method);
}

function isSuccess(status: number): boolean {
  return (status >= 200 && status <= 206) || status === 101;
}

function bodySize(body: TransportRequest["body"]): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : 0;
}
