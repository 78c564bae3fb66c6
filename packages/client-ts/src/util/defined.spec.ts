import { describe, expect, expectTypeOf, it } from "vitest";
import { defined } from "./defined.ts";

describe("an object without what is undefined", () => {
  it("keeps every other value, in order", () => {
    const members = defined({ a: 1, b: undefined, c: null, d: "", e: false, f: 0 });
    expect(Object.entries(members)).toEqual(Object.entries({ a: 1, c: null, d: "", e: false, f: 0 }));
  });

  it("has the members that are always there by type, and may lack the others", () => {
    const members = (count: number | undefined) => defined({ kind: "Pod" as const, count });
    expectTypeOf(members(1)).toExtend<{ kind: "Pod"; count?: number }>();
    // @ts-expect-error: the count may be missing
    const required: { kind: "Pod"; count: number } = members(undefined);
    expect(required).toStrictEqual({ kind: "Pod" });
  });

  it("is another object, with a member called __proto__ as data", () => {
    const given = JSON.parse('{ "__proto__": { "admin": true }, "a": 1 }') as object;
    const members = defined(given);
    expect(members).not.toBe(given);
    expect(Object.getPrototypeOf(members)).toBe(Object.prototype);
    expect(Object.keys(members)).toEqual(["__proto__", "a"]);
  });
});
