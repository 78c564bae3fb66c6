import { describe, expect, it } from "vitest";
import { differenceLines } from "./difference.ts";
import { docComment } from "./doc-comment.ts";

describe("a comment from texts of elsewhere", () => {
  it("has lines of at most 120 columns, and breaks no word", () => {
    const word = "x".repeat(130);
    const lines = docComment([`${"word ".repeat(40)}${word} ${"more ".repeat(30)}`], "  ")
      .trimEnd()
      .split("\n");
    expect(lines.filter((line) => line.length > 120).map((line) => line.trim())).toEqual([`* ${word}`]);
    expect(lines.at(-2)).toMatch(/^ {3}\* (?:more ?)+$/);
    expect(docComment(["short"], "")).toBe("/** short */\n");
    expect(docComment([undefined, " "], "")).toBe("");
    expect(docComment(["ends */ here", "second"], "")).toBe("/**\n * ends *\\/ here\n *\n * second\n */\n");
  });

  it("is on one line as long as that fits", () => {
    expect(docComment(["x".repeat(113)], "").split("\n")).toHaveLength(2);
    expect(docComment(["x".repeat(114)], "").split("\n")).toHaveLength(4);
  });
});

describe("the difference of two objects", () => {
  it("is one line for each field, with its path as one writes it, escaped and cut", () => {
    const before = { gone: 1, list: [{ name: "a" }], text: "old" };
    const after = { list: [{ name: "b" }], text: "x".repeat(500), "a/b~c": "\u001b[2J" };
    const lines = differenceLines(before, after).sort();
    expect(lines).toEqual([
      '+ [a/b~c]: "\\u001b[2J"',
      "- gone",
      '~ list[0].name: "b"',
      expect.stringMatching(/^~ text: "x{199}…$/),
    ]);
  });
});
