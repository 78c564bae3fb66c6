import { TransportError, type TransportErrorCode } from "../../errors/index.ts";
import type { Clock } from "../../util/index.ts";
import type { SizeLimits } from "../limits.ts";
import { isStreamed, RequestBodyError } from "../streamed-body.ts";
import type { TransportRequest, TransportResponse } from "../transport.ts";
import type { BodySource } from "./body-source.ts";
import { isKnownEncoding, ResponseBody } from "./response-body.ts";

/** The parts of a pool that every connection needs to answer a request. */
export interface ExchangeContext {
  readonly clock: Clock;
  readonly limits: SizeLimits;
  /** Limit between two pieces of a call's or a list's body. */
  readonly idleTimeoutMs: number;
}

/** A response as HTTP/1.1 and HTTP/2 both give it, before its body is wrapped. */
export interface RawResponse {
  readonly status: number;
  readonly headers: TransportResponse["headers"];
  readonly source: BodySource;
  readonly protocol: TransportResponse["protocol"];
  readonly explain: (error: Error | undefined) => Error;
  readonly cancel: () => void;
}

/** The largest headers of a response that are accepted, in bytes. */
const longestHeaders = 16 * 1024;

/** How many interim answers (100 to 199) may come before the answer. */
const mostInterim = 20;

/** Counts interim answers; calls back with an error when there are more than any server has a reason to send. */
export function limitInterim(request: TransportRequest, onTooMany: (error: Error) => void): () => void {
  let seen = 0;
  return () => {
    seen++;
    if (seen === mostInterim + 1)
      onTooMany(failure(request, "limit", `the server sent more than ${mostInterim} interim answers (1xx)`));
  };
}

/** A request's path without its query, for messages. */
function pathOf(request: TransportRequest): string {
  const query = request.path.indexOf("?");
  return query < 0 ? request.path : request.path.slice(0, query);
}

/** A TransportError that names the request. */
export function failure(
  request: TransportRequest,
  code: TransportErrorCode,
  what: string,
  options: { readonly sent?: boolean | undefined; readonly cause?: unknown } = {},
): TransportError {
  const path = pathOf(request);
  const { sent = true, cause } = options;
  return new TransportError(`${request.method} ${path}: ${what}`, {
    code,
    method: request.method,
    path,
    sent,
    cause,
  });
}

/** The error for a request whose body is a stream that has ended already: such a stream emits no event any more. */
export function spentBody(request: TransportRequest): TransportError | undefined {
  const { body } = request;
  if (!isStreamed(body) || (!body.destroyed && !body.readableEnded)) return undefined;
  const { message, cause } = new RequestBodyError("was read or closed before it was sent", body.errored ?? undefined);
  return failure(request, "other", message, { sent: false, cause });
}

/** Accepts an answer's head and wraps its body with the limits that fit, or throws and gives the answer up. */
export function acceptResponse(
  request: TransportRequest,
  raw: RawResponse,
  context: ExchangeContext,
): TransportResponse {
  const { status, headers, source, protocol } = raw;
  const giveUp = (error: Error): never => {
    raw.cancel();
    throw error;
  };
  if (status >= 300 && status < 400 && status !== 304) {
    // Reported as not sent: a server that redirects a request has not executed it.
    const what = `the server answered ${status} with a redirect, which is not followed: use the address that it leads to`;
    return giveUp(failure(request, "other", what, { sent: false }));
  }
  if (headerBytes(headers) > longestHeaders)
    return giveUp(failure(request, "limit", "the answer's headers are larger than 16 KiB"));
  const encoding = textOf(headers["content-encoding"])?.trim().toLowerCase();
  if (!isKnownEncoding(encoding)) {
    return giveUp(
      failure(request, "other", `the body has the unknown content encoding ${JSON.stringify(encoding?.slice(0, 40))}`),
    );
  }
  // These have no body; a length in them is that of the answer to GET, or of the one that is still right.
  const hasNoBody = request.method === "HEAD" || status === 304;
  const length = hasNoBody ? undefined : textOf(headers["content-length"]);
  const contentLength = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  // An answer that refuses a watch or a stream must come to an end, as the answer to a call must.
  const lasting = request.purpose === "watch" || request.purpose === "stream";
  const staysOpen = lasting && status < 300;
  const maxBytes =
    request.maxBodyBytes ?? (lasting && !staysOpen ? context.limits.objectBytes : limitOf(request, context.limits));
  const idleTimeoutMs = request.idleTimeoutMs ?? (staysOpen ? undefined : context.idleTimeoutMs);
  const body = new ResponseBody({
    source,
    method: request.method,
    path: pathOf(request),
    clock: context.clock,
    explain: raw.explain,
    cancel: raw.cancel,
    encoding: encoding || undefined,
    contentLength,
    maxBytes,
    idleTimeoutMs,
    signal: request.signal,
  });
  return { status, headers, body, protocol };
}

/** What goes out with every request: whether we take a compressed answer, and how long the body is. */
export function wireHeaders(request: TransportRequest, compress: boolean): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = { ...request.headers };
  const wanted = compress && (request.purpose === "list" || request.purpose === "call");
  if (headers["accept-encoding"] === undefined) headers["accept-encoding"] = wanted ? "gzip" : "identity";
  const { body } = request;
  if (typeof body === "string") headers["content-length"] = String(Buffer.byteLength(body));
  else if (body instanceof Uint8Array) headers["content-length"] = String(body.byteLength);
  return headers;
}

function limitOf({ purpose }: TransportRequest, limits: SizeLimits): number | undefined {
  return purpose === "list" ? limits.listBytes : purpose === "call" ? limits.objectBytes : undefined;
}

function headerBytes(headers: TransportResponse["headers"]): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) bytes += name.length + one.length + 4;
  }
  return bytes;
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
