import { wireTypes } from "./wire-reader.ts";

/**
 * Writes protobuf from the last byte to the first, so that the length of a message is known when it is written in
 * front of it. Fields are therefore written last to first.
 */
export class WireWriter {
  #bytes = Buffer.allocUnsafeSlow(1 << 12);
  #at = this.#bytes.length;

  /** How many bytes were written. */
  get length(): number {
    return this.#bytes.length - this.#at;
  }

  /** What was written, as bytes of their own; the writer begins again. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(this.#at));
    this.#at = this.#bytes.length;
    return taken;
  }

  /** Writes bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.#make(bytes.length);
    this.#at -= bytes.length;
    this.#bytes.set(bytes, this.#at);
  }

  /** Writes bytes, their length and a field's number in front of them. */
  bytes(number: number, bytes: Uint8Array): void {
    this.raw(bytes);
    this.enclose(number, this.length - bytes.length);
  }

  /** Writes a text field. */
  text(number: number, text: string): void {
    this.bytes(number, Buffer.from(text));
  }

  /** Makes a message of everything that was written since `length` was `before`. */
  enclose(number: number, before: number): void {
    this.varint(this.length - before);
    this.varint(number * 8 + wireTypes.delimited);
  }

  /** Writes an integer field of up to 64 bits. */
  integer(number: number, value: number | bigint): void {
    this.varint(value);
    this.varint(number * 8 + wireTypes.varint);
  }

  /** Writes a floating-point field of 64 bits. */
  double(number: number, value: number): void {
    this.#make(8);
    this.#at -= 8;
    this.#bytes.writeDoubleLE(value, this.#at);
    this.varint(number * 8 + wireTypes.fixed64);
  }

  /** Writes a floating-point field of 32 bits. */
  float(number: number, value: number): void {
    this.#make(4);
    this.#at -= 4;
    this.#bytes.writeFloatLE(value, this.#at);
    this.varint(number * 8 + wireTypes.fixed32);
  }

  /** Writes a number in base 128; negative ones take ten bytes. */
  varint(value: number | bigint): void {
    if (typeof value === "number" && value >= 0 && value <= 0xffff_ffff) {
      let rest = value;
      const groups: number[] = [];
      for (; rest > 127; rest = Math.floor(rest / 128)) groups.push((rest % 128) | 128);
      groups.push(rest);
      this.raw(Uint8Array.from(groups));
      return;
    }
    const groups: number[] = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) groups.push(Number(rest & 127n) | 128);
    groups.push(Number(rest));
    this.raw(Uint8Array.from(groups));
  }

  #make(length: number): void {
    if (this.#at >= length) return;
    const used = this.length;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, used + length));
    this.#bytes.copy(larger, larger.length - used, this.#at);
    this.#at = larger.length - used;
    this.#bytes = larger;
  }
}
