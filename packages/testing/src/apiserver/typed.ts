import type { FieldSchema, SchemaSet } from "client-ts/internal";
import { ApiError, badRequest, failure } from "./api-error.ts";
import { jsonType } from "./decode-body.ts";
import { isObject, type Json } from "./objects.ts";

/** A value of the wrong type, which each kind of request reports in its own words. */
export class TypeMismatchError extends ApiError {
  readonly value: unknown;
  /** `spec.containers[0].image` */
  readonly path: string;
  readonly wanted: FieldSchema;

  constructor(message: string, value: unknown, path: string, wanted: FieldSchema) {
    super(failure(400, "BadRequest", message));
    this.value = value;
    this.path = path;
    this.wanted = wanted;
  }

  /** As the decoder of strategic merge patches says it. */
  get restoreMessage(): string {
    const from = jsonType(this.value);
    switch (this.wanted.type) {
      case "list":
        return `cannot restore slice from ${from}`;
      case "map":
        return `cannot restore map from ${from}`;
      case "struct":
        return `cannot restore struct from: ${from}`;
      default:
        return `unrecognized type: ${goType(this.wanted, this.path)}`;
    }
  }

  /** As server-side apply says it. */
  get applyMessage(): string {
    const { value, wanted } = this;
    const got = typeof value === "string" ? `&{${value}}` : `&value.valueUnstructured{Value:${JSON.stringify(value)}}`;
    return `.${this.path}: expected ${applyTypes[wanted.type] ?? "string"}, got ${got}`;
  }
}

const applyTypes: Readonly<Record<string, string>> = {
  struct: "map",
  map: "map",
  list: "list",
  boolean: "boolean",
  integer: "numeric (int or float)",
  number: "numeric (int or float)",
};

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
        if (!isObject(value)) throw this.#mismatch(value, path, owner, field);
        this.struct(value, field.struct!, path, depth);
        return value;
      case "list":
        if (!Array.isArray(value)) throw this.#mismatch(value, path, owner, field);
        return value.map((item, index) =>
          item === null ? zero(field.items!) : this.#field(item, field.items!, `${path}[${index}]`, owner, depth + 1),
        );
      case "map":
        if (!isObject(value)) throw this.#mismatch(value, path, owner, field);
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
        if (typeof value !== "string") throw this.#mismatch(value, path, owner, field);
        if (field.type === "bytes") this.#checkBase64(value);
        if (field.type === "time" || field.type === "microTime") this.#checkTime(value, field.type);
        // Half of a surrogate pair is not UTF-8: Go writes U+FFFD for it.
        return /[\ud800-\udfff]/.test(value) ? Buffer.from(value).toString("utf8") : value;
      case "boolean":
        if (typeof value !== "boolean") throw this.#mismatch(value, path, owner, field);
        return value;
      case "integer":
      case "number":
        if (typeof value !== "number") throw this.#mismatch(value, path, owner, field);
        if (field.type === "integer" && (!Number.isInteger(value) || Math.abs(value) > 2 ** 63))
          throw this.#mismatch(value, path, owner, field, `number ${value}`);
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
    const [, fraction = "", zone = ""] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
    const isTime = zone !== "" && !Number.isNaN(Date.parse(text));
    // Go reads a fraction that the layout does not have, and demands one of six digits that it has.
    const isShort = type === "microTime" && !/^\.\d{6}$/.test(fraction);
    if (isTime && !isShort) return;
    const layout = type === "time" ? "2006-01-02T15:04:05Z07:00" : "2006-01-02T15:04:05.000000Z07:00";
    const shown = JSON.stringify(text);
    if (isTime)
      throw badRequest(
        `${this.#kind} in version ${JSON.stringify(this.#version)} cannot be handled as a ${this.#kind}: parsing time ${shown} as "${layout}": cannot parse "${fraction}${zone}" as ".000000"`,
      );
    throw badRequest(
      `${this.#kind} in version ${JSON.stringify(this.#version)} cannot be handled as a ${this.#kind}: parsing time ${shown} as "${layout}": cannot parse ${shown} as "2006"`,
    );
  }

  #mismatch(value: unknown, path: string, owner: string, wanted: FieldSchema, what?: string): Error {
    const short = owner.slice(owner.lastIndexOf(".") + 1);
    // Go's decoder names the struct fields on the way, not the keys and positions.
    const where = path.replace(/\[[0-9]+\]|\u0000[^\u0001]*\u0001/g, "");
    const handled = `${this.#kind} in version ${JSON.stringify(this.#version)} cannot be handled as a ${this.#kind}`;
    const into = `Go struct field ${short}.${where} of type ${goType(wanted, path)}`;
    const message = `${handled}: json: cannot unmarshal ${what ?? jsonType(value)} into ${into}`;
    return new TypeMismatchError(message, value, path.replace(/[\u0000\u0001]/g, ""), wanted);
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

/** Fields that are longer than Go's usual integers. */
const longFields =
  /(^|\.)(activeDeadlineSeconds|[a-zA-Z]*[gG]racePeriodSeconds|tolerationSeconds|[a-zA-Z]*[gG]eneration|expirationSeconds|startingDeadlineSeconds|runAs(User|Group)|fsGroup|supplementalGroups)$/;

/** Go's name of a type, as its decoder prints it. */
function goType(field: FieldSchema, path = ""): string {
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
      return longFields.test(path) ? "int64" : "int32";
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
