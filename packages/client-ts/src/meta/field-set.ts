import { InvalidArgumentError } from "../errors/index.ts";
import { isRecord, setOwn } from "../util/index.ts";
import { checkNesting, excerpt, type PlainObject } from "./plain-object.ts";

/**
 * A set of fields, as `managedFields` names them: `{"f:spec":{"f:replicas":{}}}`. A field can be in the set itself,
 * have fields below it in the set, or both (then it has a member `"."`).
 */
export class FieldSet {
  readonly #members: ReadonlySet<string>;
  readonly #children: ReadonlyMap<string, FieldSet>;

  private constructor(members: ReadonlySet<string>, children: ReadonlyMap<string, FieldSet>) {
    this.#members = members;
    this.#children = children;
  }

  /** Reads `fieldsV1`. Names of unknown kinds are left out; names that are wrong are an error. */
  static parse(fieldsV1: unknown): FieldSet {
    return FieldSet.#read(fieldsV1, 0);
  }

  static #read(fieldsV1: unknown, depth: number): FieldSet {
    checkNesting(depth, "read its fields");
    if (!isRecord(fieldsV1)) throw new InvalidArgumentError("fieldsV1 is not an object");
    const members = new Set<string>();
    const children = new Map<string, FieldSet>();
    for (const key of Object.keys(fieldsV1)) {
      if (key === ".") continue;
      const name = canonicalName(key);
      if (name === undefined) continue;
      const below = fieldsV1[key];
      const child = FieldSet.#read(below, depth + 1);
      if (child.isEmpty || Object.hasOwn(below as object, ".")) members.add(name);
      if (!child.isEmpty) children.set(name, child);
    }
    return new FieldSet(members, children);
  }

  get isEmpty(): boolean {
    return this.#members.size === 0 && this.#children.size === 0;
  }

  /** The fields that are in one of the sets. */
  union(other: FieldSet): FieldSet {
    const children = new Map(this.#children);
    for (const [name, theirs] of other.#children) children.set(name, children.get(name)?.union(theirs) ?? theirs);
    return new FieldSet(new Set([...this.#members, ...other.#members]), children);
  }

  /** Whether every field of `other` is in this set. */
  includes(other: FieldSet): boolean {
    for (const name of other.#members) if (!this.#members.has(name)) return false;
    for (const [name, theirs] of other.#children)
      if (!(this.#children.get(name) ?? nothing).includes(theirs)) return false;
    return true;
  }

  /** The set as `fieldsV1`, its names sorted. */
  toFieldsV1(): object {
    const fieldsV1: PlainObject = {};
    for (const name of [...new Set([...this.#members, ...this.#children.keys()])].sort()) {
      const below = this.#children.get(name)?.toFieldsV1() ?? {};
      setOwn(fieldsV1, name, this.#members.has(name) && this.#children.has(name) ? { ".": {}, ...below } : below);
    }
    return fieldsV1;
  }
}

const nothing = FieldSet.parse({});

/**
 * `f:` a field, `v:` a value in a set, `k:` the keys of an element in a list, `i:` a place in a list. `undefined` for
 * other kinds.
 */
function canonicalName(name: string): string | undefined {
  if (name.length < 2 || name[1] !== ":")
    throw new InvalidArgumentError(`fieldsV1: ${excerpt(name)} is not the name of a field`);
  const rest = name.slice(2);
  switch (name[0]) {
    case "f":
      return name;
    case "i":
      if (!/^-?[0-9]{1,19}$/.test(rest)) throw new InvalidArgumentError(`fieldsV1: ${excerpt(name)} is not an index`);
      return name;
    case "v":
      return `v:${JSON.stringify(parse(rest, name))}`;
    case "k": {
      const keys = parse(rest, name);
      if (!isRecord(keys)) throw new InvalidArgumentError(`fieldsV1: ${excerpt(name)} has no keys`);
      const sorted: PlainObject = {};
      for (const key of Object.keys(keys).sort()) setOwn(sorted, key, keys[key]);
      return `k:${JSON.stringify(sorted)}`;
    }
    default:
      return undefined;
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidArgumentError(`fieldsV1: ${excerpt(name)} is not valid JSON`, { cause });
  }
}
