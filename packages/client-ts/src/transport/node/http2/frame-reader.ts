import { frameFlags, frameHeadBytes, frameTypes } from "./frame-writer.ts";

/** What a {@link FrameReader} reports. */
export interface FrameEvents {
  /** A whole frame of any type except data without padding. The payload is valid during the call only. */
  onFrame(type: number, flags: number, stream: number, payload: Buffer): void;
  /**
   * A part of a data frame, as it comes; `isLast` with the last one of a frame that ends its stream. The chunk is valid
   * during the call only.
   */
  onData(stream: number, chunk: Buffer, isLast: boolean): void;
  /** A frame is longer than is allowed; nothing is read after that. */
  onTooLong(bytes: number): void;
}

/**
 * Cuts the bytes of an HTTP/2 connection into frames (RFC 9113, section 4). Data is passed on as it arrives, without a
 * copy; other frames are put together first.
 */
export class FrameReader {
  readonly #events: FrameEvents;
  readonly #mostBytes: number;
  readonly #head = Buffer.alloc(frameHeadBytes);
  #headBytes = 0;
  /** Of the frame that is being read. */
  #type = 0;
  #flags = 0;
  #stream = 0;
  #length = 0;
  /** Bytes of its payload that were read. */
  #read = 0;
  /** The beginning of a payload that came in parts. */
  #parts: Buffer | undefined;
  #stopped = false;

  constructor(mostBytes: number, events: FrameEvents) {
    this.#mostBytes = mostBytes;
    this.#events = events;
  }

  /** Nothing is read any more, and what is left of the present bytes is dropped. */
  stop(): void {
    this.#stopped = true;
  }

  /** Takes the next bytes of the connection, and keeps nothing of the chunk. */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && !this.#stopped) {
      if (this.#headBytes < frameHeadBytes) {
        at = this.#readHead(chunk, at);
        if (this.#headBytes < frameHeadBytes) return;
        if (this.#length > this.#mostBytes) {
          this.stop();
          this.#events.onTooLong(this.#length);
          return;
        }
      }
      at = this.#readPayload(chunk, at);
    }
  }

  #readHead(chunk: Buffer, from: number): number {
    let head = chunk;
    let at = from;
    if (this.#headBytes > 0 || chunk.length - from < frameHeadBytes) {
      const taken = Math.min(frameHeadBytes - this.#headBytes, chunk.length - from);
      chunk.copy(this.#head, this.#headBytes, from, from + taken);
      this.#headBytes += taken;
      if (this.#headBytes < frameHeadBytes) return from + taken;
      head = this.#head;
      at = 0;
      from += taken;
    } else {
      this.#headBytes = frameHeadBytes;
      from += frameHeadBytes;
    }
    this.#length = head.readUIntBE(at, 3);
    this.#type = head[at + 3] as number;
    this.#flags = head[at + 4] as number;
    this.#stream = head.readUInt32BE(at + 5) & 0x7fffffff;
    this.#read = 0;
    return from;
  }

  #readPayload(chunk: Buffer, from: number): number {
    const to = Math.min(chunk.length, from + this.#length - this.#read);
    this.#read += to - from;
    const isComplete = this.#read === this.#length;
    if (isComplete) this.#headBytes = 0;
    if (this.#type === frameTypes.data && (this.#flags & frameFlags.padded) === 0) {
      const isLast = isComplete && (this.#flags & frameFlags.endStream) !== 0;
      this.#events.onData(this.#stream, chunk.subarray(from, to), isLast);
      return to;
    }
    const part = chunk.subarray(from, to);
    if (isComplete && this.#parts === undefined) {
      this.#events.onFrame(this.#type, this.#flags, this.#stream, part);
      return to;
    }
    this.#parts ??= Buffer.allocUnsafe(this.#length);
    part.copy(this.#parts, this.#read - part.length);
    if (!isComplete) return to;
    const payload = this.#parts;
    this.#parts = undefined;
    this.#events.onFrame(this.#type, this.#flags, this.#stream, payload);
    return to;
  }
}
