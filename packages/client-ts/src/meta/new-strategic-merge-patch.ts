import { isRecord, setOwn } from "../util/index.ts";
import { deepClone } from "./deep-clone.ts";
import { deepEqual } from "./deep-equal.ts";
import { checkNesting, getOwn, type PlainObject } from "./plain-object.ts";
import type { FieldSchema, SchemaSet } from "./schema.ts";
import { asObject, elementKind, places, requireIdentity, sortByPlace } from "./strategic-list.ts";
import type { StrategicMergeOptions } from "./strategic-merge-patch.ts";
import { MergeSchema } from "./merge-schema.ts";

/**
 * The strategic merge patch that leads from one state of an object to another, as kubectl makes it: what disappeared is
 * `null`, elements of lists are named by their merge key, and `$setElementOrder`, `$deleteFromPrimitiveList` and
 * `$retainKeys` say what else is needed. `{}` when nothing changed. Applied to the first with the same schema, it gives
 * the second (repeated values in a list that merges collapse, as they do on a server).
 */
export function newStrategicMergePatch(from: object, to: object, { schemas, struct }: StrategicMergeOptions): object {
  return new Differ(schemas).object(from as PlainObject, to as PlainObject, { type: "struct", struct }, false, 0);
}

class Differ {
  readonly #schema: MergeSchema;

  constructor(schemas: SchemaSet) {
    this.#schema = new MergeSchema(schemas);
  }

  object(from: PlainObject, to: PlainObject, schema: FieldSchema, retainKeys: boolean, depth: number): PlainObject {
    checkNesting(depth, "compare it");
    const patch: PlainObject = {};
    for (const key of Object.keys(to)) {
      const [old, next] = [getOwn(from, key), to[key]];
      if (next === undefined) continue;
      if (isRecord(old) && isRecord(next)) this.#objectMember(patch, key, old, next, schema, depth);
      else if (Array.isArray(old) && Array.isArray(next)) this.#listMember(patch, key, old, next, schema, depth);
      else if (!deepEqual(old, next)) setOwn(patch, key, deepClone(next));
    }
    let removed = false;
    for (const key of Object.keys(from)) {
      if (from[key] === undefined || getOwn(to, key) !== undefined) continue;
      setOwn(patch, key, null);
      removed = true;
    }
    if (retainKeys && (removed || Object.keys(patch).length > 0)) {
      const kept = Object.keys(to).filter((key) => to[key] !== null && to[key] !== undefined);
      if (kept.length > 0) patch["$retainKeys"] = kept.sort();
    }
    return patch;
  }

  #objectMember(
    patch: PlainObject,
    key: string,
    old: PlainObject,
    next: PlainObject,
    schema: FieldSchema,
    depth: number,
  ): void {
    if (deepEqual(old, next)) return;
    const rule = this.#schema.forObject(schema, key);
    if (rule.strategy === "replace") setOwn(patch, key, deepClone(next));
    else setOwn(patch, key, this.object(old, next, rule.schema, rule.retainKeys, depth + 1));
  }

  #listMember(
    patch: PlainObject,
    key: string,
    old: unknown[],
    next: unknown[],
    schema: FieldSchema,
    depth: number,
  ): void {
    if (deepEqual(old, next)) return;
    const rule = this.#schema.forList(schema, key);
    if (rule.strategy !== "merge" || old.length === 0) {
      setOwn(patch, key, deepClone(next));
      return;
    }
    if (elementKind(old, next) === "object") {
      const list = this.#elements(old, next, rule.schema, rule.mergeKey, rule.retainKeys, depth + 1);
      if (list.length > 0) setOwn(patch, key, list);
    } else {
      const [had, has] = [new Set(old), new Set(next)];
      const added = [...has].filter((value) => !had.has(value));
      const removed = [...had].filter((value) => !has.has(value)).sort(byText);
      if (added.length > 0) setOwn(patch, key, added);
      if (removed.length > 0) setOwn(patch, `$deleteFromPrimitiveList/${key}`, removed);
    }
    const order =
      rule.mergeKey === ""
        ? next
        : next.map((element) => ({ [rule.mergeKey]: requireIdentity(element, rule.mergeKey) }));
    if (order.length > 0) setOwn(patch, `$setElementOrder/${key}`, deepClone(order));
  }

  /** What the patch says about the elements: changes and additions in the order of the new list, then deletions. */
  #elements(
    old: unknown[],
    next: unknown[],
    schema: FieldSchema,
    mergeKey: string,
    retainKeys: boolean,
    depth: number,
  ): unknown[] {
    const [oldPlaces, nextPlaces] = [places(old, mergeKey), places(next, mergeKey)];
    const changes: unknown[] = [];
    for (const [identity, place] of nextPlaces) {
      const element = asObject(next[place]);
      const oldPlace = oldPlaces.get(identity);
      if (oldPlace === undefined) changes.push(deepClone(element));
      else {
        const change = this.object(asObject(old[oldPlace]), element, schema, retainKeys, depth);
        if (Object.keys(change).length > 0) changes.push({ ...change, [mergeKey]: identity });
      }
    }
    const deletions = [...oldPlaces.keys()].filter((identity) => !nextPlaces.has(identity)).sort(byText);
    return [
      ...sortByPlace(changes, nextPlaces, mergeKey),
      ...deletions.map((identity) => ({ $patch: "delete", [mergeKey]: identity })),
    ];
  }
}

/** What goes is named in the order of its text, so that the same change gives the same patch. */
function byText(left: unknown, right: unknown): number {
  const [a, b] = [String(left), String(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
