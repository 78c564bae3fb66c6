/** The frames of SPDY/3.1 as far as Kubernetes uses them, from bytes and to bytes. */
import { ProtocolError } from "../../errors/index.ts";

/** One frame. Header blocks are still compressed. */
export type SpdyFrame =
  /** A data frame, or a piece of one. */
  | { readonly type: "data"; readonly stream: number; readonly fin: boolean; readonly payload: Buffer }
  | { readonly type: "syn-stream"; readonly stream: number; readonly fin: boolean; readonly block: Buffer }
  | { readonly type: "syn-reply"; readonly stream: number; readonly fin: boolean; readonly block: Buffer }
  | { readonly type: "headers"; readonly stream: number; readonly fin: boolean; readonly block: Buffer }
  | { readonly type: "rst-stream"; readonly stream: number; readonly code: number }
  | { readonly type: "window-update"; readonly stream: number; readonly delta: number }
  | { readonly type: "settings"; readonly initialWindow: number | undefined }
  | { readonly type: "ping"; readonly id: number }
  | { readonly type: "goaway"; readonly code: number }
  | { readonly type: "unknown" };

/** Reasons of a RST_STREAM frame. */
export const resetCodes = { protocolError: 1, refused: 3, cancel: 5 } as const;

const fin = 1;
const control = { synStream: 1, synReply: 2, rst: 3, settings: 4, ping: 6, goaway: 7, headers: 8, window: 9 } as const;
/** Every frame begins with its type, flags and length. */
const headBytes = 8;
/** The most that a frame with control data may have; data frames are limited by their 24-bit length. */
const maxControlBytes = 256 * 1024;
const initialWindowSetting = 7;

/**
 * Cuts bytes into frames, however they arrive. Nothing of a data frame is copied: each piece of its payload is given as
 * it comes, as a frame of its own, and only the last of them has `fin`.
 */
export class SpdyFrameReader {
  /** A head or a control frame that is not complete. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #need = headBytes;
  /** The data frame whose payload comes, and how much of it is still to come. */
  #data = { stream: 0, fin: false };
  #dataLeft = 0;

  /** Calls back with each frame, or piece of one, that is there now. Throws a ProtocolError. */
  read(chunk: Buffer, onFrame: (frame: SpdyFrame) => void): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#dataLeft > 0) {
        const payload = at === 0 && chunk.length <= this.#dataLeft ? chunk : chunk.subarray(at, at + this.#dataLeft);
        at += payload.length;
        this.#dataLeft -= payload.length;
        const { stream, fin: ends } = this.#data;
        onFrame({ type: "data", stream, fin: ends && this.#dataLeft === 0, payload });
        continue;
      }
      const part = chunk.subarray(at, at + this.#need - this.#heldBytes);
      at += part.length;
      const frame = this.#control(part);
      if (frame !== undefined) onFrame(frame);
    }
  }

  /** Adds to the head or control frame; gives it when it is complete, except for the head of a payload to come. */
  #control(part: Buffer): SpdyFrame | undefined {
    this.#held.push(part);
    this.#heldBytes += part.length;
    if (this.#heldBytes < this.#need) return undefined;
    const bytes = this.#held.length === 1 ? part : Buffer.concat(this.#held);
    const length = bytes.readUIntBE(5, 3);
    const isData = (bytes[0] as number) < 0x80;
    if (!isData && bytes.length < headBytes + length) {
      if (headBytes + length > maxControlBytes)
        throw new ProtocolError(`a SPDY control frame of ${headBytes + length} bytes is too long`);
      this.#held = [bytes];
      this.#need = headBytes + length;
      return undefined;
    }
    this.#held = [];
    this.#heldBytes = 0;
    this.#need = headBytes;
    if (!isData || length === 0) return parseFrame(bytes);
    this.#data = { stream: bytes.readUInt32BE(0), fin: ((bytes[4] as number) & fin) !== 0 };
    this.#dataLeft = length;
    return undefined;
  }
}

function parseFrame(bytes: Buffer): SpdyFrame {
  const payload = bytes.subarray(headBytes);
  const flags = bytes[4] as number;
  const ends = (flags & fin) !== 0;
  if ((bytes[0] as number) < 0x80) return { type: "data", stream: bytes.readUInt32BE(0), fin: ends, payload };
  const version = bytes.readUInt16BE(0) & 0x7fff;
  if (version !== 3) throw new ProtocolError(`the peer speaks SPDY ${version}, not 3`);
  const type = bytes.readUInt16BE(2);
  const field = (at: number): number => {
    if (payload.length < at + 4) throw new ProtocolError("a SPDY control frame is too short");
    return payload.readUInt32BE(at);
  };
  const id = (at: number): number => field(at) & 0x7fff_ffff;
  switch (type) {
    case control.synStream:
      return { type: "syn-stream", stream: id(0), fin: ends, block: payload.subarray(10) };
    case control.synReply:
      return { type: "syn-reply", stream: id(0), fin: ends, block: payload.subarray(4) };
    case control.headers:
      return { type: "headers", stream: id(0), fin: ends, block: payload.subarray(4) };
    case control.rst:
      return { type: "rst-stream", stream: id(0), code: field(4) };
    case control.window:
      return { type: "window-update", stream: id(0), delta: id(4) };
    case control.ping:
      return { type: "ping", id: field(0) };
    case control.goaway:
      return { type: "goaway", code: field(4) };
    case control.settings:
      return { type: "settings", initialWindow: initialWindowOf(payload, field(0)) };
    default:
      return { type: "unknown" };
  }
}

function initialWindowOf(payload: Buffer, count: number): number | undefined {
  if (payload.length < 4 + count * 8) throw new ProtocolError("a SPDY settings frame is cut off");
  let found: number | undefined;
  for (let at = 4; at < 4 + count * 8; at += 8)
    if (payload.readUIntBE(at + 1, 3) === initialWindowSetting) found = payload.readUInt32BE(at + 4);
  return found;
}

/** The head of a data frame; its payload follows. */
export function dataHead(stream: number, length: number, ends: boolean): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(stream);
  head[4] = ends ? fin : 0;
  head.writeUIntBE(length, 5, 3);
  return head;
}

/** Opens a stream. */
export function synStream(stream: number, block: Buffer, ends: boolean): Buffer {
  const fields = Buffer.alloc(10);
  fields.writeUInt32BE(stream);
  return controlFrame(control.synStream, ends ? fin : 0, fields, block);
}

/** Accepts a stream. */
export function synReply(stream: number, block: Buffer): Buffer {
  return controlFrame(control.synReply, 0, words(stream), block);
}

/** Ends a stream at once. */
export function rstStream(stream: number, code: number): Buffer {
  return controlFrame(control.rst, 0, words(stream, code));
}

/** Lets the peer send more. */
export function windowUpdate(stream: number, delta: number): Buffer {
  return controlFrame(control.window, 0, words(stream, delta));
}

/** A ping, or the answer to one. */
export function ping(id: number): Buffer {
  return controlFrame(control.ping, 0, words(id));
}

/** Says that the session ends. */
export function goaway(lastStream: number): Buffer {
  return controlFrame(control.goaway, 0, words(lastStream, 0));
}

function controlFrame(type: number, flags: number, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x8003);
  head.writeUInt16BE(type, 2);
  head[4] = flags;
  head.writeUIntBE(
    parts.reduce((sum, part) => sum + part.length, 0),
    5,
    3,
  );
  return Buffer.concat([head, ...parts]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => void bytes.writeUInt32BE(value, index * 4));
  return bytes;
}
