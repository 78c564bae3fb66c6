import { describe, expect, it } from "vitest";
import { isList } from "./accessor.ts";

describe("a list", () => {
  it.each([
    ["items", { items: [] }, true],
    ["null as its items", { items: null }, true],
    ["an object as its items", { items: {} }, false],
    ["no items", {}, false],
  ])("is recognised by its items: %s", (_, value, expected) => {
    expect(isList(value)).toBe(expected);
  });
});
