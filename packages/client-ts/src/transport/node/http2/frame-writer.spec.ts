import { describe, expect, it } from "vitest";
import { FrameReader } from "./frame-reader.ts";
import { FrameWriter } from "./frame-writer.ts";

describe("frames that are written", () => {
  it("come out in order and unchanged, however large they are and whenever they are taken", () => {
    const writer = new FrameWriter();
    const sizes = [0, 1, 8, 100, 16_000, 16_384, 5, 40_000, 16_375, 16_376, 3];
    const taken: Buffer[] = [];
    for (const [index, size] of sizes.entries()) {
      writer.frame(index, index, index, Buffer.alloc(size, index));
      const before = writer.waiting;
      if (index % 3 !== 0) continue;
      const parts = writer.take();
      expect(parts.reduce((bytes, part) => bytes + part.length, 0)).toBe(before);
      expect([writer.waiting, writer.take()]).toEqual([0, []]);
      taken.push(...parts);
    }
    taken.push(...writer.take());
    const seen: [number, number, number, Buffer][] = [];
    const reader = new FrameReader(100_000, {
      onFrame: (type, flags, stream, payload) => void seen.push([type, flags, stream, Buffer.from(payload)]),
      onData: (stream, chunk) => void (chunk.length === 0 && seen.push([0, 0, stream, chunk])),
      onTooLong: () => expect.unreachable(),
    });
    reader.push(Buffer.concat(taken));
    expect(seen).toHaveLength(sizes.length);
    for (const [index, [type, flags, stream, payload]] of seen.entries()) {
      expect([type, flags, stream]).toEqual([index, index, index]);
      expect(payload.equals(Buffer.alloc(sizes[index] as number, index))).toBe(true);
    }
  });

  it("may get their length at the end, and text in both encodings", () => {
    const writer = new FrameWriter();
    const start = writer.begin(1, 4, 7, 100);
    writer.latin1("é");
    writer.utf8("é");
    writer.uint16(0x0102);
    expect(writer.end(start)).toBe(5);
    expect(Buffer.concat(writer.take()).toString("hex")).toBe("000005010400000007e9c3a90102");
  });
});
