import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import { deepClone } from "./deep-clone.ts";
import { deepEqual } from "./deep-equal.ts";

function nested(levels: number): unknown {
  let value: unknown = "bottom";
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? { next: value } : [value];
  return value;
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("deepClone", () => {
  it("gives an equal value that shares nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = JSON.stringify(value);
        const copy = deepClone(value);
        expect(deepEqual(copy, value)).toBe(true);
        expect(JSON.stringify(copy)).toBe(before);
        if (typeof value === "object" && value !== null) expect(copy).not.toBe(value);
      }),
      { seed: 3 },
    );
  });

  it("keeps hostile member names as data (SEC-14)", () => {
    const text =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2}';
    const copy = deepClone(JSON.parse(text));
    expect(JSON.stringify(copy)).toBe(text);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("answers nesting of 5,000 and of 100,000 levels with a typed error (F-B16)", () => {
    for (const levels of [5_000, 100_000]) {
      const value = nested(levels);
      expect(
        isClientError(
          thrownBy(() => deepClone(value)),
          "InvalidArgument",
        ),
      ).toBe(true);
      expect(
        isClientError(
          thrownBy(() => deepEqual(value, nested(levels))),
          "InvalidArgument",
        ),
      ).toBe(true);
    }
    expect(deepEqual(deepClone(nested(900)), nested(900))).toBe(true);
  });
});

describe("deepEqual", () => {
  it("ignores the order of members, keeps the order of lists, and takes undefined for absent", () => {
    expect(deepEqual({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(deepEqual([1, 2], [2, 1])).toBe(false);
    expect(deepEqual({ a: undefined }, {})).toBe(true);
    expect(deepEqual({}, { a: undefined })).toBe(true);
    expect(deepEqual({ a: undefined, b: 1 }, { b: 1, c: undefined })).toBe(true);
    expect(deepEqual({ a: null }, {})).toBe(false);
    expect(deepEqual({}, { a: 1 })).toBe(false);
    expect(deepEqual({ a: { b: 1 } }, { a: { b: 1, c: null } })).toBe(false);
    expect(deepEqual([1], [1, 2])).toBe(false);
    expect(deepEqual([[]], [{}])).toBe(false);
    expect(deepEqual({ 0: 1 }, [1])).toBe(false);
    expect(deepEqual(0, -0)).toBe(true);
  });

  it("does not find members on a prototype (SEC-14)", () => {
    expect(deepEqual({ toString: Object.prototype.toString }, {})).toBe(false);
    expect(deepEqual(JSON.parse('{"__proto__":{}}'), {})).toBe(false);
  });
});
