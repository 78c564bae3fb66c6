/**
 * What merging, validating and applying need to know about the fields of a kind. Built-in kinds have it from the
 * generated tables (`client-ts/api/tables`), custom resources from their CustomResourceDefinition.
 */
export interface FieldSchema {
  readonly type:
    | "string"
    | "bytes" // base64 text
    | "boolean"
    | "integer"
    | "number"
    | "quantity"
    | "intOrString"
    | "time"
    | "microTime"
    | "duration"
    | "json" // anything: no schema below here
    | "struct"
    | "list"
    | "map";
  /** With `struct`: the name of the type in its {@link SchemaSet}. */
  readonly struct?: string;
  /** With `list` and `map`: the element. */
  readonly items?: FieldSchema;
  readonly required?: boolean;
  /** Server-side apply: how a list merges. Absent means atomic. */
  readonly listType?: "atomic" | "set" | "map";
  readonly listMapKeys?: readonly string[];
  /** Server-side apply: an atomic map or struct is owned as a whole. */
  readonly mapType?: "atomic" | "granular";
  /** Strategic merge patch. */
  readonly patchStrategy?: readonly ("merge" | "replace" | "retainKeys")[];
  readonly patchMergeKey?: string;
  /** The values a string may have, where they are a closed set. */
  readonly enum?: readonly string[];
  /** `true` when Go leaves the field out when it is empty (`omitempty` or `omitzero`). */
  readonly omitEmpty?: boolean;
  /** A server's own default value, where there is one. */
  readonly default?: unknown;
}

/** The fields of one type, by their JSON names. */
export interface StructSchema {
  readonly fields: ReadonlyMap<string, FieldSchema>;
  /** Unknown fields are kept and not reported. */
  readonly preserveUnknown?: boolean;
}

/** A family of types that refer to each other by name. */
export interface SchemaSet {
  struct(name: string): StructSchema | undefined;
}
