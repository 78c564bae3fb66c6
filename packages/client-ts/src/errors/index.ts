/** The errors of this library, and the guards that ask about them. */

export type { ClientErrorKind } from "./base.ts";
export { ClientError, isClientError } from "./base.ts";
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
export { Secret } from "./secret.ts";
export type { Status, StatusCause, StatusDetails, StatusReason } from "./status.ts";
