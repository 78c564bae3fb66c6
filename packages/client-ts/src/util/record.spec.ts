import { describe, expect, it } from "vitest";
import { isRecord, setOwn } from "./record.ts";

describe("a value that may be an object", () => {
  it("is one when it has members and is not a list", () => {
    expect([{}, { a: 1 }, Object.create(null)].every(isRecord)).toBe(true);
    expect([null, undefined, [], "text", 1, true, () => {}].some(isRecord)).toBe(false);
  });
});

describe("a member that is set", () => {
  it("is data whatever it is called, and the prototype stays what it was", () => {
    const object: Record<string, unknown> = {};
    for (const key of ["__proto__", "constructor", "toString", "name"]) setOwn(object, key, { key });
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(Object.keys(object)).toEqual(["__proto__", "constructor", "toString", "name"]);
    expect(Object.getOwnPropertyDescriptor(object, "__proto__")).toEqual({
      value: { key: "__proto__" },
      writable: true,
      enumerable: true,
      configurable: true,
    });
    setOwn(object, "__proto__", 2);
    expect(JSON.stringify(object)).toContain('"__proto__":2');
  });
});
