import { describe, expect, it } from "vitest";
import { envelope, field, recordBytes, textField, varint, watchFrame } from "./protobuf.ts";

describe("protobuf framing", () => {
  it("writes numbers in base 128", () => {
    expect([...varint(1)]).toEqual([1]);
    expect([...varint(300)]).toEqual([0xac, 0x02]);
    expect([...varint(2 ** 32)]).toEqual([0x80, 0x80, 0x80, 0x80, 0x10]);
  });

  it("puts an object into the envelope of Kubernetes", () => {
    const { head, tail } = envelope("v1", "Pod", 3);
    const bytes = Buffer.concat([head, Buffer.from("abc"), tail]);
    expect(bytes.toString("latin1")).toBe("k8s\0\x0a\x09\x0a\x02v1\x12\x03Pod\x12\x03abc\x1a\x00\x22\x00");
  });

  it("frames an event with its length", () => {
    const frame = watchFrame("ADDED", "v1", "Pod", Buffer.from("abc"));
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
    expect(frame.subarray(4, 11).toString("latin1")).toBe("\x0a\x05ADDED");
  });

  it("takes the bytes out of a list's record", () => {
    const long = "x".repeat(300);
    expect(recordBytes(textField(2, long)).toString()).toBe(long);
    expect(recordBytes(field(2, Buffer.from("y"))).toString()).toBe("y");
  });
});
