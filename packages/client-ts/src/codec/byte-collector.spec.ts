import { describe, expect, it } from "vitest";
import { ByteCollector } from "./byte-collector.ts";

const text = (collector: ByteCollector): string => collector.bytes.toString("utf8", 0, collector.length);

describe("bytes that come in parts", () => {
  it("are put together in their order, parts of buffers and single bytes, however large they grow", () => {
    const collector = new ByteCollector();
    let expected = "";
    for (let n = 0; n < 2_000; n++) {
      collector.add(Buffer.from(`<${n}>`), 1, `<${n}>`.length - 1);
      collector.addByte(44);
      expected += `${n},`;
    }
    expect([text(collector) === expected, collector.length]).toEqual([true, expected.length]);
  });

  it("begin again after they were cleared, in the same memory unless that was very large", () => {
    const collector = new ByteCollector();
    collector.add(Buffer.alloc(100_000), 0, 100_000);
    const memory = collector.bytes;
    collector.clear();
    expect([collector.length, collector.bytes === memory]).toEqual([0, true]);
    collector.add(Buffer.from("ab"), 0, 2);
    expect(text(collector)).toBe("ab");
    collector.add(Buffer.alloc(2 << 20), 0, 2 << 20);
    collector.clear();
    expect([collector.length, collector.bytes.length]).toEqual([0, 0]);
    collector.addByte(99);
    expect(text(collector)).toBe("c");
  });
});
