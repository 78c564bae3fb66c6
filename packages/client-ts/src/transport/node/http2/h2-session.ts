import type { Duplex, Readable } from "node:stream";
import { TransportError, type TransportErrorCode } from "../../../errors/index.ts";
import { type Clock, type Slicer, slicersFor, systemClock } from "../../../util/index.ts";
import { takeBytes } from "../reused-buffer.ts";
import { FrameReader } from "./frame-reader.ts";
import { errorCodes, frameFlags, frameTypes } from "./frame-writer.ts";
import { H2Sender, type RequestHead, usualFrameBytes, usualWindow } from "./h2-sender.ts";
import { H2Stream, type StreamEvents, type StreamLink, streamWindow } from "./h2-stream.ts";
import { HpackDecoder } from "./hpack-decoder.ts";
import { readHead } from "./response-head.ts";

/** What an {@link H2Session} reports. */
export interface H2SessionEvents {
  /** The server's settings came; each time. */
  onSettings(): void;
  /** The server accepts no further requests. */
  onGoaway(code: number): void;
  /** The connection is gone, and every stream has ended. Called once. */
  onClose(): void;
}

/** The window of the whole connection, see {@link streamWindow}. */
const connectionWindow = 32 * 1024 * 1024;
/** Bytes that have arrived on the connection are granted again once there are this many. */
const grantBytes = connectionWindow / 4;
const lastStreamId = 2 ** 31 - 1;
const unlimitedStreams = 2 ** 32 - 1;
/** Limits for the headers of one answer: decoded, and as they arrive. */
const mostHeaderBytes = 16 * 1024;
const mostHeaders = 1024;
const longestBlock = 64 * 1024;
/** What a part of a header block counts for in addition to its bytes, so that empty parts reach the limit as well. */
const partBytes = 64;

const settingIds = { tableBytes: 1, push: 2, streams: 3, window: 4, frameBytes: 5, headerBytes: 6 } as const;

/** Something came that HTTP/2 does not allow; the connection cannot go on. */
class Violation extends Error {
  /** The code that the server receives. */
  readonly h2Code: number;
  readonly code: TransportErrorCode;

  constructor(h2Code: number, what: string, code: TransportErrorCode = "reset") {
    super(what);
    this.h2Code = h2Code;
    this.code = code;
  }
}

/**
 * The client's side of one HTTP/2 connection (RFC 9113). Node's own costs four times as much for a short request, and
 * neither pings nor always notices a closed connection once it is to end.
 *
 * Guarantees: a request leaves in the turn in which it was made, or was never sent. A stream ends exactly once,
 * complete or with a failure. What breaks the rules of HTTP/2 ends the connection, or the stream where the others can
 * go on; the sizes of frames, headers and windows are checked before anything is kept.
 */
export class H2Session {
  readonly #socket: Duplex & { ref?(): unknown; unref?(): unknown };
  readonly #events: H2SessionEvents;
  readonly #reader: FrameReader;
  readonly #sender: H2Sender;
  readonly #decoder = new HpackDecoder({ bytes: mostHeaderBytes, count: mostHeaders });
  readonly #streams = new Map<number, H2Stream>();
  readonly #link: StreamLink;
  /** Callbacks of pings without an answer, by their number. */
  readonly #pings = new Map<number, () => void>();
  #pinged = 0;
  #unconfirmedResets = 0;
  #isConfirming = false;
  #nextId = 1;
  #bytesRead = 0;
  #maxStreams: number | undefined;
  #hasSettings = false;
  #receiveWindow = connectionWindow;
  /** A header block that is continued in the next frame. */
  #block: { readonly stream: number; readonly isLast: boolean; readonly parts: Buffer[]; bytes: number } | undefined;
  /** The server accepts no further requests. */
  #hasGoaway = false;
  #isEnding = false;
  #isDestroyed = false;
  readonly #slicer: Slicer;
  #isReaderBehind = false;

