/**
 * A SPDY/3.1 session on a connection: many streams, each a Node Duplex with half-close. The client opens streams; a
 * server (the in-memory one) accepts them.
 *
 * - A stream is usable at once; `accepted` settles with the peer's answer to it.
 * - Back-pressure: a write waits for the socket, and for the peer's window where the peer has windows at all (the
 *   servers of Kubernetes do not). A stream whose reader is more than 1 MiB behind stops the reading of the whole
 *   connection, because nothing else can hold such a peer back; so memory is bounded by 1 MiB per stream.
 * - A ping after 5 s of silence, 10 s to answer it: a dead peer is found within 20 s.
 * - The session ends with its socket. Streams that are open then are destroyed with an error, never ended as if they
 *   were complete.
 */
import { Duplex } from "node:stream";
import { ClosedError, isClientError, TransportError } from "../../errors/index.ts";
import { afterTurn, type Clock, type Deferred, systemClock, withResolvers } from "../../util/index.ts";
import { transportErrorCode } from "../error-code.ts";
import { PingMonitor } from "./ping-monitor.ts";
import {
  dataHead,
  goaway,
  ping,
  resetCodes,
  rstStream,
  type SpdyFrame,
  SpdyFrameReader,
  synReply,
  synStream,
  windowUpdate,
} from "./spdy-frames.ts";
import { SpdyHeaderReader, type SpdyHeaders, SpdyHeaderWriter } from "./spdy-headers.ts";

/** Options of {@link SpdySession}. */
export interface SpdySessionOptions {
  /** Default `client`. */
  readonly side?: "client" | "server" | undefined;
  /** Whether to send pings; not where the connection below does. Default `true`. */
  readonly pings?: boolean | undefined;
  /** Called for a stream that the peer opens. Absent: such streams are refused. */
  readonly onStream?: ((stream: SpdyStream) => void) | undefined;
  readonly clock?: Clock | undefined;
}

const pingAfterMs = 5_000;
const pingTimeoutMs = 10_000;
/** The most payload in one data frame that we send. */
const maxDataBytes = 64 * 1024;
/** How much a stream takes before its writer has to wait, and gathers before its reader is seen as slow. */
const bufferBytes = 256 * 1024;
/** How much a stream holds for a slow reader before the connection waits. */
const maxHeldBytes = 1024 * 1024;
/** The window that streams begin with (SPDY/3.1). */
const defaultWindow = 64 * 1024;

/** The session, see above. */
export class SpdySession {
  /** Settles when the socket is closed: with an error, unless we closed it or the peer closed it gracefully. */
  readonly ended: Promise<Error | undefined>;
  readonly #socket: Duplex;
  readonly #server: boolean;
  readonly #onStream: ((stream: SpdyStream) => void) | undefined;
  readonly #streams = new Map<number, SpdyStream>();
  readonly #headerWriter = new SpdyHeaderWriter();
  readonly #headerReader = new SpdyHeaderReader();
  readonly #end: Deferred<Error | undefined> = withResolvers();
  readonly #monitor: PingMonitor | undefined;
  readonly #waiting: (() => void)[] = [];
  #nextStream: number;
  #nextPing: number;
  #lastPeerStream = 0;
  #onPong = (): void => {};
  #bytesRead = 0;
  /** Streams whose readers are too far behind; while there are any, nothing is read. */
  #fullStreams = 0;
  #window = defaultWindow;
  /** Whether the peer has shown that it has windows. */
  #peerHasWindows = false;
  #error: Error | undefined;
  #isEnded = false;

