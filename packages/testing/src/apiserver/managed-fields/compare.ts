import { isObject, type Json, sameJson } from "../objects.ts";
import { ManagedFieldSet } from "./managed-field-set.ts";
import { type FieldType, itemElement } from "./field-type.ts";

/** What changed between two objects. */
export interface Comparison {
  readonly added: ManagedFieldSet;
  readonly modified: ManagedFieldSet;
  readonly removed: ManagedFieldSet;
}

/** Compares two objects, field by field, as their type says. */
export function compare(before: Json, after: Json, type: FieldType): Comparison {
  const comparison: Comparison = {
    added: new ManagedFieldSet(),
    modified: new ManagedFieldSet(),
    removed: new ManagedFieldSet(),
  };
  members(before, after, type, comparison);
  return comparison;
}

function members(before: Json | undefined, after: Json | undefined, type: FieldType, out: Comparison): void {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  for (const name of names) {
    const element = `f:${name}`;
    value(before?.[name], after?.[name], type.member(name).type, {
      added: lazy(out.added, element),
      modified: lazy(out.modified, element),
      removed: lazy(out.removed, element),
    });
  }
}

/** Nodes are made only when something is put below them. */
type Lazy = () => ManagedFieldSet;

interface LazyComparison {
  readonly added: Lazy;
  readonly modified: Lazy;
  readonly removed: Lazy;
}

function lazy(parent: ManagedFieldSet | Lazy, element: string): Lazy {
  let node: ManagedFieldSet | undefined;
  return () => {
    node ??= (typeof parent === "function" ? parent() : parent).at(element);
    return node;
  };
}

function value(before: unknown, after: unknown, type: FieldType, out: LazyComparison): void {
  if (before === undefined && after === undefined) return;
  // Most of an object stays as it was.
  if (before !== undefined && after !== null && sameJson(before, after)) return;
  const left = form(before);
  const right = form(after);
  const kind = right === "none" ? left : right;
  if (left !== "none" && right !== "none" && left !== right) {
    // A value that changed its form is one that went and one that came.
    walk(before, undefined, left, type, out);
    walk(undefined, after, right, type, out);
    return;
  }
  walk(before ?? undefined, after ?? undefined, kind, type, out);
  if (before === undefined) {
    if (after !== undefined) out.added().member = true;
  } else if (after === undefined || after === null) {
    out.removed().member = true;
  }
}

function form(one: unknown): "none" | "list" | "map" | "leaf" {
  if (one === undefined || one === null) return "none";
  return Array.isArray(one) ? "list" : isObject(one) ? "map" : "leaf";
}

function isEmpty(one: unknown): boolean {
  return one === undefined || (typeof one === "object" && one !== null && Object.keys(one).length === 0);
}

function leaf(before: unknown, after: unknown, out: LazyComparison): void {
  if (before === undefined && after === undefined) return;
  if (before === undefined) out.added().member = true;
  else if (after === undefined) out.removed().member = true;
  else if (!sameJson(before, after)) out.modified().member = true;
}

function walk(before: unknown, after: unknown, kind: string, type: FieldType, out: LazyComparison): void {
  if (kind === "map") {
    if (type.atomic || (isEmpty(before) && isEmpty(after))) {
      leaf(before, after, out);
      return;
    }
    const names = new Set([...Object.keys((before as Json) ?? {}), ...Object.keys((after as Json) ?? {})]);
    for (const name of names) {
      value(
        (before as Json | undefined)?.[name],
        (after as Json | undefined)?.[name],
        type.member(name).type,
        below(out, `f:${name}`),
      );
    }
  } else if (kind === "list") {
    if (type.list === "atomic" || (isEmpty(before) && isEmpty(after))) {
      leaf(before, after, out);
      return;
    }
    const left = byElement((before as unknown[]) ?? [], type);
    const right = byElement((after as unknown[]) ?? [], type);
    for (const element of new Set([...left.keys(), ...right.keys()])) {
      value(left.get(element), right.get(element), type.items, below(out, element));
    }
  } else {
    leaf(before, after, out);
  }
}

function below(out: LazyComparison, element: string): LazyComparison {
  return {
    added: lazy(out.added, element),
    modified: lazy(out.modified, element),
    removed: lazy(out.removed, element),
  };
}

/** Items of a list by their path element. */
export function byElement(items: readonly unknown[], type: FieldType): Map<string, unknown> {
  return new Map(items.map((item) => [itemElement(item, type), item]));
}

/** A list that is owned by item has one item twice. */
export class DuplicateItemError extends Error {
  /** The path element that comes twice. */
  readonly element: string;
  /** Where the list is. */
  path: string[] = [];

  constructor(element: string) {
    super(`duplicate entries for ${element}`);
    this.element = element;
  }
}

/** Every field that an object sets: what its applier owns. */
export function fieldsOf(object: Json, type: FieldType): ManagedFieldSet {
  const set = new ManagedFieldSet();
  collectMembers(object, type, set);
  return set;
}

function collectMembers(object: Json, type: FieldType, set: ManagedFieldSet): void {
  for (const [name, item] of Object.entries(object)) {
    if (item === undefined) continue;
    const { type: memberType, declared } = type.member(name);
    const node = set.at(`f:${name}`);
    try {
      collect(item, memberType, node);
    } catch (error) {
      if (error instanceof DuplicateItemError) error.path.unshift(`f:${name}`);
      throw error;
    }
    if (item === null || (isObject(item) && Object.keys(item).length === 0) || !declared) node.member = true;
  }
}

function collect(item: unknown, type: FieldType, node: ManagedFieldSet): void {
  if (isObject(item)) {
    if (type.atomic) node.member = true;
    else collectMembers(item, type, node);
  } else if (Array.isArray(item)) {
    if (type.list === "atomic") node.member = true;
    else {
      const elements = byElement(item, type);
      if (elements.size < item.length)
        throw new DuplicateItemError(firstRepeated(item.map((one) => itemElement(one, type))));
      for (const [element, one] of elements) {
        const child = node.at(element);
        collect(one, type.items, child);
        child.member = true;
      }
    }
  } else {
    node.member = true;
  }
}

function firstRepeated(elements: readonly string[]): string {
  const seen = new Set<string>();
  for (const element of elements) {
    if (seen.has(element)) return element;
    seen.add(element);
  }
  return "";
}
