/**
 * A process over WebSocket, in the protocols v5.channel.k8s.io and v4.channel.k8s.io: each binary message begins with
 * the number of its channel. v5 adds the message `[255, channel]`, which closes one channel; with v4 the end of the
 * input cannot be sent.
 */
import { ProtocolError } from "../errors/index.ts";
import type { WebSocketConnection, WebSocketListener } from "../transport/index.ts";
import type { OutputName, ProcessConnection, ProcessSink, TerminalSize } from "./remote-process.ts";

const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;

/** The most input in one message. */
const maxInputBytes = 64 * 1024;

/** The protocol that can close single channels. */
export const closingProtocol = "v5.channel.k8s.io";

/** A {@link ProcessConnection} on a WebSocket. */
export class ChannelConnection implements ProcessConnection, WebSocketListener {
  readonly #webSocket: WebSocketConnection;
  #sink: ProcessSink | undefined;
  /** Streams whose readers have enough. */
  readonly #full = new Set<OutputName>();

  constructor(webSocket: WebSocketConnection) {
    this.#webSocket = webSocket;
  }

  get protocol(): string {
    return this.#webSocket.protocol;
  }

  start(sink: ProcessSink): void {
    this.#sink = sink;
    this.#webSocket.listen(this);
  }

  sendStdin(chunk: Buffer, done: (error?: Error | null) => void): void {
    if (chunk.length <= maxInputBytes) {
      this.#send(channels.stdin, chunk, done);
      return;
    }
    this.#send(channels.stdin, chunk.subarray(0, maxInputBytes), (error) => {
      if (error) done(error);
      else this.sendStdin(chunk.subarray(maxInputBytes), done);
    });
  }

  endStdin(done: (error?: Error | null) => void): void {
    if (this.protocol !== closingProtocol) {
      done();
      return;
    }
    this.#send(channels.close, Buffer.from([channels.stdin]), done);
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#send(channels.resize, Buffer.from(JSON.stringify({ Width: columns, Height: rows })), () => {});
  }

  resume(stream: OutputName): void {
    if (this.#full.delete(stream) && this.#full.size === 0) this.#webSocket.resume();
  }

  close(): void {
    this.#webSocket.close();
  }

  destroy(error: Error): void {
    this.#webSocket.destroy(error);
  }

  onMessage(data: Buffer, isText: boolean): void {
    if (isText) {
      this.destroy(new ProtocolError("the server sent a text message where only binary ones may be"));
      return;
    }
    const channel = data[0];
    if (channel === undefined) {
      this.destroy(new ProtocolError("the server sent a message without a channel"));
      return;
    }
    if (data.length === 1) return;
    const payload = data.subarray(1);
    if (channel === channels.stdout) this.#output("stdout", payload);
    else if (channel === channels.stderr) this.#output("stderr", payload);
    else if (channel === channels.status) this.#sink?.onStatus(payload);
    // Messages of other channels are from protocols to come, and mean nothing to us.
  }

  onClose(error: Error | undefined): void {
    this.#sink?.onEnd(error);
  }

  #output(stream: OutputName, payload: Buffer): void {
    if (this.#sink?.onOutput(stream, payload) !== false) return;
    this.#full.add(stream);
    this.#webSocket.pause();
  }

  #send(channel: number, payload: Buffer, done: (error?: Error | null) => void): void {
    const message = Buffer.allocUnsafe(payload.length + 1);
    message[0] = channel;
    payload.copy(message, 1);
    this.#webSocket.send(message, done);
  }
}
