import { ProtocolError } from "./errors.ts";
import { asStatus } from "./from-response.ts";
import { type RequestFacts, StatusError } from "./status-error.ts";

/** The server sent another object where it reports an error. It is kept in `object`. */
export class UnexpectedObjectError extends ProtocolError {
  /** What came. */
  readonly object: unknown;

  constructor(object: unknown, options?: ErrorOptions) {
    super("the server sent an object that is not a Status where it reports an error", options);
    this.name = "UnexpectedObjectError";
    this.object = object;
  }
}

/**
 * The error behind the object of a watch's ERROR event: a {@link StatusError} for a Status, else an {@link
 * UnexpectedObjectError}.
 */
export function errorFromObject(object: unknown, request: RequestFacts = {}): StatusError | UnexpectedObjectError {
  const status = asStatus(object);
  return status === undefined ? new UnexpectedObjectError(object) : new StatusError(status, request);
}
