import { setOwn } from "../util/index.ts";
import { checkNesting, type PlainObject } from "./plain-object.ts";

/**
 * A copy that shares nothing with the original. For plain JSON: objects, lists, texts, numbers, booleans and null;
 * members that are `undefined` are kept as they are. A member called `__proto__` stays data. Throws an
 * `InvalidArgumentError` when the value nests deeper than 1,000 levels.
 */
export function deepClone<T>(value: T): T {
  return clone(value, 0) as T;
}

function clone(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  checkNesting(depth, "copy it");
  if (Array.isArray(value)) {
    const list = new Array<unknown>(value.length);
    for (let i = 0; i < value.length; i++) list[i] = clone(value[i], depth + 1);
    return list;
  }
  const copy: PlainObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, clone((value as PlainObject)[key], depth + 1));
  return copy;
}
