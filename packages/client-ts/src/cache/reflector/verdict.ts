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
  ProtocolError,
  type TransportError,
} from "../../errors/index.ts";

/**
 * What a failure means for who lists and watches:
 *
 * - `expired`: the version is too old for the server.
 * - `ahead`: the server has not come as far as the version.
 * - `busy`: the server asks for fewer requests.
 * - `away`: no usable answer, or none that says anything about the version; it is as good as before.
 * - `internal`: the server failed inside; the version is likely good.
 * - `garbage`: what came is not what the protocol allows.
 * - `oversized`: what came is larger than we take.
 * - `refused`: the server or we do not accept the request as it is.
 */
export type Verdict = "expired" | "ahead" | "busy" | "away" | "internal" | "garbage" | "oversized" | "refused";

/** Judges a failed list or watch. */
export function judge(error: unknown): Verdict {
  if (isTooLargeResourceVersion(error)) return "ahead";
  if (isResourceExpired(error) || isGone(error)) return "expired";
  if (isTooManyRequests(error)) return "busy";
  if (isInternalError(error) || isUnexpectedObjectError(error)) return "internal";
  if (isUnauthorized(error) || isForbidden(error)) return "away";
  const status = findStatusError(error);
  if (status !== undefined) return status.code >= 502 && status.code <= 504 ? "away" : "refused";
  if (isClientError(error, "Transport")) return (error as TransportError).code === "limit" ? "oversized" : "away";
  if (isClientError(error, "Protocol")) return "garbage";
  if (isClientError(error, "Timeout") || isClientError(error, "Aborted") || isClientError(error, "Credential")) return "away";
  return "refused";
}

/** Whether a server that answers so does not know streaming lists at all. */
export function lacksStreaming(error: unknown): boolean {
  const code = findStatusError(error)?.code ?? 0;
  return code === 400 || code === 405 || code === 406 || code === 415 || code === 422;
}

/** The watch ended within a second and without an event: whoever answered, it does not serve watches. */
export class VeryShortWatchError extends ProtocolError {
  constructor(name: string) {
    super(`${name}: the watch ended at once and without any event`);
    this.name = "VeryShortWatchError";
  }
}

/** Whether an error says that a watch ended as soon as it began. */
export function isVeryShortWatch(error: unknown): error is VeryShortWatchError {
  return isClientError(error, "Protocol") && error.name === "VeryShortWatchError";
}
