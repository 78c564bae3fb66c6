import { createHash } from "node:crypto";

/** What a frame is for (RFC 6455, section 5.2). */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
/** Status code 1000. */
export const normalClosure: Buffer = Buffer.from([3, 232]);

/** The header that proves that the server has read the client's key. */
export function acceptKey(key: string): string {
  return createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
}

/** One whole WebSocket frame, as a server sends it: without a mask. */
export function frame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([frameHead(opcode, payload.length), payload]);
}

/** The beginning of a frame whose payload follows. */
export function frameHead(opcode: number, length: number, fin = true): Buffer {
  const head = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = (fin ? 0x80 : 0) | opcode;
  if (head.length === 2) head[1] = length;
  else if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return head;
}

/** A frame of a client, unmasked. */
export interface ReceivedFrame {
  readonly opcode: number;
  readonly fin: boolean;
  readonly payload: Buffer;
}

/** Cuts what a client sends into frames, however it arrives. */
export class WebSocketFrameReader {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #length = 0;
  #need = 2;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The frames that are complete now; `undefined` when one is over the limit. */
  read(chunk: Buffer): ReceivedFrame[] | undefined {
    if (chunk.length > 0) this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: ReceivedFrame[] = [];
    while (this.#length >= this.#need) {
      const held = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
      this.#chunks = [held];
      const masked = (held[1]! & 0x80) !== 0;
      const short = held[1]! & 0x7f;
      const sized = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
      const start = sized + (masked ? 4 : 0);
      this.#need = sized;
      if (held.length < sized) break;
      const length = short === 126 ? held.readUInt16BE(2) : short === 127 ? Number(held.readBigUInt64BE(2)) : short;
      if (length > this.#maxBytes) return undefined;
      this.#need = start + length;
      if (held.length < this.#need) break;
      const payload = Buffer.from(held.subarray(start, start + length));
      if (masked) unmask(payload, held.subarray(start - 4, start));
      frames.push({ opcode: held[0]! & 0x0f, fin: held[0]! >= 0x80, payload });
      this.#chunks = held.length > this.#need ? [held.subarray(this.#need)] : [];
      this.#length -= this.#need;
      this.#need = 2;
    }
    return frames;
  }
}

function unmask(payload: Buffer, mask: Buffer): void {
  for (let i = 0; i < payload.length; i++) payload[i]! ^= mask[i & 3]!;
}
