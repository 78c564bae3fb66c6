import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { formatDurationMs, formatDurationNs, parseDurationMs, parseDurationNs } from "./duration.ts";

describe("durations", () => {
  it("are read as Go reads them", () => {
    const cases: [string, bigint][] = [
      ["0", 0n],
      ["-0", 0n],
      ["5s", 5_000_000_000n],
      ["1h2m3.5s", 3_723_500_000_000n],
      ["-1.5h", -5_400_000_000_000n],
      ["+5m", 300_000_000_000n],
      [".5s", 500_000_000n],
      ["5.s", 5_000_000_000n],
      ["10.5s4m", 250_500_000_000n],
      ["1us2µs3μs", 6_000n],
      ["300ms", 300_000_000n],
      ["0.3333333333333333333h", 1_200_000_000_000n],
      ["9223372036854775807ns", 9_223_372_036_854_775_807n],
      ["-9223372036854775808ns", -9_223_372_036_854_775_808n],
      ["0.100000000000000000000h", 360_000_000_000n],
      ["0.9223372036854775808h", 3_320_413_933_267n],
    ];
    for (const [text, ns] of cases) expect(parseDurationNs(text), text).toBe(ns);
    expect(parseDurationMs("1.5s")).toBe(1_500);
    expect(parseDurationMs("1us")).toBe(0.001);
  });

  it("are refused when they are not durations", () => {
    const bad = ["", "-", "+", "3", ".s", "-.s", "s", "1", "1x", "1d", "1s ", " 1s", "1s1", "1e3s", "1.2.3s", "--1s"];
    for (const text of [
      ...bad,
      "9223372036854775808ns",
      "9223372036854775807ns1ns",
      "-9223372036854775809ns",
      "3000000h",
      `${"9".repeat(30)}s`,
    ]) {
      expect(() => parseDurationNs(text), text).toThrow(InvalidArgumentError);
    }
  });

  it("are written as Go writes them", () => {
    const cases: [bigint, string][] = [
      [0n, "0s"],
      [1n, "1ns"],
      [1_100n, "1.1µs"],
      [2_200_000n, "2.2ms"],
      [3_300_000_000n, "3.3s"],
      [245_000_000_000n, "4m5s"],
      [245_001_000_000n, "4m5.001s"],
      [18_367_001_000_000n, "5h6m7.001s"],
      [-60_000_000_000n, "-1m0s"],
      [3_599_999_999_999n, "59m59.999999999s"],
      [3_600_000_000_000n, "1h0m0s"],
      [999_999n, "999.999µs"],
      [1_000_000n, "1ms"],
      [1_000_000_000n, "1s"],
      [2n ** 63n - 1n, "2562047h47m16.854775807s"],
      [-(2n ** 63n), "-2562047h47m16.854775808s"],
    ];
    for (const [ns, text] of cases) expect(formatDurationNs(ns)).toBe(text);
    expect(formatDurationMs(1_500)).toBe("1.5s");
    expect(formatDurationMs(0.0015)).toBe("1.5µs");
    expect(() => formatDurationMs(Number.NaN)).toThrow(InvalidArgumentError);
  });

  it("come back from text unchanged", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (ns) => {
        const text = formatDurationNs(ns);
        const difference = parseDurationNs(text) - ns;
        expect(difference === 0n).toBe(true);
      }),
      { seed: 4, numRuns: 1_000 },
    );
  });

  it("of 1 MiB end in an answer or a typed error, in time linear in their length (SEC-15)", () => {
    for (const unit of ["1ns", "0", "9", ".", "1.1ns", "h", "-", "µ", "0.0h", "\ud800"]) {
      const time = (length: number): number => {
        const text = unit.repeat(length / unit.length);
        const start = process.cpuUsage();
        try {
          parseDurationNs(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError);
        }
        const used = process.cpuUsage(start);
        return (used.user + used.system) / 1_000;
      };
      time(1 << 16);
      const half = time(1 << 19);
      expect(time(1 << 20), unit).toBeLessThan(8 * half + 200);
    }
  });
});
