import { expect, it } from "vitest";
import { sortedMembers } from "./sorted-members.ts";

it("has the members of objects in the order of their names, at every depth, and lists as they are", () => {
  const value = { b: [{ d: 1, c: null }, 2, 1], a: { f: "x", e: undefined } };
  expect(JSON.stringify(sortedMembers(value))).toBe('{"a":{"f":"x"},"b":[{"c":null,"d":1},2,1]}');
  expect(["text", 1, null, undefined].map(sortedMembers)).toEqual(["text", 1, null, undefined]);
});
