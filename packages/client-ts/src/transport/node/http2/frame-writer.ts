/** Types of HTTP/2 frames (RFC 9113, section 6). */
export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** Flags of frames; what a bit means depends on the frame's type. */
export const frameFlags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

/** Error codes of HTTP/2 (RFC 9113, section 7) that we send or tell apart. */
export const errorCodes = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** Bytes before the payload of each frame. */
export const frameHeadBytes = 9;

/** Enough for a dozen requests; a frame that is larger gets a buffer of its own size. */
const bufferBytes = 16 * 1024;

/**
 * Puts frames one after the other into as few buffers as possible, so that what is sent within one turn of the event
 * loop leaves in one write, and one TLS record.
 */
export class FrameWriter {
  #full: Buffer[] = [];
  #buffer = Buffer.allocUnsafeSlow(bufferBytes);
  /** What was taken before this is on its way and must not change. */
  #from = 0;
  #at = 0;

  /** How many bytes were not taken yet. */
  get waiting(): number {
    let bytes = this.#at - this.#from;
    for (const buffer of this.#full) bytes += buffer.length;
    return bytes;
  }

  /** The bytes since the last call, in order. */
  take(): readonly Buffer[] {
    const taken = this.#full;
    if (this.#at > this.#from) taken.push(this.#buffer.subarray(this.#from, this.#at));
    this.#full = [];
    this.#from = this.#at;
    return taken;
  }

  /** Writes the head of a frame whose payload the caller writes next. */
  head(type: number, flags: number, stream: number, length: number): void {
    this.reserve(frameHeadBytes + length);
    this.#at = this.#buffer.writeUIntBE(length, this.#at, 3);
    this.byte(type);
    this.byte(flags);
    this.uint32(stream);
  }

  /** Writes a frame with a payload. */
  frame(type: number, flags: number, stream: number, payload: Uint8Array): void {
    this.head(type, flags, stream, payload.length);
    this.bytes(payload);
  }

  /**
   * Writes the head of a frame whose length is not known yet, with space for `most` bytes; {@link end} closes it.
   */
  begin(type: number, flags: number, stream: number, most: number): number {
    this.reserve(frameHeadBytes + most);
    const start = this.#at;
    this.head(type, flags, stream, 0);
    return start;
  }

  /** Writes the length of a frame that {@link begin} began, and gives it. */
  end(start: number): number {
    const length = this.#at - start - frameHeadBytes;
    this.#buffer.writeUIntBE(length, start, 3);
    return length;
  }

  byte(value: number): void {
    this.#buffer[this.#at++] = value;
  }

  uint16(value: number): void {
    this.#at = this.#buffer.writeUInt16BE(value, this.#at);
  }

  uint32(value: number): void {
    this.#at = this.#buffer.writeUInt32BE(value, this.#at);
  }

  bytes(value: Uint8Array): void {
    this.#buffer.set(value, this.#at);
    this.#at += value.length;
  }

  /** Each character as one byte. */
  latin1(value: string): void {
    this.#at += this.#buffer.write(value, this.#at, "latin1");
  }

  utf8(value: string): void {
    this.#at += this.#buffer.write(value, this.#at, "utf8");
  }

  /** Makes space for this many bytes in one buffer. */
  reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    if (this.#at > this.#from) this.#full.push(this.#buffer.subarray(this.#from, this.#at));
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(bufferBytes, bytes));
    this.#from = 0;
    this.#at = 0;
  }
}
