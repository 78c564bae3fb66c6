import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { formatMicroTime, formatTime, parseTimeMicros, parseTimeMs } from "./time.ts";

describe("times", () => {
  it("keep their microseconds through text", () => {
    expect(parseTimeMicros("2024-05-01T12:00:00.123456Z")).toBe(1_714_564_800_123_456n);
    expect(formatMicroTime(1_714_564_800_123_456n)).toBe("2024-05-01T12:00:00.123456Z");
    expect(formatMicroTime(1_714_564_800_000_000n)).toBe("2024-05-01T12:00:00.000000Z");
    expect(formatMicroTime(-1n)).toBe("1969-12-31T23:59:59.999999Z");
    expect(parseTimeMicros("1970-01-01T00:00:00.1Z")).toBe(100_000n);
    expect(parseTimeMicros("1970-01-01T00:00:00.1234567891Z")).toBe(123_456n);
    expect(parseTimeMicros("1970-01-01T01:30:00+01:30")).toBe(0n);
    expect(parseTimeMicros("1969-12-31T22:00:00-02:00")).toBe(0n);
    expect(parseTimeMs("1970-01-01T00:00:01.0005Z")).toBe(1_000.5);
    expect(parseTimeMicros("1970-01-01t00:00:00z")).toBe(0n);
    expect([formatTime(1_999), formatTime(-1)]).toEqual(["1970-01-01T00:00:01Z", "1969-12-31T23:59:59Z"]);
    const micros = fc.bigInt({ min: -62_167_219_200_000_000n, max: 253_402_300_799_999_999n });
    fc.assert(
      fc.property(micros, (time) => {
        expect(parseTimeMicros(formatMicroTime(time))).toBe(time);
      }),
      { seed: 6, numRuns: 1_000 },
    );
  });

  it("agree with Date on whole milliseconds", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true }),
        (date) => {
          expect(parseTimeMicros(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000n);
          expect(formatTime(date.getTime())).toBe(`${date.toISOString().slice(0, 19)}Z`);
        },
      ),
      { seed: 7, numRuns: 1_000 },
    );
  });

  it("are refused when there is no such time", () => {
    const bad = [
      "",
      "2024-05-01",
      "2024-05-01 12:00:00Z",
      "2024-05-01T12:00:00",
      "2024-13-01T00:00:00Z",
      "2024-04-31T00:00:00Z",
      "2023-02-29T00:00:00Z",
    ];
    for (const text of [
      ...bad,
      "1900-02-29T00:00:00Z",
      "2024-01-01T24:00:00Z",
      "2024-01-01T00:60:00Z",
      "2024-01-01T00:00:60Z",
      "2024-01-01T00:00:00.Z",
      "2024-00-01T00:00:00Z",
      "2024-01-00T00:00:00Z",
      "2024-01-01T00:00:00+24:00",
      "2024-01-01T00:00:00+00:60",
    ]) {
      expect(() => parseTimeMicros(text), text).toThrow(InvalidArgumentError);
    }
    expect(() => parseTimeMicros("2".repeat(1 << 20))).toThrow(InvalidArgumentError);
    expect(() => formatTime(Number.NaN)).toThrow(InvalidArgumentError);
    expect(() => formatTime(1e15)).toThrow(InvalidArgumentError);
  });
});
