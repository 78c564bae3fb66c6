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

  it("differs in one line when one server printed one more", () => {
    expect(compareLines(["a", "logged", "b", "c"], ["a", "b", "c"])).toEqual([{ real: "logged", ours: undefined }]);
    expect(compareLines(["a", "b"], ["first", "a", "b", "last"])).toEqual([
      { real: undefined, ours: "first" },
      { real: undefined, ours: "last" },
    ]);
    expect(compareLines([], ["a"])).toEqual([{ real: undefined, ours: "a" }]);
    expect(compareLines(["a"], [])).toEqual([{ real: "a", ours: undefined }]);
  });
});
