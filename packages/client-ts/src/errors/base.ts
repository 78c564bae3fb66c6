/** What tells our errors apart, by the `kind` field. */
export type ClientErrorKind =
  | "Status"
  | "Transport"
  | "Config"
  | "Protocol"
  | "InvalidArgument"
  | "OutcomeUnknown"
  | "Aborted"
  | "Timeout"
  | "Closed"
  | "Discovery" // what a server serves could not be found out, or not all of it
  | "Credential"; // a plugin or a provider gave no credential that can be used

/** Marks our errors across copies of this package in one process, where `instanceof` would disagree. */
const brand = Symbol.for("client-ts.error");

/** The base of every error that this library makes. Test for one with {@link isClientError}, not with `instanceof`. */
export class ClientError extends Error {
  /** What went wrong, for a `switch`. */
  readonly kind: ClientErrorKind;

  static {
    Object.defineProperty(ClientError.prototype, brand, { value: true });
  }

  constructor(kind: ClientErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.name = `${kind}Error`;
  }
}

/** Whether a thrown value is one of ours, from any copy of this package; of the given kind when one is given. */
export function isClientError(error: unknown, kind?: ClientErrorKind): error is ClientError {
  if (typeof error !== "object" || error === null || !(brand in error)) return false;
  return kind === undefined || (error as unknown as ClientError).kind === kind;
}
