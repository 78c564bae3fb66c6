import { isUtf8 } from "node:buffer";
import { utf8Text } from "../text.ts";

/** How the bytes of a value end: the low three bits of a tag. */
export const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const;

/** Bytes that are not the protobuf that was expected. Says nothing of the bytes, which may be a Secret's. */
export class WireError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "WireError";
  }
}

/**
 * Reads the parts of protobuf messages. The caller knows where a message ends: code that reads up to `end` calls
 * {@link endAt} there. Reading past the last byte of the buffer gives zeros, so that this one check finds what is cut.
 */
export class WireReader {
  bytes: Buffer;
  /** The next byte. */
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The next tag: `number << 3 | type`. */
  tag(): number {
    const byte = this.bytes[this.at]!;
    if (byte < 128 && byte > 7) {
      this.at++;
      return byte;
    }
    const tag = this.#long();
    if (tag < 8 || tag > 0xffff_ffff) throw new WireError("it has a field with an invalid number");
    return tag;
  }

  /** Reads a length and checks that this many bytes are left before `end`. Gives the position behind them. */
  stop(end: number): number {
    const byte = this.bytes[this.at]!;
    let length = byte;
    if (byte < 128) this.at++;
    else length = this.#long();
    const stop = this.at + length;
    if (!(stop <= end)) throw new WireError("it has a value that is longer than what surrounds it");
    return stop;
  }

  /** A number without a sign, of up to 64 bits; beyond 2^53 the nearest that JavaScript has. */
  uint(): number {
    const byte = this.bytes[this.at]!;
    if (byte < 128) {
      this.at++;
      return byte;
    }
    return this.#long();
  }

  /** A number of 64 bits with a sign; beyond 2^53 the nearest that JavaScript has, as `JSON.parse` gives it. */
  int64(): number {
    const byte = this.bytes[this.at]!;
    if (byte < 128) {
      this.at++;
      return byte;
    }
    this.#long();
    return high * 0x1_0000_0000 + low;
  }

  /** A number of 32 bits with a sign. Only the low half counts, as in Go. */
  int32(): number {
    const byte = this.bytes[this.at]!;
    if (byte < 128) {
      this.at++;
      return byte;
    }
    this.#long();
    return low | 0;
  }

  /** The text up to `stop`. */
  text(stop: number): string {
    const { bytes, at } = this;
    this.at = stop;
    return textOf(bytes, at, stop);
  }

  /** Steps over a value of this tag, which must end before `end`. */
  skip(tag: number, end: number): void {
    switch (tag & 7) {
      case wireTypes.varint:
        this.uint();
        break;
      case wireTypes.fixed64:
        this.at += 8;
        break;
      case wireTypes.delimited:
        this.at = this.stop(end);
        break;
      case wireTypes.fixed32:
        this.at += 4;
        break;
      default:
        throw new WireError(`it has a field of the unknown wire type ${tag & 7}`);
    }
  }

  /** The end of a message, which no value may pass. */
  endAt(end: number): void {
    if (this.at !== end) throw new WireError("it has a value that is cut off");
  }

  #long(): number {
    const { bytes } = this;
    let { at } = this;
    let [least, middle, most] = [0, 0, 0];
    for (let k = 0; k < 10; k++) {
      const byte = bytes[at++]!;
      const bits = byte & 127;
      if (k < 4) least |= bits << (7 * k);
      else if (k < 8) middle |= bits << (7 * (k - 4));
      else most |= bits << (7 * (k - 8));
      if (!(byte > 127)) {
        this.at = at;
        low = (least | (middle << 28)) >>> 0;
        high = (middle >>> 4) | (most << 24);
        return (high >>> 0) * 0x1_0000_0000 + low;
      }
    }
    throw new WireError("it has a number of more than 64 bits");
  }
}

/** The halves of the number that was read last; the upper one with its sign. */
let low = 0;
let high = 0;

const longestShared = 32;
const sharedTexts = 1 << 12;

/** Short texts that came before, and their bytes: the same few names and values come again and again. */
const shared: string[] = new Array<string>(sharedTexts).fill("");
const sharedBytes = new Uint8Array(sharedTexts * longestShared);

/** The text of bytes that should be UTF-8. What is not becomes U+FFFD, byte by byte, as in the JSON that Go writes. */
export function textOf(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length === 0) return "";
  if (length > longestShared) return utf8TextOf(bytes, start, end);
  // Bytes of the beginning, the middle and the end; whether it is the same text, the comparison says.
  let hash = Math.imul(length, 31) + bytes[start]!;
  hash = Math.imul(hash, 31) + bytes[start + (length >> 2)]!;
  hash = Math.imul(hash, 31) + bytes[start + (length >> 1)]!;
  hash = Math.imul(hash, 31) + bytes[end - (length >> 2) - 1]!;
  hash = Math.imul(hash, 31) + bytes[end - 1]!;
  const slot = (hash ^ (hash >>> 12)) & (sharedTexts - 1);
  const known = slot * longestShared;
  if (shared[slot]!.length === length) {
    let i = 0;
    while (i < length && sharedBytes[known + i] === bytes[start + i]) i++;
    if (i === length) return shared[slot]!;
  }
  const text = utf8TextOf(bytes, start, end);
  // Of ASCII only, so that the lengths of text and bytes are the same.
  if (text.length === length) {
    shared[slot] = text;
    for (let i = 0; i < length; i++) sharedBytes[known + i] = bytes[start + i]!;
  }
  return text;
}

function utf8TextOf(bytes: Buffer, start: number, end: number): string {
  const text = utf8Text(bytes, start, end);
  return text.includes("\ufffd") && !isUtf8(bytes.subarray(start, end)) ? repaired(bytes, start, end) : text;
}

/** One U+FFFD for each byte that belongs to no character. */
function repaired(bytes: Buffer, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; ) {
    const byte = bytes[at]!;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    const whole = at + length <= end && isUtf8(bytes.subarray(at, at + length));
    text += whole ? utf8Text(bytes, at, at + length) : "\ufffd";
    at += whole ? length : 1;
  }
  return text;
}
