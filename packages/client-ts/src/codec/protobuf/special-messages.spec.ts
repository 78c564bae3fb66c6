import { describe, expect, it } from "vitest";
import { seededRandom } from "../../util/index.ts";
import type { FieldDecoder, FieldEncoder, MessagePlan, Special } from "./message-plan.ts";
import { specialFor } from "./special-messages.ts";
import { textOf, WireError, WireReader } from "./wire-reader.ts";
import { WireWriter } from "./wire-writer.ts";

const noPlan = undefined as unknown as MessagePlan;

function special(name: string): Special {
  const found = specialFor(`k8s.io.apimachinery.pkg.${name}`);
  if (found === undefined) throw new Error(`${name} is no special message`);
  return found;
}

/** What the bytes of a message mean; by the short way too, where there is one that knows them. */
function decode(name: string, hex: string): unknown {
  const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
  const { read, decode } = special(name);
  const value = decode({ reader: new WireReader(bytes) } as unknown as FieldDecoder, bytes.length, noPlan, 0);
  const short = read?.(bytes, 0, bytes.length);
  if (short !== undefined) expect(short).toEqual(value);
  return value;
}

function encode(name: string, value: unknown): string {
  const writer = new WireWriter();
  special(name).encode({ writer } as unknown as FieldEncoder, value, noPlan);
  return writer.take().toString("hex");
}

/** -1 in base 128: the sign fills 64 bits. */
const minusOne = "ffffffffffffffffff01";

