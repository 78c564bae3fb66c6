import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { CertificateAndKey } from "../../../certs/index.ts";
import { type Clock, defined } from "../../../util/index.ts";
import { listen, type ListenOptions } from "../../node/listen.ts";

/** A request whose body has been read. */
export interface PostedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Fires when the peer has gone away. */
  readonly signal: AbortSignal;
}

/** What a request is answered with. */
export interface PostAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType?: string | undefined;
}

/** Options of {@link startHttpsServer}. */
export interface HttpsServerOptions extends ListenOptions {
  readonly certificate: CertificateAndKey;
  readonly clock: Clock;
  /** The largest body that a path takes; `undefined` for a path that does not exist. */
  limitOf(path: string): number | undefined;
  answer(request: PostedRequest): Promise<PostAnswer>;
}

/** A server of POST requests over TLS. */
export interface HttpsServer {
  readonly port: number;
  setSecureContext(options: { readonly cert: string; readonly key: string }): void;
  close(): Promise<void>;
}

/** A body may take this long: no API server waits for a webhook any longer. */
const bodyMs = 30_000;
/** What is under way may take this long to end when the server is closed. */
const drainMs = 5_000;

/** Starts to listen; rejects when that is not possible. */
export async function startHttpsServer(options: HttpsServerOptions): Promise<HttpsServer> {
  const { certificate, onError, clock } = options;
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 40_000,
    keepAliveTimeout: 120_000,
    handshakeTimeout: 10_000,
  };
  const { cert, key } = certificate;
  const server: Server = createServer({ ...limits, cert, key, minVersion: "TLSv1.2" }, (request, response) => {
    serve(request, response, options).catch((error: unknown) => {
      onError(error);
      response.destroy();
    });
  });
  server.maxConnections = 1_024;
  // Peers that break a handshake or a request are not worth a log line each.
  server.on("tlsClientError", () => {});
  server.on("clientError", (_error, socket) => socket.destroy());
  const port = await listen(server, options);
  return {
    port,
    setSecureContext: (context) => server.setSecureContext({ ...context, minVersion: "TLSv1.2" }),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = clock.setTimer(drainMs, () => server.closeAllConnections(), { ref: false });
      await closed;
      timer.cancel();
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, options: HttpsServerOptions): Promise<void> {
  const end = ({ status, text, contentType = "text/plain; charset=utf-8" }: PostAnswer): void => {
    const isRead = request.complete;
    response.writeHead(status, {
      "content-type": contentType,
      "x-content-type-options": "nosniff",
      // A peer that is still sending is not worth reading to the end.
      ...defined({ connection: isRead ? undefined : "close" }),
    });
    response.end(text);
    if (!isRead) request.resume();
  };
  const { method, headers } = request;
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  const limit = options.limitOf(path);
  if (limit === undefined) return end({ status: 404, text: "there is no webhook at this path\n" });
  if (method !== "POST") return end({ status: 405, text: "send a review with POST\n" });
  // API servers send none; a page in a browser would.
  if (headers.origin !== undefined) return end({ status: 403, text: "requests of web pages are refused\n" });
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    return end({ status: 415, text: "the content type must be application/json\n" });
  const tooLarge = { status: 413, text: `the review is larger than ${limit} bytes\n` };
  if (Number(headers["content-length"] ?? 0) > limit) return end(tooLarge);
  const body = await bodyOf(request, limit, options.clock);
  if (body === "slow") return end({ status: 408, text: `the review was not sent within ${bodyMs} ms\n` });
  if (body === "large") return end(tooLarge);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  end(await options.answer({ path, query: new URLSearchParams(query), body, signal: gone.signal }));
}

/** The whole body, or why it was not read to its end. */
async function bodyOf(request: IncomingMessage, limit: number, clock: Clock): Promise<Buffer | "large" | "slow"> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = clock.setTimer(bodyMs, () => end("slow"), { ref: false });
    const end = (body: Buffer | "large" | "slow"): void => {
      timer.cancel();
      request.removeAllListeners("data");
      resolve(body);
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) end("large");
      else chunks.push(chunk);
    });
    request.once("end", () => end(Buffer.concat(chunks)));
    request.once("error", (error) => {
      timer.cancel();
      reject(error);
    });
    request.once("close", () => end("large"));
  });
}
