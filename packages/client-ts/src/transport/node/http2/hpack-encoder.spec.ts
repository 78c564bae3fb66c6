import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameWriter } from "./frame-writer.ts";
import { HpackDecoder } from "./hpack-decoder.ts";
import { HpackEncoder } from "./hpack-encoder.ts";

type Header = readonly [name: string, value: string];

/** The block of these headers. Checks that they take no more than was announced. */
function encode(encoder: HpackEncoder, headers: readonly Header[]): Buffer {
  const writer = new FrameWriter();
  let most = HpackEncoder.beginBytes;
  for (const [name, value] of headers) most += HpackEncoder.fieldBytes(name, value);
  writer.reserve(most);
  encoder.begin(writer);
  for (const [name, value] of headers) encoder.field(writer, name, value);
  const block = Buffer.concat(writer.take());
  expect(block.length).toBeLessThanOrEqual(most);
  return block;
}

const names = fc.constantFrom(
  ...[":method", ":path", ":authority", "content-length", "accept", "accept-encoding", "authorization", "x-a", "x-b"],
);
const values = fc.oneof(
  fc.constantFrom("", "GET", "/", "gzip, deflate", "Bearer token", "é\u00ff"),
  fc.nat({ max: 99 }).map(String),
  fc.nat({ max: 5_000 }).map((length) => "v".repeat(length)),
);
const lists = fc.array(fc.tuple(names, values), { maxLength: 12, size: "max" });
const sizes = fc.array(fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 10_000 })), { maxLength: 3 });

describe("headers", () => {
  it("are read by the other side as they were written, whatever the sizes of the table between them", () => {
    const steps = fc.array(fc.record({ sizes, lists }), { maxLength: 30, size: "max" });
    fc.assert(
      fc.property(steps, (given) => {
        const encoder = new HpackEncoder();
        const decoder = new HpackDecoder({ bytes: 2 ** 30, count: 2 ** 30 });
        for (const { sizes: changes, lists: headers } of given) {
          for (const bytes of changes) encoder.tableBytes = bytes;
          expect(decoder.decode(encode(encoder, headers)).fields).toEqual(headers.flat());
        }
      }),
      { numRuns: 150 },
    );
  });

  it("that are the same in each request take one byte from the second time on", () => {
    const encoder = new HpackEncoder();
    const headers: Header[] = [
      [":method", "GET"],
      ["authorization", `Bearer ${"a".repeat(1_000)}`],
      ["x-a", "b"],
    ];
    expect(encode(encoder, headers).length).toBeGreaterThan(1_000);
    expect(encode(encoder, headers)).toEqual(Buffer.from([0x82, 0x80 | 63, 0x80 | 62]));
  });

  it("that differ each time drive nothing out of the table", () => {
    const encoder = new HpackEncoder();
    encode(encoder, [["x-a", "b"]]);
    for (let n = 0; n < 500; n++)
      encode(encoder, [
        [":path", `/${n}`],
        ["content-length", String(n)],
      ]);
    expect(encode(encoder, [["x-a", "b"]])).toEqual(Buffer.from([0x80 | 62]));
  });

  it("that would take more than half of the table are not added", () => {
    const encoder = new HpackEncoder();
    const [half, more]: Header[] = [
      ["x-a", "b".repeat(2048 - 35)],
      ["x-a", "b".repeat(2049 - 35)],
    ];
    encode(encoder, [half, more] as Header[]);
    expect(encode(encoder, [half] as Header[])).toEqual(Buffer.from([0x80 | 62]));
    expect(encode(encoder, [more] as Header[]).length).toBeGreaterThan(2_000);
  });
});

describe("the size of the table", () => {
  /** What a block says of the table after the peer gave it these sizes. */
  const announced = (...bytes: readonly number[]): string => {
    const encoder = new HpackEncoder();
    for (const one of bytes) encoder.tableBytes = one;
    const block = encode(encoder, []).toString("hex");
    expect(encode(encoder, [])).toEqual(Buffer.alloc(0));
    return block;
  };

  it("is named once when the peer changed it", () => {
    expect(announced(100)).toBe("3f45");
    expect(announced(0)).toBe("20");
    expect(announced(30)).toBe("3e");
    expect(announced(31)).toBe("3f00");
  });

  it("is not named when nothing changes for us: a larger table is not used", () => {
    expect(announced(4096)).toBe("");
    expect(announced(65_536)).toBe("");
  });

  it("that became smaller and larger again is named with the smallest first (RFC 7541, section 4.2)", () => {
    expect(announced(0, 4096)).toBe("203fe11f");
    expect(announced(100, 0, 200, 10_000)).toBe("203fe11f");
    expect(announced(200, 100)).toBe("3f45");
  });
});
