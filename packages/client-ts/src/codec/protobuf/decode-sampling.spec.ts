import { describe, expect, it } from "vitest";
import { loadProtobufTables } from "../../api/tables/index.ts";
import { ProtobufCodec } from "./protobuf-codec.ts";
import { protobufFormat } from "./protobuf-format.ts";
import { DecodeSampling } from "./decode-sampling.ts";

describe("the sampling of the objects of a kind", () => {
  it("decodes 160 of the objects behind the first thousand, one in eight, and no more", () => {
    const sampling = new DecodeSampling();
    const due = Array.from({ length: 10_000 }, () => sampling.isDue()).flatMap((isDue, at) => (isDue ? [at + 1] : []));
    expect(due).toHaveLength(160);
    expect(due.slice(0, 3)).toEqual([1_008, 1_016, 1_024]);
    expect(due.at(-1)).toBe(2_280);
  });

  it("is one for all lists and watches of a kind, and ignores damaged objects until they are read", async () => {
    const codec = new ProtobufCodec(await loadProtobufTables());
    const plan = codec.planFor({ group: "", version: "v1", kind: "Pod" })!;
    expect(codec.decoder.samplingOf(plan)).toBe(codec.decoder.samplingOf(plan));
    const format = protobufFormat(codec.decoder, plan);
    // Metadata that is longer than the object.
    const damaged = Buffer.from([10, 100, 0]);
    for (let i = 0; i < 1_010; i++) format.arrived?.(damaged, 0, damaged.length);
    expect(() => format.decode(damaged, 0, damaged.length, false)).toThrow("longer than what surrounds it");
    // Number 1,008 was due, and the next is number 1,016.
    const next = Array.from({ length: 6 }, () => codec.decoder.samplingOf(plan).isDue());
    expect(next).toEqual([false, false, false, false, false, true]);
  });
});
