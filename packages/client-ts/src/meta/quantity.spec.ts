import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { parseQuantity, Quantity, type QuantityFormat } from "./quantity.ts";

const suffix = fc.constantFrom(
  "n",
  "u",
  "m",
  "",
  "k",
  "M",
  "G",
  "T",
  "P",
  "E",
  "Ki",
  "Mi",
  "Gi",
  "Ti",
  "Pi",
  "Ei",
  "e3",
  "E-2",
  "e+1",
);

describe("parseQuantity", () => {
  it("reads every suffix", () => {
    const cases: [string, bigint, QuantityFormat][] = [
      ["0", 0n, "DecimalSI"],
      ["1n", 1n, "DecimalSI"],
      ["1u", 1_000n, "DecimalSI"],
      ["1m", 1_000_000n, "DecimalSI"],
      ["1", 10n ** 9n, "DecimalSI"],
      ["1k", 10n ** 12n, "DecimalSI"],
      ["1M", 10n ** 15n, "DecimalSI"],
      ["1G", 10n ** 18n, "DecimalSI"],
      ["1T", 10n ** 21n, "DecimalSI"],
      ["1P", 10n ** 24n, "DecimalSI"],
      ["1E", 10n ** 27n, "DecimalSI"],
      ["1Ki", 1024n * 10n ** 9n, "BinarySI"],
      ["1Mi", 1024n ** 2n * 10n ** 9n, "BinarySI"],
      ["1Gi", 1024n ** 3n * 10n ** 9n, "BinarySI"],
      ["1Ti", 1024n ** 4n * 10n ** 9n, "BinarySI"],
      ["1Pi", 1024n ** 5n * 10n ** 9n, "BinarySI"],
      ["1Ei", 1024n ** 6n * 10n ** 9n, "BinarySI"],
      ["1e3", 10n ** 12n, "DecimalExponent"],
      ["1E+3", 10n ** 12n, "DecimalExponent"],
      ["-1.5", -15n * 10n ** 8n, "DecimalSI"],
      [".5", 5n * 10n ** 8n, "DecimalSI"],
      ["5.", 5n * 10n ** 9n, "DecimalSI"],
      ["1.5Ki", 1536n * 10n ** 9n, "BinarySI"],
      ["0.5n", 1n, "DecimalSI"],
      ["-0.5n", -1n, "DecimalSI"],
      ["9Ei", (2n ** 63n - 1n) * 10n ** 9n, "BinarySI"],
      ["0.0001Ki", 102_400_000n, "DecimalSI"],
    ];
    for (const [text, nanos, format] of cases) {
      const quantity = parseQuantity(text);
      expect(quantity.nanos, text).toBe(nanos);
      expect(quantity.format, text).toBe(format);
    }
  });

  it("refuses what is not a quantity", () => {
    for (const text of [
      "",
      "x",
      "1x",
      "1 ",
      " 1",
      "1ki",
      "1mi",
      "1i",
      "--1",
      "1.1.1",
      "1e",
      "1e+",
      "1E-",
      "1KiKi",
      "1e1.5",
      "0x1",
      "1_0",
      "½",
    ]) {
      expect(() => parseQuantity(text), text).toThrow(InvalidArgumentError);
    }
  });

  it("is exact or out of range for hostile numbers, and never hangs (F-J9)", () => {
    for (const text of [
      "1e999999999",
      "1e99999999999999999999",
      "-1e999999999",
      "1".repeat(10_000),
      `${"9".repeat(10_000)}Ki`,
      "1e1000",
    ]) {
      expect(() => parseQuantity(text), text.slice(0, 20)).toThrow(/out of range|suffix/);
      expect(() => parseQuantity(text)).toThrow(InvalidArgumentError);
    }
    expect(parseQuantity("0.0000000001n").toString()).toBe("1n");
    expect(parseQuantity("1e-999999999").toString()).toBe("1e-9");
    expect(parseQuantity("0e999").toString()).toBe("0");
    expect(parseQuantity(`0.${"0".repeat(10_000)}1`).nanos).toBe(1n);
    expect(parseQuantity(`1.${"0".repeat(10_000)}1Ki`).nanos).toBe(1024n * 10n ** 9n + 1n);
    expect(parseQuantity(`${"0".repeat(10_000)}7`).nanos).toBe(7n * 10n ** 9n);
    expect(parseQuantity("1e900").compare(parseQuantity("1E"))).toBe(1);
    expect(() => parseQuantity("1e999").add(parseQuantity("9e999"))).toThrow(InvalidArgumentError);
  });

  it("ends on texts up to 1 MiB with an answer or a typed error, in time linear in their length (F-J9, SEC-15)", () => {
    for (const unit of ["0", "9", "0.", ".9", "1e", "Ki", "-", "e9", "é", "n"]) {
      for (const text of [
        unit.repeat((1 << 20) / unit.length),
        `0.${unit.repeat(1 << 19)}`,
        `0.${unit.repeat(1 << 19)}Ki`,
        `1e${unit.repeat(1 << 19)}`,
      ]) {
        try {
          parseQuantity(text).toString();
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError);
          expect((error as Error).message.length).toBeLessThan(500);
        }
      }
    }
    const time = (length: number): number => {
      const text = `0.${"9".repeat(length)}`;
      const start = process.cpuUsage();
      for (let i = 0; i < 5; i++) expect(parseQuantity(text).nanos).toBe(10n ** 9n);
      const used = process.cpuUsage(start);
      return (used.user + used.system) / 1_000;
    };
    time(1 << 18);
    expect(time(1 << 20)).toBeLessThan(8 * time(1 << 19) + 200);
  });
});

