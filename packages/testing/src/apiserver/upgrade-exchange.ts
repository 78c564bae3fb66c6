import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Connection } from "./connection.ts";
import type { Exchange, ResponseHeaders, ResponseStream } from "./exchange.ts";
import { acceptKey, frame, WebSocketFrameReader, normalClosure, opcodes } from "./web-socket-frames.ts";

/** A client sends nothing more to a watch. */
const maxIncoming = 64 * 1024;

/**
 * An exchange on an HTTP/1.1 connection that asks for another protocol. A watch over WebSocket gets one text frame per
 * event; whatever else is asked for is answered in HTTP, after which the connection ends. What the peer sends is
 * ignored, except pings and its close frame.
 */
export class UpgradeExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly connection: Connection;
  readonly readRevision: number | undefined = undefined;
  readonly #socket: Socket;
  readonly #head: Buffer;
  #answered = false;

  constructor(request: IncomingMessage, socket: Socket, head: Buffer, connection: Connection) {
    this.method = request.method ?? "GET";
    this.target = request.url ?? "/";
    this.headers = request.headers;
    this.connection = connection;
    this.#socket = socket;
    this.#head = head;
    socket.on("error", () => {});
  }

  readBody(): Promise<Buffer> {
    return Promise.resolve(Buffer.alloc(0));
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    if (!this.#begin(status, { "content-length": String(body.length), ...headers, connection: "close" })) return;
    this.#socket.end(this.method === "HEAD" ? "" : body);
  }

  open(status: number, headers: ResponseHeaders): ResponseStream {
    if (this.headers.upgrade?.toLowerCase() !== "websocket") {
      this.#begin(status, { ...headers, connection: "close" });
      return this.#stream((chunk) => this.#socket.write(chunk));
    }
    const key = this.headers["sec-websocket-key"];
    if (typeof key !== "string" || this.headers.origin === undefined) {
      // The real server's library opens no WebSocket for a client without an Origin header.
      this.respond(403, {}, Buffer.alloc(0));
      return this.#stream(() => {});
    }
    this.#begin(101, { upgrade: "websocket", connection: "Upgrade", "sec-websocket-accept": acceptKey(key) });
    const sendClose = (): void => {
      this.#socket.end(frame(opcodes.close, normalClosure));
    };
    const reader = new WebSocketFrameReader(maxIncoming);
    const read = (chunk: Buffer): void => {
      const frames = reader.read(chunk);
      if (frames === undefined) this.#socket.destroy();
      for (const { opcode, payload } of frames ?? []) {
        if (opcode === opcodes.ping) this.#socket.write(frame(opcodes.pong, payload));
        if (opcode === opcodes.close) {
          sendClose();
          return;
        }
      }
    };
    this.#socket.on("data", read);
    read(this.#head);
    let rest: Buffer = Buffer.alloc(0);
    return this.#stream((chunk) => {
      const lines = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let begin = 0;
      for (let end = lines.indexOf(10); end >= 0; end = lines.indexOf(10, begin)) {
        this.#socket.write(frame(opcodes.text, lines.subarray(begin, end + 1)));
        begin = end + 1;
      }
      rest = Buffer.from(lines.subarray(begin));
    }, sendClose);
  }

  switchProtocols(headers: ResponseHeaders): Socket | undefined {
    if (!this.#begin(101, { connection: "Upgrade", ...headers })) return undefined;
    if (this.#head.length > 0) this.#socket.unshift(this.#head);
    return this.#socket;
  }

  onClose(run: () => void): void {
    if (this.#socket.destroyed) run();
    else this.#socket.once("close", run);
  }

  abort(): void {
    this.#socket.destroy();
  }

  /** Sends the head of the answer; `false` when there is one already, or the client closed the connection. */
  #begin(status: number, headers: ResponseHeaders): boolean {
    if (this.#answered || this.#socket.destroyed || this.connection.silent) return false;
    this.#answered = true;
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}: ${one}\r\n`),
    );
    this.#socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`);
    return true;
  }

  #stream(send: (chunk: Buffer) => void, end: () => void = () => this.#socket.end()): ResponseStream {
    const socket = this.#socket;
    const { connection } = this;
    const isOpen = (): boolean => !socket.destroyed && !socket.writableEnded && !connection.silent;
    return {
      write(chunk) {
        if (isOpen()) send(chunk);
      },
      get backlog() {
        return socket.writableLength;
      },
      drained: () =>
        new Promise((resolve) => {
          if (!socket.writableNeedDrain || socket.destroyed) {
            resolve();
            return;
          }
          const done = (): void => {
            socket.off("drain", done);
            socket.off("close", done);
            resolve();
          };
          socket.on("drain", done);
          socket.on("close", done);
        }),
      end() {
        if (isOpen()) end();
      },
      abort: () => this.abort(),
    };
  }
}
