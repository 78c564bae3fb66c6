import type { FieldSchema, SchemaSet } from "client-ts/internal";
import { isObject, type Json } from "../objects.ts";
import type { ServedResource } from "../resources.ts";

/** How a value is owned and merged. */
export interface FieldType {
  /** Owned as a whole. */
  readonly atomic: boolean;
  /** The type of a member, and whether the type declares it (a struct's field) or not (a key of a map). */
  member(name: string): { readonly type: FieldType; readonly declared: boolean };
  /** The type of a list's items. */
  readonly items: FieldType;
  /** How items of a list that is not atomic are distinguished. */
  readonly list: { readonly keys: readonly string[] } | "set" | "atomic";
  /** The default of a member that is part of a list's key. */
  defaultOf(name: string): unknown;
}

/** Anything: objects merge by member, lists are atomic. What Kubernetes deduces when no schema says more. */
const deduced: FieldType = {
  atomic: false,
  member: () => ({ type: deduced, declared: false }),
  get items() {
    return deduced;
  },
  list: "atomic",
  defaultOf: () => undefined,
};

const cache = new WeakMap<object, FieldType>();

/** The type of a resource's objects. `meta` has the type of metadata, for kinds that do not bring it. */
export function typeOf(resource: ServedResource, meta: SchemaSet | undefined): FieldType {
  let type = cache.get(resource);
  if (type === undefined) {
    if (resource.schema !== undefined)
      type = new BuiltinType(resource.schema.set, { type: "struct", struct: resource.schema.root });
    else type = new CustomRoot(new CustomType(resource.custom?.schema ?? {}), meta);
    cache.set(resource, type);
  }
  return type;
}

/** Types that are owned as a whole wherever they stand. */
const atomicStructs =
  /\.(OwnerReference|LabelSelector|ObjectReference|LocalObjectReference|TypedLocalObjectReference|TypedObjectReference|SecretReference|SecretKeySelector|ConfigMapKeySelector|ObjectFieldSelector|ResourceFieldSelector|NodeSelector|NodeSelectorTerm|TopologySelectorTerm|ScopeSelector)$/;

class BuiltinType implements FieldType {
  readonly atomic: boolean;
  readonly list: FieldType["list"];
  readonly #set: SchemaSet;
  readonly #schema: FieldSchema;
  readonly #members = new Map<string, { type: FieldType; declared: boolean }>();
  #items: FieldType | undefined;

  constructor(set: SchemaSet, schema: FieldSchema) {
    this.#set = set;
    this.#schema = schema;
    this.atomic =
      schema.mapType === "atomic" ||
      schema.type === "json" ||
      (schema.struct !== undefined && atomicStructs.test(schema.struct));
    if (schema.listType === "set") this.list = "set";
    else if (schema.listType === "map") this.list = { keys: [...(schema.listMapKeys ?? [])].sort() };
    else if (schema.listType === undefined && schema.patchStrategy?.includes("merge") === true) {
      this.list = schema.patchMergeKey === undefined ? "set" : { keys: [schema.patchMergeKey] };
    } else this.list = "atomic";
  }

  member(name: string): { readonly type: FieldType; readonly declared: boolean } {
    let found = this.#members.get(name);
    if (found !== undefined) return found;
    const { type, struct, items } = this.#schema;
    if (type === "struct") {
      const field = this.#set.struct(struct!)?.fields.get(name);
      found =
        field === undefined
          ? { type: deduced, declared: false }
          : { type: new BuiltinType(this.#set, field), declared: true };
    } else {
      found = {
        type: type === "map" && items !== undefined ? new BuiltinType(this.#set, items) : deduced,
        declared: false,
      };
    }
    if (type === "struct") this.#members.set(name, found);
    return found;
  }

  get items(): FieldType {
    this.#items ??= this.#schema.items === undefined ? deduced : new BuiltinType(this.#set, this.#schema.items);
    return this.#items;
  }

  defaultOf(name: string): unknown {
    return this.#schema.type === "struct"
      ? this.#set.struct(this.#schema.struct!)?.fields.get(name)?.default
      : undefined;
  }
}

class CustomType implements FieldType {
  readonly atomic: boolean;
  readonly list: FieldType["list"];
  readonly #schema: Json;
  #items: FieldType | undefined;

  constructor(schema: Json) {
    this.#schema = schema;
    this.atomic = schema["x-kubernetes-map-type"] === "atomic";
    const listType = schema["x-kubernetes-list-type"];
    const keys = schema["x-kubernetes-list-map-keys"];
    this.list =
      listType === "set"
        ? "set"
        : listType === "map" && Array.isArray(keys)
          ? { keys: keys.map(String).sort() }
          : "atomic";
  }

  member(name: string): { readonly type: FieldType; readonly declared: boolean } {
    const { properties, additionalProperties } = this.#schema;
    if (isObject(properties) && isObject(properties[name]))
      return { type: new CustomType(properties[name]), declared: true };
    return { type: isObject(additionalProperties) ? new CustomType(additionalProperties) : deduced, declared: false };
  }

  get items(): FieldType {
    this.#items ??= isObject(this.#schema["items"]) ? new CustomType(this.#schema["items"]) : deduced;
    return this.#items;
  }

  defaultOf(name: string): unknown {
    const { properties } = this.#schema;
    const property = isObject(properties) ? properties[name] : undefined;
    return isObject(property) ? property["default"] : undefined;
  }
}

/** The top of a custom object: its metadata is that of every object. */
class CustomRoot implements FieldType {
  readonly atomic: boolean = false;
  readonly list: FieldType["list"] = "atomic";
  readonly items: FieldType = deduced;
  readonly #inner: FieldType;
  readonly #meta: FieldType | undefined;

  constructor(inner: FieldType, meta: SchemaSet | undefined) {
    this.#inner = inner;
    const struct = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    this.#meta = meta?.struct(struct) === undefined ? undefined : new BuiltinType(meta, { type: "struct", struct });
  }

  member(name: string): { readonly type: FieldType; readonly declared: boolean } {
    if (name === "metadata" && this.#meta !== undefined) return { type: this.#meta, declared: true };
    return this.#inner.member(name);
  }

  defaultOf(name: string): unknown {
    return this.#inner.defaultOf(name);
  }
}

/** The path element of an item of a list that is not atomic. */
export function itemElement(item: unknown, type: FieldType): string {
  if (type.list === "set" || type.list === "atomic") return `v:${JSON.stringify(item)}`;
  const key: Json = {};
  for (const name of type.list.keys) {
    const value = isObject(item) ? (item[name] ?? type.items.defaultOf(name)) : undefined;
    if (value !== undefined) key[name] = value;
  }
  return `k:${JSON.stringify(key)}`;
}
