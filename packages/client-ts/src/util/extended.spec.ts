import { describe, expect, it } from "vitest";
import { extended } from "./extended.ts";

describe("an extended object", () => {
  it("is a copy with the further fields, which win", () => {
    const object = { a: 1, b: 2 };
    expect(extended(object, { b: 3, c: 4 })).toEqual({ a: 1, b: 3, c: 4 });
    expect(object).toEqual({ a: 1, b: 2 });
  });

  it("has no field with the name __proto__, and the usual prototype", () => {
    const made = extended({ a: 1 }, JSON.parse('{ "__proto__": "text" }') as object);
    expect(Object.keys(made)).toEqual(["a"]);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });
});
