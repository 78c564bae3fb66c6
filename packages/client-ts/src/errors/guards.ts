/**
 * Guards that ask what a server said. Each looks at the reason first; where Kubernetes does not define the reason, at
 * the HTTP code. They look through `cause` and AggregateError, and work on errors of another copy of this package. They
 * do not narrow the type, because the StatusError may be a cause of the error: {@link findStatusError} gives it. Guards
 * that test whether the error itself is of one of our classes do narrow, such as {@link isClientError} with a kind.
 */

import { isClientError } from "./client-error.ts";
import type { UnexpectedObjectError } from "./unexpected-object-error.ts";
import { isKnownReason, unexpectedServerResponse } from "./reasons.ts";
import { clampServerDelayMs } from "./server-delay.ts";
import type { StatusCause, StatusReason } from "./status.ts";
import { findError, findStatusError } from "./status-error.ts";

/** Why the server refused, or `""` when the error is not an answer of a server or names no reason. */
export function reasonForError(error: unknown): StatusReason {
  return findStatusError(error)?.reason ?? "";
}

/** The object does not exist. */
export function isNotFound(error: unknown): boolean {
  return says(error, "NotFound", 404);
}

/** An object of that name exists already. */
export function isAlreadyExists(error: unknown): boolean {
  return says(error, "AlreadyExists");
}

/** Another client changed the object in the meantime: read it again, then write. */
export function isConflict(error: unknown): boolean {
  return says(error, "Conflict", 409);
}

/** The object breaks a rule of its kind; the status' causes name the fields. */
export function isInvalid(error: unknown): boolean {
  return says(error, "Invalid", 422);
}

/** What was asked for is gone and will not come back. */
export function isGone(error: unknown): boolean {
  return says(error, "Gone", 410);
}

/** The resourceVersion or the continue token is too old for the server: begin again. */
export function isResourceExpired(error: unknown): boolean {
  return says(error, "Expired");
}

/** The server offers none of the formats that we take. */
export function isNotAcceptable(error: unknown): boolean {
  return says(error, "NotAcceptable", 406);
}

/** The server does not read the format that we sent. */
export function isUnsupportedMediaType(error: unknown): boolean {
  return says(error, "UnsupportedMediaType", 415);
}

/** The resource does not allow this verb. */
export function isMethodNotSupported(error: unknown): boolean {
  return says(error, "MethodNotAllowed", 405);
}

/** The server cannot take requests now. */
export function isServiceUnavailable(error: unknown): boolean {
  return says(error, "ServiceUnavailable", 503);
}

/** The request itself was malformed. */
export function isBadRequest(error: unknown): boolean {
  return says(error, "BadRequest", 400);
}

/** The server does not know the user: credentials are missing or no longer accepted. */
export function isUnauthorized(error: unknown): boolean {
  return says(error, "Unauthorized", 401);
}

/** The server knows the user, and does not allow the request. */
export function isForbidden(error: unknown): boolean {
  return says(error, "Forbidden", 403);
}

/** The request ran out of time; the server may still be working on it. */
export function isTimeout(error: unknown): boolean {
  return says(error, "Timeout", 504);
}

/** The server says that it did not begin in time, and that sending the request again is safe. */
export function isServerTimeout(error: unknown): boolean {
  return says(error, "ServerTimeout");
}

/** The server had an internal error. */
export function isInternalError(error: unknown): boolean {
  return says(error, "InternalError", 500);
}

/** The server asks for fewer requests. */
export function isTooManyRequests(error: unknown): boolean {
  // Code 429 counts whatever the reason says, as in client-go.
  return says(error, "TooManyRequests") || findStatusError(error)?.code === 429;
}

/** The object is larger than the server takes. */
export function isRequestEntityTooLarge(error: unknown): boolean {
  return says(error, "RequestEntityTooLarge") || findStatusError(error)?.code === 413;
}

/** The server could not read the object from its storage. */
export function isStoreReadError(error: unknown): boolean {
  return says(error, "StoreReadError");
}

/** The answer was a failure without a Status: perhaps from a proxy or a load balancer instead of the API server. */
export function isUnexpectedServerError(error: unknown): boolean {
  return hasStatusCause(error, unexpectedServerResponse);
}

/** The server sent another object where it reports an error. */
export function isUnexpectedObjectError(error: unknown): boolean {
  return findUnexpectedObject(error) !== undefined;
}

/** The resourceVersion is one that the server has not reached yet. Old servers say so only in the message. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  const status = findStatusError(error)?.status;
  if (status === undefined) return false;
  const words = "Too large resource version";
  const causes = status.details?.causes ?? [];
  if (causes.some((cause) => cause.reason === "ResourceVersionTooLarge" || cause.message === words)) return true;
  return (status.message ?? "").includes(words);
}

/**
 * For how many seconds the server asks to wait before trying again, or `undefined` when it does not. At most five
 * minutes, whatever the server says.
 */
export function suggestsClientDelay(error: unknown): number | undefined {
  const found = findStatusError(error);
  if (found === undefined) return undefined;
  const seconds = clampServerDelayMs((found.status.details?.retryAfterSeconds ?? 0) * 1_000) / 1_000;
  return seconds > 0 || found.reason === "ServerTimeout" ? seconds : undefined;
}

/** Whether the server gives this cause (`details.causes[].reason`). */
export function hasStatusCause(error: unknown, reason: string): boolean {
  return statusCause(error, reason) !== undefined;
}

/** The first cause with this reason, or `undefined`. */
export function statusCause(error: unknown, reason: string): StatusCause | undefined {
  return findStatusError(error)?.status.details?.causes?.find((cause) => cause.reason === reason);
}

function findUnexpectedObject(error: unknown): UnexpectedObjectError | undefined {
  return findError(
    error,
    (candidate): candidate is UnexpectedObjectError =>
      isClientError(candidate, "Protocol") && candidate.name === "UnexpectedObjectError",
  );
}

/** Whether the server gives this reason, or, with an unknown reason, this code. */
function says(error: unknown, reason: StatusReason, code?: number): boolean {
  const found = findStatusError(error);
  if (found === undefined) return false;
  return found.reason === reason || (code !== undefined && found.code === code && !isKnownReason(found.reason));
}
