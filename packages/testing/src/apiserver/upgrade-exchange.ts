import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Connection } from "./connection.ts";
import type { Exchange, ResponseHeaders, ResponseStream } from "./exchange.ts";

/**
 * An exchange on an HTTP/1.1 connection that asks for another protocol. A watch over WebSocket gets one text frame per
 * event; whatever else is asked for is answered in HTTP, after which the connection ends. What the peer sends is
 * ignored, except pings and its goodbye.
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
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    this.#begin(101, { upgrade: "websocket", connection: "Upgrade", "sec-websocket-accept": accept });
    const goodbye = (): void => {
      this.#socket.end(frame(opcodes.close, normalClosure));
    };
    readFrames(this.#socket, this.#head, {
      onPing: (payload) => this.#socket.write(frame(opcodes.pong, payload)),
      onClose: goodbye,
    });
    let rest: Buffer = Buffer.alloc(0);
    return this.#stream((chunk) => {
      const lines = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let begin = 0;
      for (let end = lines.indexOf(10); end >= 0; end = lines.indexOf(10, begin)) {
        this.#socket.write(frame(opcodes.text, lines.subarray(begin, end + 1)));
        begin = end + 1;
      }
      rest = Buffer.from(lines.subarray(begin));
    }, goodbye);
  }

  onClose(run: () => void): void {
    if (this.#socket.destroyed) run();
    else this.#socket.once("close", run);
  }

  abort(): void {
    this.#socket.destroy();
  }

  /** Sends the head of the answer; `false` when there is one already, or the client has gone. */
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

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 };
/** Status code 1000. */
const normalClosure = Buffer.from([3, 232]);
/** A client sends nothing more to a watch. */
const maxIncoming = 64 * 1024;

/** One whole WebSocket frame (RFC 6455, section 5.2), as a server sends it: without a mask. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = 0x80 | opcode;
  if (head.length === 2) head[1] = length;
  else if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

interface FrameListener {
  onPing(payload: Buffer): void;
  onClose(): void;
}

/** Reads what a client sends. A frame that is too long ends the connection. */
function readFrames(socket: Socket, first: Buffer, { onPing, onClose }: FrameListener): void {
  let waiting: Buffer = first;
  const read = (): void => {
    while (waiting.length >= 2) {
      const masked = (waiting[1]! & 0x80) !== 0;
      const short = waiting[1]! & 0x7f;
      if (short === 127) {
        socket.destroy();
        return;
      }
      const start = 2 + (short === 126 ? 2 : 0) + (masked ? 4 : 0);
      if (waiting.length < start) return;
      const length = short === 126 ? waiting.readUInt16BE(2) : short;
      if (waiting.length < start + length) return;
      const opcode = waiting[0]! & 0x0f;
      const payload = Buffer.from(waiting.subarray(start, start + length));
      if (masked) for (let i = 0; i < length; i++) payload[i]! ^= waiting[start - 4 + (i & 3)]!;
      waiting = waiting.subarray(start + length);
      if (opcode === opcodes.ping) onPing(payload);
      if (opcode === opcodes.close) {
        onClose();
        return;
      }
    }
  };
  socket.on("data", (chunk: Buffer) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    if (waiting.length > 2 * maxIncoming) socket.destroy();
    else read();
  });
  read();
}
