import { describe, expect, it } from "vitest";
import { compareLines } from "./compare-lines.ts";

describe("what a program printed on two servers", () => {
  it("differs in lines that are not the same, and in lines that one server lacks", () => {
    expect(compareLines(["a", "b"], ["a", "b"])).toEqual([]);
    expect(compareLines(["a", "b", "c"], ["a", "x"])).toEqual([
      { real: "b", ours: "x" },
      { real: "c", ours: undefined },
    ]);
  });
});
