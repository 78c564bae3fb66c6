import { describe, expect, it } from "vitest";
import { checkNumber } from "./check-number.ts";

describe("checkNumber", () => {
  it("gives a number within its limits back, limits included", () => {
    for (const value of [-Number.MAX_VALUE, -1, 0, 0.5, Number.MAX_VALUE]) expect(checkNumber("x", value)).toBe(value);
    expect(checkNumber("x", 2, { least: 2, most: 2, whole: true })).toBe(2);
    expect(checkNumber("x", Number.POSITIVE_INFINITY, { most: Number.POSITIVE_INFINITY })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it("says what a number must be and what it was", () => {
    const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
    for (const [value, limits, message] of [
      [nan, undefined, "x must be a finite number, not NaN"],
      [infinity, undefined, "x must be a finite number, not Infinity"],
      [-infinity, undefined, "x must be a finite number, not -Infinity"],
      [infinity, { least: 0 }, "x must be a finite number from 0 on, not Infinity"],
      [1.9, { least: 2 }, "x must be a finite number from 2 on, not 1.9"],
      [-1, { least: 0, most: infinity }, "x must be a number from 0 on, not -1"],
      [nan, { most: infinity }, "x must be a number, not NaN"],
      [2.5, { least: 1, whole: true }, "x must be a whole number from 1 on, not 2.5"],
      [3, { most: 2 }, "x must be a finite number, not 3"],
    ] as const) {
      expect(() => checkNumber("x", value, limits)).toThrow(new RangeError(message));
    }
  });

  it("throws the error of its caller", () => {
    expect(() => checkNumber("x", Number.NaN, { error: TypeError })).toThrow(TypeError);
  });
});