  constructor(socket: Duplex, events: H2SessionEvents, clock: Pick<Clock, "monotonic"> = systemClock) {
    this.#socket = socket;
    this.#events = events;
    this.#slicer = slicersFor(clock).reading;
    const sender = new H2Sender(socket);
    this.#sender = sender;
    this.#link = {
      reset: (id, code) => this.#reset(id, code),
      grant: (id, bytes) => sender.grant(id, bytes),
      upload: (stream) => sender.upload(stream),
      yield: () => {
        this.#isReaderBehind = true;
      },
      forget: (stream) => {
        this.#streams.delete(stream.id);
        sender.forget(stream);
      },
    };
    this.#reader = new FrameReader(usualFrameBytes, {
      onFrame: (type, flags, stream, payload) => this.#onFrame(type, flags, stream, payload),
      onData: (stream, chunk, isLast) => this.#onData(stream, chunk, isLast),
      onTooLong: (bytes) => {
        throw new Violation(errorCodes.frameSize, `a frame of ${bytes} bytes`);
      },
    });
    takeBytes(socket, (chunk) => {
      this.#slicer.begin();
      this.#onBytes(chunk);
      this.#yieldToOthers();
    });
    socket.on("error", (error) => this.destroy(error));
    socket.on("end", () => this.destroy());
    socket.once("close", () => {
      this.destroy();
      events.onClose();
    });
    sender.begin([
      [settingIds.push, 0],
      [settingIds.window, streamWindow],
      [settingIds.headerBytes, mostHeaderBytes],
    ]);
    sender.grant(0, connectionWindow - usualWindow);
  }

  /** How many streams the server grants; `undefined` until it says so. */
  get maxStreams(): number | undefined {
    return this.#maxStreams;
  }

  /** Streams that we ended and the server may not know of: they take a place there as before. */
  get unconfirmedResets(): number {
    return this.#unconfirmedResets;
  }

  /** Bytes that came from the server. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** Whether the session takes no more requests. */
  get isOver(): boolean {
    return this.#hasGoaway || this.#isEnding || this.#isDestroyed || this.#nextId > lastStreamId;
  }

  /** The connection keeps the process alive. */
  ref(): void {
    this.#socket.ref?.();
  }

  /** The connection does not keep the process alive. */
  unref(): void {
    this.#socket.unref?.();
  }

  /** Sends a request; throws when the session {@link isOver}, or head or body are not of their types. */
  request(head: RequestHead, body: string | Uint8Array | Readable | undefined, events: StreamEvents): H2Stream {
    if (this.isOver) throw new Error("the connection takes no more requests");
    const stream = new H2Stream(this.#nextId, head.method, this.#sender.streamWindow, events, this.#link);
    this.#nextId += 2;
    this.#sender.request(stream, head, body);
    this.#streams.set(stream.id, stream);
    return stream;
  }

  /** Sends a ping and calls back when the answer comes. */
  ping(answered: () => void): void {
    if (this.#isDestroyed) return;
    this.#pinged++;
    this.#pings.set(this.#pinged, answered);
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(this.#pinged, 4);
    this.#sender.ping(payload);
  }

  /** Sends GOAWAY and ends our side of the connection. For a session without streams. */
  end(): void {
    if (this.#isEnding || this.#isDestroyed) return;
    this.#isEnding = true;
    this.#sender.goaway();
    this.#socket.end();
  }

  /** Closes now; streams that are not complete fail with the error. */
  destroy(error?: Error): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#reader.stop();
    this.#pings.clear();
    const { sentId } = this.#sender;
    for (const stream of [...this.#streams.values()]) stream.fail({ error, sent: stream.id <= sentId });
    this.#socket.destroy();
  }

  #onBytes(chunk: Buffer): void {
    this.#bytesRead += chunk.length;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (error instanceof Violation) {
        this.#sender.goaway(error.h2Code);
        const message = `the server sent ${error.message}, which HTTP/2 does not allow`;
        this.destroy(new TransportError(message, { code: error.code }));
        return;
      }
      // An error thrown by the reader of a body must not be hidden, but the frames after it cannot be found any more.
      this.destroy(new TransportError("a reader of a body failed", { code: "other", cause: error }));
      throw error;
    }
  }

  /**
   * Reads no more in this turn of the event loop after one slice, or when what was read waits for its reader. Node
   * would read up to 2 MiB before anything else could run.
   */
  #yieldToOthers(): void {
    if (!this.#isReaderBehind && !this.#slicer.isOver) return;
    this.#socket.pause();
    this.#slicer.afterTurn(this.#onTurn);
  }

  readonly #onTurn = (): void => {
    this.#isReaderBehind = false;
    if (this.#socket.isPaused()) this.#socket.resume();
  };

  #onFrame(type: number, flags: number, id: number, payload: Buffer): void {
    if (!this.#hasSettings && type !== frameTypes.settings)
      throw new Violation(errorCodes.protocol, "no settings at the beginning");
    if (this.#block !== undefined && type !== frameTypes.continuation)
      throw new Violation(errorCodes.protocol, "headers without an end");
    switch (type) {
      case frameTypes.data:
        this.#onPaddedData(id, flags, payload);
        break;
      case frameTypes.headers:
        this.#onHeaders(id, flags, payload);
        break;
      case frameTypes.continuation:
        this.#onContinuation(id, flags, payload);
        break;
      case frameTypes.settings:
        this.#onSettings(id, flags, payload);
        break;
      case frameTypes.ping:
        this.#onPing(id, flags, payload);
        break;
      case frameTypes.reset:
        this.#onReset(id, payload);
        break;
      case frameTypes.windowUpdate:
        this.#onWindowUpdate(id, payload);
        break;
      case frameTypes.goaway:
        this.#onGoaway(id, payload);
        break;
      case frameTypes.push:
        throw new Violation(errorCodes.protocol, "a PUSH_PROMISE frame");
      default:
      // PRIORITY, and frames that we do not know, mean nothing to us.
    }
  }

  #onData(id: number, chunk: Buffer, isLast: boolean): void {
    if (this.#block !== undefined || !this.#hasSettings)
      throw new Violation(errorCodes.protocol, "data in the wrong place");
    this.#checkOpened(id, "data");
    this.#count(chunk.length);
    const stream = this.#streams.get(id);
    const code = stream?.onData(chunk, isLast) ?? errorCodes.none;
    if (stream !== undefined && code !== errorCodes.none)
      this.#refuse(
        stream,
        code,
        code === errorCodes.protocol ? "data in the wrong place" : "more data than was granted",
      );
  }

  /** Data with padding, in one piece. */
  #onPaddedData(id: number, flags: number, payload: Buffer): void {
    const padding = (payload[0] ?? 0) + 1;
    if (padding > payload.length) throw new Violation(errorCodes.protocol, "more padding than data");
    this.#count(padding);
    this.#streams.get(id)?.onPadding(padding);
    const data = Buffer.from(payload.subarray(1, payload.length - padding + 1));
    this.#onData(id, data, (flags & frameFlags.endStream) !== 0);
  }

  /** Counts bytes of the connection's window. They are granted again at once: the windows of streams limit us. */
  #count(bytes: number): void {
    this.#receiveWindow -= bytes;
    if (this.#receiveWindow < 0) throw new Violation(errorCodes.flowControl, "more data than was granted");
    const owed = connectionWindow - this.#receiveWindow;
    if (owed < grantBytes) return;
    this.#receiveWindow = connectionWindow;
    this.#sender.grant(0, owed);
  }

  #onHeaders(id: number, flags: number, payload: Buffer): void {
    this.#checkOpened(id, "headers");
    let from = 0;
    let to = payload.length;
    if ((flags & frameFlags.padded) !== 0) {
      from = 1;
      to -= payload[0] ?? 0;
    }
    if ((flags & frameFlags.priority) !== 0) from += 5;
    if (from > to) throw new Violation(errorCodes.protocol, "more padding than headers");
    const isLast = (flags & frameFlags.endStream) !== 0;
    const block = payload.subarray(from, to);
    if ((flags & frameFlags.endHeaders) !== 0) this.#onBlock(id, block, isLast);
    else this.#block = { stream: id, isLast, parts: [Buffer.from(block)], bytes: block.length };
  }

  #onContinuation(id: number, flags: number, payload: Buffer): void {
    const block = this.#block;
    if (block === undefined || block.stream !== id)
      throw new Violation(errorCodes.protocol, "the continuation of other headers");
    block.parts.push(Buffer.from(payload));
    block.bytes += payload.length + partBytes;
    if (block.bytes > longestBlock)
      throw new Violation(errorCodes.enhanceYourCalm, "headers larger than 64 KiB", "limit");
    if ((flags & frameFlags.endHeaders) === 0) return;
    this.#block = undefined;
    this.#onBlock(id, Buffer.concat(block.parts), block.isLast);
  }

  #onBlock(id: number, block: Buffer, isLast: boolean): void {
    let list: ReturnType<HpackDecoder["decode"]>;
    try {
      // Also for a stream that is over: the table has to stay the same as the server's.
      list = this.#decoder.decode(block);
    } catch (error) {
      throw new Violation(errorCodes.compression, (error as Error).message);
    }
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    const isTrailer = stream.isAnswered;
    const head = readHead(list.fields, isTrailer);
    // Trailers end a stream, interim answers do not.
    const mayBeLast = isTrailer || (head?.status ?? 0) >= 200;
    if (list.tooLarge) this.#refuse(stream, errorCodes.enhanceYourCalm, "headers larger than 16 KiB");
    else if (head === undefined) this.#refuse(stream, errorCodes.protocol, "headers with a wrong name or value");
    else if (isLast ? !mayBeLast : isTrailer) this.#refuse(stream, errorCodes.protocol, "headers in the wrong place");
    else if (isTrailer) stream.onRemoteEnd();
    else stream.onHead(head.status, head.headers, isLast);
  }

  #onSettings(id: number, flags: number, payload: Buffer): void {
    const isAnswer = (flags & frameFlags.ack) !== 0;
    if (id !== 0) throw new Violation(errorCodes.protocol, "a SETTINGS frame on a stream");
    if (payload.length % 6 !== 0 || (isAnswer && payload.length > 0))
      throw new Violation(errorCodes.frameSize, "a SETTINGS frame of a wrong length");
    if (isAnswer && !this.#hasSettings) throw new Violation(errorCodes.protocol, "no settings at the beginning");
    if (isAnswer) return;
    for (let at = 0; at < payload.length; at += 6) {
      const code = this.#apply(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
      if (code !== errorCodes.none) throw new Violation(code, "a setting that is out of range");
    }
    this.#hasSettings = true;
    this.#maxStreams ??= unlimitedStreams;
    this.#answer(frameTypes.settings);
    this.#events.onSettings();
  }

  /** Applies a setting. Returns the code of what is wrong with it, or that of no error. */
  #apply(id: number, value: number): number {
    switch (id) {
      case settingIds.tableBytes:
        this.#sender.tableBytes = value;
        return errorCodes.none;
      case settingIds.push:
        return value === 0 ? errorCodes.none : errorCodes.protocol;
      case settingIds.streams:
        this.#maxStreams = value;
        return errorCodes.none;
      case settingIds.window:
        return this.#sender.setStreamWindow(value, this.#streams.values()) ? errorCodes.none : errorCodes.flowControl;
      case settingIds.frameBytes:
        if (value < usualFrameBytes || value >= 2 ** 24) return errorCodes.protocol;
        this.#sender.frameBytes = value;
        return errorCodes.none;
      default:
        return errorCodes.none;
    }
  }

  #onPing(id: number, flags: number, payload: Buffer): void {
    if (id !== 0) throw new Violation(errorCodes.protocol, "a PING frame on a stream");
    if (payload.length !== 8) throw new Violation(errorCodes.frameSize, "a PING frame of a wrong length");
    if ((flags & frameFlags.ack) === 0) {
      this.#answer(frameTypes.ping, payload);
      return;
    }
    const number = payload.readUInt32BE(4);
    const answered = this.#pings.get(number);
    this.#pings.delete(number);
    answered?.();
  }

  #onReset(id: number, payload: Buffer): void {
    this.#checkOpened(id, "an RST_STREAM frame");
    if (payload.length !== 4) throw new Violation(errorCodes.frameSize, "an RST_STREAM frame of a wrong length");
    const resetCode = payload.readUInt32BE(0);
    this.#streams.get(id)?.fail({ resetCode, sent: resetCode !== errorCodes.refusedStream });
  }

  #onWindowUpdate(id: number, payload: Buffer): void {
    if (payload.length !== 4) throw new Violation(errorCodes.frameSize, "a WINDOW_UPDATE frame of a wrong length");
    const bytes = payload.readUInt32BE(0) & 0x7fffffff;
    const code = bytes === 0 ? errorCodes.protocol : errorCodes.flowControl;
    const what = "a flow-control window that is out of range";
    if (id === 0) {
      if (bytes === 0 || !this.#sender.onGrant(bytes)) throw new Violation(code, what);
      return;
    }
    this.#checkOpened(id, "a WINDOW_UPDATE frame");
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    if (bytes === 0 || !this.#sender.onStreamGrant(stream, bytes)) this.#refuse(stream, code, what);
  }

  #onGoaway(id: number, payload: Buffer): void {
    if (id !== 0) throw new Violation(errorCodes.protocol, "a GOAWAY frame on a stream");
    if (payload.length < 8) throw new Violation(errorCodes.frameSize, "a GOAWAY frame of a wrong length");
    const last = payload.readUInt32BE(0) & 0x7fffffff;
    this.#hasGoaway = true;
    this.#events.onGoaway(payload.readUInt32BE(4));
    // The server says that it did not begin with these.
    for (const stream of [...this.#streams.values()])
      if (stream.id > last) stream.fail({ resetCode: errorCodes.refusedStream, sent: false });
  }

  /** Ours have odd numbers, one after the other (RFC 9113, section 5.1.1). */
  #checkOpened(id: number, what: string): void {
    if (id % 2 === 0 || id >= this.#nextId)
      throw new Violation(errorCodes.protocol, `${what} of a stream that was not opened`);
  }

  #reset(id: number, code: number): void {
    this.#sender.reset(id, code);
    this.#unconfirmedResets++;
    if (!this.#isConfirming) this.#confirmResets();
  }

  /** Frames are read in order: a server that answers a ping has seen the resets before it. */
  #confirmResets(): void {
    const confirmed = this.#unconfirmedResets;
    this.#isConfirming = true;
    this.ping(() => {
      this.#isConfirming = false;
      this.#unconfirmedResets -= confirmed;
      if (this.#unconfirmedResets > 0) this.#confirmResets();
    });
  }

  /** Ends one stream whose frames are not right; the others go on. */
  #refuse(stream: H2Stream, resetCode: number, what: string): void {
    this.#reset(stream.id, resetCode);
    stream.fail({ resetCode, error: new Error(`the server sent ${what}`), sent: true });
  }

  /** Answers settings or a ping. */
  #answer(type: number, payload?: Buffer): void {
    if (!this.#sender.answer(type, payload))
      throw new Violation(
        errorCodes.enhanceYourCalm,
        "more PING and SETTINGS frames than it reads answers to",
        "limit",
      );
  }
}
