const keepBytes = 1 << 20;

/**
 * Bytes that come in parts and are wanted in one piece. Its memory is used again, unless one text made it very large.
 */
export class ByteCollector {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  /** The memory; only the first `length` bytes count, and only until the next `add` or `clear`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a part of `source`. */
  add(source: Buffer, start: number, end: number): void {
    this.#make(end - start);
    source.copy(this.#bytes, this.#length, start, end);
    this.#length += end - start;
  }

  /** Adds one byte. */
  addByte(byte: number): void {
    this.#make(1);
    this.#bytes[this.#length++] = byte;
  }

  /** Starts again. */
  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > keepBytes) this.#bytes = Buffer.alloc(0);
  }

  #make(bytes: number): void {
    if (this.#bytes.length - this.#length >= bytes) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(1 << 12, this.#bytes.length * 2, this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
