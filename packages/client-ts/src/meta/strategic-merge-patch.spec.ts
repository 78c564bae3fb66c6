import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newStrategicMergePatch } from "./new-strategic-merge-patch.ts";
import { deepEqual } from "./deep-equal.ts";
import { PatchError } from "./json-patch.ts";
import type { FieldSchema, SchemaSet, StructSchema } from "./schema.ts";
import { applyStrategicMergePatch } from "./strategic-merge-patch.ts";

const text: FieldSchema = { type: "string" };

function struct(fields: Record<string, FieldSchema>): StructSchema {
  return { fields: new Map(Object.entries(fields)) };
}

/** A kind with one field of each sort. */
const structs: Record<string, StructSchema> = {
  Thing: struct({
    name: text,
    labels: { type: "map", items: text },
    finalizers: { type: "list", items: text, patchStrategy: ["merge"] },
    args: { type: "list", items: text },
    parts: { type: "list", items: { type: "struct", struct: "Part" }, patchStrategy: ["merge"], patchMergeKey: "name" },
    atoms: { type: "list", items: { type: "struct", struct: "Part" } },
    strategy: { type: "struct", struct: "Part", patchStrategy: ["retainKeys"] },
    whole: { type: "struct", struct: "Part", patchStrategy: ["replace"] },
    inner: { type: "struct", struct: "Thing" },
  }),
  Part: struct({
    name: text,
    value: text,
    other: text,
    ports: {
      type: "list",
      items: { type: "struct", struct: "Port" },
      patchStrategy: ["merge"],
      patchMergeKey: "number",
    },
  }),
  Port: struct({ number: { type: "integer" }, name: text }),
};
const schemas: SchemaSet = { struct: (name) => structs[name] };
const options = { schemas, struct: "Thing" };

function apply(original: object, patch: object): object {
  const before = JSON.stringify([original, patch]);
  const result = applyStrategicMergePatch(original, patch, options);
  expect(JSON.stringify([original, patch])).toBe(before);
  return result;
}

