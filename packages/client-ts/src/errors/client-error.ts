import { inspect, type InspectOptionsStylized } from "node:util";
import { escapeForPrint } from "../util/index.ts";
import type {
  AbortedError,
  ClosedError,
  ConfigError,
  InvalidArgumentError,
  OutcomeUnknownError,
  ProtocolError,
  TimeoutError,
  TransportError,
} from "./errors.ts";
import type { StatusError } from "./status-error.ts";

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
  | "Discovery" // what a server serves could not be discovered, or only a part of it
  | "Credential" // a plugin or a provider gave no credential that can be used
  | "Controller"; // a reconciler gave up, or a manager could not do what was asked

/**
 * The class of each kind of error, which {@link isClientError} narrows to: every error of the kind is of it. Those of
 * `Discovery`, `Credential` and `Controller` have no class in common.
 */
interface ErrorClasses {
  Status: StatusError;
  Transport: TransportError;
  Config: ConfigError;
  Protocol: ProtocolError;
  InvalidArgument: InvalidArgumentError;
  OutcomeUnknown: OutcomeUnknownError;
  Aborted: AbortedError;
  Timeout: TimeoutError;
  Closed: ClosedError;
  Discovery: ClientError & { readonly kind: "Discovery" };
  Credential: ClientError & { readonly kind: "Credential" };
  Controller: ClientError & { readonly kind: "Controller" };
}

/** Marks our errors across copies of this package in one process, where `instanceof` would disagree. */
const brand = Symbol.for("client-ts.error");

/**
 * The base of every error that this library makes. Test for one with {@link isClientError}, not with `instanceof`.
 *
 * The message and what `console.log` prints are safe to print: characters with which a server could move the cursor or
 * turn the reading direction are shown as text. The fields hold what the server sent.
 */
export class ClientError extends Error {
  /** What went wrong, for a `switch`. */
  readonly kind: ClientErrorKind;

  static {
    Object.defineProperty(ClientError.prototype, brand, { value: true });
    Object.defineProperty(ClientError.prototype, inspect.custom, {
      value(this: ClientError, _depth: number, options: InspectOptionsStylized) {
        return printable(this, options);
      },
    });
  }

  constructor(kind: ClientErrorKind, message: string, options?: ErrorOptions) {
    super(escapeForPrint(message), options);
    this.kind = kind;
    this.name = `${kind}Error`;
  }
}

/** Whether a value is an error of this library, from any copy of this package; with a kind, whether it is of that. */
export function isClientError(error: unknown): error is ClientError;
export function isClientError<K extends ClientErrorKind>(error: unknown, kind: K): error is ErrorClasses[K];
export function isClientError(error: unknown, kind?: ClientErrorKind): error is ClientError {
  if (typeof error !== "object" || error === null || !(brand in error)) return false;
  return kind === undefined || (error as unknown as ClientError).kind === kind;
}

/** Errors that are being printed: an error can be its own cause. */
const printing = new WeakSet<ClientError>();

/** What Node prints for an error, its fields and its cause, with all text of others escaped. */
function printable(error: ClientError, options: InspectOptionsStylized): string {
  if (printing.has(error)) return "[Circular]";
  printing.add(error);
  try {
    // A copy that Node prints as the original, but without asking us again.
    const copy = Object.defineProperties(new Error(), Object.getOwnPropertyDescriptors(error));
    Object.setPrototypeOf(
      copy,
      Object.create(Object.getPrototypeOf(error), { [inspect.custom]: { value: undefined } }),
    );
    const text = inspect(copy, options);
    if (!options.colors) return escapeForPrint(text);
    // Node's own colours stay.
    return text
      .split(colour)
      .map((part, i) => (i % 2 === 0 ? escapeForPrint(part) : part))
      .join("");
  } finally {
    printing.delete(error);
  }
}

/** The sequences with which Node colours its output. */
const colour = /(\u001b\[\d{1,3}m)/;
