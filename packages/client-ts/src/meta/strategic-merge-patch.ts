import { isRecord, setOwn } from "../util/index.ts";
import { deepClone } from "./deep-clone.ts";
import { checkNesting, getOwn, hasOwn, type PlainObject } from "./plain-object.ts";
import type { FieldSchema, SchemaSet } from "./schema.ts";
import {
  asObject,
  elementKind,
  identityOf,
  invalid,
  isDeletion,
  orderElements,
  requireIdentity,
} from "./strategic-list.ts";
import { MergeSchema } from "./merge-schema.ts";

/** What a strategic merge patch must know about the kind it changes. */
export interface StrategicMergeOptions {
  /** The types of the kind's group and version, from the generated tables. */
  readonly schemas: SchemaSet;
  /** The name of the kind's own type in {@link StrategicMergeOptions.schemas}. */
  readonly struct: string;
}

/**
 * Applies a strategic merge patch, as the API server does for built-in kinds, and gives the new object; neither
 * argument is changed.
 *
 * Objects merge by member, `null` removes, and lists merge where the kind's facts say so: by their merge key, or as
 * sets of values. Understood inside the patch: `$patch: replace` and `$patch: delete` in objects and in elements of
 * lists, `$retainKeys`, `$deleteFromPrimitiveList/<field>` and `$setElementOrder/<field>`. Throws a `PatchError` for a
 * patch that contradicts itself or the schema.
 */
export function applyStrategicMergePatch<T extends object>(
  original: T,
  patch: object,
  { schemas, struct }: StrategicMergeOptions,
): T {
  if (!isRecord(original) || !isRecord(patch)) throw invalid("both the object and the patch must be objects");
  const merger = new Merger(new MergeSchema(schemas));
  return merger.object(deepClone(original), deepClone(patch) as PlainObject, { type: "struct", struct }, 0) as T;
}

const directive = "$patch";
const retainKeys = "$retainKeys";
const deleteFromList = "$deleteFromPrimitiveList";
const setElementOrder = "$setElementOrder";

/** Works on copies, and so may take what it is given apart. */
class Merger {
  readonly #schema: MergeSchema;

  constructor(schema: MergeSchema) {
    this.#schema = schema;
  }

  object(original: PlainObject, patch: PlainObject, schema: FieldSchema, depth: number): PlainObject {
    checkNesting(depth, "merge it");
    if (hasOwn(patch, directive)) return replaceOrDelete(patch);
    applyRetainKeys(original, patch);
    for (const key of Object.keys(patch))
      if (key.startsWith(setElementOrder)) this.#orderList(original, patch, key, schema, depth);
    for (const key of Object.keys(patch)) this.#member(original, patch, key, schema, depth);
    return original;
  }

  #member(original: PlainObject, patch: PlainObject, patchKey: string, schema: FieldSchema, depth: number): void {
    const deleting = patchKey.startsWith(deleteFromList);
    const key = deleting ? fieldOf(patchKey, deleteFromList) : patchKey;
    const next = patch[patchKey];
    if (next === null) {
      Reflect.deleteProperty(original, key);
      return;
    }
    const old = getOwn(original, key);
    if (isRecord(old) && isRecord(next)) {
      const rule = this.#schema.forObject(schema, key);
      setOwn(original, key, rule.strategy === "replace" ? next : this.object(old, next, rule.schema, depth + 1));
    } else if (Array.isArray(old) && Array.isArray(next)) {
      const rule = this.#schema.forList(schema, key);
      const merges = rule.strategy === "merge" || deleting;
      setOwn(original, key, merges ? this.#list(old, next, rule.schema, rule.mergeKey, deleting, depth + 1) : next);
    } else if (!deleting) {
      const { keep, value } = withoutDirectives(discardNulls(next, depth), depth);
      if (keep) setOwn(original, key, value);
      else Reflect.deleteProperty(original, key);
    }
  }

