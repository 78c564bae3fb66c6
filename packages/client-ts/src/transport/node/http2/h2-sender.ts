import { nextTick } from "node:process";
import type { Duplex, Readable } from "node:stream";
import { errorCodes, frameFlags, frameHeadBytes, frameTypes, FrameWriter } from "./frame-writer.ts";
import type { H2Stream } from "./h2-stream.ts";
import { HpackEncoder } from "./hpack-encoder.ts";

/** The head of a request: what HTTP/2 has in addition to the headers, and the headers. */
export interface RequestHead {
  readonly method: string;
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/** The window of streams and of the connection until settings say otherwise (RFC 9113, section 6.5.2). */
export const usualWindow: number = 65_535;
/** The longest frame until settings say otherwise. */
export const usualFrameBytes: number = 16_384;
/** The largest window that HTTP/2 has. */
const largestWindow = 2 ** 31 - 1;
/** Request bodies wait while this many bytes have not been sent yet. */
const mostUnsentBytes = 1024 * 1024;
/** The connection ends when this many bytes of answers wait for a server that does not read them. */
const mostUnreadBytes = 4 * 1024 * 1024;

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const nothing = Buffer.alloc(0);
/** Kept: a connection would wait for good for a tick that is asked for while a program's tests replace ticks. */
const afterTick = nextTick;

/**
 * The sending half of an HTTP/2 connection: frames, header compression, and the windows that limit request bodies.
 * Frames of one turn of the event loop leave in one write. A body waits where the peer's windows or the socket's buffer
 * are full; everything else is written at once.
 */
export class H2Sender {
  readonly #socket: Duplex;
  readonly #writer = new FrameWriter();
  readonly #encoder = new HpackEncoder();
  /** Streams whose body waits for the peer to take more. */
  readonly #waiting = new Set<H2Stream>();
  /** Of the whole connection. */
  #window = usualWindow;
  #streamWindow = usualWindow;
  #frameBytes = usualFrameBytes;
  #writtenId = 0;
  #sentId = 0;
  #isFlushing = false;
  /** Answers to settings and pings since everything had left. */
  #answerBytes = 0;

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.on("drain", () => {
      this.#answerBytes = 0;
      this.#uploadAll();
    });
  }

  /** The last stream whose head was given to the socket. */
  get sentId(): number {
    return this.#sentId;
  }

  /** The window that a new stream begins with. */
  get streamWindow(): number {
    return this.#streamWindow;
  }

  /** Sends what a client sends first: the preface and its settings. */
  begin(settings: readonly (readonly [id: number, value: number])[]): void {
    this.#writer.reserve(preface.length);
    this.#writer.bytes(preface);
    this.#writer.head(frameTypes.settings, 0, 0, settings.length * 6);
    for (const [id, value] of settings) {
      this.#writer.uint16(id);
      this.#writer.uint32(value);
    }
    this.#flushSoon();
  }

  /**
   * Sends a request; as much of its body as the peer takes now, and the rest later. Throws where head or body are not
   * of their types; the stream is not open then.
   */
  request(stream: H2Stream, head: RequestHead, body: string | Uint8Array | Readable | undefined): void {
    this.#head(stream.id, head, body === undefined);
    this.#writtenId = stream.id;
    this.#flushSoon();
    try {
      if (body === undefined) stream.onLocalEnd();
      else this.#body(stream, body);
    } catch (error) {
      this.reset(stream.id, errorCodes.cancel);
      throw error;
    }
  }

  /** Sends a ping. */
  ping(payload: Uint8Array): void {
    this.#writer.frame(frameTypes.ping, 0, 0, payload);
    this.#flushSoon();
  }

