import { isObject, type Json } from "../json.ts";
import type { ApiObject } from "../objects.ts";
import type { CustomVersion } from "./custom-version.ts";

const metaFields = new Set([
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
]);

/** Drops the fields that a custom kind's schema does not have, and says which. */
export function pruneCustom(object: ApiObject, { schema }: Pick<CustomVersion, "schema">): string[] {
  const dropped: string[] = [];
  for (const key of Object.keys(object.metadata)) {
    if (metaFields.has(key)) continue;
    dropped.push(`metadata.${key}`);
    delete (object.metadata as Json)[key];
  }
  const fields: string[] = [];
  if (schema !== undefined) pruneObject(object, schema, "", fields, true);
  return [...dropped, ...fields.sort()];
}

function pruneObject(value: Json, schema: Json, path: string, dropped: string[], resource: boolean): void {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const additional = schema["additionalProperties"];
  const keep = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const kept: [unknown, Json, string][] = [];
  for (const key of Object.keys(value).sort()) {
    if (resource && (key === "apiVersion" || key === "kind" || key === "metadata")) continue;
    const at = path === "" ? key : `${path}.${key}`;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (isObject(property)) kept.push([value[key], property, at]);
    else if (isObject(additional)) kept.push([value[key], additional, at]);
    else if (additional !== true && !keep) {
      dropped.push(at);
      delete value[key];
    }
  }
  for (const [item, itemSchema, at] of kept) pruneValue(item, itemSchema, at, dropped);
}

function pruneValue(value: unknown, schema: Json, path: string, dropped: string[]): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (isObject(items))
      for (const [index, item] of value.entries()) pruneValue(item, items, `${path}[${index}]`, dropped);
  } else if (isObject(value)) {
    pruneObject(value, schema, path, dropped, schema["x-kubernetes-embedded-resource"] === true);
  }
}

/** Sets the defaults of a schema where a value is missing, or null where null is not allowed. */
export function defaultCustom(value: Json, schema: Json): void {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  for (const [key, property] of Object.entries(properties)) {
    if (!isObject(property)) continue;
    const present = Object.hasOwn(value, key) ? value[key] : undefined;
    if (present === undefined || (present === null && property["nullable"] !== true)) {
      if (property["default"] !== undefined) value[key] = structuredClone(property["default"]);
      else if (present === null && value !== undefined) delete value[key];
    }
    descend(value[key], property);
  }
  if (isObject(schema["additionalProperties"])) {
    for (const [key, item] of Object.entries(value))
      if (!Object.hasOwn(properties, key)) descend(item, schema["additionalProperties"]);
  }
}

function descend(value: unknown, schema: Json): void {
  if (isObject(value)) defaultCustom(value, schema);
  else if (Array.isArray(value) && isObject(schema["items"])) for (const item of value) descend(item, schema["items"]);
}
