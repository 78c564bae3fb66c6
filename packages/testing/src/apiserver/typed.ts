import type { FieldSchema, SchemaSet } from "client-ts/internal";
import { badRequest } from "./api-error.ts";
import { jsonType } from "./decode-body.ts";
import { isObject, type Json } from "./objects.ts";

/** What reading a value as a Go type found. */
export interface TypedResult {
  /** Paths of fields that the type does not have. They are dropped. */
  readonly unknown: string[];
}

/**
 * Reads a value as Go's decoder reads it into a type: unknown fields and nulls go, empty lists and maps that Go would
 * not write go, a value of the wrong type is refused. Changes the value in place.
 */
export function readAsType(value: Json, set: SchemaSet, struct: string, kind: string, version: string): TypedResult {
  const reader = new TypeReader(set, kind, version);
  reader.struct(value, struct, "", 0);
  return { unknown: reader.unknown };
}

class TypeReader {
  readonly unknown: string[] = [];
  readonly #set: SchemaSet;
  readonly #kind: string;
  readonly #version: string;

  constructor(set: SchemaSet, kind: string, version: string) {
    this.#set = set;
    this.#kind = kind;
    this.#version = version;
  }

  struct(value: Json, name: string, path: string, depth: number): void {
    const schema = this.#set.struct(name);
    if (schema === undefined || depth > 200) return;
    for (const key of Object.keys(value)) {
      const at = path === "" ? key : `${path}.${key}`;
      const field = schema.fields.get(key);
      if (field === undefined) {
        if (schema.preserveUnknown === true || (path === "" && (key === "kind" || key === "apiVersion"))) continue;
        this.unknown.push(at.replace(/[\u0000\u0001]/g, ""));
        delete value[key];
        continue;
      }
      const item = value[key];
      if (item === null) {
        delete value[key];
        continue;
      }
      value[key] = this.#field(item, field, at, name, depth + 1);
      if (field.omitEmpty === true && (field.type === "list" || field.type === "map") && isEmpty(value[key]))
        delete value[key];
    }
  }

  #field(value: unknown, field: FieldSchema, path: string, owner: string, depth: number): unknown {
    switch (field.type) {
      case "struct":
        if (!isObject(value)) throw this.#mismatch(value, path, owner, goType(field));
        this.struct(value, field.struct!, path, depth);
        return value;
      case "list":
        if (!Array.isArray(value)) throw this.#mismatch(value, path, owner, goType(field));
        return value.map((item, index) =>
          item === null ? zero(field.items!) : this.#field(item, field.items!, `${path}[${index}]`, owner, depth + 1),
        );
      case "map":
        if (!isObject(value)) throw this.#mismatch(value, path, owner, goType(field));
        for (const key of Object.keys(value)) {
          const item = value[key];
          value[key] =
            item === null
              ? zero(field.items!)
              : this.#field(item, field.items!, `${path}\u0000.${key}\u0001`, owner, depth + 1);
        }
        return value;
      case "string":
      case "bytes":
      case "time":
      case "microTime":
      case "duration":
        if (typeof value !== "string") throw this.#mismatch(value, path, owner, goType(field));
        if (field.type === "bytes") this.#checkBase64(value);
        if (field.type === "time" || field.type === "microTime") this.#checkTime(value, field.type);
        // Half of a surrogate pair is not UTF-8: Go writes U+FFFD for it.
        return /[\ud800-\udfff]/.test(value) ? Buffer.from(value).toString("utf8") : value;
      case "boolean":
        if (typeof value !== "boolean") throw this.#mismatch(value, path, owner, "bool");
        return value;
      case "integer":
      case "number":
        if (typeof value !== "number") throw this.#mismatch(value, path, owner, goType(field));
        if (field.type === "integer" && (!Number.isInteger(value) || Math.abs(value) > 2 ** 63))
          throw this.#mismatch(value, path, owner, goType(field), `number ${value}`);
        return value;
      default:
        return value;
    }
  }

  #checkBase64(text: string): void {
    const clean = text.replace(/[\r\n]/g, "");
    const bad = clean.search(/[^A-Za-z0-9+/=]/);
    if (bad < 0 && clean.length % 4 === 0) return;
    const at = bad < 0 ? clean.length : bad;
    throw badRequest(
      `${this.#kind} in version ${JSON.stringify(this.#version)} cannot be handled as a ${this.#kind}: illegal base64 data at input byte ${at}`,
    );
  }

  #checkTime(text: string, type: "time" | "microTime"): void {
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)))
      return;
    const layout = type === "time" ? "2006-01-02T15:04:05Z07:00" : "2006-01-02T15:04:05.000000Z07:00";
    const shown = JSON.stringify(text);
    throw badRequest(
      `${this.#kind} in version ${JSON.stringify(this.#version)} cannot be handled as a ${this.#kind}: parsing time ${shown} as "${layout}": cannot parse ${shown} as "2006"`,
    );
  }

  #mismatch(value: unknown, path: string, owner: string, type: string, what?: string): Error {
    const short = owner.slice(owner.lastIndexOf(".") + 1);
    // Go's decoder names the struct fields on the way, not the keys and positions.
    const where = path.replace(/\[[0-9]+\]|\u0000[^\u0001]*\u0001/g, "");
    return badRequest(
      `${this.#kind} in version ${JSON.stringify(this.#version)} cannot be handled as a ${this.#kind}: json: cannot unmarshal ${what ?? jsonType(value)} into Go struct field ${short}.${where} of type ${type}`,
    );
  }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

function zero(field: FieldSchema): unknown {
  return field.type === "struct" || field.type === "map"
    ? {}
    : field.type === "list"
      ? []
      : field.type === "boolean"
        ? false
        : field.type === "integer" || field.type === "number"
          ? 0
          : "";
}

/** Go's name of a type, as its decoder prints it. */
function goType(field: FieldSchema): string {
  switch (field.type) {
    case "struct": {
      const parts = field.struct!.split(".");
      return `${parts.at(-2)}.${parts.at(-1)}`;
    }
    case "list":
      return `[]${goType(field.items!)}`;
    case "map":
      return `map[string]${goType(field.items!)}`;
    case "integer":
      return "int32";
    case "number":
      return "float64";
    case "boolean":
      return "bool";
    case "bytes":
      return "[]uint8";
    case "json":
      return "interface {}";
    default:
      return "string";
  }
}
