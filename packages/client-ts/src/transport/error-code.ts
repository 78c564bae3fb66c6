import { isClientError, type TransportErrorCode } from "../errors/index.ts";

/** What the operating system, TLS and HTTP call a failure, and what we call it. */
const byCode: ReadonlyMap<string, TransportErrorCode> = new Map<string, TransportErrorCode>([
  ["ECONNREFUSED", "refused"],
  ["ECONNRESET", "reset"],
  ["ECONNABORTED", "reset"],
  ["EPIPE", "reset"],
  ["ERR_STREAM_PREMATURE_CLOSE", "reset"],
  ["ERR_STREAM_DESTROYED", "reset"],
  ["ERR_SOCKET_CLOSED", "reset"],
  ["EHOSTUNREACH", "unreachable"],
  ["EHOSTDOWN", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["ENETDOWN", "unreachable"],
  ["EADDRNOTAVAIL", "unreachable"],
  ["ENOTFOUND", "dns"],
  ["ENODATA", "dns"],
  ["ETIMEDOUT", "timeout"],
  ["ESOCKETTIMEDOUT", "timeout"],
  ["EPROTO", "tls"],
  ["HPE_HEADER_OVERFLOW", "limit"],
]);

/** How certificate checks of OpenSSL and Node name what they found. */
const tlsPrefixes = [
  "ERR_TLS_",
  "ERR_SSL_",
  "ERR_OSSL_",
  "CERT_",
  "UNABLE_TO_",
  "SELF_SIGNED_",
  "DEPTH_ZERO_",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "HOSTNAME_MISMATCH",
];

/** The HTTP/2 error codes that say more than "the stream broke". */
const byStreamCode: ReadonlyMap<number, TransportErrorCode> = new Map<number, TransportErrorCode>([
  [7, "refused-stream"], // REFUSED_STREAM
  [8, "reset"], // CANCEL
  [11, "limit"], // ENHANCE_YOUR_CALM: also how Node's servers refuse headers that are too large
]);

/** The code of a TransportError for an error of the system, of TLS or of HTTP. */
export function transportErrorCode(error: unknown): TransportErrorCode {
  if (isClientError(error, "Transport")) return error.code;
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code !== "string") return "other";
  const known = byCode.get(code);
  if (known !== undefined) return known;
  if (code.startsWith("EAI_")) return "dns";
  return tlsPrefixes.some((prefix) => code.startsWith(prefix)) ? "tls" : "other";
}

/** The code of a TransportError for a stream that ended with this HTTP/2 error code. */
export function streamErrorCode(rstCode: number): TransportErrorCode {
  return byStreamCode.get(rstCode) ?? "reset";
}

const beforeSending: ReadonlySet<TransportErrorCode> = new Set<TransportErrorCode>([
  "refused",
  "unreachable",
  "dns",
  "tls",
  "proxy",
  "refused-stream",
  "unusable",
]);

/** Whether a failure with this code happened before any byte of a request could be sent. */
export function isBeforeSending(code: TransportErrorCode): boolean {
  return beforeSending.has(code);
}
