import { describe, expect, it } from "vitest";
import { compareRounds } from "./compare-rounds.ts";

describe("two states of the library in the same rounds", () => {
  it("differ when the median is worse by more than the larger spread", () => {
    const before = [100, 101, 102, 103, 104];
    expect(compareRounds([110, 111, 112, 113, 114], before, "less")).toMatchObject({ isWorse: true });
    expect(compareRounds([90, 91, 92, 93, 94], before, "less")).toMatchObject({ isWorse: false });
    expect(compareRounds([90, 91, 92, 93, 94], before, "more")).toMatchObject({ isWorse: true });
    expect(compareRounds([110, 111, 112, 113, 114], before, "more")).toMatchObject({ isWorse: false });
  });

  it("do not differ when nothing changed", () => {
    expect(compareRounds([10, 10, 10], [10, 10, 10], "less")).toMatchObject({ worseBy: 0, isWorse: false });
  });

  it("do not differ within the spread of either", () => {
    const [narrow, wide] = [
      [100, 101, 102, 103, 104],
      [80, 90, 110, 130, 140],
    ];
    expect(compareRounds(wide, narrow, "less")).toMatchObject({ isWorse: false });
    expect(compareRounds([120, 121, 122, 123, 124], wide, "less")).toMatchObject({ isWorse: false });
  });

  it("say by how much of the earlier median", () => {
    const comparison = compareRounds([12, 12, 12], [10, 10, 10], "less");
    expect(comparison?.worseBy).toBeCloseTo(0.2);
    expect(comparison?.spread).toBe(0);
    expect(compareRounds([12, 12, 12], [10, 10, 10], "more")?.worseBy).toBeCloseTo(-0.2);
  });

  it("cannot be compared where one of them has no value", () => {
    expect(compareRounds([1, 2], [undefined, undefined], "less")).toBeUndefined();
    expect(compareRounds([], [1], "less")).toBeUndefined();
    expect(compareRounds([1], [0], "less")).toBeUndefined();
    expect(compareRounds([1, undefined, 3], [2], "less")?.now.median).toBe(2);
  });
});
