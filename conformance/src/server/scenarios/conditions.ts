import type { Scenario } from "../stage.ts";
import { defined, object } from "./custom.ts";

const text = { type: "string" };

/** One property for each condition, and values that break it. */
const fields: readonly (readonly [name: string, schema: object, values: readonly unknown[]])[] = [
  ["all", { ...text, allOf: [{ minLength: 3 }, { maxLength: 5 }] }, ["a", "abcdefg", "abcd"]],
  ["allEnum", { ...text, allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, ["a", "d", "b"]],
  ["allSame", { ...text, allOf: [{ enum: ["a"] }, { enum: ["a"] }] }, ["x"]],
  ["allNone", { ...text, allOf: [{ pattern: "^a" }, { minLength: 9 }] }, ["b"]],
  ["any", { ...text, anyOf: [{ minLength: 9 }, { pattern: "^a" }] }, ["b", "abc"]],
  ["one", { ...text, oneOf: [{ minLength: 3 }, { pattern: "^a" }] }, ["b", "abc", "bcd"]],
  ["none", { ...text, not: { enum: ["a"] } }, ["a", "b"]],
  ["single", { type: "object", maxProperties: 1, additionalProperties: text }, [{ a: "1", b: "2" }]],
  ["pair", { type: "object", maxProperties: 2, additionalProperties: text }, [{ a: "1", b: "2", c: "3" }]],
  ["some", { type: "object", minProperties: 1, additionalProperties: text }, [{}]],
  ["items", { type: "array", maxItems: 1, items: text }, [["a", "b"]]],
  ["least", { type: "array", minItems: 1, items: text }, [[]]],
];

/** What the server answers when an object breaks the conditions of a schema: allOf, anyOf, oneOf, not and sizes. */
export const conditions: readonly Scenario[] = fields.map(([name, schema, values]) => ({
  title: `says how an object breaks the condition of a schema: ${name}`,
  async run(s) {
    const plain = name.toLowerCase();
    const path = await defined(s, { name: plain, schema: { properties: { [name]: schema } } });
    for (const [index, value] of values.entries())
      await s.post(
        path,
        object(s, plain[0]!.toUpperCase() + plain.slice(1), { [name]: value }, { metadata: { name: `r${index}` } }),
      );
  },
}));
