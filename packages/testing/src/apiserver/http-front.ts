import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import {
  createSecureServer,
  createServer as createHttp2Server,
  type Http2SecureServer,
  type ServerHttp2Session,
} from "node:http2";
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { Connection } from "./connection.ts";
import { type Exchange, Http1Exchange, Http2Exchange } from "./exchange.ts";
import { UpgradeExchange } from "./upgrade-exchange.ts";

/** What the listener needs to be an HTTPS server. */
export interface ServingTls {
  readonly key: string;
  readonly cert: string;
  /** Who signs client certificates. */
  readonly ca: string;
}

/** Options of {@link listen}. */
export interface FrontOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: ServingTls | undefined;
  /** Streams that one HTTP/2 connection may have open. */
  readonly maxConcurrentStreams: number;
  readonly onExchange: (exchange: Exchange, certificate: ReturnType<Connection["certificateUser"]>) => void;
}

/** A listener: TCP underneath, TLS when asked for, HTTP/1.1 and HTTP/2 above. */
export interface Front {
  readonly port: number;
  /** Connections open now. */
  readonly connections: ReadonlySet<Connection>;
  /** Stops listening and cuts every connection; settles when all are gone. */
  close(): Promise<void>;
}

/** Listens on loopback. The TCP layer is ours, so that a fault can reach the socket below TLS and HTTP/2. */
export async function listen({ host, port, tls, maxConcurrentStreams, onExchange }: FrontOptions): Promise<Front> {
  const open = new Map<Socket, Connection>();
  const connections = new Set<Connection>();
  let nextId = 1;

  const http: HttpServer | Http2SecureServer =
    tls === undefined
      ? createHttpServer({ keepAliveTimeout: 120_000, maxHeaderSize: 1 << 20, requestTimeout: 0 })
      : createSecureServer({
          ...tls,
          allowHTTP1: true,
          // Node refuses streams when a session holds more than 10 MB; this server limits slow watchers itself.
          maxSessionMemory: 4096,
          requestCert: true,
          rejectUnauthorized: false,
          settings: {
            maxConcurrentStreams,
            initialWindowSize: 1 << 20,
            maxFrameSize: 262_144,
            maxHeaderListSize: 1 << 20,
          },
        });
  const plainHttp2 = createHttp2Server({
    maxSessionMemory: 4096,
    settings: { maxConcurrentStreams, initialWindowSize: 1 << 20, maxFrameSize: 262_144 },
  });

  const connectionOf = (socket: Socket): Connection => {
    // Above TLS the request's socket is the TLS one; it keeps the raw socket as its parent.
    const raw = (socket as unknown as { _parent?: Socket })._parent ?? socket;
    return open.get(raw) ?? open.get(socket) ?? new Connection(0, socket);
  };

  const onSession = (session: ServerHttp2Session): void => {
    const socket = rawSession(session);
    if (socket === undefined) return;
    const connection = connectionOf(socket);
    connection.session = session;
    session.on("error", () => {});
    // A bigger connection window than the protocol's 64 KiB; Node sets it per session only.
    session.setLocalWindowSize(16 << 20);
    session.on("stream", (stream, headers, flags) => {
      const hasBody = (flags & 1) === 0;
      onExchange(new Http2Exchange(stream, headers, hasBody, connection), connection.certificateUser(tlsOf(socket)));
    });
  };
  plainHttp2.on("session", onSession);
  if (tls !== undefined) {
    (http as Http2SecureServer).on("session", onSession);
    (http as Http2SecureServer).on("tlsClientError", () => {});
  }
  (http as HttpServer).on("request", (request, response) => {
    if (request.httpVersionMajor >= 2) return;
    const connection = connectionOf(request.socket);
    onExchange(new Http1Exchange(request, response, connection), connection.certificateUser(tlsOf(request.socket)));
  });
  (http as HttpServer).on("upgrade", (request, stream, head) => {
    const socket = stream as Socket;
    const connection = connectionOf(socket);
    onExchange(new UpgradeExchange(request, socket, head, connection), connection.certificateUser(tlsOf(socket)));
  });
  (http as HttpServer).on("clientError", (_error, socket) => {
    if (socket.writable)
      socket.end(
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request",
      );
  });

  const tcp: Server = createTcpServer((socket) => {
    const connection = new Connection(nextId++, socket);
    open.set(socket, connection);
    connections.add(connection);
    socket.on("error", () => {});
    socket.once("close", () => {
      open.delete(socket);
      connections.delete(connection);
    });
    socket.setNoDelay(true);
    if (tls !== undefined) {
      http.emit("connection", socket);
      return;
    }
    // Without TLS nothing negotiates; HTTP/2 with prior knowledge begins with its own preface.
    socket.once("readable", () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      socket.unshift(first);
      (first.subarray(0, 3).equals(preface) ? plainHttp2 : http).emit("connection", socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    tcp.once("error", reject);
    tcp.listen(port, host, () => {
      tcp.off("error", reject);
      resolve();
    });
  });

  return {
    port: (tcp.address() as AddressInfo).port,
    connections,
    async close() {
      const closed = new Promise<void>((resolve) => tcp.close(() => resolve()));
      for (const connection of connections) connection.session?.destroy();
      for (const socket of open.keys()) socket.destroy();
      await closed;
    },
  };
}

const preface = Buffer.from("PRI");

function tlsOf(socket: Socket): TLSSocket | undefined {
  return "authorized" in socket ? (socket as TLSSocket) : undefined;
}

/** The socket of a session: `session.socket` is a guarding proxy, from which the methods we need may be called. */
function rawSession(session: ServerHttp2Session): Socket | undefined {
  const symbol = Object.getOwnPropertySymbols(session).find((one) => one.description === "socket");
  return symbol === undefined ? undefined : ((session as unknown as Record<symbol, Socket>)[symbol] ?? undefined);
}
