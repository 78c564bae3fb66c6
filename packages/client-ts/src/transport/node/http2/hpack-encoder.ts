import type { FrameWriter } from "./frame-writer.ts";
import { defaultTableBytes, entryBytes, HpackTable } from "./hpack-table.ts";

/** These differ from request to request: in the table they would displace the headers that are the same each time. */
const changing: ReadonlySet<string> = new Set([":path", "content-length"]);

/** How an indexed field, and a literal that is added to the table or not, begin (RFC 7541, section 6). */
const [indexed, added, notAdded, resized] = [0x80, 0x40, 0, 0x20];

/**
 * Writes header blocks of one connection (HPACK, RFC 7541). What is the same in each request, a token above all, takes
 * one byte from the second time on. Texts are not compressed: that would cost more than it saves on a local network.
 */
export class HpackEncoder {
  readonly #table = new HpackTable();
  /**
   * The smallest size that the peer gave the table since the last block. The next one has to name it, and then the
   * present size (RFC 7541, section 4.2).
   */
  #smallest: number | undefined;

  /** The most that the peer keeps; a larger table than the usual one is not used. */
  set tableBytes(bytes: number) {
    const limit = Math.min(bytes, defaultTableBytes);
    if (limit === this.#table.limit) return;
    this.#table.limit = limit;
    this.#smallest = Math.min(limit, this.#smallest ?? limit);
  }

  /** Begins a block. */
  begin(writer: FrameWriter): void {
    if (this.#smallest === undefined) return;
    if (this.#smallest < this.#table.limit) writeInteger(writer, resized, 5, this.#smallest);
    writeInteger(writer, resized, 5, this.#table.limit);
    this.#smallest = undefined;
  }

  /** Writes one header; the writer has space for {@link fieldBytes}. */
  field(writer: FrameWriter, name: string, value: string): void {
    const index = this.#table.find(name, value);
    if (index !== 0) {
      writeInteger(writer, indexed, 7, index);
      return;
    }
    const isAdded = !changing.has(name) && entryBytes(name, value) <= this.#table.limit / 2;
    const nameIndex = HpackTable.nameIndex(name);
    if (isAdded) writeInteger(writer, added, 6, nameIndex);
    else writeInteger(writer, notAdded, 4, nameIndex);
    if (nameIndex === 0) writeString(writer, name);
    writeString(writer, value);
    if (isAdded) this.#table.add(name, value);
  }

  /** How many bytes {@link begin} can take at most. */
  static readonly beginBytes: number = 8;

  /** How many bytes a header can take at most: each of its integers takes up to six. */
  static fieldBytes(name: string, value: string): number {
    return name.length + value.length + 18;
  }
}

function writeString(writer: FrameWriter, text: string): void {
  writeInteger(writer, 0, 7, text.length);
  writer.latin1(text);
}

/** An integer whose first byte has `bits` bits of it, below the bits of `prefix` (RFC 7541, section 5.1). */
function writeInteger(writer: FrameWriter, prefix: number, bits: number, value: number): void {
  const most = 2 ** bits - 1;
  if (value < most) {
    writer.byte(prefix | value);
    return;
  }
  writer.byte(prefix | most);
  let rest = value - most;
  for (; rest > 127; rest = Math.floor(rest / 128)) writer.byte((rest % 128) | 128);
  writer.byte(rest);
}
