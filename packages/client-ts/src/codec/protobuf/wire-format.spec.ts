import { describe, expect, it } from "vitest";
import { magic, readEnvelope, writeEnvelope, writeWatchFrame } from "./envelope.ts";
import { type RecordHandler, RecordSplitter } from "./record-splitter.ts";
import { textOf, WireError, WireReader } from "./wire-reader.ts";
import { WireWriter } from "./wire-writer.ts";
import { failure } from "../test-support/failures.ts";

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");

describe("the parts of a protobuf message", () => {
  it("begin with tags, which have a number and at most 32 bits", () => {
    const tag = (hex: string): unknown => {
      const reader = new WireReader(bytesOf(`ff${hex}`), 1);
      return [reader.tag(), reader.at];
    };
    expect([tag("08"), tag("7f"), tag("8001"), tag("8a01"), tag("8880808000")]).toEqual([
      [8, 2],
      [127, 2],
      [128, 3],
      [138, 3],
      [8, 6],
    ]);
    expect(tag("ffffffff0f")).toEqual([0xffff_ffff, 6]);
    for (const hex of ["00", "07", "8000", "8700", "8080808010", "ffffffff1f", ""]) {
      const error = failure(() => tag(hex));
      expect([error.name, error.message], hex).toEqual(["WireError", "it has a field with an invalid number"]);
    }
    expect(failure(() => tag("ffffffffffffffffffff01")).message).toBe("it has a number of more than 64 bits");
  });

  it("have a length that ends before what surrounds them", () => {
    const stop = (hex: string, end: number): unknown => {
      const reader = new WireReader(bytesOf(hex));
      const found = reader.stop(end);
      return [found, reader.at];
    };
    expect([stop("00", 1), stop("05", 6), stop("7f", 128), stop("8001", 130)]).toEqual([
      [1, 1],
      [6, 1],
      [128, 1],
      [130, 2],
    ]);
    for (const [hex, end] of [
      ["05", 5],
      ["8001", 129],
      ["01", 1],
    ] as const)
      expect(failure(() => stop(hex, end)).message).toBe("it has a value that is longer than what surrounds it");
    expect(failure(() => new WireReader(bytesOf("0102")).endAt(2)).message).toBe("it has a value that is cut off");
    expect(() => new WireReader(bytesOf("0102"), 2).endAt(2)).not.toThrow();
    expect(failure(() => new WireReader(bytesOf("0102"), 3).endAt(2))).toBeInstanceOf(WireError);
  });

  it("are skipped by their type", () => {
    const skip = (tag: number, hex: string): number => {
      const reader = new WireReader(bytesOf(hex));
      reader.skip(tag, 20);
      return reader.at;
    };
    expect([skip(8, "01"), skip(8, "808001"), skip(9, "00"), skip(10, "05"), skip(13, "00")]).toEqual([1, 3, 8, 6, 4]);
    for (const type of [3, 4, 6, 7])
      expect(failure(() => skip(8 + type, "00")).message).toBe(`it has a field of the unknown wire type ${type}`);
    expect(failure(() => skip(10, "14")).message).toBe("it has a value that is longer than what surrounds it");
  });

  it("are numbers whose every group of seven bits counts", () => {
    for (let bit = 0; bit < 64; bit++) {
      const value = 1n << BigInt(bit);
      const writer = new WireWriter();
      writer.varint(value);
      const bytes = writer.take();
      expect(bytes).toHaveLength(Math.floor(bit / 7) + 1);
      const read = (how: "uint" | "int64" | "int32"): number => {
        const reader = new WireReader(bytes);
        const number = reader[how]();
        expect(reader.at).toBe(bytes.length);
        return number;
      };
      expect([read("uint"), read("int64"), read("int32")], `bit ${bit}`).toEqual([
        Number(value),
        Number(BigInt.asIntN(64, value)),
        Number(BigInt.asIntN(32, value)),
      ]);
    }
    for (const value of [300, 4_294_967_295, 4_294_967_296, 2 ** 40 + 5, 2 ** 53 - 1, -300, -(2 ** 40)]) {
      const writer = new WireWriter();
      writer.varint(value);
      const bytes = writer.take();
      expect(new WireReader(bytes).int64()).toBe(value);
      writer.varint(BigInt(value));
      expect(writer.take().equals(bytes)).toBe(true);
    }
    expect(failure(() => new WireReader(bytesOf("ffffffffffffffffffff01")).uint()).message).toBe(
      "it has a number of more than 64 bits",
    );
  });

  it("are texts, with U+FFFD for what belongs to no character", () => {
    const read = (hex: string, more = ""): string => {
      const bytes = bytesOf(`61${hex}${more}`);
      return textOf(bytes, 1, bytes.length - more.length / 2);
    };
    const table: [hex: string, text: string][] = [
      ["", ""],
      ["ff c3a9", "\ufffdé"],
      ["ff e0a080", "\ufffd\u0800"],
      ["ff efbfbf", "\ufffd\uffff"],
      ["ff f0908080", "\ufffd\u{10000}"],
      ["ff dfbf", "\ufffd\u07ff"],
      ["ff c280 7f", "\ufffd\u0080\u007f"],
      ["80 61", "\ufffda"],
      ["c3", "\ufffd"],
      ["e282", "\ufffd\ufffd"],
      ["f09f98", "\ufffd\ufffd\ufffd"],
      ["efbfbd", "\ufffd"],
    ];
    for (const [hex, text] of table) {
      expect(read(hex), hex).toBe(text);
      // What follows in memory belongs to something else, also when it would complete a character.
      expect(read(hex, "80"), hex).toBe(text);
    }
    const long = "é".repeat(40);
    for (const text of ["x".repeat(31), "x".repeat(32), "x".repeat(33), `${"x".repeat(31)}y`, long, "ab", "ac", "bb"])
      for (let again = 0; again < 2; again++) {
        const bytes = Buffer.from(`<${text}>`);
        expect(textOf(bytes, 1, bytes.length - 1)).toBe(text);
      }
    const reader = new WireReader(Buffer.from("abc"), 1);
    expect([reader.text(2), reader.at]).toEqual(["b", 2]);
  });

  it("are written behind one another from the last to the first", () => {
    const written = (write: (writer: WireWriter) => void): string => {
      const writer = new WireWriter();
      write(writer);
      const length = writer.length;
      const bytes = writer.take();
      expect([bytes.length, writer.length]).toEqual([length, 0]);
      return bytes.toString("hex");
    };
    expect(written((writer) => writer.text(1, "ab"))).toBe("0a026162");
    expect(written((writer) => writer.bytes(16, Buffer.from([1, 2])))).toBe("8201020102");
    expect(written((writer) => writer.integer(2, 300))).toBe("10ac02");
    expect(written((writer) => writer.double(1, 1.5))).toBe("09000000000000f83f");
    expect(written((writer) => writer.float(2, 1.5))).toBe("150000c03f");
    expect(
      written((writer) => {
        writer.text(3, "z");
        const before = writer.length;
        writer.text(2, "b");
        writer.text(1, "a");
        writer.enclose(2, before);
      }),
    ).toBe("12060a0161120162" + "1a017a");
  });

  it("are written into memory that grows as it must, at any boundary", () => {
    for (const size of [4_095, 4_096, 4_097, 8_192, 8_193, 20_000]) {
      const writer = new WireWriter();
      writer.raw(Buffer.alloc(size, 1));
      writer.double(1, 1.5);
      writer.float(1, 1.5);
      writer.raw(Buffer.alloc(size, 2));
      const bytes = writer.take();
      expect(bytes.length).toBe(2 * size + 9 + 5);
      expect(bytes.subarray(0, size).every((byte) => byte === 2)).toBe(true);
      expect(bytes.subarray(size, size + 14).toString("hex")).toBe("0d0000c03f09000000000000f83f");
      expect(bytes.subarray(size + 14).every((byte) => byte === 1)).toBe(true);
      writer.text(1, "a");
      expect(writer.take().toString("hex")).toBe("0a0161");
    }
    // What is left is just enough, or one byte too little.
    for (const rest of [7, 8, 3, 4]) {
      const writer = new WireWriter();
      writer.raw(Buffer.alloc(4_096 - rest, 1));
      if (rest > 4) writer.double(1, 2.5);
      else writer.float(1, 2.5);
      const bytes = writer.take();
      expect(bytes.subarray(0, 1).toString("hex")).toBe(rest > 4 ? "09" : "0d");
      expect(rest > 4 ? bytes.readDoubleLE(1) : bytes.readFloatLE(1)).toBe(2.5);
    }
  });
});