  /** Answers settings or a ping; `false` when the peer does not read its answers, which would fill our memory. */
  answer(type: number, payload: Uint8Array = nothing): boolean {
    if (this.#waitingBytes() === 0) this.#answerBytes = 0;
    this.#answerBytes += frameHeadBytes + payload.length;
    if (this.#answerBytes > mostUnreadBytes) return false;
    this.#writer.frame(type, frameFlags.ack, 0, payload);
    this.#flushSoon();
    return true;
  }

  /** Lets the peer send this many more bytes on a stream, or on the connection (0). */
  grant(stream: number, bytes: number): void {
    this.#writer.head(frameTypes.windowUpdate, 0, stream, 4);
    this.#writer.uint32(bytes);
    this.#flushSoon();
  }

  /** Ends one stream. */
  reset(stream: number, code: number): void {
    this.#writer.head(frameTypes.reset, 0, stream, 4);
    this.#writer.uint32(code);
    this.#flushSoon();
  }

  /** Sends GOAWAY, at once: the socket may end next. */
  goaway(code: number = errorCodes.none): void {
    this.#writer.head(frameTypes.goaway, 0, 0, 8);
    this.#writer.uint32(0);
    this.#writer.uint32(code);
    this.#flush();
  }

  /** The most that the peer keeps of our headers. */
  set tableBytes(bytes: number) {
    this.#encoder.tableBytes = bytes;
  }

  /** The longest frame that the peer takes. */
  set frameBytes(bytes: number) {
    this.#frameBytes = bytes;
  }

  /** The peer changed the window of every stream; `false` when that is not allowed. */
  setStreamWindow(bytes: number, streams: Iterable<H2Stream>): boolean {
    if (bytes > largestWindow) return false;
    const change = bytes - this.#streamWindow;
    this.#streamWindow = bytes;
    for (const stream of streams) {
      stream.sendWindow += change;
      if (stream.sendWindow > largestWindow) return false;
    }
    this.#uploadAll();
    return true;
  }

  /** The peer takes this many more bytes on the connection; `false` when that is not allowed. */
  onGrant(bytes: number): boolean {
    this.#window += bytes;
    if (this.#window > largestWindow) return false;
    this.#uploadAll();
    return true;
  }

  /** The peer takes this many more bytes on a stream; `false` when that is not allowed. */
  onStreamGrant(stream: H2Stream, bytes: number): boolean {
    stream.sendWindow += bytes;
    if (stream.sendWindow > largestWindow) return false;
    if (this.#waiting.has(stream)) this.upload(stream);
    return true;
  }

  /** Sends what the peer takes of a stream's body; the rest waits. */
  upload(stream: H2Stream): void {
    this.#waiting.delete(stream);
    // The body of a stream that was cancelled may still emit its end.
    if (stream.isClosed) return;
    let unsent = stream.unsent ?? nothing;
    while (unsent.length > 0 || stream.isBodyComplete) {
      const bytes = Math.min(unsent.length, this.#capacity(stream));
      if ((bytes === 0 && unsent.length > 0) || this.#isFull()) {
        stream.unsent = unsent;
        this.#waiting.add(stream);
        return;
      }
      const isLast = stream.isBodyComplete && bytes === unsent.length;
      this.#dataHead(stream, bytes, isLast);
      this.#writer.bytes(unsent.subarray(0, bytes));
      this.#flushSoon();
      unsent = unsent.subarray(bytes);
      if (isLast) break;
    }
    stream.onUploaded();
  }

  /** The stream is over: what waits of its body is not sent. */
  forget(stream: H2Stream): void {
    this.#waiting.delete(stream);
  }

  #uploadAll(): void {
    for (const stream of [...this.#waiting]) this.upload(stream);
  }

  #head(id: number, { method, scheme, authority, path, headers }: RequestHead, isLast: boolean): void {
    const fields = [":method", method, ":scheme", scheme, ":authority", authority, ":path", path];
    for (const name of Object.keys(headers)) {
      const value = headers[name] as string | readonly string[];
      // Upper case is an error in HTTP/2.
      const wireName = name.toLowerCase();
      if (typeof value === "string") fields.push(wireName, value);
      else for (const one of value) fields.push(wireName, String(one));
    }
    let most = HpackEncoder.beginBytes;
    for (let at = 0; at < fields.length; at += 2)
      most += HpackEncoder.fieldBytes(fields[at] as string, fields[at + 1] as string);
    const flags = isLast ? frameFlags.endStream : 0;
    if (most > this.#frameBytes) {
      this.#longHead(id, fields, most, flags);
      return;
    }
    const start = this.#writer.begin(frameTypes.headers, flags | frameFlags.endHeaders, id, most);
    this.#encode(this.#writer, fields);
    this.#writer.end(start);
  }

  /** A head that may need more than one frame. */
  #longHead(id: number, fields: readonly string[], most: number, flags: number): void {
    const writer = new FrameWriter();
    writer.reserve(most);
    this.#encode(writer, fields);
    const block = Buffer.concat(writer.take());
    for (let at = 0; at < block.length; at += this.#frameBytes) {
      const isFirst = at === 0;
      const isEnd = at + this.#frameBytes >= block.length;
      const part = block.subarray(at, at + this.#frameBytes);
      const type = isFirst ? frameTypes.headers : frameTypes.continuation;
      this.#writer.frame(type, (isFirst ? flags : 0) | (isEnd ? frameFlags.endHeaders : 0), id, part);
    }
  }

  #encode(writer: FrameWriter, fields: readonly string[]): void {
    this.#encoder.begin(writer);
    for (let at = 0; at < fields.length; at += 2)
      this.#encoder.field(writer, fields[at] as string, fields[at + 1] as string);
  }

  #body(stream: H2Stream, body: string | Uint8Array | Readable): void {
    if (typeof body === "string") {
      const bytes = Buffer.byteLength(body);
      if (bytes <= this.#capacity(stream)) {
        this.#dataHead(stream, bytes, true);
        this.#writer.utf8(body);
        stream.onLocalEnd();
        return;
      }
      stream.unsent = Buffer.from(body);
    } else if (body instanceof Uint8Array) {
      stream.unsent = body;
    } else {
      stream.sendFrom(body);
      return;
    }
    stream.isBodyComplete = true;
    this.upload(stream);
  }

  /** How many bytes of a body one frame of the stream may have now. Settings can make a window negative. */
  #capacity(stream: H2Stream): number {
    return Math.max(0, Math.min(this.#frameBytes, this.#window, stream.sendWindow));
  }

  #dataHead(stream: H2Stream, bytes: number, isLast: boolean): void {
    this.#window -= bytes;
    stream.sendWindow -= bytes;
    this.#writer.head(frameTypes.data, isLast ? frameFlags.endStream : 0, stream.id, bytes);
  }

  /** Whether a body has to wait for the socket, which says when it is empty. */
  #isFull(): boolean {
    if (this.#waitingBytes() < mostUnsentBytes) return false;
    this.#flush();
    return this.#socket.writableNeedDrain;
  }

  /** How many bytes wait to be sent. */
  #waitingBytes(): number {
    return this.#socket.writableLength + this.#writer.waiting;
  }

  /** After the promises of this turn have settled, so that what they send leaves in the same write. */
  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    afterTick(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushing = false;
    const buffers = this.#writer.take();
    if (buffers.length === 0 || !this.#socket.writable) return;
    this.#sentId = this.#writtenId;
    if (buffers.length > 1) this.#socket.cork();
    for (const buffer of buffers) this.#socket.write(buffer);
    if (buffers.length > 1) this.#socket.uncork();
  }
}
