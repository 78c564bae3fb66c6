import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { refusalOf } from "../endpoint-guard.ts";
import { listen, type ListenOptions } from "./listen.ts";

/** An answer of an endpoint; `undefined` is a 404. */
export type EndpointAnswer =
  | { readonly status: number; readonly text: string; readonly contentType?: string | undefined }
  | undefined;

/** What a server answers, and where. */
export interface EndpointServerOptions extends ListenOptions {
  /** A certificate and its key in PEM; with them the server speaks HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Answers a GET. What it throws becomes a 500 without a reason. */
  answer(
    path: string,
    query: URLSearchParams,
    headers: { readonly authorization: string | undefined },
  ): Promise<EndpointAnswer> | EndpointAnswer;
}

/** A small server for probes and scrapers: GET only, small headers, no bodies, short timeouts. */
export interface EndpointServer {
  /** The port that it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

/** Starts to listen; rejects when that is not possible. */
export async function startEndpointServer(options: EndpointServerOptions): Promise<EndpointServer> {
  const { tls, onError } = options;
  const limits = { maxHeaderSize: 8 * 1024, requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 5_000 };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response, options).catch((error: unknown) => {
      onError(error);
      response.destroy();
    });
  };
  // Not by `import`: that makes Node 22 and newer load its whole fetch with it, also where there is no such server.
  const http = process.getBuiltinModule("node:http");
  const https = process.getBuiltinModule("node:https");
  const server: Server =
    tls === undefined
      ? http.createServer(limits, handle)
      : https.createServer({ ...limits, cert: tls.cert, key: tls.key, minVersion: "TLSv1.2" }, handle);
  server.maxConnections = 256;
  const port = await listen(server, options);
  return {
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: EndpointServerOptions,
): Promise<void> {
  // A body is not read; the connection ends with the answer.
  request.resume();
  const { method = "", headers } = request;
  const end = (status: number, text: string, contentType = "text/plain; charset=utf-8"): void => {
    response.writeHead(status, {
      "content-type": contentType,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    response.end(method === "HEAD" ? undefined : text);
  };
  const refused = refusalOf({ method, host: headers.host, origin: headers.origin }, options.host);
  if (refused !== undefined) return end(refused, `refused: ${refused}\n`);
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  let found: EndpointAnswer;
  try {
    found = await options.answer(path, new URLSearchParams(query), { authorization: headers.authorization });
  } catch (error) {
    options.onError(error);
    return end(500, "internal error\n");
  }
  if (found === undefined) end(404, "not found\n");
  else end(found.status, found.text, found.contentType);
}
