import type { Readable } from "node:stream";
import { afterTurn } from "../../../util/index.ts";
import { RequestBodyError } from "../../streamed-body.ts";
import type { TransportResponse } from "../../transport.ts";
import type { BodySink, BodySource } from "../body-source.ts";
import { errorCodes } from "./frame-writer.ts";

/** Why a stream ended before its answer was complete. */
export interface StreamFailure {
  /** The code of RST_STREAM, the server's or our own; absent when the connection ended. */
  readonly resetCode?: number | undefined;
  /** What ended the connection, or why we ended the stream. */
  readonly error?: Error | undefined;
  /** Whether the server can have seen the request. */
  readonly sent: boolean;
}

/** What a stream reports, except for its body. */
export interface StreamEvents {
  /** An interim answer (100 to 199). */
  onInterim(): void;
  onResponse(status: number, headers: TransportResponse["headers"]): void;
  /** Called at most once, and never after the answer was complete. */
  onFailure(failure: StreamFailure): void;
  /** Called once, when the stream no longer counts for the connection's limit. */
  onClose(): void;
}

/** What a stream needs of its connection. */
export interface StreamLink {
  /** Sends RST_STREAM. */
  reset(id: number, code: number): void;
  /** Lets the peer send this many more bytes on the stream. */
  grant(id: number, bytes: number): void;
  /** The stream is over on both sides. */
  forget(stream: H2Stream): void;
  /** Sends what it can of a body that waits. */
  upload(stream: H2Stream): void;
  /** The reader is behind: it should have a turn before more is read. */
  yield(): void;
}

/** The window of each stream: large, so that a list is not throttled to one window per round trip. */
export const streamWindow: number = 16 * 1024 * 1024;
/** Bytes that were taken are granted again once there are this many. */
const grantBytes = streamWindow / 4;
/** A reader that has more bytes than this waiting for it is behind. */
const waitingBytes = 64 * 1024;
/** Pieces that wait are joined up to this size. */
const joinedBytes = 16 * 1024;

/**
 * One request and its answer on an HTTP/2 connection. Bytes that arrive while no reader takes them are copied and kept,
 * up to the window: the peer may send more only when they were taken.
 */
export class H2Stream implements BodySource {
  readonly id: number;
  /** How many bytes of the request's body the peer takes. */
  sendWindow: number;
  /** What is left of the request's body. */
  unsent: Uint8Array | undefined;
  /** No more of the request's body comes. */
  isBodyComplete = false;
  readonly #events: StreamEvents;
  readonly #link: StreamLink;
  /** Whether the answer may have a body: that to HEAD has none, nor have 204 and 304. */
  #mayHaveBody: boolean;
  #sink: BodySink | undefined;
  #body: Readable | undefined;
  #waiting: Buffer[] = [];
  #isPaused = true;
  #isDelivering = false;
  /** The state of the answer. `failed` and `done` are final: the sink was notified, or there is none any more. */
  #answer: "awaited" | "begun" | "complete" | "done" | "failed" = "awaited";
  #isLocalDone = false;
  #isClosed = false;
  #receiveWindow = streamWindow;
  #taken = 0;

  constructor(id: number, method: string, sendWindow: number, events: StreamEvents, link: StreamLink) {
    this.id = id;
    this.sendWindow = sendWindow;
    this.#mayHaveBody = method !== "HEAD";
    this.#events = events;
    this.#link = link;
  }

  /** Whether the answer's head was seen. */
  get isAnswered(): boolean {
    return this.#answer !== "awaited";
  }

