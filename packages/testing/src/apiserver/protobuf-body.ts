import {
  loadProtobufTables,
  type ProtobufField,
  type ProtobufMessage,
  type ProtobufTables,
} from "client-ts/api/tables";
import { formatDurationNs } from "client-ts/internal";
import { parseApiVersion } from "client-ts/meta";
import { badRequest } from "./api-error.ts";
import type { Json } from "./objects.ts";

/**
 * Reads a body in Kubernetes' protobuf envelope into the JSON that Go would give for it. Typed Go clients send built-in
 * kinds this way.
 */
export async function decodeProtobuf(body: Buffer): Promise<Json> {
  if (body.length < 4 || body.readUInt32BE(0) !== 0x6b387300)
    throw badRequest("provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
  const tables = await loadProtobufTables();
  try {
    let apiVersion = "";
    let kind = "";
    let raw: Buffer = Buffer.alloc(0);
    for (const { number, bytes } of records(body.subarray(4))) {
      if (number === 1) {
        for (const inner of records(bytes)) {
          if (inner.number === 1) apiVersion = inner.bytes.toString("utf8");
          if (inner.number === 2) kind = inner.bytes.toString("utf8");
        }
      } else if (number === 2) {
        raw = bytes;
      }
    }
    const { group, version } = parseApiVersion(apiVersion);
    const root = tables.root(group, version, kind) ?? tables.root("", "v1", kind);
    if (root === undefined)
      throw badRequest(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`);
    const value = new Decoder(tables).message(raw, tables.message(root)!, 0) as Json;
    return { ...value, kind, apiVersion };
  } catch (error) {
    if (error instanceof RangeError) throw badRequest("proto: the message is cut off");
    throw error;
  }
}

interface WireRecord {
  readonly number: number;
  /** Of a length-delimited value, and of fixed ones. */
  readonly bytes: Buffer;
  /** Of a varint. */
  readonly varint: bigint;
  readonly wire: number;
}

const none = Buffer.alloc(0);

function* records(bytes: Buffer): Generator<WireRecord> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      if (at >= bytes.length || shift > 63n) throw new RangeError("varint");
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError("length");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >>> 3;
    const wire = tag & 7;
    if (wire === 0) yield { number, wire, varint: varint(), bytes: none };
    else if (wire === 1) yield { number, wire, varint: 0n, bytes: take(8) };
    else if (wire === 2) yield { number, wire, varint: 0n, bytes: take(Number(varint())) };
    else if (wire === 5) yield { number, wire, varint: 0n, bytes: take(4) };
    else throw new RangeError("wire type");
  }
}

class Decoder {
  readonly #tables: ProtobufTables;

  constructor(tables: ProtobufTables) {
    this.#tables = tables;
  }

  message(bytes: Buffer, message: ProtobufMessage, depth: number): unknown {
    if (depth > 100) throw new RangeError("depth");
    const value: Json = {};
    for (const record of records(bytes)) {
      const field = message.fields.get(record.number);
      if (field === undefined) continue;
      if (field.many === "list") {
        const list = (value[field.name] as unknown[] | undefined) ?? [];
        list.push(this.#value(record, field, depth));
        value[field.name] = list;
      } else if (field.many === "map") {
        const map = (value[field.name] as Json | undefined) ?? {};
        const [key, item] = this.#entry(record.bytes, field, depth);
        Object.defineProperty(map, key, { value: item, enumerable: true, writable: true, configurable: true });
        value[field.name] = map;
      } else {
        const item = this.#value(record, field, depth);
        if (field.name === "") Object.assign(value, item);
        else if (!isZero(item, field)) value[field.name] = item;
      }
    }
    return message.form === "list" ? (Object.values(value)[0] ?? []) : value;
  }

  /** The members of a type that Go writes as one of them. */
  #members(bytes: Buffer, name: string, depth: number): Json {
    return this.message(bytes, { ...this.#tables.message(name)!, form: "struct" }, depth) as Json;
  }

  /** Go writes the list when it has something, and else the schema, which may be missing. */
  #schemaOr(bytes: Buffer, name: string, depth: number, list: string): unknown {
    const { schema, [list]: items } = this.#members(bytes, name, depth);
    return items ?? schema ?? null;
  }

  #entry(bytes: Buffer, field: ProtobufField, depth: number): [string, unknown] {
    let key = "";
    let item: unknown;
    for (const record of records(bytes)) {
      if (record.number === 1) key = record.bytes.toString("utf8");
      else if (record.number === 2) item = this.#value(record, field, depth);
    }
    return [
      key,
      item ??
        (field.type === "message"
          ? this.#value({ number: 2, wire: 2, varint: 0n, bytes: none }, field, depth)
          : field.type === "string" || field.type === "bytes"
            ? ""
            : 0),
    ];
  }

  #value(record: WireRecord, field: ProtobufField, depth: number): unknown {
    switch (field.type) {
      case "string":
        return record.bytes.toString("utf8");
      case "bytes":
        return record.bytes.toString("base64");
      case "bool":
        return record.varint !== 0n;
      case "int32":
      case "int64":
        return Number(BigInt.asIntN(64, record.varint));
      case "uint32":
      case "uint64":
        return Number(record.varint);
      case "double":
        return record.bytes.readDoubleLE(0);
      case "float":
        return record.bytes.readFloatLE(0);
      case "message":
        return this.#message(record.bytes, field.message!, depth + 1);
    }
  }

  #message(bytes: Buffer, name: string, depth: number): unknown {
    const special = this.#special(bytes, name, depth);
    // Null is a value: a zero time, raw JSON that was never set.
    return special === undefined ? this.message(bytes, this.#tables.message(name) ?? nothing, depth) : special;
  }

  /** The JSON of types whose JSON is not the object of their fields; `undefined` for all others. */
  #special(bytes: Buffer, name: string, depth: number): unknown {
    const short = name.slice(name.lastIndexOf(".") + 1);
    const fields = (): Map<number, WireRecord> => new Map([...records(bytes)].map((record) => [record.number, record]));
    switch (short) {
      case "Quantity":
        return fields().get(1)?.bytes.toString("utf8") ?? "0";
      case "IntOrString": {
        const parts = fields();
        return parts.get(1)?.varint === 1n
          ? (parts.get(3)?.bytes.toString("utf8") ?? "")
          : Number(BigInt.asIntN(64, parts.get(2)?.varint ?? 0n));
      }
      case "Time":
      case "MicroTime":
      case "Timestamp": {
        const parts = fields();
        if (parts.size === 0) return null;
        const seconds = Number(BigInt.asIntN(64, parts.get(1)?.varint ?? 0n));
        const base = new Date(seconds * 1000).toISOString().slice(0, 19);
        if (short !== "MicroTime") return `${base}Z`;
        return `${base}.${String(Math.floor(Number(parts.get(2)?.varint ?? 0n) / 1000)).padStart(6, "0")}Z`;
      }
      case "RawExtension":
      case "FieldsV1":
      case "JSON": {
        const raw = fields().get(1)?.bytes.toString("utf8") ?? "";
        return raw === "" ? null : (JSON.parse(raw) as unknown);
      }
      case "Duration":
        return formatDurationNs(BigInt.asIntN(64, fields().get(1)?.varint ?? 0n));
      case "JSONSchemaPropsOrArray":
        return this.#schemaOr(bytes, name, depth, "jSONSchemas");
      case "JSONSchemaPropsOrStringArray":
        return this.#schemaOr(bytes, name, depth, "property");
      case "JSONSchemaPropsOrBool": {
        const { schema, allows } = this.#members(bytes, name, depth);
        return schema ?? allows ?? false;
      }
      default:
        return undefined;
    }
  }
}

const nothing: ProtobufMessage = { name: "", fields: new Map(), form: "struct" };

/** What Go would leave out of JSON: zero values that are not behind a pointer. */
function isZero(value: unknown, field: ProtobufField): boolean {
  if (value === null) return true;
  if (field.pointer) return false;
  if (field.omitZero && typeof value === "object" && Object.keys(value).length === 0) return true;
  return field.omitEmpty && (value === "" || value === 0 || value === false);
}
