import { defined } from "client-ts/internal";
import { isObject, type Json } from "../objects.ts";
import { identifierOf, isUntyped } from "./schema-types.ts";

/** A value of an object as expressions see it: integers are integers, times are times, fields have identifiers. */
export function celValue(value: unknown, schema: Json, isResource: boolean): unknown {
  if (value === null || value === undefined) return null;
  if (isUntyped(schema)) return dynamicValue(value);
  if (Array.isArray(value)) {
    const { items } = schema;
    return value.map((item) => (isObject(items) ? celValue(item, items, false) : dynamicValue(item)));
  }
  if (isObject(value)) return objectValue(value, schema, isResource);
  if (typeof value === "number") return schema["type"] === "integer" ? BigInt(Math.trunc(value)) : value;
  if (typeof value === "string") return textValue(value, schema["format"]);
  return value;
}

/** A value of which no schema says the type. */
export function dynamicValue(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(dynamicValue);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, dynamicValue(item)]));
}

function objectValue(value: Json, schema: Json, isResource: boolean): unknown {
  const { properties, additionalProperties } = schema;
  const entries = Object.entries(value);
  if (isObject(additionalProperties)) {
    return Object.fromEntries(entries.map(([key, item]) => [key, celValue(item, additionalProperties, false)]));
  }
  const known = isObject(properties) ? properties : {};
  const hasMeta = isResource || schema["x-kubernetes-embedded-resource"] === true;
  if (Object.keys(known).length === 0 && !hasMeta) return dynamicValue(value);
  const fields: [string, unknown][] = [];
  for (const [key, item] of entries) {
    const identifier = identifierOf(key);
    const property = Object.hasOwn(known, key) ? known[key] : undefined;
    if (identifier === undefined) continue;
    if (hasMeta && key === "metadata" && isObject(item)) fields.push([key, namesOf(item)]);
    else if (hasMeta && (key === "apiVersion" || key === "kind")) fields.push([key, item]);
    else if (isObject(property)) fields.push([identifier, celValue(item, property, false)]);
  }
  return Object.fromEntries(fields);
}

/** Of its metadata a rule sees only the name. */
function namesOf({ name, generateName }: Json): Json {
  return { ...defined({ name, generateName }) };
}

function textValue(text: string, format: unknown): unknown {
  if (format === "byte") return new Uint8Array(Buffer.from(text, "base64"));
  if (format !== "date" && format !== "date-time") return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time;
}