describe("the bytes of a message whose JSON is not the object of its fields", () => {
  // As Go writes them: the zero values of fields that are no pointers are there.
  it.each<[name: string, hex: string, value: unknown]>([
    ["Time", "0801 1000", "1970-01-01T00:00:01Z"],
    ["Time", "08a5ebdcca06 1000", "2026-01-02T03:04:05Z"],
    ["Time", `08${minusOne} 1000`, "1969-12-31T23:59:59Z"],
    ["MicroTime", "0801 10e807", "1970-01-01T00:00:01.000001Z"],
    ["MicroTime", `08${minusOne} 10b0bbafdc03`, "1969-12-31T23:59:59.999022Z"],
    ["Duration", "0880dea0cb05", "1.5s"],
    ["Duration", "08808ef4d7f6ffffffff01", "-2.5s"],
    ["Duration", "0800", "0s"],
    ["Quantity", "0a04 3530306d", "500m"],
    ["Quantity", "0a01 30", "0"],
    ["IntOrString", "0800 1050 1a00", 80],
    ["IntOrString", `0800 10${minusOne} 1a00`, -1],
    ["IntOrString", "0801 1000 1a04 68747470", "http"],
    ["RawExtension", "0a07 7b2261223a317d", { a: 1 }],
    ["JSON", "0a02 5b5d", []],
  ])("of %s %s are %j, both ways", (name, hex, value) => {
    expect(decode(name, hex)).toEqual(value);
    expect(encode(name, value)).toBe(hex.replaceAll(" ", ""));
  });

  it("are written from any precision that a time has in JSON, towards the past", () => {
    expect(encode("Time", "1969-12-31T23:59:58.500Z")).toBe(encode("Time", "1969-12-31T23:59:58Z"));
    expect(decode("MicroTime", encode("MicroTime", "2026-01-02T03:04:05.5Z"))).toBe("2026-01-02T03:04:05.500000Z");
    expect(decode("MicroTime", encode("MicroTime", "2026-01-02T03:04:05.1234567Z"))).toBe(
      "2026-01-02T03:04:05.123456Z",
    );
  });

  it("have the microseconds of a time as far as they are complete", () => {
    expect(decode("MicroTime", "0801 10cf0f")).toBe("1970-01-01T00:00:01.000001Z");
    expect(decode("MicroTime", "0801 10ff93ebdc03")).toBe("1970-01-01T00:00:01.999999Z");
  });

  it("that are absent are the value that Go has then", () => {
    const names = ["Time", "MicroTime", "Duration", "Quantity", "IntOrString", "RawExtension"];
    expect(names.map((name) => decode(name, ""))).toEqual([null, null, "0s", "0", 0, null]);
    expect(["Time", "MicroTime", "RawExtension"].map((name) => encode(name, null))).toEqual(["", "", ""]);
    // The beginning of the year 1 is Go's zero time, written out or not.
    expect(decode("Time", "088092b8c398feffffff01")).toBeNull();
  });

  it("may have fields that are not known", () => {
    const [varint, text, eight, four] = ["f80101", "fa010161", "f9010000000000000000", "fd0100000000"];
    for (const unknown of [varint, text, eight, four]) {
      expect(decode("Time", `0801${unknown}`)).toBe("1970-01-01T00:00:01Z");
      expect(decode("Quantity", `${unknown}0a0131`)).toBe("1");
      expect(decode("IntOrString", `${unknown}1005`)).toBe(5);
      expect(decode("Duration", `${unknown}080a`)).toBe("10ns");
      expect(decode("JSON", `${unknown}0a0131`)).toBe(1);
    }
  });

  it("are refused when they are not such a value, and the error does not quote their content", () => {
    expect(() => decode("JSON", `0a05${Buffer.from('{"s3c').toString("hex")}`)).toThrow(WireError);
    expect(() => decode("JSON", `0a05${Buffer.from('{"s3c').toString("hex")}`)).not.toThrow("s3c");
    expect(() => encode("Time", "s3cret")).toThrow("it has a time that cannot be read");
    expect(() => decode("Time", "08ffffffffffffffff7f")).toThrow("out of range");
  });

  it("are read the short way in the form in which they usually come, and in no other", () => {
    const read = (name: string, hex: string): unknown => {
      const bytes = Buffer.from(`ff${hex.replaceAll(" ", "")}00`, "hex");
      return special(name).read!(bytes, 1, bytes.length - 1);
    };
    const table: [name: string, hex: string, value: string | undefined][] = [
      ["Time", "0801 1000", "1970-01-01T00:00:01Z"],
      ["Time", "0801", "1970-01-01T00:00:01Z"],
      ["Time", "08a5ebdcca06 1000", "2026-01-02T03:04:05Z"],
      ["Time", "08ffffffff7f 1000", "3058-10-26T03:46:07Z"],
      ["Time", "08ffffffffff01", undefined],
      ["Time", "0801 1001", undefined],
      ["Time", "0801 10", undefined],
      ["Time", "0801 1800", undefined],
      ["Time", "1000", undefined],
      ["Time", "0880", undefined],
      ["Time", "", undefined],
      ["Quantity", "0a04 3530306d", "500m"],
      ["Quantity", "0a00", ""],
      ["Quantity", "0a04 3530306d 1000", undefined],
      ["Quantity", "0a05 3530306d", undefined],
      ["Quantity", "1204 3530306d", undefined],
      ["Quantity", `0a8001 ${"31".repeat(128)}`, undefined],
      ["Quantity", `0a7f ${"31".repeat(127)}`, "1".repeat(127)],
    ];
    for (const [name, hex, value] of table) expect(read(name, hex), `${name} ${hex}`).toBe(value);
    expect(decode("Time", "08ffffffffff01")).toBe("4147-08-20T07:32:15Z");
  });

  it("are times of any year that a date can have, as Go writes them", () => {
    const at = (seconds: number): string => {
      const writer = new WireWriter();
      writer.integer(1, seconds);
      return writer.take().toString("hex");
    };
    const table: [seconds: number, text: string][] = [
      [-62_135_596_801, "0000-12-31T23:59:59Z"],
      [-62_167_219_200, "0000-01-01T00:00:00Z"],
      [-62_167_219_201, "-0001-12-31T23:59:59Z"],
      [253_402_300_799, "9999-12-31T23:59:59Z"],
      [253_402_300_800, "10000-01-01T00:00:00Z"],
      [8_640_000_000_000, "275760-09-13T00:00:00Z"],
      [8_640_000_086_399, "275760-09-13T23:59:59Z"],
      [-8_640_000_000_000, "-271821-04-20T00:00:00Z"],
    ];
    for (const [seconds, text] of table) expect(decode("Time", at(seconds)), text).toBe(text);
    for (const seconds of [8_640_000_086_400, -8_640_000_000_001])
      expect(() => decode("Time", at(seconds))).toThrow("it has a time that is out of range");
    // Seconds that share their last bits are kept apart.
    expect([1, 257, 1, 513].map((seconds) => decode("Time", at(seconds)))).toEqual([
      "1970-01-01T00:00:01Z",
      "1970-01-01T00:04:17Z",
      "1970-01-01T00:00:01Z",
      "1970-01-01T00:08:33Z",
    ]);
  });

  it("have the last of a value that comes twice, and what Go has for null", () => {
    expect(decode("Duration", "0801 080a")).toBe("10ns");
    expect(decode("Time", "0801 0802")).toBe("1970-01-01T00:00:02Z");
    expect(decode("Quantity", "0a0131 0a0132")).toBe("2");
    expect(decode("JSON", "0a0131 0a0132")).toBe(2);
    expect([decode("JSON", "0a00"), decode("RawExtension", "0a04 6e756c6c")]).toEqual([null, null]);
    expect(decode("IntOrString", "0801 1005 1a0161")).toBe("a");
    expect(decode("IntOrString", "0800 1005 1a0161")).toBe(5);
    for (const nothing of [null, undefined])
      expect(
        ["Duration", "Quantity", "IntOrString", "Time", "MicroTime", "JSON"].map((name) => encode(name, nothing)),
      ).toEqual(["0800", "0a0130", "080010001a00", "", "", ""]);
    expect(encode("MicroTime", "2026-01-02T03:04:05Z")).toBe("08a5ebdcca061000");
    expect(() => decode("Duration", "08ffffffffffffffffffff01")).toThrow("it has a number of more than 64 bits");
    const deep = "[".repeat(1_002) + "]".repeat(1_002);
    const writer = new WireWriter();
    writer.text(1, deep);
    expect(() => decode("JSON", writer.take().toString("hex"))).toThrow(
      "it contains JSON that is not valid, or nested too deep",
    );
    expect(specialFor("k8s.io.api.core.v1.Pod")).toBeUndefined();
    expect(specialFor("Time")).toBe(specialFor("k8s.io.apimachinery.pkg.apis.meta.v1.Time"));
  });

  it("are the times of the calendar, leap years and ends of months included", () => {
    const random = seededRandom(3);
    const days: number[] = [];
    const wrong: unknown[] = [];
    for (const year of [1, 4, 100, 400, 1600, 1899, 1900, 1969, 1970, 1999, 2000, 2023, 2024, 2100, 2400, 9999])
      for (const [month, day] of [
        [0, 1],
        [1, 28],
        [1, 29],
        [2, 1],
        [11, 31],
      ] as const)
        days.push(new Date(0).setUTCFullYear(year, month, day));
    for (let n = 0; n < 2_000; n++) days.push(Math.floor((random() * 9_998 - 1_969) * 365.2425) * 86_400_000);
    for (const day of days) {
      const iso = new Date(day + Math.floor(random() * 86_400) * 1_000).toISOString();
      const [time, micro] = [decode("Time", encode("Time", iso)), decode("MicroTime", encode("MicroTime", iso))];
      if (time !== iso.replace(".000", "") || micro !== iso.replace("000Z", "000000Z")) wrong.push([iso, time, micro]);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a text in protobuf", () => {
  it("is the same however often it comes, and whatever other texts come in between", () => {
    const random = seededRandom(4);
    const wrong: string[] = [];
    for (let n = 0; n < 5_000; n++) {
      const length = Math.floor(random() * 40);
      const text = Array.from({ length }, () => "abé€"[Math.floor(random() * random() * 4)]).join("");
      const bytes = Buffer.from(`<${text}>`);
      if (textOf(bytes, 1, bytes.length - 1) !== text) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  it("has U+FFFD for each byte that belongs to no character, and keeps one that was sent", () => {
    const read = (...bytes: number[]): string => textOf(Buffer.from(bytes), 0, bytes.length);
    expect(read(0x61, 0xff, 0xc3)).toBe("a\ufffd\ufffd");
    expect(read(0xe2, 0x82, 0x61)).toBe("\ufffd\ufffda");
    expect(read(0xef, 0xbf, 0xbd, 0xf0, 0x9f, 0x98, 0x80, 0xff)).toBe("\ufffd😀\ufffd");
  });
});

describe("numbers in protobuf", () => {
  it.each([
    ["00", 0, 0, 0],
    ["7f", 127, 127, 127],
    ["8001", 128, 128, 128],
    ["ffffffff07", 2_147_483_647, 2_147_483_647, 2_147_483_647],
    ["ffffffff0f", 4_294_967_295, 4_294_967_295, -1],
    ["8080808080808010", 2 ** 53, 2 ** 53, 0],
    [minusOne, 2 ** 64, -1, -1],
    ["80808080808080808001", 2 ** 63, -(2 ** 63), 0],
  ] as const)("of the bytes %s have their sign and size", (hex, uint, int64, int32) => {
    const reader = (): WireReader => new WireReader(Buffer.from(hex, "hex"));
    expect([reader().uint(), reader().int64(), reader().int32()]).toEqual([uint, int64, int32]);
    const writer = new WireWriter();
    writer.varint(int64 >= 0 ? uint : int64);
    expect(writer.take().toString("hex")).toBe(hex);
  });

  it("are written into a buffer that grows, with everything that was there", () => {
    const writer = new WireWriter();
    const parts: Buffer[] = [];
    for (let n = 0; n < 300; n++) {
      const part = Buffer.alloc(n, n);
      parts.unshift(part);
      writer.raw(part);
    }
    expect(writer.take().equals(Buffer.concat(parts))).toBe(true);
    expect(writer.length).toBe(0);
  });
});
