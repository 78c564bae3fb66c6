import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** Path without query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage["headers"];
  /** The body's text. */
  readonly body: string;
}

/** An answer: a status and an object, or a function that writes it itself. */
export type Answer =
  | { readonly code?: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | ((response: ServerResponse) => void);

/** A server that answers as a test says, and remembers what it was asked. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** Starts one on a free port of 127.0.0.1. */
export async function startServer(answer: (request: SeenRequest) => Answer): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = incoming.url ?? "/";
    const body = Buffer.concat(chunks).toString("utf8");
    const request: SeenRequest = {
      method: incoming.method ?? "",
      url,
      path: url.split("?", 1)[0] ?? "",
      query: Object.fromEntries(new URLSearchParams(url.split("?")[1])),
      headers: incoming.headers,
      body,
    };
    seen.push(request);
    const reply = answer(request);
    if (typeof reply === "function") return reply(response);
    const content = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body ?? {});
    response.writeHead(reply.code ?? 200, { "content-type": "application/json", ...reply.headers }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A `Status` that is a failure. */
export function failure(code: number, reason: string, more: object = {}): Answer {
  return {
    code,
    body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, code, message: reason, ...more },
  };
}
