import { describe, expect, it } from "vitest";
import { checkStructural } from "./check-schema.ts";
import { goPattern } from "./go-pattern.ts";
import { structuralSchema } from "./structural-schema.ts";

const text = { type: "string" };
const anything = { "x-kubernetes-preserve-unknown-fields": true };
const lower = (schema: unknown) => {
  const problems: string[] = [];
  const root = { type: "object", properties: { field: schema }, $defs: { Host: { type: "string", maxLength: 9 } } };
  const result = structuralSchema(root, (path, problem) => void problems.push(`${path}: ${problem}`));
  return { field: result.properties?.["field"], problems, result };
};

describe("a JSON Schema as a structural schema", () => {
  it.each([
    ["a reference", { $ref: "#/$defs/Host" }, { type: "string", maxLength: 9 }],
    ["keywords next to a reference", { $ref: "#/$defs/Host", maxLength: 5 }, { type: "string", maxLength: 5 }],
    ["const", { const: "a" }, { type: "string", enum: ["a"] }],
    ["an enum without a type", { enum: [1, 2] }, { type: "integer", enum: [1, 2] }],
    ["an enum with null", { enum: ["a", null] }, { type: "string", enum: ["a"], nullable: true }],
    ["a type or null", { type: ["string", "null"] }, { type: "string", nullable: true }],
    ["a union with null", { anyOf: [text, { type: "null" }] }, { type: "string", nullable: true }],
    ["a union of constants", { anyOf: [{ const: "a" }, { const: "b" }] }, { type: "string", enum: ["a", "b"] }],
    [
      "integer or string",
      { anyOf: [{ type: "integer", minimum: 1 }, text] },
      { "x-kubernetes-int-or-string": true, minimum: 1 },
    ],
    ["a list of integer and string", { type: ["integer", "string"] }, { "x-kubernetes-int-or-string": true }],
    [
      "a numeric exclusive limit",
      { type: "number", exclusiveMinimum: 3 },
      { type: "number", minimum: 3, exclusiveMinimum: true },
    ],
    ["the tighter of two limits", { type: "number", exclusiveMaximum: 3, maximum: 2 }, { type: "number", maximum: 2 }],
    ["the limits of JavaScript", { type: "integer", maximum: Number.MAX_SAFE_INTEGER }, { type: "integer" }],
    [
      "a closed object",
      { type: "object", properties: { a: text }, additionalProperties: false },
      { type: "object", properties: { a: text } },
    ],
    [
      "an open object",
      { type: "object", properties: { a: text }, additionalProperties: {} },
      { type: "object", properties: { a: text }, ...anything },
    ],
    [
      "a map",
      { type: "object", additionalProperties: text, propertyNames: text },
      { type: "object", additionalProperties: text },
    ],
    ["a map of anything", { type: "object", additionalProperties: true }, { type: "object", ...anything }],
    [
      "a record with named keys",
      { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: text, required: ["a"] },
      { type: "object", properties: { a: text, b: text }, required: ["a"] },
    ],
    ["any value", {}, anything],
    ["true", true, anything],
    ["a list of anything", { type: "array" }, { type: "array", items: anything }],
    [
      "a set",
      { type: "array", items: text, uniqueItems: true },
      { type: "array", items: text, "x-kubernetes-list-type": "set" },
    ],
    ["bytes", { ...text, contentEncoding: "base64" }, { type: "string", format: "byte" }],
    [
      "allOf",
      {
        allOf: [
          { type: "object", properties: { a: text }, required: ["a"] },
          { properties: { b: text }, required: ["b"] },
        ],
      },
      { type: "object", properties: { a: text, b: text }, required: ["a", "b"] },
    ],
    [
      "allOf of limits",
      { ...text, allOf: [{ minLength: 1 }, { minLength: 3, maxLength: 5 }] },
      { type: "string", minLength: 3, maxLength: 5 },
    ],
    [
      "a union of texts",
      {
        oneOf: [
          { ...text, format: "ipv4" },
          { ...text, pattern: "^x" },
        ],
      },
      { type: "string", oneOf: [{ format: "ipv4" }, { pattern: "^x" }] },
    ],
    [
      "a union of objects",
      {
        oneOf: [
          { type: "object", properties: { kind: { const: "a" }, x: text }, required: ["kind", "x"] },
          { type: "object", properties: { kind: { const: "b" } }, required: ["kind"], additionalProperties: false },
        ],
      },
      {
        type: "object",
        properties: { kind: { type: "string", enum: ["a", "b"] }, x: text },
        required: ["kind"],
        oneOf: [
          { properties: { kind: { enum: ["a"] } }, required: ["x"] },
          { properties: { kind: { enum: ["b"] } }, not: { anyOf: [{ required: ["x"] }] } },
        ],
      },
    ],
    ["not", { ...text, not: { enum: ["a"] } }, { type: "string", not: { enum: ["a"] } }],
    [
      "remarks",
      { ...text, description: "d", title: "t", examples: ["x"], $comment: "c", deprecated: true },
      { type: "string", description: "d", title: "t" },
    ],
    [
      "extensions of Kubernetes",
      { ...text, "x-kubernetes-validations": [{ rule: "self != 'x'" }], "x-other": 1 },
      { type: "string", "x-kubernetes-validations": [{ rule: "self != 'x'" }] },
    ],
    [
      "a pattern with letters by number",
      { ...text, pattern: "^\\u00e4\\/$" },
      { type: "string", pattern: "^\\x{00e4}/$" },
    ],
    [
      "a format with a pattern that Go cannot read",
      { ...text, format: "email", pattern: "^(?!x)" },
      { type: "string", format: "email" },
    ],
  ])("has %s in its structural form", (_what, schema, expected) => {
    const { field, problems, result } = lower(schema);
    expect(problems).toEqual([]);
    expect(field).toEqual(expected);
    expect(checkStructural(result, "", (path, problem) => expect.fail(`${path} ${problem}`))).toBe(true);
  });

  const cyclic: Record<string, unknown> = { type: "object" };
  cyclic["properties"] = { again: cyclic };
  it.each([
    ["an unresolved reference", { $ref: "#/$defs/None" }, 'field: $ref "#/$defs/None" does not exist'],
    ["a reference to elsewhere", { $ref: "https://example.com/x" }, "does not exist"],
    ["a reference to the whole", { $ref: "#" }, 'field: $ref "#" is recursive'],
    ["recursion in a union", { anyOf: [{ $ref: "#" }, { type: "null" }] }, "is recursive"],
    ["a schema that contains itself", cyclic, "field.again: is recursive"],
    [
      "a union of types",
      { anyOf: [text, { type: "object" }] },
      "field: a union of string and object has no structural form",
    ],
    ["a list of types", { type: ["string", "boolean"] }, "field: a union of string and boolean"],
    ["if", { type: "object", if: {} }, 'field: "if" has no structural form: use a rule in x-kubernetes-validations'],
    [
      "patternProperties",
      { type: "object", patternProperties: {} },
      'field: "patternProperties" has no structural form',
    ],
    [
      "propertyNames",
      { type: "object", propertyNames: { pattern: "^a" }, additionalProperties: text },
      'field: "propertyNames" has no',
    ],
    ["a tuple", { type: "array", prefixItems: [text] }, 'field: "prefixItems" has no structural form'],
    [
      "unique objects",
      { type: "array", items: { type: "object" }, uniqueItems: true },
      'field: "uniqueItems" has no structural form',
    ],
    [
      "further properties",
      { type: "object", properties: { a: text }, additionalProperties: text },
      'field: "additionalProperties" together with',
    ],
    [
      "fields that differ",
      {
        anyOf: [
          { type: "object", properties: { a: text } },
          { type: "object", properties: { a: { type: "array" } } },
        ],
      },
      'the field "a" differs',
    ],
    ["allOf that cannot hold", { allOf: [text, { type: "boolean" }] }, 'field: "allOf" has two values for "type"'],
    ["nothing", false, "field: allows no value"],
    ["never", { not: {} }, 'field: "not" has no structural form'],
    ["a pattern that looks ahead", { ...text, pattern: "^(?=a)" }, 'field: the pattern "^(?=a)" cannot be used: (?='],
    [
      "below a list",
      { type: "array", items: { type: "object", properties: { deep: false } } },
      "field[].deep: allows no value",
    ],
  ])("refuses %s by name and path", (_what, schema, problem) => {
    expect(lower(schema).problems.join("\n")).toContain(problem);
  });

  it.each([
    ["(?<year>\\d{4})", "(?P<year>\\d{4})"],
    ["[^]", "[\\s\\S]"],
    ["[[]\\u{1f600}", "[\\[]\\x{1f600}"],
    ["(a)\\1", { why: expect.stringContaining("\\1") }],
    ["a{1,1000}b{1000}", "a{1,1000}b{1000}"],
    ["a{1,1001}", { why: expect.stringContaining("1001") }],
  ])("translates the pattern %s to Go's", (pattern, expected) => {
    expect(goPattern(pattern)).toEqual(expected);
  });
});
