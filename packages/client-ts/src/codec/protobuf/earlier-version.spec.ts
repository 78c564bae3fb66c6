import { beforeAll, describe, expect, it } from "vitest";
import { loadProtobufTables } from "../../api/tables/index.ts";
import { seededRandom } from "../../util/index.ts";
import type { ByteFormat, DecodedBytes } from "../byte-format.ts";
import { ProtobufCodec } from "./protobuf-codec.ts";
import { protobufFormat } from "./protobuf-format.ts";

interface Pod {
  readonly metadata: object;
  readonly spec: object;
  readonly status: object;
}

describe("a version of an object that is read after another one", () => {
  let codec: ProtobufCodec;
  let format: ByteFormat;
  beforeAll(async () => {
    codec = new ProtobufCodec(await loadProtobufTables());
    const plan = codec.planFor({ group: "", version: "v1", kind: "Pod" })!;
    codec.decoder.compile(plan);
    format = protobufFormat(codec.decoder, plan);
  });

  /** The bytes of a Pod without the envelope. */
  const podBytes = (members: object): Buffer => {
    const bytes = codec.encode({ kind: "Pod", apiVersion: "v1", ...members })!;
    const { start, end } = codec.envelopeOf(bytes);
    return bytes.subarray(start, end);
  };
  const decode = (bytes: Buffer, earlier?: DecodedBytes): Pod =>
    format.decode(bytes, 0, bytes.length, false, earlier) as Pod;
  const decoded = (bytes: Buffer): DecodedBytes => ({ bytes, start: 0, end: bytes.length, object: decode(bytes) });
  const version = (resourceVersion: string, phase: string, image = "web:1"): Buffer =>
    podBytes({
      metadata: { name: "web", resourceVersion },
      spec: { containers: [{ name: "c", image, resources: {} }] },
      status: { phase },
    });

  it("shares what has not changed, and has its own of everything else", () => {
    const first = decoded(version("1", "Pending"));
    const second = version("2", "Running");
    const next = decode(second, first);
    expect(next).toStrictEqual(decode(second));
    expect(next.spec).toBe((first.object as Pod).spec);
    expect(next.status).toEqual({ phase: "Running" });
    expect((first.object as Pod).status).toEqual({ phase: "Pending" });

    const third = decode(version("3", "Running", "web:2"), {
      ...first,
      bytes: second,
      end: second.length,
      object: next,
    });
    expect(third.status).toBe(next.status);
    expect(third.spec).toMatchObject({ containers: [{ image: "web:2" }] });
  });

  it("shares nothing with an object that is read later without an earlier version", () => {
    const bytes = version("1", "Pending");
    const first = decoded(bytes);
    expect(decode(bytes, first).spec).toBe((first.object as Pod).spec);
    expect(decode(bytes).spec).not.toBe((first.object as Pod).spec);
    // An object that cannot be read leaves nothing behind.
    expect(() => decode(Buffer.from([18, 100, 0]), first)).toThrow("longer than what surrounds it");
    expect(decode(bytes).spec).not.toBe((first.object as Pod).spec);
  });

  it("reads again what came twice before, and what is elsewhere in the bytes", () => {
    const [one, other] = [version("1", "Pending"), version("1", "Pending", "web:2")];
    const twice = decoded(Buffer.concat([one, other]));
    const next = decode(one, twice);
    expect(next).toStrictEqual(decode(one));
    expect((twice.object as Pod).spec).toMatchObject({ containers: [{ image: "web:2" }] });

    const shifted = Buffer.concat([Buffer.from("before"), one, Buffer.from("behind")]);
    const inside = { bytes: shifted, start: 6, end: 6 + one.length, object: decode(one) };
    expect(decode(other, inside)).toStrictEqual(decode(other));
    expect(decode(one, inside).spec).toBe(inside.object.spec);
  });

  it("is the same as when it is read alone, whatever the earlier version was", () => {
    const random = seededRandom(5);
    const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]!;
    const versions = Array.from({ length: 60 }, () =>
      podBytes({
        metadata: { name: "web", resourceVersion: pick("1", "22", "333"), labels: pick({}, { a: "b" }, { a: "ü" }) },
        ...pick({}, { spec: { containers: [{ name: pick("c", "d"), image: pick("", "i"), resources: {} }] } }),
        ...pick({}, { status: { phase: pick("Pending", "Running", "Unknown"), podIP: pick("10.0.0.1", "") } }),
      }),
    );
    for (const earlier of versions) {
      const known = decoded(earlier);
      const before = structuredClone(known.object);
      for (const bytes of versions) expect(decode(bytes, known)).toStrictEqual(decode(bytes));
      expect(known.object).toStrictEqual(before);
    }
  });
});
