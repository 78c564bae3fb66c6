import { decodeHuffman } from "./huffman.ts";
import { defaultTableBytes, entryBytes, HpackTable } from "./hpack-table.ts";

/** A header block that was read: names and values in turns, as they came. */
export interface HeaderList {
  readonly fields: readonly string[];
  /** The list is longer than the limits allow; `fields` holds what came before that. */
  readonly tooLarge: boolean;
}

/** Limits of one header list. */
export interface HeaderLimits {
  /** Names, values and 32 bytes for each. */
  readonly bytes: number;
  readonly count: number;
}

/** The longest integer that is read; everything that it can count is far smaller. */
const largestInteger = 2 ** 28;

/**
 * Reads header blocks of one connection (HPACK, RFC 7541). The blocks have to come in the order in which they were
 * sent, all of them: each may change the table that the next one needs.
 */
export class HpackDecoder {
  readonly #table = new HpackTable();
  readonly #limits: HeaderLimits;
  #block: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(limits: HeaderLimits) {
    this.#limits = limits;
  }

  /** Reads one block; throws an Error when it is not HPACK, after which the connection cannot go on. */
  decode(block: Buffer): HeaderList {
    this.#block = block;
    this.#at = 0;
    const fields: string[] = [];
    let bytes = 0;
    let count = 0;
    let begun = false;
    while (this.#at < block.length) {
      const first = block[this.#at] as number;
      if ((first & 0xe0) === 0x20) {
        if (begun) throw new Error("a change of the table's size in the middle of a header block");
        this.#resize(this.#integer(5));
        continue;
      }
      begun = true;
      const [name, value] = this.#field(first);
      bytes += entryBytes(name, value);
      count++;
      if (bytes <= this.#limits.bytes && count <= this.#limits.count) fields.push(name, value);
    }
    return { fields, tooLarge: bytes > this.#limits.bytes || count > this.#limits.count };
  }

  #field(first: number): readonly [string, string] {
    if ((first & 0x80) !== 0) return this.#entry(this.#integer(7));
    const isAdded = (first & 0x40) !== 0;
    const index = this.#integer(isAdded ? 6 : 4);
    const name = index === 0 ? this.#string() : this.#entry(index)[0];
    const value = this.#string();
    if (isAdded) this.#table.add(name, value);
    return [name, value];
  }

  #entry(index: number): readonly [string, string] {
    const entry = this.#table.at(index);
    if (entry === undefined) throw new Error(`a header with the index ${index}, which is not in the table`);
    return entry;
  }

  #resize(bytes: number): void {
    if (bytes > defaultTableBytes) throw new Error(`a table of ${bytes} bytes, where ${defaultTableBytes} are allowed`);
    this.#table.limit = bytes;
  }

  /** An integer whose first byte has `bits` bits of it (RFC 7541, section 5.1). */
  #integer(bits: number): number {
    const most = 2 ** bits - 1;
    let value = this.#byte() & most;
    if (value < most) return value;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (value > largestInteger || shift > 28) throw new Error("an integer that is too large in a header block");
      if ((byte & 0x80) === 0) return value;
    }
  }

  #string(): string {
    const isHuffman = ((this.#block[this.#at] ?? 0) & 0x80) !== 0;
    const length = this.#integer(7);
    const from = this.#at;
    const to = from + length;
    if (to > this.#block.length) throw new Error("a header block that ends in the middle of a string");
    this.#at = to;
    if (!isHuffman) return this.#block.toString("latin1", from, to);
    const text = decodeHuffman(this.#block, from, to);
    if (text === undefined) throw new Error("a string in a header block that is not a Huffman code");
    return text;
  }

  #byte(): number {
    const byte = this.#block[this.#at++];
    if (byte === undefined) throw new Error("a header block that ends too early");
    return byte;
  }
}