  /** Whether the stream no longer counts for the connection's limit. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  start(sink: BodySink): void {
    this.#sink = sink;
  }

  resume(): void {
    this.#isPaused = false;
    this.#deliver();
  }

  pause(): void {
    this.#isPaused = true;
  }

  /** The body of the request is read as fast as it can be sent. */
  sendFrom(body: Readable): void {
    body.on("error", (error: Error) => this.#abandon("could not be read", error));
    body.on("close", () => this.#abandon("was closed before its end"));
    this.#body = body;
    body.on("data", (chunk: unknown) => {
      body.pause();
      if (typeof chunk === "string") this.unsent = Buffer.from(chunk);
      else if (chunk instanceof Uint8Array) this.unsent = chunk;
      else this.#abandon("has parts that are neither text nor bytes");
      this.#link.upload(this);
    });
    body.on("end", () => {
      this.isBodyComplete = true;
      this.#link.upload(this);
    });
  }

  /** The last part of the body was sent, or the next one may come. */
  onUploaded(): void {
    this.unsent = undefined;
    if (this.isBodyComplete) this.onLocalEnd();
    else this.#body?.resume();
  }

  /** The request is sent, to its end. */
  onLocalEnd(): void {
    this.#isLocalDone = true;
    this.#closeWhenDone();
  }

  /** Ends the request from our side; no event follows but `onClose`. */
  cancel(code: number = errorCodes.cancel): void {
    if (!this.#isClosed) this.#link.reset(this.id, code);
    this.#drop();
    this.#close();
  }

  /** The head of an answer, or of an interim one. */
  onHead(status: number, headers: TransportResponse["headers"], isLast: boolean): void {
    if (status < 200) {
      this.#events.onInterim();
      return;
    }
    this.#answer = "begun";
    if (status === 204 || status === 304) this.#mayHaveBody = false;
    this.#events.onResponse(status, headers);
    if (isLast) this.onRemoteEnd();
  }

  /**
   * Bytes of the answer, valid during the call only. Returns the code of what is wrong with them, or that of no error.
   */
  onData(chunk: Buffer, isLast: boolean): number {
    this.#receiveWindow -= chunk.length;
    if (this.#receiveWindow < 0) return errorCodes.flowControl;
    if (!this.isAnswered || (!this.#mayHaveBody && chunk.length > 0)) return errorCodes.protocol;
    if (chunk.length > 0 && this.#answer === "begun") this.#take(chunk);
    if (isLast) this.onRemoteEnd();
    return errorCodes.none;
  }

  /** Padding: bytes that count for the window and carry no data. */
  onPadding(bytes: number): void {
    this.#receiveWindow -= bytes;
    this.#onTaken(bytes);
  }

  /** The answer is complete. */
  onRemoteEnd(): void {
    if (this.#answer !== "begun") return;
    this.#answer = "complete";
    // The server has answered and does not want the rest of the request.
    if (!this.#isLocalDone && !this.#isClosed) this.#link.reset(this.id, errorCodes.cancel);
    this.#isLocalDone = true;
    this.#closeWhenDone();
    this.#deliver();
  }

  /** The stream ended before its answer was complete. */
  fail(failure: StreamFailure): void {
    const { error } = failure;
    const isEarly = this.#answer === "awaited" || this.#answer === "begun";
    if (isEarly) this.#events.onFailure(failure);
    const sink = isEarly ? this.#sink : undefined;
    if (isEarly) this.#drop();
    this.#close();
    // The answer may have come with the same bytes, and its reader listens only when its promises have settled.
    if (sink !== undefined) afterTurn(() => sink.onFailure(error));
  }

  /** The request's own body broke off: the server must not take the part that arrived for the whole. */
  #abandon(what: string, cause?: Error): void {
    if (this.#isClosed || this.isBodyComplete) return;
    const resetCode = errorCodes.cancel;
    this.#link.reset(this.id, resetCode);
    this.fail({ resetCode, error: new RequestBodyError(what, cause), sent: true });
  }

  /** Gives a chunk to the reader, or keeps a copy until the reader wants it. */
  #take(chunk: Buffer): void {
    const sink = this.#sink;
    if (sink === undefined || this.#isPaused || this.#isDelivering) {
      this.#waiting.push(Buffer.from(chunk));
      this.#join();
      if (streamWindow - this.#receiveWindow - this.#taken > waitingBytes) this.#link.yield();
      return;
    }
    this.#isDelivering = true;
    try {
      this.#onTaken(chunk.length);
      sink.onData(chunk, true);
    } finally {
      this.#isDelivering = false;
    }
  }

  #deliver(): void {
    const sink = this.#sink;
    // A sink that pauses and resumes within a call is served by the loop that called it.
    if (sink === undefined || this.#isDelivering) return;
    this.#isDelivering = true;
    try {
      let next = 0;
      for (; next < this.#waiting.length && !this.#isPaused; next++) {
        const chunk = this.#waiting[next] as Buffer;
        this.#onTaken(chunk.length);
        sink.onData(chunk, false);
      }
      if (next === this.#waiting.length) this.#waiting.length = 0;
      else this.#waiting.splice(0, next);
    } finally {
      this.#isDelivering = false;
    }
    // Not before the reader reads: it would miss an error of the whole body, such as a wrong length.
    if (this.#answer !== "complete" || this.#waiting.length > 0 || this.#isPaused) return;
    this.#answer = "done";
    sink.onEnd();
  }

  /**
   * Joins the last pieces that wait, each with one of about its size: a server that sends single bytes to a reader who
   * does not take them would cost a hundred times their memory.
   */
  #join(): void {
    const waiting = this.#waiting;
    for (let last = waiting.length - 1; last > 0; last--) {
      const [before, piece] = [waiting[last - 1] as Buffer, waiting[last] as Buffer];
      if (before.length >= 2 * piece.length || before.length + piece.length > joinedBytes) return;
      waiting.length = last;
      waiting[last - 1] = Buffer.concat([before, piece]);
    }
  }

  #onTaken(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken < grantBytes || this.#isClosed || this.#answer !== "begun") return;
    this.#receiveWindow += this.#taken;
    this.#link.grant(this.id, this.#taken);
    this.#taken = 0;
  }

  /** No event follows but `onClose`. */
  #drop(): void {
    this.#answer = "failed";
    this.#sink = undefined;
    this.#waiting = [];
  }

  #closeWhenDone(): void {
    const isRemoteDone = this.#answer === "complete" || this.#answer === "done";
    if (this.#isLocalDone && isRemoteDone) this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.unsent = undefined;
    this.#body?.destroy();
    this.#link.forget(this);
    this.#events.onClose();
  }
}
