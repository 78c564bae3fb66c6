import { defined } from "client-ts/internal";
import type { Json } from "./json.ts";
import { readFileSync } from "node:fs";
import { request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from "node:http2";
import { type LoadOptions, loadKubeconfig } from "client-ts/kubeconfig";

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body when it is JSON. */
  readonly body: Json;
}

/** What is sent in addition to method and path. */
export interface Sending {
  readonly body?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the kubeconfig's credentials. */
  readonly anonymous?: boolean;
}

/** A stream of lines, as a watch sends them. */
export interface LineStream {
  /** The status code; 0 when the stream ended without one. */
  readonly status: Promise<number>;
  /** The next line; `undefined` when the stream has ended. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** The answer to a request for a WebSocket. */
export interface WebSocketAnswer {
  readonly status: number;
  readonly accept: string | undefined;
  /** The next frame; `undefined` when the connection has ended. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** What a scenario needs to reach a server, a fake or a control plane. */
export interface Connection {
  readonly url: string;
  request(method: string, path: string, sending?: Sending): Promise<Answer>;
  /** The same without sharing a connection with others. */
  requestAlone(method: string, path: string, sending?: Sending): Promise<Answer>;
  /** Sends a GET whose answer is read line by line. */
  lines(path: string, headers?: Readonly<Record<string, string>>): LineStream;
  webSocket(path: string, headers: Readonly<Record<string, string>>): Promise<WebSocketAnswer>;
  close(): void;
}

/** The example of RFC 6455, section 1.3. */
const webSocketKey = "dGhlIHNhbXBsZSBub25jZQ==";

/**
 * One HTTP/2 connection to a server with a kubeconfig's credentials; nothing of the library's request code in between.
 */
export class ApiConnection implements Connection {
  readonly #session: ClientHttp2Session;
  readonly #headers: Record<string, string>;
  readonly #url: string;
  readonly #tls: Record<string, string>;

  private constructor(
    session: ClientHttp2Session,
    headers: Record<string, string>,
    url: string,
    tls: Record<string, string>,
  ) {
    this.#session = session;
    this.#url = url;
    this.#tls = tls;
    this.#headers = headers;
    // Requests report what goes wrong; the session's own event must only not be unhandled.
    session.on("error", () => {});
  }

  /** Connects by a kubeconfig: a file's path, or YAML text. */
  static async open(kubeconfig: Pick<LoadOptions, "path" | "text">): Promise<ApiConnection> {
    const config = (await loadKubeconfig(kubeconfig)).restConfig();
    const { ca, caFile, cert, certFile, key, keyFile } = config.tls ?? {};
    const token = config.bearerToken?.reveal();
    const tls = {
      ...loaded("ca", ca, caFile),
      ...loaded("cert", cert, certFile),
      ...loaded("key", key?.reveal(), keyFile),
    };
    const session = connect(config.host, { ...tls, settings: { initialWindowSize: 1 << 24 } });
    const headers = {
      "user-agent": "conformance/1.0",
      ...defined({ authorization: token === undefined ? undefined : `Bearer ${token}` }),
    };
    return new ApiConnection(session, headers, config.host, tls);
  }

  /** Sends a request and reads the answer. A server that answers before it has read the body is fine. */
  request(method: string, path: string, { body, headers = {} }: Sending = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request(
        { ":method": method, ":path": path, ...this.#headers, ...headers },
        { endStream: body === undefined },
      );
      let answered: (IncomingHttpHeaders & IncomingHttpStatusHeader) | undefined;
      const chunks: Buffer[] = [];
      stream.on("response", (got) => {
        answered = got;
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", (error) => {
        if (answered === undefined) reject(new Error(`${method} ${path}: ${error.message}`, { cause: error }));
      });
      stream.on("close", () => {
        if (answered === undefined) reject(new Error(`${method} ${path}: the stream was closed without an answer`));
        else resolve(answerOf(answered[":status"] ?? 0, answered, Buffer.concat(chunks).toString("utf8")));
      });
      if (body !== undefined) stream.end(body);
    });
  }

