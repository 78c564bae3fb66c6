import { isRecord, setOwn } from "../util/index.ts";
import { deepClone } from "./deep-clone.ts";
import { deepEqual } from "./deep-equal.ts";
import { checkNesting, getOwn, type PlainObject } from "./plain-object.ts";

/**
 * Applies a JSON merge patch (RFC 7386): members of the patch replace those of the document, `null` removes, objects
 * merge, lists are replaced. Gives a new document; neither argument is changed. Members called `__proto__` are data.
 */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  return merge(document, patch, 0);
}

/**
 * The merge patch that leads from one document to another; `{}` when they are the same. A member that is `null` in the
 * second cannot be expressed (in a merge patch that means removal): applied, it will be missing.
 */
export function newMergePatch(from: unknown, to: unknown): unknown {
  if (!isRecord(from) || !isRecord(to)) return deepClone(to);
  return difference(from, to, 0);
}

function merge(document: unknown, patch: unknown, depth: number): unknown {
  checkNesting(depth, "merge it");
  if (!isRecord(patch)) return deepClone(patch);
  const result: PlainObject = {};
  if (isRecord(document)) {
    for (const key of Object.keys(document)) {
      if (!Object.hasOwn(patch, key)) setOwn(result, key, deepClone(document[key]));
      else if (patch[key] !== null) setOwn(result, key, merge(document[key], patch[key], depth + 1));
    }
  }
  for (const key of Object.keys(patch)) {
    const absent = !isRecord(document) || !Object.hasOwn(document, key);
    if (absent && patch[key] !== null) setOwn(result, key, merge(undefined, patch[key], depth + 1));
  }
  return result;
}

function difference(from: PlainObject, to: PlainObject, depth: number): PlainObject {
  checkNesting(depth, "compare it");
  const patch: PlainObject = {};
  for (const key of Object.keys(from)) {
    const next = getOwn(to, key);
    if (next === undefined || next === null) {
      if (from[key] !== undefined) setOwn(patch, key, null);
    }
  }
  for (const key of Object.keys(to)) {
    const [old, next] = [getOwn(from, key), to[key]];
    if (next === undefined || next === null) continue;
    if (isRecord(old) && isRecord(next)) {
      const inner = difference(old, next, depth + 1);
      if (Object.keys(inner).length > 0) setOwn(patch, key, inner);
    } else if (!deepEqual(old, next)) setOwn(patch, key, deepClone(next));
  }
  return patch;
}
