import type { FieldError } from "client-ts/custom-resources";
import { validateValue } from "client-ts/internal";
import { isObject, type Json, sameJson } from "../objects.ts";
import { matchesPattern } from "./pattern.ts";

/**
 * What is wrong with a value under an OpenAPI v3 schema, in the real server's words. What was wrong before and did not
 * change is allowed, where the old value can be found: items of a list only when the list says by which keys. Patterns
 * are matched in linear time: their authors are not trusted.
 */
export function validateCustom(value: unknown, old: unknown, schema: Json): FieldError[] {
  const errors = validateValue(value, schema, "", matchesPattern);
  if (errors.length === 0 || old === undefined) return errors;
  const unchanged = unchangedPaths(value, old, schema, "");
  const isBelow = (path: string, at: string): boolean =>
    at === path || (at.startsWith(path) && /^[.[]/.test(at.slice(path.length)));
  return errors.filter(({ field: at }) => !unchanged.some((path) => path === "" || isBelow(path, at)));
}

function unchangedPaths(value: unknown, old: unknown, schema: Json, path: string): string[] {
  if (old === undefined) return [];
  if (sameJson(value, old)) return [path];
  const { properties, additionalProperties, items } = schema;
  if (Array.isArray(value)) {
    if (!isObject(items)) return [];
    const before = correlated(old, schema);
    return value.flatMap((item, index) => unchangedPaths(item, before(item), items, `${path}[${index}]`));
  }
  if (!isObject(value) || !isObject(old)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const below = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    return isObject(below) ? unchangedPaths(item, old[key], below, path === "" ? key : `${path}.${key}`) : [];
  });
}

/** Finds the old item of a list whose items have keys. Those of other lists have no old state. */
export function correlated(old: unknown, schema: Json): (item: unknown) => unknown {
  const keys = schema["x-kubernetes-list-map-keys"];
  if (schema["x-kubernetes-list-type"] !== "map" || !Array.isArray(keys) || !Array.isArray(old)) return () => undefined;
  const identity = (item: unknown): string =>
    JSON.stringify(keys.map((key) => (isObject(item) ? item[String(key)] : undefined)));
  const byKey = new Map(old.map((item) => [identity(item), item as unknown]));
  return (item) => byKey.get(identity(item));
}
