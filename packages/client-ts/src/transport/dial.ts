import type { Duplex } from "node:stream";

/** Where a connection goes. */
export interface DialTarget {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Options of a {@link Dial}. */
export interface DialOptions {
  /** Ends the attempt. The socket that may still come is destroyed. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a connection: the one way to the network for HTTP/1.1, HTTP/2 and upgrades alike. A proxy is another function
 * of this type. Gives a connected socket on which TLS has not begun, or rejects with a TransportError.
 */
export type Dial = (target: DialTarget, options?: DialOptions) => Promise<Duplex>;
