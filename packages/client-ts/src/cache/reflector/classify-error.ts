import {
  findStatusError,
  isClientError,
  isForbidden,
  isGone,
  isInternalError,
  isResourceExpired,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedObjectError,
} from "../../errors/index.ts";

/**
 * What a failed list or watch means for the next request:
 *
 * - `expired`: the version is too old for the server.
 * - `ahead`: the server has not reached the version yet.
 * - `busy`: the server asks for fewer requests.
 * - `unavailable`: no usable answer, or one that says nothing about the version; the version is as good as before.
 * - `internal`: the server failed internally; the version is probably good.
 * - `malformed`: the answer violates the protocol.
 * - `oversized`: the answer is larger than the limit.
 * - `refused`: the server or the client does not accept the request as it is.
 */
export type FailureClass =
  | "expired"
  | "ahead"
  | "busy"
  | "unavailable"
  | "internal"
  | "malformed"
  | "oversized"
  | "refused";

/** Classifies the error of a failed list or watch. */
export function classifyError(error: unknown): FailureClass {
  if (isTooLargeResourceVersion(error)) return "ahead";
  if (isResourceExpired(error) || isGone(error)) return "expired";
  if (isTooManyRequests(error)) return "busy";
  if (isInternalError(error) || isUnexpectedObjectError(error)) return "internal";
  if (isUnauthorized(error) || isForbidden(error)) return "unavailable";
  const status = findStatusError(error);
  if (status !== undefined) return status.code >= 502 && status.code <= 504 ? "unavailable" : "refused";
  if (isClientError(error, "Transport")) return error.code === "limit" ? "oversized" : "unavailable";
  if (isClientError(error, "Protocol")) return "malformed";
  if (isClientError(error, "Timeout") || isClientError(error, "Aborted") || isClientError(error, "Credential")) {
    return "unavailable";
  }
  return "refused";
}

/** Whether a server that answers with this error does not support streaming lists at all. */
export function lacksStreaming(error: unknown): boolean {
  const code = findStatusError(error)?.code ?? 0;
  return code === 400 || code === 405 || code === 406 || code === 415 || code === 422;
}
