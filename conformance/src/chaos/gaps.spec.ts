import { describe, expect, it } from "vitest";
import { type Gap, quantile, summary } from "./gaps.ts";

const gaps = (...ms: number[]): Gap[] => ms.map((each) => ({ name: "x", reset: false, ms: each }));

describe("the gaps after cuts", () => {
  it("have quantiles that occurred, and none without gaps", () => {
    const hundred = gaps(...Array.from({ length: 100 }, (_, n) => 100 - n));
    expect([0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([50, 99, 100]);
    expect(quantile(gaps(1, 9_000), 0.99)).toBe(9_000);
    expect(quantile([], 0.99)).toBeNaN();
  });

  it("are reported in one line", () => {
    expect(summary("HTTP/2", gaps(1_000, 2_000, 3_456))).toBe("HTTP/2: 3 gaps, p50 2.00 s, p99 3.46 s, max 3.46 s");
  });
});
