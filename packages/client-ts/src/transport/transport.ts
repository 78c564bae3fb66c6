import type { Readable } from "node:stream";
import { extended } from "../util/index.ts";
import type { Upgraded } from "./upgraded.ts";

/** What a request is for; limits, compression and the choice of connection follow from it. */
export type RequestPurpose =
  | "call" // small request, small answer
  | "list" // may be hundreds of megabytes: a connection of its own
  | "watch" // stays open for minutes: no total limit, no compression
  | "stream" // raw bytes for as long as they come: logs, proxies
  | "upgrade"; // a connection of its own that switches to another protocol: exec, port-forward

/** One HTTP request, complete but for the credentials. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query as they go on the wire, beginning with `/`. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Text and bytes can be sent again; a stream cannot, and a request with one is never retried. */
  readonly body?: string | Uint8Array | Readable | undefined;
  readonly purpose: RequestPurpose;
  readonly signal?: AbortSignal | undefined;
  /** Limit until the response's headers are there. */
  readonly headersTimeoutMs?: number | undefined;
  /** Limit between two pieces of the body. */
  readonly idleTimeoutMs?: number | undefined;
  /** Limit for the body after decompression. Absent: by purpose. */
  readonly maxBodyBytes?: number | undefined;
}

/** The answer's head, and its body as it arrives, decompressed. */
export interface TransportResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Ends with an error when the connection breaks before the body is complete. Destroying it ends the request. */
  readonly body: Readable;
  readonly protocol: "h2" | "http/1.1";
  /** After a 101 to a request with the purpose `upgrade`: the connection, which the caller owns from now on. */
  readonly upgraded?: Upgraded | undefined;
}

/**
 * Sends one request. Rejects with a TransportError, or with an AbortedError when the signal fired. A status of 400 or
 * 500 is an answer, not an error.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Wraps a transport: user agent, credentials, retries, logging and tracing are all of this one type. */
export type Interceptor = (next: Transport) => Transport;

/** Puts interceptors around a transport; the first one is outermost and sees the request first. */
export function intercept(transport: Transport, ...interceptors: readonly (Interceptor | undefined)[]): Transport {
  return interceptors.reduceRight<Transport>(
    (next, interceptor) => (interceptor === undefined ? next : interceptor(next)),
    transport,
  );
}

/** The request with one more header, unless it has that header already. */
export function withHeader(
  request: TransportRequest,
  name: string,
  value: string | readonly string[],
): TransportRequest {
  if (request.headers[name] !== undefined) return request;
  return { ...request, headers: extended(request.headers, { [name]: value }) };
}

/** The first value of a response's header, or `undefined`. */
export function headerOf(response: Pick<TransportResponse, "headers">, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === "string" ? value : value?.[0];
}
