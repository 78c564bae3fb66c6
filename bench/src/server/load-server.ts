/**
 * The load server: a process of its own that answers from prepared bytes over TLS, HTTP/2 or HTTP/1.1 by ALPN, so that
 * the client is what is measured. It receives what to serve and when to send events over the channel to its parent; it
 * knows nothing of the clients.
 */

import http2, { type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { newSelfSignedServingCertificate } from "client-ts/certs";
import type { CorpusName } from "../corpus/corpus.ts";
import { Content, type Encoding } from "./content.ts";

/** What the parent may ask for. */
export type ServerCommand =
  | {
      readonly do: "serve";
      readonly corpus: CorpusName;
      readonly size: number;
      readonly streaming: boolean;
      readonly paged: boolean;
    }
  | { readonly do: "burst"; readonly count: number }
  | { readonly do: "pace"; readonly count: number; readonly perSecond: number }
  | { readonly do: "stats" };

/** What the server says. */
export type ServerReply =
  | { readonly ready: { readonly url: string; readonly ca: string } }
  | {
      readonly done: ServerCommand["do"];
      readonly protobuf: boolean;
      readonly connections: number;
      readonly requests: number;
      readonly cpuS: number;
    };

interface Watcher {
  readonly response: Http2ServerResponse;
  readonly encoding: Encoding;
}

const chunkBytes = 2 * 1024 * 1024;
let content: Content | undefined;
let mode = { streaming: true, paged: false };
let counters = { connections: 0, requests: 0 };
const watchers = new Set<Watcher>();

const certificate = newSelfSignedServingCertificate({ host: "127.0.0.1", dnsNames: ["localhost"] });
const server = http2.createSecureServer(
  { key: certificate.key, cert: certificate.cert, allowHTTP1: true, maxSessionMemory: 1000 },
  (request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  },
);
server.on("secureConnection", (socket) => {
  counters.connections++;
  socket.setNoDelay(true);
  socket.on("error", () => {});
});
server.on("sessionError", () => {});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  send({ ready: { url: `https://127.0.0.1:${port}`, ca: certificate.ca } });
});

process.on("message", (command: ServerCommand) => {
  perform(command).then(
    () => {
      const { user, system } = process.cpuUsage();
      send({ done: command.do, protobuf: content?.hasProtobuf ?? false, ...counters, cpuS: (user + system) / 1e6 });
      if (command.do === "stats") counters = { connections: 0, requests: 0 };
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
// Ctrl-C in a terminal reaches us too; the runner says when it is over.
process.on("SIGINT", () => {});

async function perform(command: ServerCommand): Promise<void> {
  switch (command.do) {
    case "serve":
      mode = { streaming: command.streaming, paged: command.paged };
      content = new Content(command.corpus, command.size);
      return;
    case "burst":
      await Promise.all([...watchers].map((watcher) => burst(watcher, command.count)));
      return;
    case "pace":
      await Promise.all([...watchers].map((watcher) => pace(watcher, command.count, command.perSecond)));
      return;
    case "stats":
      return;
  }
}

async function handle(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  counters.requests++;
  const url = new URL(request.url, "https://server");
  const query = url.searchParams;
  const encoding: Encoding = String(request.headers.accept ?? "").startsWith("application/vnd.kubernetes.protobuf")
    ? "pb"
    : "json";
  const served = content;
  if (served === undefined || (encoding === "pb" && !served.hasProtobuf)) return status(response, 406);
  if (url.pathname !== served.facts.path) {
    if (!/\/namespaces\/[^/]+\/[^/]+\/[^/]+$/.test(url.pathname)) return status(response, 404);
    return whole(response, encoding, [served.object(encoding, (counters.requests * 31) % served.size)]);
  }
  if (query.get("watch") === "true" || query.get("watch") === "1") return watch(served, query, encoding, response);
  const limit = Number(query.get("limit") ?? 0);
  // As a real server does: the watch cache answers version 0 whole, whatever the limit.
  const pageSize = limit > 0 && (mode.paged || query.get("resourceVersion") !== "0") ? limit : served.size;
  const from = Number(query.get("continue") ?? 0);
  const to = Math.min(served.size, from + pageSize);
  await whole(response, encoding, served.list(encoding, from, to, to < served.size ? String(to) : ""));
}

async function watch(
  served: Content,
  query: URLSearchParams,
  encoding: Encoding,
  response: Http2ServerResponse,
): Promise<void> {
  const initial = query.get("sendInitialEvents") === "true";
  if (initial && !mode.streaming) return status(response, 422);
  response.writeHead(200, {
    "content-type": encoding === "json" ? "application/json" : "application/vnd.kubernetes.protobuf;stream=watch",
  });
  (response as unknown as { flushHeaders(): void }).flushHeaders();
  if (initial) for (const piece of served.initialEvents(encoding)) await write(response, piece);
  const watcher: Watcher = { response, encoding };
  // A reader of raw bytes asks for its events at once.
  if (query.has("burst")) {
    await pump(response, [served.events(encoding, 0, Number(query.get("burst")))]);
    response.end();
    return;
  }
  watchers.add(watcher);
  response.on("close", () => watchers.delete(watcher));
}

async function burst({ response, encoding }: Watcher, count: number): Promise<void> {
  const served = content as Content;
  await pump(response, [served.events(encoding, 0, count), served.lastEvent(encoding)]);
}

/**
 * Sends events evenly, each with the moment of its writing as version: `10^15` plus the nanoseconds of the machine's
 * monotonic clock.
 */
async function pace({ response, encoding }: Watcher, count: number, perSecond: number): Promise<void> {
  const served = content as Content;
  const began = process.hrtime.bigint();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = process.hrtime.bigint();
      const due = Math.min(count, Math.floor((Number(now - began) / 1e9) * perSecond));
      if (due > sent && !response.destroyed) {
        for (let i = sent; i < due; i++) served.stamp(encoding, i, String(1_000_000_000_000_000n + now));
        response.write(served.events(encoding, sent, due));
        sent = due;
      }
      if (sent < count && !response.destroyed) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  if (!response.destroyed) response.write(served.lastEvent(encoding));
}

async function whole(response: Http2ServerResponse, encoding: Encoding, pieces: readonly Buffer[]): Promise<void> {
  response.writeHead(200, {
    "content-type": encoding === "json" ? "application/json" : "application/vnd.kubernetes.protobuf",
    "content-length": pieces.reduce((sum, piece) => sum + piece.length, 0),
  });
  await pump(response, pieces);
  response.end();
}

async function pump(response: Http2ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length && !response.destroyed; at += chunkBytes) {
      await write(response, piece.subarray(at, Math.min(piece.length, at + chunkBytes)));
    }
  }
}

function write(response: Http2ServerResponse, bytes: Buffer): Promise<void> | void {
  if (response.destroyed || response.write(bytes)) return;
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    response.once("drain", settle);
    response.once("close", settle);
  });
}

function status(response: Http2ServerResponse, code: number): void {
  const reasons: Record<number, string> = { 404: "NotFound", 406: "NotAcceptable", 422: "Invalid" };
  response.writeHead(code, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `bench: ${code}`,
      reason: reasons[code],
      code,
    }),
  );
}

function send(reply: ServerReply): void {
  process.send?.(reply);
}