  #list(
    original: unknown[],
    patch: unknown[],
    schema: FieldSchema,
    mergeKey: string,
    deleting: boolean,
    depth: number,
  ): unknown[] {
    if (original.length === 0 && patch.length === 0) return original;
    if (elementKind(original, patch) !== "object") {
      const among = new Set(patch);
      if (deleting) return original.filter((element) => !among.has(element));
      return orderElements([...new Set([...original, ...patch])], patch, original, mergeKey);
    }
    if (mergeKey === "") throw invalid("a list of objects without a merge key cannot be merged");
    const special = applyListDirectives(original, patch, mergeKey);
    const merged = this.#elements(special.original, special.patch, schema, mergeKey, depth);
    return orderElements(merged, special.patch, special.original, mergeKey);
  }

  #elements(
    original: readonly unknown[],
    patch: readonly unknown[],
    schema: FieldSchema,
    mergeKey: string,
    depth: number,
  ): unknown[] {
    const merged = [...original];
    const found = new Map<unknown, number>();
    merged.forEach((element, index) => {
      const identity = identityOf(element, mergeKey);
      if (identity !== undefined && !found.has(identity)) found.set(identity, index);
    });
    for (const element of patch) {
      const identity = requireIdentity(element, mergeKey);
      const index = found.get(identity);
      if (index === undefined) {
        found.set(identity, merged.length);
        merged.push(element);
      } else merged[index] = this.object(asObject(merged[index]), asObject(element), schema, depth + 1);
    }
    return merged;
  }

  /** Merges the list that a `$setElementOrder/<field>` speaks of, and takes both out of the patch. */
  #orderList(original: PlainObject, patch: PlainObject, patchKey: string, schema: FieldSchema, depth: number): void {
    const order = patch[patchKey];
    Reflect.deleteProperty(patch, patchKey);
    if (!Array.isArray(order)) throw invalid(`${patchKey} is not a list`);
    const key = fieldOf(patchKey, setElementOrder);
    const old = listAt(original, key);
    const next = listAt(patch, key);
    const rule = this.#schema.forList(schema, key);
    checkOrder(next ?? [], order, rule.mergeKey);
    let merged: unknown[];
    let serverOrder: readonly unknown[] = old ?? [];
    if (old !== undefined && next !== undefined) {
      merged =
        rule.strategy === "merge" ? this.#list([...old], next, rule.schema, rule.mergeKey, false, depth + 1) : next;
      if (rule.strategy === "merge" && rule.mergeKey !== "") serverOrder = withRefilledPlaces(old, next, rule.mergeKey);
    } else if (next !== undefined) merged = withoutDirectives(next, depth).value as unknown[];
    else if (old !== undefined) merged = old;
    else return;
    elementKind(old ?? [], next ?? []);
    setOwn(original, key, orderElements(merged, order, serverOrder, rule.mergeKey));
    Reflect.deleteProperty(patch, key);
  }
}

function replaceOrDelete(patch: PlainObject): PlainObject {
  const what = patch[directive];
  Reflect.deleteProperty(patch, directive);
  if (what === "replace") return patch;
  if (what === "delete") return {};
  throw invalid(`${directive} must be "replace" or "delete" in an object, not ${JSON.stringify(what)}`);
}

function applyRetainKeys(original: PlainObject, patch: PlainObject): void {
  if (!hasOwn(patch, retainKeys)) return;
  const list = patch[retainKeys];
  Reflect.deleteProperty(patch, retainKeys);
  if (!Array.isArray(list)) throw invalid(`${retainKeys} is not a list`);
  const retained = new Set<unknown>(list);
  for (const key of Object.keys(patch)) {
    if (patch[key] === null || key.startsWith(deleteFromList) || key.startsWith(setElementOrder)) continue;
    if (!retained.has(key)) throw invalid(`${JSON.stringify(key)} is in the patch but not in ${retainKeys}`);
  }
  for (const key of Object.keys(original)) if (!retained.has(key)) Reflect.deleteProperty(original, key);
}

/**
 * Elements of a patch's list that say what to do: `$patch: delete` takes away its namesakes, `$patch: replace`
 * everything that was there.
 */
