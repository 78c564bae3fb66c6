import { isObject, type Json } from "../objects.ts";

/**
 * A set of field paths as a tree. Path elements are written as `fieldsV1` writes them: `f:name`, `k:{"name":"web"}`,
 * `v:"x"`, `i:0`. A node is a member when its own path is in the set; it can have members below it either way.
 */
export class ManagedFieldSet {
  member: boolean;
  readonly children: Map<string, ManagedFieldSet>;

  constructor(member = false, children: Map<string, ManagedFieldSet> = new Map()) {
    this.member = member;
    this.children = children;
  }

  get isEmpty(): boolean {
    if (this.member) return false;
    for (const child of this.children.values()) if (!child.isEmpty) return false;
    return true;
  }

  /** The node below a path element, made when it is not there. */
  at(element: string): ManagedFieldSet {
    let child = this.children.get(element);
    if (child === undefined) {
      child = new ManagedFieldSet();
      this.children.set(element, child);
    }
    return child;
  }

  insert(path: readonly string[]): void {
    let node: ManagedFieldSet = this;
    for (const element of path) node = node.at(element);
    node.member = true;
  }

  has(path: readonly string[]): boolean {
    let node: ManagedFieldSet | undefined = this;
    for (const element of path) {
      node = node.children.get(element);
      if (node === undefined) return false;
    }
    return node.member;
  }

  union(other: ManagedFieldSet): ManagedFieldSet {
    const result = new ManagedFieldSet(this.member || other.member);
    for (const [element, child] of this.children) {
      const match = other.children.get(element);
      result.children.set(element, match === undefined ? child : child.union(match));
    }
    for (const [element, child] of other.children) if (!this.children.has(element)) result.children.set(element, child);
    return result;
  }

  difference(other: ManagedFieldSet): ManagedFieldSet {
    const result = new ManagedFieldSet(this.member && !other.member);
    for (const [element, child] of this.children) {
      const match = other.children.get(element);
      const left = match === undefined ? child : child.difference(match);
      if (!left.isEmpty) result.children.set(element, left);
    }
    return result;
  }

  intersection(other: ManagedFieldSet): ManagedFieldSet {
    const result = new ManagedFieldSet(this.member && other.member);
    for (const [element, child] of this.children) {
      const match = other.children.get(element);
      if (match === undefined) continue;
      const both = child.intersection(match);
      if (!both.isEmpty) result.children.set(element, both);
    }
    return result;
  }

  equals(other: ManagedFieldSet): boolean {
    return this.difference(other).isEmpty && other.difference(this).isEmpty;
  }

  /** Every path of the set: those of a level first, then what is below them. */
  *paths(prefix: readonly string[] = []): Generator<readonly string[]> {
    const elements = [...this.children.keys()].sort();
    for (const element of elements) if (this.children.get(element)!.member) yield [...prefix, element];
    for (const element of elements) yield* this.children.get(element)!.paths([...prefix, element]);
  }

  /** As `fieldsV1` has it. */
  toJSON(): Json {
    const result: Json = {};
    if (this.member && this.children.size > 0) result["."] = {};
    for (const element of [...this.children.keys()].sort()) {
      const child = this.children.get(element)!;
      if (!child.isEmpty) result[element] = child.toJSON();
    }
    return result;
  }

  /** Reads `fieldsV1`. */
  static fromJSON(value: unknown): ManagedFieldSet {
    return readNode(value, false);
  }
}

function readNode(value: unknown, leafIsMember: boolean): ManagedFieldSet {
  const node = new ManagedFieldSet();
  if (!isObject(value)) return node;
  const keys = Object.keys(value);
  if (keys.length === 0) node.member = leafIsMember;
  for (const key of keys) {
    if (key === ".") node.member = true;
    else node.children.set(key, readNode(value[key], true));
  }
  return node;
}

/** A path as messages write it: `.spec.containers[name="web"].image`. */
export function pathText(path: readonly string[]): string {
  return path
    .map((element) => {
      const rest = element.slice(2);
      if (element.startsWith("f:")) return `.${rest}`;
      if (element.startsWith("v:")) return `[=${rest}]`;
      if (element.startsWith("i:")) return `[${rest}]`;
      const keys = Object.entries(JSON.parse(rest) as Json).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      return `[${keys.join(",")}]`;
    })
    .join("");
}
