import { describe, expect, it } from "vitest";
import { assertSamePath, checkSegment, encodePath, joinPath, segmentProblem } from "./path.ts";

describe("one segment of a path", () => {
  const control = "has a control character";
  const half = "has a lone surrogate, which is half of a character";
  const forbidden = "has a character that is not allowed: / % ? or #";
  const elsewhere = "would lead to another path";

  it.each([
    ["", "is empty"],
    ["a".repeat(253), undefined],
    ["a".repeat(254), "is longer than 253 characters"],
    [".", elsewhere],
    ["..", elsewhere],
    ["...", undefined],
    [".a", undefined],
    ["\u0000", control],
    ["a\u001f", control],
    ["a b", undefined],
    ["~", undefined],
    ["\u007f", control],
    ["\u0080", undefined],
    ["a\\b", "has a backslash"],
    ["[]", undefined],
    ["\ud7ff\ue000", undefined],
    ["\ud800", half],
    ["\udbff", half],
    ["\udc00", half],
    ["\udfff", half],
    ["\udfff\udc00", half],
    ["\udc00\udc00", half],
    ["\ud800\udbff", half],
    ["\ud800\ue000", half],
    ["\ud800a", half],
    ["\ud800\udc00", undefined],
    ["\udbff\udfff", undefined],
    ["😀😀", undefined],
    ["😀\u0000", control],
    ["😀\udc00", half],
    ["a/b", forbidden],
    ["a%b", forbidden],
    ["a?b", forbidden],
    ["a#b", forbidden],
    ["a&b", undefined],
  ])("is %j: %s", (segment, problem) => {
    expect(segmentProblem(segment)).toBe(problem);
  });

  it("is named in the message with at most its first 100 characters", () => {
    expect(checkSegment("name", "web")).toBe("web");
    for (const [segment, shown] of [
      ["..", `".." ${elsewhere}`],
      [`${"a".repeat(99)}/`, `"${"a".repeat(99)}/" ${forbidden}`],
      [`${"a".repeat(100)}/`, `"${"a".repeat(100)}…" ${forbidden}`],
    ] as const)
      expect(() => checkSegment("name", segment)).toThrow(
        expect.objectContaining({ kind: "InvalidArgument", message: `the name ${shown}` }),
      );
  });
});

describe("a whole path", () => {
  it.each([
    [[], "/"],
    [[""], "/"],
    [["//"], "/"],
    [["a"], "/a"],
    [["/a", "b"], "/a/b"],
    [["/a/", "/b/"], "/a/b"],
    [["/a//b"], "/a/b"],
    [["/base", "", "a b/c%d"], "/base/a b/c%d"],
    [["/a", ".b"], "/a/.b"],
  ])("is joined from %j with single slashes: %s", (parts, path) => {
    expect(joinPath(...parts)).toBe(path);
  });

  it("follows no dots, and names all of its parts in the message", () => {
    for (const [parts, shown] of [
      [["/a", ".."], '"/a/.." would lead to another path'],
      [["/a/./b"], '"/a/./b" would lead to another path'],
      [["a\\b"], '"a\\\\b" has a backslash'],
    ] as const)
      expect(() => joinPath(...parts)).toThrow(
        expect.objectContaining({ kind: "InvalidArgument", message: `the path ${shown}` }),
      );
  });

  it("is escaped where a URL needs it, and nowhere else", () => {
    for (const plain of ["/", "/a/b.c/d-e_f~g", "/system:node", "/a:@$&+,;=b/", "/!'()*"])
      expect(encodePath(plain)).toBe(plain);
    expect(encodePath("/a b/é/c%d/x:@$&+,;=#?[]")).toBe("/a%20b/%C3%A9/c%25d/x:@$&+,;=%23%3F%5B%5D");
  });

  it("is refused when a URL parser would read another one, or none", () => {
    for (const same of ["/", "/a/b", "/a%20b", "/a/"]) expect(() => assertSamePath(same)).not.toThrow();
    for (const changed of ["/a/../b", "/a b", ":port", "/a?b"])
      expect(() => assertSamePath(changed)).toThrow(
        expect.objectContaining({
          kind: "InvalidArgument",
          message: `the path ${JSON.stringify(changed)} would be changed by a URL parser`,
        }),
      );
  });
});
