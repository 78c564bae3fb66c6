import { describe, expect, it } from "vitest";
import { testTitles } from "./test-titles.ts";

describe("the titles of a specification", () => {
  it.each([
    ["a test and its group", 'describe("a queue", () => { it("works (B1)", () => {}); });', ["a queue", "works (B1)"]],
    ["a test with a table", 'it.each([["a", "b (B2)"]])("works for %s (B1)", () => {});', ["works for %s (B1)"]],
    ["a table as a template", 'it.each`a | b`("works (B1)", () => {});', ["works (B1)"]],
    ["a condition", 'describe.skipIf(isReal).each(all)("on $name (B1)", () => {});', ["on $name (B1)"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source text of a test
    ["a template", "for (const n of all) test(`works ${n} times (B1)`, run);", ["works ${n} times (B1)"]],
    ["a title in two pieces", 'it("works " +\n  "(B1)", () => {});', ["works (B1)"]],
  ])("has %s", (_what, text, titles) => {
    expect(testTitles(text)).toEqual(titles);
  });

  it.each([
    ["a comment", '// it("works (B1)", () => {});'],
    ["another call", 'expect(read("works (B1)")).toBe("(B1)");'],
    ["a skipped test", 'it.skip("works (B1)", () => {});'],
    ["a test that is still to be written", 'it.todo("works (B1)");'],
    ["a skipped group", 'describe.skip("a queue", () => { it("works (B1)", () => {}); });'],
  ])("does not have %s", (_what, text) => {
    expect(testTitles(text)).toEqual([]);
  });
});
