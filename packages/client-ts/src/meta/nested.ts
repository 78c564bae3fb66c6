import { InvalidArgumentError } from "../errors/index.ts";
import { isRecord, setOwn } from "../util/index.ts";
import { getOwn, hasOwn, type PlainObject } from "./plain-object.ts";

/** Where a field is: the names of members from the object down. */
export type FieldPath = readonly string[];

/**
 * The value at `path`, or `undefined` when something on the way is missing or is not an object. Only an object's own
 * members are seen: `["__proto__"]` is a member of that name, never the prototype.
 */
export function getNested(object: unknown, path: FieldPath): unknown {
  let value = object;
  for (const name of path) {
    if (!isRecord(value)) return undefined;
    value = getOwn(value, name);
  }
  return value;
}

/**
 * Sets the value at `path`, making the objects on the way that are missing or null. Refuses an empty path, and a path
 * through something that is not an object. A member called `__proto__` becomes data.
 */
export function setNested(object: object, path: FieldPath, value: unknown): void {
  if (path.length === 0) throw new InvalidArgumentError("a nested field needs a path of at least one name");
  let parent = object as PlainObject;
  for (let i = 0; i < path.length - 1; i++) {
    const name = path[i]!;
    const next = getOwn(parent, name);
    if (next === undefined || next === null) {
      const made: PlainObject = {};
      setOwn(parent, name, made);
      parent = made;
    } else if (isRecord(next)) parent = next;
    else
      throw new InvalidArgumentError(
        `cannot set ${path.join(".")}: ${path.slice(0, i + 1).join(".")} is not an object`,
      );
  }
  setOwn(parent, path[path.length - 1]!, value);
}

/** Removes the member at `path`; `true` when it was there. */
export function removeNested(object: object, path: FieldPath): boolean {
  if (path.length === 0) return false;
  const parent = getNested(object, path.slice(0, -1));
  const name = path[path.length - 1]!;
  if (!isRecord(parent) || !hasOwn(parent, name)) return false;
  return Reflect.deleteProperty(parent, name);
}
