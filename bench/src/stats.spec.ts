import { describe, expect, it } from "vitest";
import { fitExponent, quantile, summarize } from "./stats.ts";

describe("summarize", () => {
  it("gives median, quartiles and their range as a share of the median", () => {
    expect(summarize([5, 1, 3, 2, 4])).toEqual({ median: 3, q1: 2, q3: 4, spread: 2 / 3, n: 5 });
    expect(summarize([7])).toEqual({ median: 7, q1: 7, q3: 7, spread: 0, n: 1 });
  });

  it("has nothing to say about no values", () => {
    expect(summarize([])).toBeUndefined();
  });

  it("lies between neighbours in proportion", () => {
    expect(quantile([0, 10], 0.25)).toBe(2.5);
  });
});

describe("fitExponent", () => {
  it("finds the exponent of a power", () => {
    const points = [10, 50, 100, 500].map((n) => ({ n, cost: 3 * n ** 1.4 }));
    expect(fitExponent(points)).toBeCloseTo(1.4, 6);
  });

  it("finds 1 where every object costs the same", () => {
    expect(fitExponent([10, 20, 40].map((n) => ({ n, cost: n * 7 })))).toBeCloseTo(1, 6);
  });

  it("needs two sizes", () => {
    expect(
      fitExponent([
        { n: 10, cost: 1 },
        { n: 10, cost: 2 },
      ]),
    ).toBeUndefined();
  });
});