  /**
   * The same over an HTTP/1.1 connection of its own. For bodies that a server refuses half-way: little more than 3 MiB
   * of a body are sent before the answer, as what is on its way to a server that has closed would take the answer with
   * it. Also for anonymous requests: without the kubeconfig's credentials.
   */
  requestAlone(method: string, path: string, { body, headers = {}, anonymous = false }: Sending = {}): Promise<Answer> {
    const { ca, ...identity } = this.#tls;
    const known = anonymous ? {} : this.#headers;
    const length = defined({ "content-length": body === undefined ? undefined : String(Buffer.byteLength(body)) });
    return new Promise((resolve, reject) => {
      const options = {
        method,
        path,
        agent: false,
        headers: { ...known, ...length, ...headers },
        ...defined({ ca }),
        ...(!anonymous && identity),
      } as const;
      const request = requestHttps(this.#url, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          request.destroy();
          resolve(
            answerOf(
              response.statusCode ?? 0,
              response.headers as IncomingHttpHeaders,
              Buffer.concat(chunks).toString("utf8"),
            ),
          );
        });
        response.on("error", reject);
      });
      request.on("error", reject);
      const first = body === undefined ? undefined : Buffer.from(body).subarray(0, 3 * 1024 * 1024 + 1024);
      if (first === undefined || first.length === Buffer.byteLength(body!)) request.end(first);
      else request.write(first);
    });
  }

  /** Sends a GET whose answer is read line by line. */
  lines(path: string, headers: Readonly<Record<string, string>> = {}): LineStream {
    const stream = this.#session.request({ ":path": path, ...this.#headers, ...headers });
    const lines: string[] = [];
    const waiting: ((line: string | undefined) => void)[] = [];
    let rest = "";
    let ended = false;
    const give = (line: string | undefined): void => {
      const waiter = waiting.shift();
      if (waiter !== undefined) waiter(line);
      else if (line !== undefined) lines.push(line);
    };
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop()!;
      for (const part of parts) give(part);
    });
    stream.on("error", () => {});
    stream.on("close", () => {
      ended = true;
      while (waiting.length > 0) give(undefined);
    });
    return {
      status: new Promise((resolve) => {
        stream.once("response", (got) => resolve(got[":status"] ?? 0));
        stream.once("close", () => resolve(0));
      }),
      next: async () =>
        lines.length > 0 ? lines.shift() : ended ? undefined : new Promise((resolve) => waiting.push(resolve)),
      close: () => stream.close(),
    };
  }

  /**
   * Asks for a WebSocket at a path. The frames received are given as kind and text: `text {"type":...}`, `close 1000`.
   */
  webSocket(path: string, headers: Readonly<Record<string, string>>): Promise<WebSocketAnswer> {
    const handshake = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": webSocketKey,
    };
    return new Promise((resolve, reject) => {
      const request = requestHttps(this.#url, {
        path,
        agent: false,
        ...this.#tls,
        headers: { ...this.#headers, ...handshake, ...headers },
      });
      request.on("error", reject);
      request.on("response", (response) => {
        response.resume();
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, accept: undefined, next: async () => undefined, close() {} }),
        );
      });
      request.on("upgrade", (response, socket, head) => {
        const frames = readFrames(socket, head);
        const accept = response.headers["sec-websocket-accept"];
        resolve({ status: response.statusCode ?? 0, accept, next: frames, close: () => void socket.destroy() });
      });
      request.end();
    });
  }

  /** Counts lines of an answer without looking at them, until there are that many or it ends. */
  count(path: string, wanted: number): { readonly begun: Promise<void>; readonly lines: Promise<number> } {
    const stream = this.#session.request({ ":path": path, ...this.#headers });
    let count = 0;
    const begun = new Promise<void>((resolve) => stream.once("response", () => resolve()));
    const lines = new Promise<number>((resolve, reject) => {
      stream.on("data", (chunk: Buffer) => {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++;
        if (count >= wanted) stream.close();
      });
      stream.on("error", reject);
      stream.on("close", () => resolve(count));
    });
    return { begun, lines };
  }

  /** Where the server is. */
  get url(): string {
    return this.#url;
  }

  /** Ends the connection and everything on it. */
  close(): void {
    this.#session.destroy();
  }
}

function loaded(name: string, data: string | undefined, file: string | undefined): Record<string, string> {
  const text = data ?? (file && readFileSync(file, "utf8"));
  if (text === undefined) return {};
  return { [name]: text };
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status, headers, text, body };
}

/** Reads the frames that a server sends: whole, without a mask. */
function readFrames(socket: Duplex, head: Buffer): () => Promise<string | undefined> {
  let waiting: Buffer = head;
  let ended = false;
  let wake: (() => void) | undefined;
  socket.on("data", (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    wake?.();
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    ended = true;
    wake?.();
  });
  const take = (): string | undefined => {
    if (waiting.length < 2) return undefined;
    const short = waiting[1]!;
    const start = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (waiting.length < start) return undefined;
    const length = short === 126 ? waiting.readUInt16BE(2) : short === 127 ? Number(waiting.readBigUInt64BE(2)) : short;
    if (waiting.length < start + length) return undefined;
    const opcode = waiting[0]! & 0x0f;
    const payload = waiting.subarray(start, start + length);
    waiting = waiting.subarray(start + length);
    if (opcode === 8) return `close ${payload.length >= 2 ? payload.readUInt16BE(0) : ""}`;
    return `${opcode === 1 ? "text" : opcode === 2 ? "binary" : opcode} ${payload.toString("utf8")}`;
  };
  return async () => {
    for (;;) {
      const frame = take();
      if (frame !== undefined || ended) return frame;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}
