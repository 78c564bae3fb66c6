import { ClientError } from "./client-error.ts";

/** Why a request got no usable HTTP answer. */
export type TransportErrorCode =
  | "refused" // no process listens at the address
  | "reset" // the peer ended the connection
  | "unreachable" // no route, network down
  | "dns" // the name was not found
  | "timeout" // a limit of one layer ran out: connect, TLS, headers, idle
  | "tls" // the peer could not be trusted; trying again will not help
  | "proxy" // the proxy refused or broke
  | "goaway" // the server asked to move to another connection
  | "refused-stream" // the server did not begin to process it; safe to send again
  | "unusable" // the server accepts connections and ends them, or grants no stream, before it answers anything
  | "upgrade" // the server did not switch to the protocol that was asked for
  | "in-use" // a local port is taken
  | "limit" // one of our size limits was exceeded
  | "closed" // this client was closed
  | "other";

/** What is known about a request that got no usable HTTP answer. */
export interface TransportErrorOptions extends ErrorOptions {
  readonly code: TransportErrorCode;
  readonly method?: string | undefined;
  /** Path without query: queries can hold what does not belong in a log. */
  readonly path?: string | undefined;
  /** Whether any byte of the request may have reached the server. Default `true`: assume it did. */
  readonly sent?: boolean | undefined;
}

/** There was no usable answer, because of the connection, TLS, the proxy or a limit. */
export class TransportError extends ClientError {
  /** What prevented a usable answer, for a `switch`. */
  readonly code: TransportErrorCode;
  /** The HTTP method, as far as it is known. */
  readonly method: string | undefined;
  /** The path without query, as far as it is known. */
  readonly path: string | undefined;
  /** Whether any byte of the request may have reached the server. */
  readonly sent: boolean;

  constructor(message: string, { code, method, path, sent = true, ...options }: TransportErrorOptions) {
    super("Transport", message, options);
    this.code = code;
    this.method = method;
    this.path = path;
    this.sent = sent;
  }
}

/** A kubeconfig, an option or an environment that cannot work, with everything that is wrong in it. */
export class ConfigError extends ClientError {
  /** Each thing that is wrong; the message joins them. */
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const list = typeof problems === "string" ? [problems] : problems;
    super("Config", list.join("; "), options);
    this.problems = list;
  }
}

/** The server, or something in between, sent what the protocol does not allow. Nothing of it was used. */
export class ProtocolError extends ClientError {
  constructor(message: string, options?: ErrorOptions) {
    super("Protocol", message, options);
  }
}

/** The caller passed a value that cannot be right; nothing was sent. */
export class InvalidArgumentError extends ClientError {
  constructor(message: string, options?: ErrorOptions) {
    super("InvalidArgument", message, options);
  }
}

/** A write was sent and its answer was lost: the server may or may not have done it. Read before you write again. */
export class OutcomeUnknownError extends ClientError {
  constructor(message: string, options?: ErrorOptions) {
    super("OutcomeUnknown", message, options);
  }
}

/** The caller's signal ended the call. `cause` is the signal's reason. */
export class AbortedError extends ClientError {
  constructor(message = "the operation was aborted", options?: ErrorOptions) {
    super("Aborted", message, options);
    this.name = "AbortError";
  }
}

/** A wait had a limit and the limit ran out. */
export class TimeoutError extends ClientError {
  constructor(message: string, options?: ErrorOptions) {
    super("Timeout", message, options);
  }
}

/** The object that was called is closed or stopped, and cannot be used any more. */
export class ClosedError extends ClientError {
  constructor(message: string, options?: ErrorOptions) {
    super("Closed", message, options);
  }
}
