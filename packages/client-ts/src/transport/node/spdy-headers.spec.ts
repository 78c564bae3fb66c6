import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { headerDictionary, SpdyHeaderReader, SpdyHeaderWriter } from "./spdy-headers.ts";

describe("header blocks of SPDY", () => {
  it("begin with the dictionary of SPDY/3", () => {
    expect(headerDictionary.length).toBe(1423);
    expect(createHash("sha256").update(headerDictionary).digest("hex")).toBe(expectedDigest);
  });

  it("are read back in order, also when far more than a window went before", () => {
    const writer = new SpdyHeaderWriter();
    const reader = new SpdyHeaderReader();
    let bytes = 0;
    for (let i = 0; i < 2_000; i++) {
      const headers = { streamtype: i % 2 === 0 ? "error" : "data", port: "80", requestid: String(i) };
      const block = writer.write(headers);
      bytes += block.length;
      expect(reader.read(block)).toEqual(headers);
    }
    expect(bytes / 2_000).toBeLessThan(40);
  });

  it("are refused when they are cut off, not zlib, or far larger than they look (SEC-16)", () => {
    const bomb = new SpdyHeaderWriter().write({ a: "x".repeat(10_000_000) });
    expect(bomb.length).toBeLessThan(20_000);
    for (const block of [bomb, Buffer.from("no zlib at all"), Buffer.from([0x78, 0xbb, 0, 0, 0, 0])])
      expect(() => new SpdyHeaderReader().read(block)).toThrow(expect.objectContaining({ kind: "Protocol" }) as Error);
  });
});

/** Of the bytes in section 2.6.10.1 of the SPDY/3 draft. */
const expectedDigest = "51d27341373f923f3cd88e1eb7162aeaa3723d7585ff2399201dc06498407f02";
