import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareResourceVersion } from "./resource-version.ts";

describe("compareResourceVersion", () => {
  it("compares as whole numbers of any length", () => {
    const number = fc.bigInt({ min: 1n, max: 10n ** 60n });
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(compareResourceVersion(String(a), String(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(compareResourceVersion(String(a), String(a))).toBe(0);
      }),
      { seed: 5 },
    );
    expect(compareResourceVersion("9007199254740993", "9007199254740992")).toBe(1);
    expect(compareResourceVersion("9", "10")).toBe(-1);
  });

  it("does not place what is not a number", () => {
    for (const odd of ["", "0", "01", "-1", "1.0", "1e3", " 1", "abc", "１"]) {
      expect(compareResourceVersion(odd, "5"), odd).toBeUndefined();
      expect(compareResourceVersion("5", odd), odd).toBeUndefined();
    }
  });
});
