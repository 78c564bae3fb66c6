import { checkNesting, type PlainObject } from "./plain-object.ts";

/**
 * Whether two plain JSON values say the same. The order of an object's members does not matter, the order of a list
 * does, and a member that is `undefined` counts as absent. Throws an `InvalidArgumentError` when both nest equally
 * deeper than 1,000 levels.
 */
export function deepEqual(left: unknown, right: unknown): boolean {
  return equal(left, right, 0);
}

function equal(left: unknown, right: unknown, depth: number): boolean {
  if (Object.is(left, right) || left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  checkNesting(depth, "compare it");
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    for (let i = 0; i < left.length; i++) if (!equal(left[i], right[i], depth + 1)) return false;
    return true;
  }
  let members = 0;
  for (const key of Object.keys(left)) {
    const value = (left as PlainObject)[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(right, key) || !equal(value, (right as PlainObject)[key], depth + 1)) return false;
    members++;
  }
  for (const key of Object.keys(right)) if ((right as PlainObject)[key] !== undefined) members--;
  return members === 0;
}
