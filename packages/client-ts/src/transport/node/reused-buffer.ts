import type { OnReadOpts, Socket } from "node:net";
import type { Duplex } from "node:stream";

/** TLS decrypts one record at a time, and none is longer. */
const bufferBytes = 16 * 1024;

const buffers = new WeakMap<Duplex, ReusedBuffer>();

/**
 * The one buffer that a socket reads into. A buffer for each piece would be garbage at once, and garbage of this kind
 * makes V8 collect the whole heap: twice as often while a large list is read.
 *
 * The socket is an ordinary stream until its bytes are taken by {@link takeBytes}.
 */
export class ReusedBuffer {
  /** The option of this name of the socket. */
  readonly onread: OnReadOpts = {
    buffer: Buffer.allocUnsafeSlow(bufferBytes),
    callback: (count, buffer) => this.#onRead((buffer as Buffer).subarray(0, count)),
  };
  #socket: Socket | undefined;
  #take: ((chunk: Buffer) => void) | undefined;

  /** The socket that was made with {@link onread}. */
  attach(socket: Socket): void {
    this.#socket = socket;
    buffers.set(socket, this);
  }

  /** What receives the bytes, once the stream has nothing left of those before. */
  set taker(take: (chunk: Buffer) => void) {
    this.#take = take;
  }

  /** Returns `false` to read no more for now. */
  #onRead(chunk: Buffer): boolean {
    const socket = this.#socket as Socket;
    if (this.#take === undefined || socket.readableLength > 0) return socket.push(Buffer.from(chunk));
    this.#take(chunk);
    return true;
  }
}

/** Takes a socket's bytes as they come. A piece is valid during the call only. */
export function takeBytes(socket: Duplex, take: (chunk: Buffer) => void): void {
  const buffer = buffers.get(socket);
  if (buffer !== undefined) buffer.taker = take;
  // What came before, and all bytes of a socket that was made in another way.
  socket.on("data", take);
}
