import { ProtocolError, TransportError } from "../errors/index.ts";

/** Cuts a stream of bytes into the lines of a watch. Blank lines, spaces around and CRLF are tolerated; a line beyond the limit is an error. */
export class FrameSplitter {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** The lines that are complete with this chunk. They may share memory with it. */
  *push(chunk: Buffer): Generator<Buffer, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      const line = this.#complete(chunk.subarray(start, end));
      start = end + 1;
      if (line !== undefined) yield line;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** The stream is over: a last line without its newline, or `undefined`. */
  end(): Buffer | undefined {
    return this.#complete(Buffer.alloc(0));
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    this.#check();
    this.#parts.push(part);
  }

  #complete(last: Buffer): Buffer | undefined {
    this.#length += last.length;
    this.#check();
    const line = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#length = 0;
    return isBlank(line) ? undefined : line;
  }

  #check(): void {
    if (this.#length > this.#limit) {
      throw new TransportError(`an event of the watch is larger than ${this.#limit} bytes`, { code: "limit" });
    }
  }
}

function isBlank(line: Buffer): boolean {
  for (const byte of line) if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) return false;
  return true;
}

/** The error for bytes that are no watch event. The bytes are not repeated: they may be a Secret's. */
export function badFrame(what: string, frame: Buffer): ProtocolError {
  return new ProtocolError(`the watch sent ${frame.length} bytes that ${what}`);
}
