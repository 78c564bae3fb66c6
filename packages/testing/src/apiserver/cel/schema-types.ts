import type { Environment } from "@marcbachmann/cel-js";
import { isObject, type Json } from "../objects.ts";

/** Declares the types of a schema in an environment, and gives the name of the schema's own type. */
export function declareTypes(environment: Environment, schema: Json, name: string, isResource: boolean): string {
  if (isUntyped(schema)) return "dyn";
  switch (schema["type"]) {
    case "object":
      return objectType(environment, schema, name, isResource);
    case "array":
      return isObject(schema["items"])
        ? `list<${declareTypes(environment, schema["items"], `${name}.items`, false)}>`
        : "list";
    default:
      return scalarType(schema);
  }
}

/** Whether values of any type fit, so that nothing can be checked before they come. */
export function isUntyped(schema: Json): boolean {
  return schema["x-kubernetes-int-or-string"] === true || typeof schema["type"] !== "string";
}

function objectType(environment: Environment, schema: Json, name: string, isResource: boolean): string {
  const { properties, additionalProperties } = schema;
  if (isObject(additionalProperties)) {
    return `map<string, ${declareTypes(environment, additionalProperties, `${name}.values`, false)}>`;
  }
  const fields: Record<string, string> = {};
  for (const [property, below] of Object.entries(isObject(properties) ? properties : {})) {
    const identifier = identifierOf(property);
    if (identifier === undefined || !isObject(below)) continue;
    fields[identifier] = declareTypes(environment, below, `${name}.${identifier}`, false);
  }
  if (isResource || schema["x-kubernetes-embedded-resource"] === true) {
    environment.registerType(`${name}.metadata`, { fields: { name: "string", generateName: "string" } });
    Object.assign(fields, { apiVersion: "string", kind: "string", metadata: `${name}.metadata` });
  }
  if (Object.keys(fields).length === 0) return "dyn";
  environment.registerType(name, { fields });
  // Only the types count here: values are compared by the environment that evaluates.
  environment.registerOperator(`${name} == ${name}`, () => true);
  return name;
}

function scalarType({ type, format }: Json): string {
  if (type === "integer") return "int";
  if (type === "number") return "double";
  if (type === "boolean") return "bool";
  if (format === "date" || format === "date-time") return "google.protobuf.Timestamp";
  if (format === "duration") return "google.protobuf.Duration";
  return format === "byte" ? "bytes" : "string";
}

const reserved = new Set(
  (
    "true false null in as break const continue else for function if import let loop package namespace return var " +
    "void while"
  ).split(" "),
);
const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};
const unescapes = new Map(Object.entries(escapes).map(([text, escaped]) => [escaped, text]));

/** The name by which an expression reaches a property; `undefined` when it cannot. */
export function identifierOf(property: string): string | undefined {
  if (reserved.has(property)) return `__${property}__`;
  const escaped = property.replace(/__|[./-]/g, (text) => escapes[text]!);
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(escaped) ? escaped : undefined;
}

/** The property that an expression reaches by a name. */
export function propertyOf(identifier: string): string {
  const word = /^__([a-z]+)__$/.exec(identifier)?.[1];
  if (word !== undefined && reserved.has(word)) return word;
  return identifier.replace(/__(underscores|dot|dash|slash)__/g, (text) => unescapes.get(text) ?? text);
}
