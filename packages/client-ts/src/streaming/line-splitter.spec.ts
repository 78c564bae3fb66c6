import { describe, expect, it } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

describe("the lines of a log", () => {
  it("come whole, however the bytes are cut, and also when a character is cut in two", () => {
    const bytes = Buffer.from("one\ntwo ✓\n\nrest");
    for (let at = 0; at <= bytes.length; at++) {
      const splitter = new LineSplitter();
      const lines = [...splitter.split(bytes.subarray(0, at)), ...splitter.split(bytes.subarray(at))];
      expect(lines).toEqual(["one", "two ✓", ""]);
      expect(splitter.end()).toBe("rest");
      expect(splitter.end()).toBeUndefined();
    }
  });

  it("have nothing after them when the log ends with a line end", () => {
    const splitter = new LineSplitter();
    expect(splitter.split(Buffer.from("a\n"))).toEqual(["a"]);
    expect(splitter.end()).toBeUndefined();
  });

  it("end with what can be read of a character that was cut off", () => {
    const splitter = new LineSplitter();
    splitter.split(Buffer.from([0x61, 0xe2, 0x9c]));
    expect(splitter.end()).toBe("a\ufffd");
  });

  it("may be 16 MiB long, and no longer (SEC-16)", () => {
    const splitter = new LineSplitter();
    const piece = Buffer.alloc(4 * 1024 * 1024, "x");
    for (let i = 0; i < 4; i++) expect(splitter.split(piece)).toEqual([]);
    expect(() => splitter.split(Buffer.from("x"))).toThrow(expect.objectContaining({ code: "limit" }) as Error);
  });
});