  constructor(socket: Duplex, options: SpdySessionOptions = {}) {
    const { side = "client", pings = true, onStream, clock = systemClock } = options;
    this.#socket = socket;
    this.#server = side === "server";
    this.#onStream = onStream;
    this.#nextStream = this.#server ? 2 : 1;
    this.#nextPing = this.#server ? 2 : 1;
    this.ended = this.#end.promise;
    socket.on("drain", () => {
      for (const run of this.#waiting.splice(0)) run();
    });
    if (pings) this.#monitor = this.#watchPeer(clock);
    this.#read();
  }

  /** How many streams are open. */
  get streamCount(): number {
    return this.#streams.size;
  }

  /** Opens a stream. */
  open(headers: SpdyHeaders): SpdyStream {
    if (this.#isEnded) throw this.#error ?? new ClosedError("the SPDY session is closed");
    const id = this.#nextStream;
    this.#nextStream += 2;
    const stream = this.#add(id, headers);
    this.#socket.write(synStream(id, this.#headerWriter.write(headers), false));
    return stream;
  }

  /** Ends the session gracefully: what was written is sent first. */
  close(): void {
    if (this.#isEnded) return;
    this.#error ??= new ClosedError("the SPDY session is closed");
    this.#socket.end(goaway(this.#lastPeerStream));
    // The peer may keep its side open for longer; our side closes now.
    afterTurn(() => this.#socket.destroy());
  }

  /** Ends the session at once. */
  destroy(error: Error): void {
    if (this.#isEnded) return;
    this.#error ??= error;
    this.#socket.destroy();
  }

  #add(id: number, headers: SpdyHeaders): SpdyStream {
    const stream = new SpdyStream(id, headers, {
      window: this.#window,
      hasWindows: () => this.#peerHasWindows,
      send: (payload, ends, done) => this.#send(payload.length === 0 ? [] : [payload], id, payload.length, ends, done),
      // A peer without windows does not read these, and a close with unread bytes resets the connection.
      grant: (delta) => this.#peerHasWindows && this.#control(windowUpdate(id, delta)),
      reset: () => this.#control(rstStream(id, resetCodes.cancel)),
      onFull: () => {
        if (this.#fullStreams++ === 0) this.#socket.pause();
      },
      onSpace: () => {
        if (--this.#fullStreams === 0) this.#socket.resume();
      },
      onGone: () => this.#streams.delete(id),
    });
    this.#streams.set(id, stream);
    return stream;
  }

  #send(
    parts: readonly Buffer[],
    id: number,
    length: number,
    ends: boolean,
    done: (error?: Error | null) => void,
  ): void {
    const socket = this.#socket;
    if (this.#isEnded || socket.destroyed) {
      done(this.#error ?? broken());
      return;
    }
    socket.cork();
    let ready = socket.write(dataHead(id, length, ends));
    for (const part of parts) ready = socket.write(part);
    socket.uncork();
    if (ready) done();
    else this.#waiting.push(() => done(this.#isEnded ? (this.#error ?? broken()) : undefined));
  }

  #control(frame: Buffer): void {
    if (!this.#isEnded && !this.#socket.destroyed && !this.#socket.writableEnded) this.#socket.write(frame);
  }

  #read(): void {
    const socket = this.#socket;
    const reader = new SpdyFrameReader();
    const onFrame = (frame: SpdyFrame): void => {
      if (!this.#isEnded) this.#handle(frame);
    };
    socket.on("data", (chunk: Buffer) => {
      this.#bytesRead += chunk.length;
      try {
        reader.read(chunk, onFrame);
      } catch (error) {
        this.#finish(error as Error);
      }
    });
    socket.on("error", (error: Error) => this.#finish(error));
    socket.once("end", () => this.#finish(undefined));
    // Without an end before it: the connection broke, unless we closed it.
    socket.once("close", () => this.#finish(this.#error === undefined ? broken() : undefined));
  }

  #handle(frame: SpdyFrame): void {
    switch (frame.type) {
      case "data":
        this.#streams.get(frame.stream)?.receive(frame.payload, frame.fin);
        return;
      case "syn-stream":
        this.#accept(frame.stream, this.#headerReader.read(frame.block), frame.fin);
        return;
      case "syn-reply":
      case "headers": {
        // Replies of servers say nothing that we use, but their blocks belong to one compressed stream.
        this.#headerReader.read(frame.block);
        const stream = this.#streams.get(frame.stream);
        stream?.accept();
        if (frame.fin) stream?.receive(Buffer.alloc(0), true);
        return;
      }
      case "rst-stream":
        this.#streams.get(frame.stream)?.onReset(frame.code);
        return;
      case "window-update":
        this.#peerHasWindows = true;
        this.#streams.get(frame.stream)?.onWindow(frame.delta);
        return;
      case "settings":
        if (frame.initialWindow === undefined) return;
        this.#peerHasWindows = true;
        for (const stream of this.#streams.values()) stream.onWindow(frame.initialWindow - this.#window);
        this.#window = frame.initialWindow;
        return;
      case "ping":
        // Ours have the parity of our streams.
        if ((frame.id & 1) === (this.#nextPing & 1)) this.#onPong();
        else this.#control(ping(frame.id));
        return;
      case "goaway":
      case "unknown":
    }
  }

  #accept(id: number, headers: SpdyHeaders, fin: boolean): void {
    if (this.#onStream === undefined || this.#streams.has(id)) {
      this.#control(rstStream(id, resetCodes.refused));
      return;
    }
    this.#lastPeerStream = Math.max(this.#lastPeerStream, id);
    const stream = this.#add(id, headers);
    stream.accept();
    this.#control(synReply(id, this.#headerWriter.write({})));
    if (fin) stream.receive(Buffer.alloc(0), true);
    this.#onStream(stream);
  }

  #watchPeer(clock: Clock): PingMonitor {
    return new PingMonitor(
      {
        // While a slow reader keeps us from reading, nothing is known about the peer.
        bytesRead: () => (this.#fullStreams > 0 ? ++this.#bytesRead : this.#bytesRead),
        ping: (answered) => {
          this.#onPong = answered;
          this.#control(ping(this.#nextPing));
          this.#nextPing += 2;
        },
        onDead: () =>
          this.destroy(
            new TransportError(`the server did not answer a ping within ${pingTimeoutMs} ms`, { code: "timeout" }),
          ),
        onTick: () => {},
      },
      { clock, pingAfterMs, pingTimeoutMs },
    );
  }

  #finish(error: Error | undefined): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#monitor?.stop();
    if (error !== undefined) this.#error ??= explain(error);
    for (const stream of [...this.#streams.values()]) stream.onLost(this.#error ?? broken());
    for (const run of this.#waiting.splice(0)) run();
    this.#socket.destroy();
    this.#end.resolve(isClientError(this.#error, "Closed") ? undefined : this.#error);
  }
}

/** What a stream needs from its session. */
interface StreamLink {
  readonly window: number;
  hasWindows(): boolean;
  send(payload: Buffer, ends: boolean, done: (error?: Error | null) => void): void;
  grant(delta: number): unknown;
  reset(): void;
  /** The stream holds as much as it may, and then that it has space again. */
  onFull(): void;
  onSpace(): void;
  onGone(): void;
}

/** One stream of a {@link SpdySession}: destroying it before both sides have ended resets it. */
export class SpdyStream extends Duplex {
  readonly id: number;
  /** The headers that it was opened with. */
  readonly headers: SpdyHeaders;
  /** Makes the error of a stream that is lost, where its owner knows more. */
  explainLoss: (error: Error) => Error = (error) => error;
  readonly #link: StreamLink;
  readonly #accepted: Deferred<void> = withResolvers();
  #peerEnded = false;
  #weEnded = false;
  #lost: Error | undefined;
  /** What the peer lets us send, and what we have let it send. */
  #window: number;
  #toGrant = 0;
  #unblock: (() => void) | undefined;
  #isFull = false;

  constructor(id: number, headers: SpdyHeaders, link: StreamLink) {
    super({ allowHalfOpen: true, highWaterMark: bufferBytes });
    this.id = id;
    this.headers = headers;
    this.#link = link;
    this.#window = link.window;
    this.#accepted.promise.catch(() => {});
    // A stream that is reset while its owner does not listen for errors must not end the process.
    this.on("error", () => {});
  }

  /** Settles when the peer has accepted the stream; rejects when it refuses. */
  get accepted(): Promise<void> {
    return this.#accepted.promise;
  }

  /** Called by the session. */
  accept(): void {
    this.#accepted.resolve();
  }

  /** Called by the session with data. */
  receive(payload: Buffer, ends: boolean): void {
    if (this.destroyed || this.#peerEnded) return;
    if (payload.length > 0) this.push(payload);
    this.#toGrant += payload.length;
    if (ends) {
      this.#peerEnded = true;
      this.push(null);
      // Nothing more is read from an ended stream, and it takes no more from the peer.
      this.#notFull();
    } else if (this.readableLength <= maxHeldBytes) this.#grant();
    else if (!this.#isFull) {
      this.#isFull = true;
      this.#link.onFull();
    }
  }

  /** Called by the session. */
  onWindow(delta: number): void {
    this.#window += delta;
    if (this.#window > 0) this.#release();
  }

  /** Called by the session. */
  onReset(code: number): void {
    this.onLost(new TransportError(`the peer ended the stream (SPDY code ${code})`, { code: "reset" }));
  }

  /**
   * Called by the session: nothing more will come. What has arrived is still read: servers of Kubernetes reset streams
   * as soon as they have sent everything. Writes fail after that.
   */
  onLost(error: Error): void {
    if (this.destroyed || this.#lost !== undefined) return;
    const lost = this.explainLoss(error);
    this.#lost = lost;
    this.#accepted.reject(lost);
    if (this.readableLength === 0) {
      this.destroy(lost);
      return;
    }
    this.#notFull();
    this.once("end", () => this.#release());
    if (this.#peerEnded) return;
    this.#peerEnded = true;
    this.push(null);
  }

  /** Why the stream ended without the peer's end; `undefined` when it did not. */
  get lost(): Error | undefined {
    return this.#lost;
  }

  override _read(): void {
    this.#grant();
    this.#notFull();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#lost !== undefined || this.destroyed) {
      this.#fail(this.#lost ?? closedStream(), done);
      return;
    }
    const limit = this.#link.hasWindows() ? Math.min(maxDataBytes, this.#window) : maxDataBytes;
    if (limit <= 0) {
      this.#unblock = () => this._write(chunk, "binary", done);
      return;
    }
    const part = chunk.subarray(0, limit);
    this.#window -= part.length;
    this.#link.send(part, false, (error) => {
      if (error) this.#fail(error, done);
      else if (part.length === chunk.length) done();
      else this._write(chunk.subarray(limit), "binary", done);
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#weEnded = true;
    if (this.#lost !== undefined) {
      done();
      return;
    }
    this.#link.send(Buffer.alloc(0), true, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#lost === undefined && !(this.#peerEnded && this.#weEnded)) this.#link.reset();
    this.#accepted.reject(error ?? closedStream());
    this.#notFull();
    this.#release();
    this.#link.onGone();
    done(error);
  }

  #grant(): void {
    if (this.#toGrant < defaultWindow / 2) return;
    this.#link.grant(this.#toGrant);
    this.#toGrant = 0;
  }

  #notFull(): void {
    if (!this.#isFull) return;
    this.#isFull = false;
    this.#link.onSpace();
  }

  /** Fails a write. That destroys the stream, so what has arrived is read first. */
  #fail(error: Error, done: (error: Error) => void): void {
    if (this.#lost === undefined || this.destroyed || this.readableEnded) done(error);
    else this.#unblock = () => this.#fail(error, done);
  }

  #release(): void {
    const run = this.#unblock;
    this.#unblock = undefined;
    run?.();
  }
}

function closedStream(): TransportError {
  return new TransportError("the stream was closed", { code: "closed" });
}

function broken(): TransportError {
  return new TransportError("the connection broke", { code: "reset" });
}

function explain(error: Error): Error {
  if (isClientError(error)) return error;
  return new TransportError(`the connection broke: ${error.message}`, {
    code: transportErrorCode(error),
    cause: error,
  });
}
