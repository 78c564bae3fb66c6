import { Duplex } from "node:stream";
import type { Exchange } from "../exchange.ts";
import { acceptKey, frame, frameHead, WebSocketFrameReader, normalClosure, opcodes } from "../web-socket-frames.ts";

/** The most that a client may send in one frame. */
const maxFrameBytes = 16 * 1024 * 1024;

/** The server's end of a WebSocket that carries binary messages. */
export class ServerWebSocket {
  /** The sub-protocol that was chosen. */
  readonly protocol: string;
  readonly #socket: Duplex;
  #onMessage: (data: Buffer) => void = () => {};
  #onClose: () => void = () => {};
  #fragments: Buffer[] = [];
  #ended = false;

  constructor(socket: Duplex, protocol: string) {
    this.#socket = socket;
    this.protocol = protocol;
  }

  /** Begins to read. */
  listen(onMessage: (data: Buffer) => void, onClose: () => void): void {
    this.#onMessage = onMessage;
    this.#onClose = onClose;
    const socket = this.#socket;
    const reader = new WebSocketFrameReader(maxFrameBytes);
    socket.on("data", (chunk: Buffer) => {
      const frames = reader.read(chunk);
      if (frames === undefined) socket.destroy();
      for (const { opcode, fin, payload } of frames ?? []) this.#receive(opcode, fin, payload);
    });
    socket.on("end", () => socket.end());
    socket.once("close", () => this.#end());
    socket.on("error", () => {});
  }

  /** Sends a message made of parts; `done` is called when the socket can take more. */
  send(parts: readonly Buffer[], done: (error?: Error | null) => void = () => {}): void {
    const socket = this.#socket;
    if (this.#ended || socket.destroyed || socket.writableEnded) {
      done(new Error("the client closed the connection"));
      return;
    }
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    socket.cork();
    let ready = socket.write(frameHead(opcodes.binary, length));
    for (const part of parts) ready = socket.write(part);
    socket.uncork();
    if (ready) {
      done();
      return;
    }
    const settle = (): void => {
      socket.off("drain", settle);
      socket.off("close", settle);
      done();
    };
    socket.on("drain", settle);
    socket.on("close", settle);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Sends a close frame and ends. */
  close(): void {
    if (!this.#socket.destroyed && !this.#socket.writableEnded) this.#socket.end(frame(opcodes.close, normalClosure));
    this.#socket.resume();
  }

  #receive(opcode: number, fin: boolean, payload: Buffer): void {
    if (opcode === opcodes.ping) this.#socket.write(frame(opcodes.pong, payload));
    else if (opcode === opcodes.close) {
      this.close();
      this.#end();
    } else if (opcode === opcodes.binary || opcode === opcodes.text || opcode === opcodes.continuation) {
      this.#fragments.push(payload);
      if (fin) this.#onMessage(Buffer.concat(this.#fragments.splice(0)));
    }
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onClose();
  }
}

/**
 * Opens a WebSocket with the first protocol of the client's list that is supported. Without one it answers as
 * the real server does, and gives `undefined`.
 */
export function acceptWebSocket(exchange: Exchange, supported: readonly string[]): ServerWebSocket | undefined {
  const key = exchange.headers["sec-websocket-key"];
  const asked = String(exchange.headers["sec-websocket-protocol"] ?? "").split(/,\s*/);
  const protocol = asked.find((one) => supported.includes(one));
  if (protocol === undefined || typeof key !== "string") {
    exchange.respond(403, {}, Buffer.alloc(0));
    return undefined;
  }
  const socket = exchange.switchProtocols?.({
    upgrade: "websocket",
    "sec-websocket-accept": acceptKey(key),
    "sec-websocket-protocol": protocol,
  });
  return socket === undefined ? undefined : new ServerWebSocket(socket, protocol);
}

/** A WebSocket as a stream of bytes: its messages are pieces of it. */
export function byteStream(webSocket: ServerWebSocket): Duplex {
  const stream = new Duplex({
    read: () => webSocket.resume(),
    write: (chunk: Buffer, _encoding, done) => webSocket.send([chunk], done),
    final: (done) => {
      webSocket.close();
      done();
    },
    destroy: (error, done) => {
      webSocket.close();
      done(error);
    },
  });
  webSocket.listen(
    (data) => {
      if (!stream.destroyed && !stream.push(data)) webSocket.pause();
    },
    () => {
      if (!stream.destroyed) stream.push(null);
    },
  );
  return stream;
}