describe("the envelope of an object", () => {
  it("has its type and its bytes, written as Go writes them", () => {
    const bytes = writeEnvelope("v1", "Pod", Buffer.from([7, 8]));
    expect(bytes.toString("hex")).toBe("6b387300" + "0a09" + "0a027631" + "1203506f64" + "12020708" + "1a00" + "2200");
    expect(readEnvelope(bytes, 0, bytes.length)).toEqual({ apiVersion: "v1", kind: "Pod", start: 17, end: 19 });
    const among = Buffer.concat([Buffer.from("x"), bytes, Buffer.from("y")]);
    expect(readEnvelope(among, 1, among.length - 1)).toMatchObject({ kind: "Pod", start: 18, end: 20 });
    const frame = writeWatchFrame("ADDED", Buffer.from([7, 8]));
    expect(frame.toString("hex")).toBe("0000000d" + "0a054144444544" + "1204" + "0a020708");
  });

  it("may have fields that are not known, and parts that are missing", () => {
    const read = (hex: string): unknown => {
      const bytes = Buffer.concat([magic, bytesOf(hex)]);
      return readEnvelope(bytes, 0, bytes.length);
    };
    expect(read("1200")).toEqual({ apiVersion: "", kind: "", start: 6, end: 6 });
    expect(read("0a00 1200")).toMatchObject({ apiVersion: "", kind: "" });
    expect(read("0a06 1801 0a027631 1200")).toMatchObject({ apiVersion: "v1", kind: "" });
    expect(read("0a05 1203506f64 1200")).toMatchObject({ apiVersion: "", kind: "Pod" });
    expect(read("2801 1201ff 3001")).toMatchObject({ start: 8, end: 9 });
    for (const [hex, message] of [
      ["", "its envelope is empty"],
      ["0a00", "its envelope is empty"],
      ["0a03 0a0576", "it has a value that is longer than what surrounds it"],
      ["0a03 0900 00", "it has a value that is cut off"],
      ["1205 00", "it has a value that is longer than what surrounds it"],
      ["0900", "it has a value that is cut off"],
    ] as const)
      expect(failure(() => read(hex)).message, hex).toBe(message);
  });

  it("is known by its first four bytes, all of them", () => {
    const bytes = writeEnvelope("v1", "Pod", Buffer.alloc(0));
    for (let at = 0; at < 4; at++) {
      const other = Buffer.from(bytes);
      other[at]!++;
      expect(failure(() => readEnvelope(other, 0, other.length)).message).toBe(
        "it does not begin as the protobuf of Kubernetes does",
      );
      expect(failure(() => readEnvelope(bytes, 0, at)).message).toBe(
        "it does not begin as the protobuf of Kubernetes does",
      );
    }
    expect(failure(() => readEnvelope(bytes, 0, 4)).message).toBe("its envelope is empty");
  });
});