describe("applyStrategicMergePatch", () => {
  it("merges objects, removes nulls and replaces lists without a strategy", () => {
    expect(apply({ name: "a", labels: { x: "1", y: "2" } }, { labels: { x: null, z: "3" } })).toEqual({
      name: "a",
      labels: { y: "2", z: "3" },
    });
    expect(apply({ args: ["a", "b"] }, { args: ["c"] })).toEqual({ args: ["c"] });
    expect(apply({ atoms: [{ name: "a" }] }, { atoms: [{ name: "b" }] })).toEqual({ atoms: [{ name: "b" }] });
    expect(apply({ whole: { name: "a", value: "1" } }, { whole: { name: "b" } })).toEqual({ whole: { name: "b" } });
    expect(apply({}, { inner: { name: null, labels: { x: null, y: "1" } } })).toEqual({
      inner: { labels: { y: "1" } },
    });
    expect(apply({ name: "x" }, { unknown: { new: true } })).toEqual({ name: "x", unknown: { new: true } });
  });

  it("merges lists by their merge key, all the way down", () => {
    const original = { parts: [{ name: "a", value: "1", ports: [{ number: 80, name: "http" }] }, { name: "b" }] };
    const patch = { parts: [{ name: "c" }, { name: "a", ports: [{ number: 443 }, { number: 80, name: "web" }] }] };
    expect(apply(original, patch)).toEqual({
      parts: [
        { name: "c" },
        { name: "a", value: "1", ports: [{ number: 443 }, { number: 80, name: "web" }] },
        { name: "b" },
      ],
    });
  });

  it("follows the directives in lists and objects (F-J11)", () => {
    const parts = [{ name: "a", value: "1" }, { name: "b" }, { name: "c" }];
    expect(apply({ parts }, { parts: [{ $patch: "delete", name: "b" }] })).toEqual({ parts: [parts[0], parts[2]] });
    expect(apply({ parts }, { parts: [{ $patch: "replace" }, { name: "z" }] })).toEqual({ parts: [{ name: "z" }] });
    expect(apply({ inner: { name: "a", args: ["x"] } }, { inner: { $patch: "replace", name: "b" } })).toEqual({
      inner: { name: "b" },
    });
    expect(apply({ inner: { name: "a" } }, { inner: { $patch: "delete" } })).toEqual({ inner: {} });
    expect(apply({}, { inner: { $patch: "delete" }, parts: [{ $patch: "delete", name: "x" }, { name: "y" }] })).toEqual(
      {
        parts: [{ name: "y" }],
      },
    );
    expect(apply({ strategy: { name: "a", value: "1" } }, { strategy: { $retainKeys: ["name"], name: "b" } })).toEqual({
      strategy: { name: "b" },
    });
    expect(apply({ finalizers: ["a", "b", "c"] }, { "$deleteFromPrimitiveList/finalizers": ["b", "x"] })).toEqual({
      finalizers: ["a", "c"],
    });
    expect(apply({ finalizers: ["a", "b"] }, { finalizers: ["c", "a"] })).toEqual({ finalizers: ["c", "a", "b"] });
    expect(
      apply(
        { parts },
        { "$setElementOrder/parts": [{ name: "c" }, { name: "d" }, { name: "a" }], parts: [{ name: "d" }] },
      ),
    ).toEqual({
      parts: [{ name: "b" }, { name: "c" }, { name: "d" }, { name: "a", value: "1" }],
    });
    expect(apply({ finalizers: ["a", "b", "c"] }, { "$setElementOrder/finalizers": ["c", "a"] })).toEqual({
      finalizers: ["b", "c", "a"],
    });
    const swap = { "$setElementOrder/parts": [{ name: "z" }], parts: [{ name: "z" }, { $patch: "delete", name: "a" }] };
    expect(apply({ parts: [{ name: "a" }, { name: "b" }] }, swap)).toEqual({ parts: [{ name: "b" }, { name: "z" }] });
  });

  it("refuses patches that contradict themselves or the schema (F-J11)", () => {
    const original = {
      parts: [{ name: "a" }],
      inner: { name: "x" },
      strategy: { name: "a" },
      finalizers: ["a"],
      nested: [[1]],
      strange: { a: 1 },
    };
    const bad: object[] = [
      { inner: { $patch: "merge" } },
      { inner: { $patch: 1 } },
      { parts: [{ $patch: "merge", name: "a" }] },
      { parts: [{ $patch: "delete" }] },
      { parts: [{ value: "no key" }] },
      { parts: ["text"] },
      { parts: [null] },
      { strategy: { $retainKeys: "name" } },
      { strategy: { $retainKeys: ["name"], value: "1" } },
      { "$setElementOrder/parts": "x" },
      { $setElementOrder: [] },
      { "$setElementOrderX/parts": [] },
      { $deleteFromPrimitiveList: ["a"] },
      { "$setElementOrder/parts": [{ name: "a" }], parts: [{ name: "b" }] },
      { "$setElementOrder/unknown": ["a"] },
      { finalizers: [1] },
      { nested: [[2]] },
      { strange: { a: { b: 1 } } },
      { name: "x", strange: { b: 2 } },
    ];
    for (const patch of bad) expect(() => apply(original, patch), JSON.stringify(patch)).toThrow(PatchError);
    expect(() => applyStrategicMergePatch([] as object, {}, options)).toThrow(PatchError);
  });

  it("keeps hostile names as data (SEC-14, F-J11)", () => {
    const patched = apply(
      JSON.parse('{"labels":{"__proto__":"a"}}'),
      JSON.parse('{"labels":{"__proto__":"b","constructor":"c"},"__proto__":{"x":1}}'),
    );
    expect(JSON.stringify(patched)).toBe('{"labels":{"__proto__":"b","constructor":"c"},"__proto__":{"x":1}}');
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("answers a patch nested too deep with a typed error (F-B16)", () => {
    let deep: object = {};
    for (let i = 0; i < 5_000; i++) deep = { inner: deep };
    expect(() => applyStrategicMergePatch({}, deep, options)).toThrow(/nested deeper/);
  });

  it("ends on names of 1 MiB with an answer or a typed error (F-J11)", () => {
    const long = "x/".repeat(1 << 19);
    for (const key of [
      long,
      `$setElementOrder/${long}`,
      `$deleteFromPrimitiveList/${long}`,
      `$patch${long}`,
      `$setElementOrder${long}`,
    ]) {
      for (const value of [[long], { [long]: long }, long]) {
        try {
          applyStrategicMergePatch({ [long]: [long] }, { [key]: value }, options);
        } catch (error) {
          expect(error).toBeInstanceOf(PatchError);
        }
      }
    }
  });

  it("merges long lists without walking them over and over", () => {
    const time = (length: number): number => {
      const original = { parts: Array.from({ length }, (_, i) => ({ name: `p${i}`, value: "1" })) };
      const patch = { parts: Array.from({ length }, (_, i) => ({ name: `p${length - 1 - i}`, value: "2" })) };
      const start = process.cpuUsage();
      expect((applyStrategicMergePatch(original, patch, options) as typeof original).parts).toHaveLength(length);
      const used = process.cpuUsage(start);
      return (used.user + used.system) / 1_000;
    };
    time(1_000);
    const half = time(10_000);
    expect(time(20_000)).toBeLessThan(8 * half + 200);
  });
});

describe("newStrategicMergePatch", () => {
  const word = fc.constantFrom("a", "b", "c", "d");
  const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
  const uniqueBy = (key: string) => ({
    selector: (element: object) => (element as Record<string, unknown>)[key],
    maxLength: 4,
  });
  const port = fc.record({ number: fc.integer({ min: 1, max: 3 }), name: some(word) });
  const part = fc.record({
    name: word,
    value: some(word),
    other: some(word),
    ports: some(fc.uniqueArray(port, uniqueBy("number"))),
  });
  const thing = fc
    .record({
      name: some(word),
      labels: some(fc.dictionary(word, word, { noNullPrototype: true })),
      finalizers: some(fc.uniqueArray(word)),
      args: some(fc.array(word, { maxLength: 3 })),
      parts: some(fc.uniqueArray(part, uniqueBy("name"))),
      atoms: some(fc.array(part, { maxLength: 2 })),
      strategy: some(part),
      whole: some(part),
    })
    .map((value) => JSON.parse(JSON.stringify(value)) as object);

  it("leads from any state to any other", () => {
    fc.assert(
      fc.property(thing, thing, (from, to) => {
        const patch = newStrategicMergePatch(from, to, options);
        const result = applyStrategicMergePatch(from, patch, options);
        expect(deepEqual(result, to), JSON.stringify({ patch, result })).toBe(true);
        if (deepEqual(from, to)) expect(patch).toEqual({});
      }),
      { seed: 14, numRuns: 2_000 },
    );
  });

  it("shares nothing with the states", () => {
    const to = {
      parts: [{ name: "a", ports: [{ number: 1 }] }],
      atoms: [{ name: "x", ports: [] }],
      whole: { ports: [{ number: 1 }] },
      inner: { labels: { a: "1" } },
    };
    const from = { parts: [{ name: "b" }], whole: { name: "w" }, inner: { labels: { b: "2" } } };
    const shared = new Set<unknown>();
    const collect = (value: unknown, into: (one: object) => void): void => {
      if (typeof value !== "object" || value === null) return;
      into(value);
      for (const member of Object.values(value)) collect(member, into);
    };
    for (const state of [from, to]) collect(state, (one) => shared.add(one));
    collect(newStrategicMergePatch(from, to, options), (one) => expect(shared.has(one)).toBe(false));
  });

  it("says only what changed, with its directives", () => {
    const from = {
      name: "x",
      parts: [{ name: "a", value: "1" }, { name: "b" }],
      finalizers: ["f", "g"],
      strategy: { name: "r", value: "v" },
    };
    const to = { parts: [{ name: "c" }, { name: "a", value: "2" }], finalizers: ["g", "h"], strategy: { name: "s" } };
    expect(newStrategicMergePatch(from, to, options)).toEqual({
      name: null,
      parts: [{ name: "c" }, { name: "a", value: "2" }, { name: "b", $patch: "delete" }],
      "$setElementOrder/parts": [{ name: "c" }, { name: "a" }],
      finalizers: ["h"],
      "$deleteFromPrimitiveList/finalizers": ["f"],
      "$setElementOrder/finalizers": ["g", "h"],
      strategy: { name: "s", value: null, $retainKeys: ["name"] },
    });
  });
});
