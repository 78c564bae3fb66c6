/** The errors of this library, and the guards that ask about them. */

export type { ClientErrorKind } from "./client-error.ts";
export { ClientError, isClientError } from "./client-error.ts";
export type { RequestFacts, StatusErrorOptions } from "./status-error.ts";
export { findStatusError, StatusError } from "./status-error.ts";
export {
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isResourceExpired,
  isServerTimeout,
  isServiceUnavailable,
  isStoreReadError,
  isTimeout,
  isTooLargeResourceVersion,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedObjectError,
  isUnexpectedServerError,
  isUnsupportedMediaType,
  reasonForError,
  statusCause,
  suggestsClientDelay,
} from "./guards.ts";
export { clampServerDelayMs } from "./server-delay.ts";
export type { TransportErrorCode, TransportErrorOptions } from "./errors.ts";
export {
  AbortedError,
  ClosedError,
  ConfigError,
  InvalidArgumentError,
  OutcomeUnknownError,
  ProtocolError,
  TimeoutError,
  TransportError,
} from "./errors.ts";
export { errorFromObject, UnexpectedObjectError } from "./unexpected-object-error.ts";
export type { UndecodableFacts } from "./undecodable-object-error.ts";
export { findUndecodable, isUndecodable, UndecodableObjectError } from "./undecodable-object-error.ts";
export { abortedError, isAborted, orAborted, throwIfAborted } from "./abort.ts";
export type { RetryOptions, RetryPolicy } from "./retry.ts";
export { defaultBackoff, defaultRetry, retryOnError, retryOnConflict } from "./retry.ts";
export type { Status, StatusCause, StatusDetails, StatusReason } from "./status.ts";
export type { NewStatusOptions } from "./new-status.ts";
export { newStatus } from "./new-status.ts";
export type { FailedResponse } from "./from-response.ts";
export { asStatus, parseStatus, statusErrorFromResponse, statusFromResponse } from "./from-response.ts";
export { codeForReason, reasonForCode } from "./reasons.ts";
export { isSecretValue, newSecretValue, revealed } from "./secret-value.ts";
export type { SecretValue } from "./secret-value.ts";
export type { EscapeOptions } from "../util/index.ts";
export { escapeForPrint } from "../util/index.ts";
