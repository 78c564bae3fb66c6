import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type Settings,
} from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";
import { type CertificateAndKey, newCertificateAuthority, issueCertificate } from "../../certs/index.ts";
import { defined } from "../../util/index.ts";

/** What a test server saw of a request. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Answers one request; the parts that HTTP/1.1 and HTTP/2 have in common. */
export type Handler = (request: SeenRequest, response: ServerResponse, raw: IncomingMessage) => void;

/** Options of {@link serve}. */
export interface ServeOptions {
  /** Default `h2`. */
  readonly protocol?: "h2" | "https" | "http" | undefined;
  readonly certificate?: CertificateAndKey | undefined;
  readonly settings?: Settings | undefined;
  readonly maxHeaderSize?: number | undefined;
  readonly keepAliveTimeoutMs?: number | undefined;
  readonly clientCa?: string | undefined;
  /** Default: any free one. */
  readonly port?: number | undefined;
}

/** A server on loopback, for one test. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly requests: SeenRequest[];
  /** Requests whose headers have come, so far. */
  readonly begun: number;
  /** Connections accepted so far. */
  readonly connections: number;
  /** Connections open now. */
  readonly open: number;
  readonly sockets: ReadonlySet<Socket>;
  readonly sessions: ReadonlySet<ServerHttp2Session>;
  close(): Promise<void>;
}

/** The authority that signs the servers of the tests. */
export const testCa: CertificateAndKey = newCertificateAuthority({ commonName: "test-ca" });

/** A certificate for loopback. */
export const loopbackCertificate: CertificateAndKey = issueCertificate(testCa, {
  commonName: "api",
  dnsNames: ["localhost", "api.test"],
  ipAddresses: ["127.0.0.1"],
  usages: ["server"],
});

/** Starts a server on a free port of loopback. */
export async function serve(handler: Handler, options: ServeOptions = {}): Promise<TestServer> {
  const { protocol = "h2", certificate = loopbackCertificate, settings, maxHeaderSize, clientCa } = options;
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  let [connections, begun] = [0, 0];
  const listener = (
    raw: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ): void => {
    begun++;
    const chunks: Buffer[] = [];
    raw.on("error", () => {});
    response.on("error", () => {});
    raw.on("data", (chunk: Buffer) => chunks.push(chunk));
    raw.on("end", () => {
      const seen = {
        method: raw.method ?? "",
        path: raw.url ?? "",
        headers: { ...raw.headers },
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(seen);
      handler(seen, response as ServerResponse, raw as IncomingMessage);
    });
  };
  const tls = {
    key: certificate.key,
    cert: certificate.cert,
    ...(clientCa && { ca: clientCa, requestCert: true, rejectUnauthorized: false }),
  };
  const server: Server =
    protocol === "h2"
      ? createSecureServer({ ...tls, allowHTTP1: true, ...defined({ settings }) }, listener)
      : protocol === "https"
        ? createHttpsServer({ ...tls, ...defined({ maxHeaderSize }) }, listener)
        : createServer({ maxHeaderSize }, listener);
  if (options.keepAliveTimeoutMs !== undefined)
    (server as { keepAliveTimeout?: number }).keepAliveTimeout = options.keepAliveTimeoutMs;
  if (maxHeaderSize !== undefined) (server as { maxHeadersCount?: number }).maxHeadersCount = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  if (protocol === "h2") {
    (server as Http2SecureServer).on("session", (session) => {
      sessions.add(session);
      session.on("error", () => {});
      session.on("close", () => sessions.delete(session));
    });
    (server as Http2SecureServer).on("sessionError", () => {});
  }
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol === "http" ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    requests,
    sockets,
    sessions,
    get begun() {
      return begun;
    },
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/**
 * Stands between client and server, and can fall silent as a broken network does: nothing arrives, nothing is closed.
 */
export interface Relay {
  readonly port: number;
  /** From now on nothing passes over the connections that are open. */
  freeze(): void;
  close(): Promise<void>;
}

/** Starts a relay to a port of loopback. */
export async function startRelay(to: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let generation = 0;
  const server = createTcpServer((near) => {
    const mine = generation;
    const far = connectTcp(to, "127.0.0.1");
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("data", (chunk: Buffer) => mine === generation && into.write(chunk));
      from.on("close", () => mine === generation && into.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void generation++,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
