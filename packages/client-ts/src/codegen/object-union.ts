import type { JSONSchemaProps } from "../api/apiextensions/v1.ts";
import { deepEqual } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import { conditionOf } from "./json-schema.ts";

/**
 * A union of objects as one object: it has the fields of all branches, and one condition for each branch says which
 * fields it needs and what they may be. When that is not possible, the result is a text that says why.
 */
export function objectUnion(
  branches: readonly JSONSchemaProps[],
  keyword: "anyOf" | "oneOf",
  closed: readonly boolean[],
): JSONSchemaProps | string {
  const names = [...new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})))];
  const properties: [string, JSONSchemaProps][] = [];
  const differing = new Set<string>();
  for (const name of names) {
    const variants = branches.flatMap((branch) => propertyOf(branch, name) ?? []);
    const [first = {}, ...others] = variants;
    if (others.every((one) => deepEqual(one, first))) properties.push([name, first]);
    else {
      const shared = sharedPart(variants);
      if (shared === undefined) return `the field ${JSON.stringify(name)} differs between the parts of a union`;
      properties.push([name, shared]);
      differing.add(name);
    }
  }
  const [first, ...others] = branches.map((branch) => branch.required ?? []);
  const required = (first ?? []).filter((name) => others.every((list) => list.includes(name)));
  const conditions = branches.map((branch, index) => {
    const own = new Set(Object.keys(branch.properties ?? {}));
    const restricted = [...differing].filter((name) => own.has(name));
    const needed = (branch.required ?? []).filter((name) => !required.includes(name));
    const foreign = closed[index] === true ? names.filter((name) => !own.has(name)) : [];
    return defined({
      properties:
        restricted.length > 0
          ? Object.fromEntries(restricted.map((name) => [name, conditionOf(propertyOf(branch, name) ?? {})]))
          : undefined,
      required: needed.length > 0 ? needed : undefined,
      not: foreign.length > 0 ? { anyOf: foreign.map((name) => ({ required: [name] })) } : undefined,
    });
  });
  return {
    properties: Object.fromEntries(properties),
    ...defined({
      required: required.length > 0 ? required : undefined,
      // A part that asks for nothing more always holds, and so does the union of any.
      [keyword]: keyword === "oneOf" || conditions.every((one) => Object.keys(one).length > 0) ? conditions : undefined,
    }),
  };
}

function propertyOf({ properties = {} }: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** What scalars of one type have in common: the type, and all the values that any of them allows. */
function sharedPart(variants: readonly JSONSchemaProps[]): JSONSchemaProps | undefined {
  const [{ type } = {}] = variants;
  const scalar = type === "string" || type === "integer" || type === "number" || type === "boolean";
  if (!scalar || variants.some((one) => one.type !== type)) return undefined;
  const values = variants.every((one) => one.enum !== undefined) ? variants.flatMap((one) => one.enum ?? []) : [];
  return { type, ...defined({ enum: values.length > 0 ? [...new Set(values)] : undefined }) };
}
