import type { Schema } from "./kind-model.ts";

/** One part of a union of objects. */
export interface UnionBranch {
  /** The value of the discriminator, for the name of the type. */
  readonly value: string;
  readonly schema: Schema;
}

/**
 * The parts of an object that is a union in fact: `oneOf` or `anyOf` in which each part allows other values of one and
 * the same text field, the discriminator. `undefined` for every other object.
 *
 * A part has the fields that it requires and those that no part requires; what it forbids (`not`) or only other parts
 * require does not belong to it.
 */
export function unionBranches(schema: Schema): UnionBranch[] | undefined {
  const parts = schema.oneOf ?? schema.anyOf ?? [];
  const properties = schema.properties ?? {};
  const discriminator = Object.keys(properties).find((name) => discriminates(name, parts));
  if (parts.length < 2 || discriminator === undefined) return undefined;
  const requiredBySome = new Set(parts.flatMap((part) => part.required ?? []));
  return parts.map((part) => {
    const values = valuesOf(part, discriminator);
    const required = new Set([...(schema.required ?? []), ...(part.required ?? [])]);
    const forbidden = forbiddenBy(part);
    const own = Object.entries(properties)
      .filter(([name]) => !forbidden.has(name) && (required.has(name) || !requiredBySome.has(name)))
      .map(([name, property]) => [name, name === discriminator ? { ...property, enum: [...values] } : property]);
    const { oneOf: _, anyOf: __, ...rest } = schema;
    return {
      value: values[0] as string,
      schema: { ...rest, properties: Object.fromEntries(own), required: [...required] },
    };
  });
}

/** Whether each part allows texts of this field that no other part allows. */
function discriminates(name: string, parts: readonly Schema[]): boolean {
  const lists = parts.map((part) => valuesOf(part, name));
  const all = lists.flat();
  return lists.every((values) => values.length > 0) && new Set(all).size === all.length;
}

/** The texts that a part allows for a field; none when it says nothing of the kind. */
function valuesOf({ properties = {} }: Schema, name: string): readonly string[] {
  const values: readonly unknown[] = Object.hasOwn(properties, name) ? (properties[name]?.enum ?? []) : [];
  return values.every((value) => typeof value === "string") ? values : [];
}

/** The fields that a part must not have: `not: { anyOf: [{ required: [name] }] }`, or without anyOf for one. */
function forbiddenBy({ not }: Schema): ReadonlySet<string> {
  const alternatives = not?.anyOf ?? (not === undefined ? [] : [not]);
  return new Set(alternatives.flatMap(({ required = [] }) => (required.length === 1 ? required : [])));
}
