import { copyJson, isObject, type Json } from "../objects.ts";
import { byElement } from "./compare.ts";
import type { ManagedFieldSet } from "./managed-field-set.ts";
import { type FieldType, itemElement } from "./field-type.ts";

/** The live object with an applied configuration laid over it. */
export function mergeObjects(live: Json, config: Json, type: FieldType): Json {
  const result: Json = { ...live };
  for (const [name, value] of Object.entries(config)) {
    if (value === undefined) continue;
    const merged = mergeValue(live[name], value, type.member(name).type);
    Object.defineProperty(result, name, { value: merged, enumerable: true, writable: true, configurable: true });
  }
  return result;
}

function mergeValue(live: unknown, config: unknown, type: FieldType): unknown {
  if (isObject(config)) {
    if (type.atomic || !isObject(live)) return copyJson(config);
    return mergeObjects(live, config, type);
  }
  if (Array.isArray(config)) {
    if (type.list === "atomic" || !Array.isArray(live)) return copyJson(config);
    return mergeLists(live, config, type);
  }
  return config;
}

/** Items that only the live list has keep their place among those that the configuration orders. */
function mergeLists(live: readonly unknown[], config: readonly unknown[], type: FieldType): unknown[] {
  const result: unknown[] = [];
  const liveItems = byElement(live, type);
  const wanted = new Set(config.map((item) => itemElement(item, type)));
  const done = new Set<string>();
  let left = 0;
  let right = 0;
  const take = (item: unknown): void => {
    const element = itemElement(item, type);
    done.add(element);
    result.push(liveItems.has(element) ? mergeValue(liveItems.get(element), item, type.items) : copyJson(item));
  };
  while (left < live.length || right < config.length) {
    if (left < live.length) {
      const element = itemElement(live[left], type);
      if (!wanted.has(element)) {
        result.push(live[left++]);
        continue;
      }
      if (done.has(element)) {
        left++;
        continue;
      }
      if (right < config.length && itemElement(config[right], type) === element) {
        take(config[right++]);
        left++;
        continue;
      }
    }
    if (right < config.length) take(config[right++]);
  }
  return result;
}

/**
 * Removes the fields of a set from an object; a container whose last fields go that way goes too, but not the one
 * around it; with `keepEmpty` it stays and is empty. Gives a new object.
 */
export function removeFields(object: Json, set: ManagedFieldSet, type: FieldType, keepEmpty = false): Json {
  return (removeFrom(object, set, type, keepEmpty) as Json | undefined) ?? {};
}

function removeFrom(value: unknown, set: ManagedFieldSet, type: FieldType, keepEmpty: boolean): unknown {
  if (isObject(value)) {
    const result: Json = {};
    let removed = false;
    let emptied = false;
    for (const [name, item] of Object.entries(value)) {
      const node = set.children.get(`f:${name}`);
      if (node === undefined) {
        define(result, name, item);
      } else if (node.member) {
        removed = true;
      } else {
        const left = removeFrom(item, node, type.member(name).type, keepEmpty);
        if (left === undefined) emptied = true;
        else define(result, name, left);
      }
    }
    return !keepEmpty && removed && !emptied && Object.keys(result).length === 0 ? undefined : result;
  }
  if (Array.isArray(value) && type.list !== "atomic") {
    const result: unknown[] = [];
    for (const item of value) {
      const node = set.children.get(itemElement(item, type));
      if (node === undefined) result.push(item);
      else if (!node.member) {
        const left = removeFrom(item, node, type.items, keepEmpty);
        if (left !== undefined) result.push(left);
      }
    }
    return !keepEmpty && result.length === 0 && value.length > 0 ? undefined : result;
  }
  return value;
}

function define(object: Json, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}