describe("a stream of records", () => {
  /** Records that begin with their length in one byte. */
  class Lengths implements RecordHandler {
    needed = 0;
    readonly records: string[] = [];
    readonly looks: number[] = [];

    take(bytes: Buffer, start: number, end: number): number {
      this.looks.push(end - start);
      let at = start;
      for (;;) {
        this.needed = 0;
        if (at === end) return at;
        const stop = at + 1 + bytes[at]!;
        this.needed = stop - at;
        if (stop > end) return at;
        this.records.push(bytes.toString("utf8", at + 1, stop));
        at = stop;
      }
    }
  }

  it("is given on record by record, however it is cut, and never more than a record is put together", () => {
    const text = "\u0003abc\u0000\u0005defgh\u0001i";
    for (let size = 1; size <= text.length; size++) {
      const handler = new Lengths();
      const splitter = new RecordSplitter(handler);
      for (let at = 0; at < text.length; at += size) splitter.push(Buffer.from(text.slice(at, at + size)));
      expect(handler.records, `pieces of ${size}`).toEqual(["abc", "", "defgh", "i"]);
      expect(splitter.unfinished).toBe(false);
    }
    const handler = new Lengths();
    const splitter = new RecordSplitter(handler);
    splitter.push(Buffer.from("\u0005ab"));
    expect([splitter.unfinished, handler.records]).toEqual([true, []]);
    splitter.push(Buffer.from("cde\u0001f\u0004"));
    expect([splitter.unfinished, handler.records]).toEqual([true, ["abcde", "f"]]);
    // Three bytes, the whole record, and what follows it.
    expect(handler.looks).toEqual([3, 6, 3]);
  });

  it("is not given what a handler leaves behind when it says that a record is complete", () => {
    const handler: RecordHandler = { needed: 3, take: (_bytes, start, end) => (end - start < 3 ? start : start + 1) };
    const splitter = new RecordSplitter(handler);
    splitter.push(Buffer.from("ab"));
    expect(failure(() => splitter.push(Buffer.from("c")))).toMatchObject({
      kind: "Protocol",
      message: "a record of the body is shorter than its length says",
    });
  });
});
