import { describe, expect, it } from "vitest";
import { validateValue } from "./validate-value.ts";

const matches = (pattern: string, text: string): boolean => new RegExp(pattern, "u").test(text);
/** What is wrong, each as the server prints it. */
const said = (value: unknown, schema: object, path = "spec.x"): string[] =>
  validateValue(value, schema as Record<string, unknown>, path, matches).map(
    ({ field, message }) => `${field}: ${message}`,
  );
const number = (value: number, schema: object): string[] => said(value, { type: "number", ...schema });
const text = (value: string, schema: object): string[] => said(value, { type: "string", ...schema });

describe("a value under a schema, in the words of the server", () => {
  it("may be at the limit of a number, unless that is excluded", () => {
    expect([number(3, { minimum: 3 }), number(3, { maximum: 3 })]).toEqual([[], []]);
    expect(number(2, { minimum: 3 })).toEqual([
      "spec.x: Invalid value: 2: spec.x in body should be greater than or equal to 3",
    ]);
    expect(number(4, { maximum: 3 })).toEqual([
      "spec.x: Invalid value: 4: spec.x in body should be less than or equal to 3",
    ]);
    expect(number(3, { minimum: 3, exclusiveMinimum: true })).toEqual([
      "spec.x: Invalid value: 3: spec.x in body should be greater than 3",
    ]);
    expect(number(3, { maximum: 3, exclusiveMaximum: true })).toEqual([
      "spec.x: Invalid value: 3: spec.x in body should be less than 3",
    ]);
    expect([number(6, { multipleOf: 3 }), number(7, { multipleOf: 3 })]).toEqual([
      [],
      ["spec.x: Invalid value: 7: spec.x in body should be a multiple of 3"],
    ]);
  });

  it("has as many characters as a reader sees, and breaks one rule of a text at a time", () => {
    expect([text("🚀🚀", { maxLength: 2 }), text("🚀🚀", { minLength: 2 })]).toEqual([[], []]);
    expect(text("abc", { maxLength: 2, pattern: "^x" })).toEqual(["spec.x: Too long: may not be more than 2 bytes"]);
    expect(text("a", { minLength: 2 })).toEqual([
      'spec.x: Invalid value: "a": spec.x in body should be at least 2 chars long',
    ]);
    expect(text("abc", { pattern: "^x" })).toEqual([
      "spec.x: Invalid value: \"abc\": spec.x in body should match '^x'",
    ]);
    expect(text("yesterday", { format: "date-time" })).toEqual([
      'spec.x: Invalid value: "yesterday": spec.x in body must be of type date-time: "yesterday"',
    ]);
    expect(text("2026-01-01T00:00:00Z", { format: "date-time" })).toEqual([]);
  });

  it("has the type that is asked for, and then no other error", () => {
    expect(said("1", { type: "integer", minimum: 5 })).toEqual([
      'spec.x: Invalid value: "string": spec.x in body must be of type integer: "string"',
    ]);
    expect(said(1.5, { type: "integer" })).toEqual([
      'spec.x: Invalid value: "number": spec.x in body must be of type integer: "number"',
      '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.x',
    ]);
    expect(said([], { type: "object" })).toEqual([expect.stringContaining('must be of type object: "array"')]);
    expect(said({}, { type: "array" })).toEqual([expect.stringContaining('must be of type array: "object"')]);
    expect(said(true, { "x-kubernetes-int-or-string": true })).toEqual([
      expect.stringContaining('must be of type integer,string: "boolean"'),
    ]);
    for (const value of ["http", 80]) expect(said(value, { "x-kubernetes-int-or-string": true })).toEqual([]);
    const [error] = validateValue("1", { type: "integer" }, "x", matches);
    expect(error?.reason).toBe("FieldValueTypeInvalid");
  });

  it("may be absent, and null only where that is allowed", () => {
    expect(said(undefined, { type: "string" })).toEqual([]);
    expect(said(null, { type: "string", nullable: true })).toEqual([]);
    expect(said(null, { type: "string" })).toEqual([expect.stringContaining('must be of type string: "null"')]);
  });

  it("is one of the values that are listed, whatever their type", () => {
    expect(said({ a: 1 }, { enum: [{ a: 1 }, "b"] })).toEqual([]);
    expect(said("c", { enum: ["a", 1] })).toEqual(['spec.x: Unsupported value: "c": supported values: "a", "1"']);
  });

  it("has as many items as a list may have, and each of them is looked at", () => {
    const list = (value: unknown[], schema: object): string[] => said(value, { type: "array", ...schema });
    expect([list([1], { minItems: 1 }), list([1], { maxItems: 1 })]).toEqual([[], []]);
    expect(list([], { minItems: 1 })).toEqual([
      "spec.x: Invalid value: 0: spec.x in body should have at least 1 items",
    ]);
    expect(list([1, 2], { maxItems: 1 })).toEqual(["spec.x: Too many: 2: must have at most 1 item"]);
    expect(list([1, 2, 3], { maxItems: 2 })).toEqual(["spec.x: Too many: 3: must have at most 2 items"]);
    expect(list([1, "a"], { items: { type: "number" } })).toEqual([expect.stringMatching(/^spec\.x\[1\]: /)]);
  });

  it("has an item once in a set, and a key once in a map", () => {
    const set = { type: "array", "x-kubernetes-list-type": "set" };
    expect(said(["a", "b"], set)).toEqual([]);
    expect(said(["a", "b", "a"], set)).toEqual(['spec.x[2]: Duplicate value: "a"']);
    const map = { ...set, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port", "name"] };
    const item = (port: number, name: string, more = 0) => ({ port, name, more });
    expect(said([item(1, "a"), item(1, "b"), item(2, "a")], map)).toEqual([]);
    expect(said([item(1, "a", 1), item(1, "a", 2)], map)).toEqual([
      'spec.x[1]: Duplicate value: {"port":1,"name":"a"}',
    ]);
    expect(said(["a", "a"], { type: "array", "x-kubernetes-list-type": "atomic" })).toEqual([]);
  });

  it("must have the required fields; described fields and additional ones are checked", () => {
    const schema = {
      type: "object",
      required: ["a"],
      properties: { b: { type: "object", required: ["c"] } },
      additionalProperties: { type: "number" },
    };
    expect(said({ b: {}, other: "x" }, schema)).toEqual([
      "spec.x.a: Required value",
      "spec.x.b.c: Required value",
      expect.stringMatching(/^spec\.x\.other: .*type number/),
    ]);
    expect(said({ a: 1 }, { type: "object", minProperties: 1, maxProperties: 1 })).toEqual([]);
    expect(said({ a: 1, b: 2 }, { type: "object", maxProperties: 1 })).toEqual([
      "spec.x: Too many: 2: must have at most 1 item",
    ]);
    expect(said({}, { type: "object", minProperties: 1 })).toEqual([
      "spec.x: Invalid value: 0: spec.x in body should have at least 1 properties",
    ]);
    // What every object has is not the schema's.
    expect(said({ kind: 1, apiVersion: 2, metadata: 3 }, { additionalProperties: { type: "string" } }, "")).toEqual([]);
    expect(said({ kind: 1 }, { additionalProperties: { type: "string" } })).toHaveLength(1);
  });

  it("meets one of several conditions, exactly one, all or not, as the schema says", () => {
    const [low, high] = [{ maximum: 5 }, { minimum: 3 }];
    expect([
      number(4, { anyOf: [low, high] }),
      number(1, { oneOf: [low, high] }),
      number(4, { allOf: [low, high] }),
    ]).toEqual([[], [], []]);
    expect(number(9, { anyOf: [low, { maximum: 6 }] })).toEqual([
      '<nil>: Invalid value: "": "spec.x" must validate at least one schema (anyOf)',
      expect.stringContaining("less than or equal to 5"),
    ]);
    expect(number(4, { oneOf: [low, high] })).toEqual([
      '<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ]);
    expect(number(9, { oneOf: [low, { maximum: 6 }] })).toEqual([
      '<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found none valid',
      expect.stringContaining("less than or equal to 5"),
    ]);
    expect(number(9, { allOf: [low, high] })).toEqual([
      expect.stringContaining("less than or equal to 5"),
      '<nil>: Invalid value: "": "spec.x" must validate all the schemas (allOf)',
    ]);
    expect(number(9, { allOf: [low] })).toEqual([
      expect.stringContaining("less than or equal to 5"),
      '<nil>: Invalid value: "": "spec.x" must validate all the schemas (allOf). None validated',
    ]);
    expect([number(9, { not: low }), number(4, { not: low })]).toEqual([
      [],
      ['<nil>: Invalid value: "": "spec.x" must not validate the schema (not)'],
    ]);
  });

  it("says the same of the same field once, and where a rule without a field is broken", () => {
    expect(number(9, { maximum: 5, allOf: [{ maximum: 5 }] })).toHaveLength(2);
    const [error] = validateValue(4, { not: { maximum: 5 } }, "spec.x", matches);
    expect(error?.at).toBe("spec.x");
  });
});
