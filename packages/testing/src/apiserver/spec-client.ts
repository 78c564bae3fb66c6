import { type ClientHttp2Session, connect } from "node:http2";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { parse } from "yaml";
import { defined } from "client-ts/internal";
import { startApiServer } from "./api-server.ts";
import type { ApiServer, ApiServerOptions } from "./api-server-types.ts";

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into many shapes of JSON
  readonly body: any;
}

/** A watch as it comes in, line by line. */
export interface WatchReader {
  /** The next event, parsed; `undefined` when the stream has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: specs look into many shapes of JSON
  next(): Promise<any>;
  readonly status: Promise<number>;
  close(): void;
}

/** A plain HTTP/2 client for specs: no library of ours in between. */
export class SpecClient {
  readonly #session: ClientHttp2Session;
  readonly token: string;

  constructor(server: Pick<ApiServer, "kubeconfig" | "url">) {
    const config = parse(server.kubeconfig);
    const ca = config.clusters[0].cluster["certificate-authority-data"];
    this.token = config.users[0].user.token;
    this.#session = connect(server.url, { ca: ca === undefined ? undefined : Buffer.from(ca, "base64") });
    this.#session.on("error", () => {});
  }

  request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const text =
        body === undefined
          ? undefined
          : typeof body === "string" || Buffer.isBuffer(body)
            ? body
            : JSON.stringify(body);
      const fields = {
        ":method": method,
        ":path": path,
        authorization: `Bearer ${this.token}`,
        "user-agent": "spec/1.0",
        ...defined({ "content-type": text === undefined ? undefined : "application/json" }),
        ...headers,
      };
      const stream = this.#session.request(fields, { endStream: text === undefined });
      let status = 0;
      let answered: Record<string, unknown> = {};
      const chunks: Buffer[] = [];
      stream.on("response", (got) => {
        status = Number(got[":status"]);
        answered = got;
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", reject);
      stream.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const all = bytes.toString("utf8");
        let parsed: unknown;
        try {
          parsed = JSON.parse(all);
        } catch {
          parsed = undefined;
        }
        resolve({ status, headers: answered, text: all, bytes, body: parsed });
      });
      stream.on("close", () => reject(new Error("the stream was closed")));
      if (text !== undefined) stream.end(text);
    });
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.request("GET", path, undefined, headers);
  }

  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.request("POST", path, body, headers);
  }

  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.request("PUT", path, body, headers);
  }

  patch(path: string, body: unknown, type = "application/merge-patch+json"): Promise<Answer> {
    return this.request("PATCH", path, body, { "content-type": type });
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.request("DELETE", path, body);
  }

  watch(path: string, headers: Record<string, string> = {}): WatchReader {
    const stream = this.#session.request({ ":path": path, authorization: `Bearer ${this.token}`, ...headers });
    const lines: string[] = [];
    const waiting: ((line: string | undefined) => void)[] = [];
    let rest = "";
    let ended = false;
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      rest += chunk;
      const parts = rest.split("\n");
      rest = parts.pop()!;
      for (const part of parts) {
        const waiter = waiting.shift();
        if (waiter === undefined) lines.push(part);
        else waiter(part);
      }
    });
    const finish = (): void => {
      ended = true;
      for (const waiter of waiting.splice(0)) waiter(undefined);
    };
    stream.on("end", finish);
    stream.on("close", finish);
    stream.on("error", finish);
    return {
      status: new Promise((resolve) => {
        stream.once("response", (headers) => resolve(Number(headers[":status"])));
        stream.once("close", () => resolve(0));
      }),
      async next() {
        const line =
          lines.length > 0
            ? lines.shift()
            : ended
              ? undefined
              : await new Promise<string | undefined>((resolve) => waiting.push(resolve));
        return line === undefined ? undefined : JSON.parse(line);
      },
      close: () => stream.close(),
    };
  }

  close(): void {
    this.#session.destroy();
  }
}

/** A server, and a plain client of it. */
export interface SpecServer {
  readonly server: ApiServer;
  readonly client: SpecClient;
}

/** The options of a server, or what makes them when it is started. */
type SpecOptions = ApiServerOptions | (() => ApiServerOptions);

/** One server for the tests of a `describe` or a file: `use` gets it before the first test, and it is closed after. */
export function serverForAll(options: SpecOptions, use: (started: SpecServer) => void): void {
  let started: SpecServer | undefined;
  beforeAll(async () => {
    started = await start(options);
    use(started);
  });
  afterAll(() => close(started));
}

/** A new server for each of the tests, as {@link serverForAll}. */
export function serverForEach(options: SpecOptions, use: (started: SpecServer) => void): void {
  let started: SpecServer | undefined;
  beforeEach(async () => {
    started = await start(options);
    use(started);
  });
  afterEach(() => close(started));
}

async function start(options: SpecOptions): Promise<SpecServer> {
  const server = await startApiServer(typeof options === "function" ? options() : options);
  return { server, client: new SpecClient(server) };
}

async function close(started: SpecServer | undefined): Promise<void> {
  started?.client.close();
  await started?.server.close();
}
