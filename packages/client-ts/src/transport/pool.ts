import type { Duplex } from "node:stream";
import { ConfigError, TransportError } from "../errors/index.ts";
import type { Clock, Logger, Meter } from "../util/index.ts";
import type { CertificateSource } from "./certificate-source.ts";
import type { Dial } from "./dial.ts";
import type { SizeLimits } from "./limits.ts";
import type { Environment } from "./proxy.ts";
import type { TlsConfig } from "./rest-config.ts";
import type { Transport } from "./transport.ts";

/** Options of {@link newPool}. */
export interface PoolOptions {
  /** How to trust the server and who we are. */
  readonly tls?: TlsConfig | undefined;
  /**
   * A client certificate that may change; only without one in `tls`. When it changes, new connections show the new one
   * and old ones end.
   */
  readonly certificate?: CertificateSource | undefined;
  /** The way to the network. Default: TCP. */
  readonly dial?: Dial | undefined;
  /** A proxy for every connection. Absent: from `env`, unless `dial` is given. */
  readonly proxyUrl?: string | undefined;
  /** Where a proxy is looked up. Default: the environment of the process. */
  readonly env?: Environment | undefined;
  /** How often certificate files are looked at again. Default 5 min; 0: never. */
  readonly tlsReloadMs?: number | undefined;
  /** How long requests may finish on connections that were made with a former certificate or trust. Default 20 s. */
  readonly drainMs?: number | undefined;
  /** `false` never speaks HTTP/2. Default `true`. */
  readonly http2?: boolean | undefined;
  readonly disableCompression?: boolean | undefined;
  readonly limits?: Partial<SizeLimits> | undefined;
  /** Limit for a TLS handshake and for the start of HTTP/2. Default 10 s. */
  readonly tlsTimeoutMs?: number | undefined;
  /** Limit between two pieces of the body of a call or a list. Default 60 s. */
  readonly idleTimeoutMs?: number | undefined;
  /** Silence before an HTTP/2 ping. Default 8 s. */
  readonly pingAfterMs?: number | undefined;
  /** How long the server may take to answer a ping. Default 4 s. */
  readonly pingTimeoutMs?: number | undefined;
  /** How long a second connection is kept without requests. Default 90 s. */
  readonly idleCloseMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly logger?: Logger | false | undefined;
  readonly meter?: Meter | undefined;
}

/** What a pool has open. */
export interface PoolStats {
  /** Open HTTP/2 sessions, those that only finish their last requests included. */
  readonly sessions: number;
  /** Open HTTP/1.1 sockets. */
  readonly sockets: number;
  /** Requests under way on HTTP/2. */
  readonly streams: number;
  /** Connections opened since the beginning. */
  readonly opened: number;
}

/** The connections to one server for one user, and their one owner. */
export interface Pool {
  /** Sends one request over these connections. */
  readonly send: Transport;
  /**
   * A fresh HTTP/1.1 connection with the same way, trust and identity, for callers that upgrade it. It belongs to the
   * caller, and `close` ends it.
   */
  connect(options?: { readonly signal?: AbortSignal | undefined }): Promise<Duplex>;
  stats(): PoolStats;
  /** Ends every request and closes every socket; settles when they are closed. Later requests fail. */
  close(): Promise<void>;
}

/**
 * A pool of connections to `origin` (`https://host:port`). HTTP/2 where the server speaks it, else HTTP/1.1 with
 * keep-alive.
 *
 * Requests share one session until it is full; then the next one is opened. Watches and streams fill at most four
 * fifths of a session, so that calls are never blocked, and lists have a session of their own, so that a hundred
 * megabytes do not delay a watch event. A session whose server sends GOAWAY gets no new requests and finishes its
 * present ones. Requests that the server did not begin to process (GOAWAY, REFUSED_STREAM) are sent again on another
 * session, whatever the method, because they had no effect.
 *
 * Certificate files are looked at again every few minutes, before a connection is opened, and when the server cannot be
 * trusted. When the client certificate or the trust has changed, what is open gets no new requests, may finish its
 * present ones for `drainMs`, and is then closed; a watch that is cut this way goes on over a new connection when its
 * owner opens it again.
 *
 * Nothing is loaded or dialled before the first request: Node's HTTP and TLS take longer to import than the rest of
 * this library together.
 */
export function newPool(origin: string, options: PoolOptions = {}): Pool {
  const url = parseOrigin(origin);
  let made: Pool | undefined;
  let loading: Promise<Pool> | undefined;
  let closed = false;
  const load = (): Promise<Pool> => {
    if (closed && loading === undefined)
      throw new TransportError(`the connections to ${url.host} are closed`, { code: "closed", sent: false });
    loading ??= import("./node/node-pool.ts").then(({ NodePool }) => {
      made = new NodePool(url, options);
      return made;
    });
    return loading;
  };
  const sendFirst: Transport = async (request) => (await load()).send(request);
  return {
    send: (request) => (made === undefined ? sendFirst(request) : made.send(request)),
    connect: async (more) => (made ?? (await load())).connect(more),
    stats: () => made?.stats() ?? { sessions: 0, sockets: 0, streams: 0, opened: 0 },
    async close() {
      closed = true;
      // When the pool could not be made, its callers got the error; there is nothing to close.
      await (await loading?.catch(() => undefined))?.close();
    },
  };
}

function parseOrigin(origin: string): URL {
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    throw new ConfigError(`${JSON.stringify(origin)} is not the URL of a server`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new ConfigError(`a server is reached by https or http, not by ${url.protocol}`);
  return url;
}
