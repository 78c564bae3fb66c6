import { escapeForPrint } from "../errors/index.ts";
import { type Clock, defined, type Logger, systemClock } from "../util/index.ts";
import type { Interceptor, TransportRequest, TransportResponse } from "./transport.ts";

/** Options of {@link logging}. */
export interface LoggingOptions {
  readonly logger: Logger;
  /**
   * 6: method, path, status and time; 7: the request's headers too; 8: also the response's headers; 9: also the query.
   * Below 6 nothing.
   */
  readonly verbosity: number;
  readonly clock?: Clock | undefined;
}

/** Headers whose values are known to hold no credential. All others are printed as `<masked>`. */
const printable: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "audit-id",
  "cache-control",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "host",
  "retry-after",
  "transfer-encoding",
  "user-agent",
  "vary",
  "warning",
  "x-kubernetes-pf-flowschema-uid",
  "x-kubernetes-pf-prioritylevel-uid",
]);

/** Writes requests and their answers to a logger's `debug`. Credentials never appear, at any verbosity. */
export function logging({ logger, verbosity, clock = systemClock }: LoggingOptions): Interceptor {
  return (next) => async (request) => {
    if (verbosity < 6) return next(request);
    const began = clock.monotonic();
    const facts = { method: request.method, path: printablePath(request, verbosity) };
    if (verbosity >= 7) logger.debug("request", { ...facts, headers: maskHeaders(request.headers) });
    try {
      const response = await next(request);
      const ms = Math.round(clock.monotonic() - began);
      const { status, protocol } = response;
      const responseHeaders = verbosity >= 8 ? maskHeaders(response.headers) : undefined;
      logger.debug("response", { ...facts, status, protocol, ms, ...defined({ responseHeaders }) });
      return response;
    } catch (error) {
      logger.debug("the request failed", {
        ...facts,
        ms: Math.round(clock.monotonic() - began),
        error: escapeForPrint(String(error)),
      });
      throw error;
    }
  };
}

/** Headers as they may be printed. */
export function maskHeaders(headers: TransportResponse["headers"]): Record<string, string> {
  const masked = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const values = typeof value === "string" ? [value] : value;
    masked.set(name, values.map((one) => maskHeaderValue(name, one)).join(", "));
  }
  return Object.fromEntries(masked);
}

/**
 * A header's value as it may be printed: of `Authorization` the scheme where it is a known one, of unknown headers
 * nothing.
 */
export function maskHeaderValue(name: string, value: string): string {
  const lower = name.toLowerCase();
  if (lower === "authorization" || lower === "proxy-authorization") return maskAuthorization(value);
  return printable.has(lower) ? escapeForPrint(value, { singleLine: true, maxLength: 1024 }) : "<masked>";
}

/**
 * `Bearer <masked>`: only well-known schemes are kept, because without a space the "scheme" may be the secret
 * itself.
 */
export function maskAuthorization(value: string): string {
  if (value === "") return "";
  const space = value.indexOf(" ");
  const scheme = space > 0 ? value.slice(0, space) : value;
  if (!["basic", "bearer", "negotiate"].includes(scheme.toLowerCase())) return "<masked>";
  return value.length > scheme.length + 1 ? `${scheme} <masked>` : scheme;
}

/**
 * A body as it may be printed at this verbosity: 1024 bytes at 8, 10240 at 9, all at 10, nothing below. Bytes that are
 * not text are shown as hex.
 */
export function truncateBody(body: string | Uint8Array, verbosity: number): string | undefined {
  if (verbosity < 8) return undefined;
  const most = verbosity >= 10 ? Number.POSITIVE_INFINITY : verbosity === 9 ? 10_240 : 1_024;
  const bytes =
    typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const shown = bytes.length > most ? bytes.subarray(0, most) : bytes;
  const binary = shown.includes(0) || !isText(shown, bytes.length > most);
  const text = binary ? shown.toString("hex") : escapeForPrint(shown.toString("utf8"));
  return bytes.length > most ? `${text} [truncated ${bytes.length - most} bytes]` : text;
}

/** Whether a body of this path may be printed at all: Secrets, tokens and what asks for them may not. */
export function mayPrintBody(path: string, body: string | Uint8Array): boolean {
  const lower = path.toLowerCase();
  if (/\/(secrets|token|tokenreviews|selfsubjectreviews|certificatesigningrequests)(\/|\?|$)/.test(lower)) return false;
  const bytes =
    typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return !["Secret", "SecretList", "TokenRequest", "TokenReview", "ExecCredential"].some(
    (kind) =>
      bytes.includes(`"kind":"${kind}"`) || bytes.includes(`"kind": "${kind}"`) || bytes.includes(`kind: ${kind}`),
  );
}

function printablePath(request: TransportRequest, verbosity: number): string {
  const query = request.path.indexOf("?");
  return escapeForPrint(verbosity >= 9 || query < 0 ? request.path : request.path.slice(0, query), {
    singleLine: true,
    maxLength: 4096,
  });
}

function isText(bytes: Buffer, cut: boolean): boolean {
  try {
    // A cut may fall inside a character; the option `stream` accepts exactly that.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
    return true;
  } catch {
    return false;
  }
}