describe("quantities", () => {
  it("write themselves in canonical form", () => {
    const cases: [string, string][] = [
      ["1024Ki", "1Mi"],
      ["1.5", "1500m"],
      ["0.5Ki", "512"],
      ["1000m", "1"],
      ["1.5Gi", "1536Mi"],
      ["1000", "1k"],
      ["1234567", "1234567"],
      ["100e2", "10e3"],
      ["1e0", "1e0"],
      ["1000e0", "1e3"],
      ["0.001e0", "1e-3"],
      ["-1000Ki", "-1000Ki"],
      ["0.1Ki", "102400m"],
      ["0Ki", "0"],
      ["12e6", "12e6"],
      ["1000E", "1000E"],
    ];
    for (const [text, canonical] of cases) expect(parseQuantity(text).toString(), text).toBe(canonical);
    expect(JSON.stringify({ cpu: parseQuantity("0.25") })).toBe('{"cpu":"250m"}');
  });

  it("keep their amount through text, and compare, add and subtract as a simple model does", () => {
    const amount = fc.tuple(
      fc.constantFrom("", "-", "+"),
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.stringMatching(/^(\.[0-9]{0,6})?$/),
      suffix,
    );
    const text = amount.map(([sign, whole, fraction, end]) => `${sign}${whole}${fraction}${end}`);
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [parseQuantity(a), parseQuantity(b)];
        for (const quantity of [x, new Quantity(x.nanos, x.format), x.add(y), x.sub(y), x.neg()]) {
          // A binary sum beyond 2^63-1 exists, but reading its text caps it.
          if (quantity.format === "BinarySI" && quantity.neg().sign() * Number(quantity.nanos) < -9.2e27) continue;
          expect(parseQuantity(quantity.toString()).nanos).toBe(quantity.nanos);
        }
        expect(x.add(y).nanos).toBe(x.nanos + y.nanos);
        expect(x.sub(y).nanos).toBe(x.nanos - y.nanos);
        expect(x.sub(y).sign()).toBe(x.compare(y));
        expect(x.sub(x).isZero()).toBe(true);
        expect(x.equals(y)).toBe(x.compare(y) === 0);
      }),
      { seed: 9, numRuns: 2_000 },
    );
  });

  it("take the other's format when they are zero", () => {
    expect(parseQuantity("0").add(parseQuantity("1024Ki")).toString()).toBe("1Mi");
    expect(parseQuantity("1k").add(parseQuantity("24")).toString()).toBe("1024");
    expect(parseQuantity("0").sub(parseQuantity("1024Ki")).toString()).toBe("-1Mi");
    expect(parseQuantity("2Ki").sub(parseQuantity("1k")).format).toBe("BinarySI");
    expect([parseQuantity("1Mi").neg().toString(), parseQuantity("1e3").neg().format]).toEqual([
      "-1Mi",
      "DecimalExponent",
    ]);
  });

  it("give whole units and thousandths, rounded up", () => {
    expect(parseQuantity("250m").value()).toBe(1n);
    expect(parseQuantity("-250m").value()).toBe(-1n);
    expect(parseQuantity("250m").milliValue()).toBe(250n);
    expect(parseQuantity("1u").milliValue()).toBe(1n);
    expect(parseQuantity("1.25").toNumber()).toBe(1.25);
    expect([parseQuantity("1000").toString(), parseQuantity("-1").sign(), parseQuantity("0").sign()]).toEqual([
      "1k",
      -1,
      0,
    ]);
    expect([parseQuantity("-1.25").toNumber(), parseQuantity("1Gi").toNumber()]).toEqual([-1.25, 1_073_741_824]);
    expect(parseQuantity("1.0000001").milliValue()).toBe(1001n);
  });
});
