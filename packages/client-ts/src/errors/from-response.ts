import { defined, isRecord } from "../util/index.ts";
import { isKnownReason, reasonForCode, unexpectedServerResponse } from "./reasons.ts";
import type { Status, StatusDetails } from "./status.ts";
import { type RequestFacts, StatusError } from "./status-error.ts";

/** The most of a body that is not a Status which an error repeats. */
const longestBody = 2048;

/** What came with an HTTP answer that is not a success. */
export interface FailedResponse extends RequestFacts {
  /** The body as text, as far as it was read. */
  readonly body?: string | undefined;
  /** The `Content-Type` header. A body that is neither a Status nor text is not repeated in the error. */
  readonly contentType?: string | undefined;
  /** The `Retry-After` header in seconds. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * The error for an HTTP answer that is not a success. A Status in the body is used; without one the code decides the
 * reason and the error carries a cause `UnexpectedServerResponse` with the first 2048 characters of a text body.
 */
export function statusErrorFromResponse(code: number, response: FailedResponse = {}): StatusError {
  const { body, contentType, retryAfterSeconds, ...request } = response;
  return new StatusError(statusFromResponse(code, response), request);
}

/** The {@link Status} behind {@link statusErrorFromResponse}. */
export function statusFromResponse(code: number, response: FailedResponse = {}): Status {
  const { body = "", contentType, retryAfterSeconds, method, resource, name } = response;
  const said = parseStatus(body);
  if (said !== undefined && said.status !== "Success") {
    const details = withRetryAfter(said.details, retryAfterSeconds);
    return { ...said, apiVersion: "v1", code: said.code || code, ...defined({ details }) };
  }
  const text = isText(contentType) ? body.slice(0, longestBody).trim() : "";
  const details: StatusDetails = {
    ...defined({ name, kind: resource }),
    causes: [{ reason: unexpectedServerResponse, message: text || "unknown" }],
  };
  return {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    code,
    reason: reasonForCode(code, method),
    message: sentence(code, text),
    details: withRetryAfter(details, retryAfterSeconds) ?? details,
  };
}

/**
 * Reads a {@link Status} from JSON text. `undefined` when the text is something else; a missing `apiVersion` is
 * accepted.
 */
export function parseStatus(text: string): Status | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return asStatus(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * The value as a {@link Status} with all its fields of the right type, or `undefined` when it is another object. Wrong
 * fields are dropped.
 */
export function asStatus(value: unknown): Status | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const from = value as Record<string, unknown>;
  if (from["kind"] !== "Status" || (from["apiVersion"] !== undefined && from["apiVersion"] !== "v1")) return undefined;
  const { status, message, reason, code, details, metadata } = from;
  return {
    kind: "Status",
    apiVersion: "v1",
    ...defined({
      metadata: isRecord(metadata) ? (metadata as NonNullable<Status["metadata"]>) : undefined,
      status: typeof status === "string" ? status : undefined,
      message: typeof message === "string" ? message : undefined,
      reason: typeof reason === "string" ? reason : undefined,
      details: isRecord(details) ? asDetails(details) : undefined,
      code: typeof code === "number" && Number.isInteger(code) ? code : undefined,
    }),
  };
}

function asDetails(from: Record<string, unknown>): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = from;
  return defined({
    name: typeof name === "string" ? name : undefined,
    group: typeof group === "string" ? group : undefined,
    kind: typeof kind === "string" ? kind : undefined,
    uid: typeof uid === "string" ? uid : undefined,
    causes: Array.isArray(causes) ? causes.filter(isRecord) : undefined,
    retryAfterSeconds: typeof retryAfterSeconds === "number" ? retryAfterSeconds : undefined,
  });
}

function withRetryAfter(details: StatusDetails | undefined, seconds: number | undefined): StatusDetails | undefined {
  if (seconds === undefined || details?.retryAfterSeconds) return details;
  return { ...details, retryAfterSeconds: seconds };
}

function isText(contentType: string | undefined): boolean {
  return contentType === undefined || contentType === "" || /^text\//i.test(contentType.trim());
}

/**
 * The sentence for a code when the server sent no message. A refusal keeps the server's own text, which names the
 * missing right.
 */
function sentence(code: number, text: string): string {
  switch (code) {
    case 400:
      return text || "the server did not accept the request and gave no reason";
    case 401:
      return "the server did not accept the credentials, or none were sent";
    case 403:
      return text || "the server does not allow this request for the current user";
    case 404:
      return "the server could not find what was requested";
    case 405:
      return "the server does not allow this method for this path";
    case 406:
      return text || "the server offers none of the requested formats";
    case 409:
      return "the server reports a conflict";
    case 415:
      return text || "the server does not support the format of the request body";
    case 422:
      return "the server found the object invalid";
    case 429:
      return "the server received too many requests; try again later";
    case 503:
      return text || "the server cannot handle requests at the moment; try again later";
    case 504:
      return "the server did not finish in time and may still be working on it";
    default:
      if (isKnownReason(reasonForCode(code)) && code < 500) return text || `the server answered ${code}`;
      return `the server answered ${code}${text === "" ? "" : `: ${text}`}`;
  }
}
