import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { deepEqual } from "./deep-equal.ts";
import { applyMergePatch, newMergePatch } from "./merge-patch.ts";

describe("applyMergePatch", () => {
  it("merges as the examples of RFC 7386", () => {
    const cases: [unknown, unknown, unknown][] = [
      [{ a: "b" }, { a: "c" }, { a: "c" }],
      [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
      [{ a: "b" }, { a: null }, {}],
      [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
      [{ a: ["b"] }, { a: "c" }, { a: "c" }],
      [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
      [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
      [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
      [
        ["a", "b"],
        ["c", "d"],
        ["c", "d"],
      ],
      [{ a: "b" }, ["c"], ["c"]],
      [{ a: "foo" }, null, null],
      [{ a: "foo" }, "bar", "bar"],
      [{ e: null }, { a: 1 }, { e: null, a: 1 }],
      [[1, 2], { a: "b", c: null }, { a: "b" }],
      [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    ];
    for (const [document, patch, expected] of cases) {
      const before = JSON.stringify([document, patch]);
      expect(applyMergePatch(document, patch), before).toEqual(expected);
      expect(JSON.stringify([document, patch])).toBe(before);
    }
  });

  it("shares nothing with the document and the patch", () => {
    const [document, patch] = [
      { kept: { list: [1] }, merged: { a: 1 } },
      { added: { list: [1] }, merged: { b: [1] } },
    ];
    const merged = applyMergePatch(document, patch) as Record<string, { list?: number[]; b?: number[] }>;
    const before = JSON.stringify([document, patch]);
    merged["kept"]?.list?.push(2);
    merged["added"]?.list?.push(2);
    merged["merged"]?.b?.push(2);
    expect(JSON.stringify([document, patch])).toBe(before);
    const to = { a: { list: [1] } };
    const difference = JSON.stringify(newMergePatch({}, to));
    const made = newMergePatch({}, to) as typeof to;
    made.a.list.push(2);
    expect(JSON.stringify(newMergePatch({}, to))).toBe(difference);
  });

  it("keeps hostile names as data (SEC-14)", () => {
    const patch = JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}');
    for (const document of [{}, JSON.parse('{"__proto__":{"y":2}}')]) {
      const merged = applyMergePatch(document, patch);
      expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
      expect(JSON.stringify(merged)).toContain('"__proto__":{');
      expect(({} as { x?: number }).x).toBeUndefined();
    }
    expect(JSON.stringify(applyMergePatch(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":null}')))).toBe("{}");
  });

  it("answers patches nested too deep with a typed error (F-B16)", () => {
    const deep = (levels: number): unknown => {
      let value: unknown = 1;
      for (let i = 0; i < levels; i++) value = { a: value };
      return value;
    };
    expect(() => applyMergePatch({}, deep(5_000))).toThrow(InvalidArgumentError);
    expect(() => newMergePatch(deep(5_000), deep(5_001))).toThrow(InvalidArgumentError);
  });
});

describe("newMergePatch", () => {
  const document = fc.dictionary(
    fc.constantFrom("a", "b", "c", "d"),
    fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.integer({ max: 3, min: 0 }),
        fc.array(fc.integer({ max: 3, min: 0 }), { maxLength: 2 }),
        tie("object"),
      ),
      object: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { noNullPrototype: true }),
    })).value,
    { noNullPrototype: true },
  );

  it("leads from any document without nulls to any other", () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        const patch = newMergePatch(from, to);
        expect(deepEqual(applyMergePatch(from, patch), to)).toBe(true);
        if (deepEqual(from, to)) expect(patch).toEqual({});
      }),
      { seed: 13, numRuns: 1_000 },
    );
    expect(newMergePatch({ a: 1 }, [1])).toEqual([1]);
    expect(newMergePatch({ a: 1, b: { c: 1, d: 2 } }, { b: { c: 1, d: 3 } })).toEqual({ a: null, b: { d: 3 } });
    expect(newMergePatch({}, { a: null })).toEqual({});
  });
});