function applyListDirectives(
  original: unknown[],
  patch: unknown[],
  mergeKey: string,
): { original: unknown[]; patch: unknown[] } {
  const plain: unknown[] = [];
  const deleted = new Set<unknown>();
  let replace = false;
  for (const element of patch.map(asObject)) {
    if (!hasOwn(element, directive)) plain.push(element);
    else if (isDeletion(element)) deleted.add(requireIdentity(element, mergeKey));
    else if (element[directive] === "replace") replace = true;
    else
      throw invalid(`${directive} must be "replace" or "delete" in a list, not ${JSON.stringify(element[directive])}`);
  }
  if (replace) return { original: plain, patch: [] };
  const kept =
    deleted.size === 0
      ? original
      : original.filter(
          (element) => !hasOwn(asObject(element), mergeKey) || !deleted.has(identityOf(element, mergeKey)),
        );
  return { original: kept, patch: plain };
}

/**
 * The order on the server, once a list with deletions was merged. The API server puts new elements into the places that
 * deleted ones left, at the end, and from then on takes these for places on the server: an element that the patch adds
 * can so come behind one it does not mention.
 */
function withRefilledPlaces(
  original: readonly unknown[],
  patch: readonly unknown[],
  mergeKey: string,
): readonly unknown[] {
  const deleted = new Set(patch.filter(isDeletion).map((element) => identityOf(element, mergeKey)));
  const kept = original.filter((element) => !deleted.has(identityOf(element, mergeKey)));
  const isSpecial = (element: unknown): boolean => hasOwn(asObject(element), directive);
  if (kept.length === original.length || patch.some((element) => isSpecial(element) && !isDeletion(element)))
    return original;
  const known = new Set(kept.map((element) => identityOf(element, mergeKey)));
  const added = patch.filter((element) => !isSpecial(element) && !known.has(identityOf(element, mergeKey)));
  return [...kept, ...added.slice(0, original.length - kept.length)];
}

/**
 * The elements of a patch's list must come in the order that `$setElementOrder` gives, and be among those it names.
 * Deletions need no place; another directive needs none either, but must not come after the last element that has one.
 */
function checkOrder(patch: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  if (order.length === 0 || patch.length === 0) return;
  const wanted = mergeKey === "" ? patch : patch.map(asObject).filter((element) => !isDeletion(element));
  let [next, place] = [0, 0];
  while (next < wanted.length && place < order.length) {
    const element = wanted[next];
    if (isRecord(element) && hasOwn(element, directive)) next++;
    else if (requireIdentity(element, mergeKey) === requireIdentity(order[place++], mergeKey)) next++;
  }
  if (next < wanted.length) throw invalid(`the order of a list does not match its ${setElementOrder}`);
}

function fieldOf(patchKey: string, prefix: string): string {
  if (patchKey[prefix.length] !== "/")
    throw invalid(`${JSON.stringify(patchKey)}: ${prefix} is followed by a slash and a field`);
  return patchKey.slice(prefix.length + 1);
}

function listAt(object: PlainObject, key: string): unknown[] | undefined {
  if (!hasOwn(object, key)) return undefined;
  const list = object[key];
  if (!Array.isArray(list)) throw invalid(`${JSON.stringify(key)} is not a list`);
  return list;
}

/** Nulls in something new have nothing to remove. */
function discardNulls(value: unknown, depth: number): unknown {
  checkNesting(depth, "merge it");
  if (Array.isArray(value)) for (const element of value) discardNulls(element, depth + 1);
  else if (isRecord(value)) {
    for (const key of Object.keys(value)) {
      if (value[key] === null) Reflect.deleteProperty(value, key);
      else discardNulls(value[key], depth + 1);
    }
  }
  return value;
}

/** Something new without what was only said to the merge; an object that is itself a directive vanishes. */
function withoutDirectives(value: unknown, depth: number): { keep: boolean; value: unknown } {
  checkNesting(depth, "merge it");
  if (Array.isArray(value)) {
    const kept = value.map((element) => withoutDirectives(element, depth + 1)).filter(({ keep }) => keep);
    return { keep: true, value: kept.map((element) => element.value) };
  }
  if (!isRecord(value)) return { keep: true, value };
  if (hasOwn(value, directive)) return { keep: false, value: undefined };
  for (const key of Object.keys(value)) {
    const inner = withoutDirectives(value[key], depth + 1);
    if (inner.keep) setOwn(value, key, inner.value);
    else Reflect.deleteProperty(value, key);
  }
  return { keep: true, value };
}
