import { loadProtobufTables, type ProtobufField, type ProtobufTables } from "client-ts/api/tables";
import { parseApiVersion } from "client-ts/meta";
import type { Json } from "./json.ts";

/**
 * A message that is there and has nothing in it: what Go writes for a zero Time and for raw JSON that was never set.
 */
export const emptyMessage: unique symbol = Symbol("empty");

/**
 * An object in Kubernetes' protobuf envelope, as typed Go clients send it. Messages with a JSON form of their own take
 * that form.
 */
export async function protobufBody(
  object: Json & { readonly apiVersion: string; readonly kind: string },
): Promise<Buffer> {
  const { apiVersion, kind, ...rest } = object;
  const tables = await loadProtobufTables();
  const { group, version } = parseApiVersion(apiVersion);
  const raw = encodeMessage(rest, tables.root(group, version, kind)!, tables);
  const typeMeta = Buffer.concat([delimited(1, Buffer.from(apiVersion)), delimited(2, Buffer.from(kind))]);
  return Buffer.concat([Buffer.from("k8s\0"), delimited(1, typeMeta), delimited(2, raw)]);
}

function encodeMessage(value: Json, name: string, tables: ProtobufTables): Buffer {
  const parts: Buffer[] = [];
  for (const [number, field] of tables.message(name)!.fields) {
    const item = value[field.name];
    if (item === undefined) continue;
    if (field.many === "list") for (const one of item as unknown[]) parts.push(encodeField(number, field, one, tables));
    else if (field.many === "map") {
      for (const [key, one] of Object.entries(item as Json)) {
        parts.push(
          delimited(number, Buffer.concat([delimited(1, Buffer.from(key)), encodeField(2, field, one, tables)])),
        );
      }
    } else parts.push(encodeField(number, field, item, tables));
  }
  return Buffer.concat(parts);
}

function encodeField(number: number, field: ProtobufField, value: unknown, tables: ProtobufTables): Buffer {
  switch (field.type) {
    case "string":
      return delimited(number, Buffer.from(String(value)));
    case "bytes":
      return delimited(number, Buffer.from(String(value), "base64"));
    case "message":
      return delimited(number, value === emptyMessage ? Buffer.alloc(0) : encodeValue(value, field.message!, tables));
    case "double": {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(Number(value));
      return Buffer.concat([varint((number << 3) | 1), bytes]);
    }
    default:
      return Buffer.concat([varint(number << 3), varint(Number(value))]);
  }
}

/** Messages whose JSON is not the object of their fields, and all others. */
function encodeValue(value: unknown, name: string, tables: ProtobufTables): Buffer {
  const schema = (number: number): Buffer =>
    delimited(number, encodeMessage(value as Json, name.replace(/JSONSchemaPropsOr\w+$/, "JSONSchemaProps"), tables));
  switch (name.slice(name.lastIndexOf(".") + 1)) {
    case "Time":
    case "MicroTime":
      return Buffer.concat([varint(1 << 3), varint(Math.floor(Date.parse(String(value)) / 1000))]);
    case "Duration":
      return Buffer.concat([varint(1 << 3), varint(Number(value))]);
    case "Quantity":
      return delimited(1, Buffer.from(String(value)));
    case "RawExtension":
    case "FieldsV1":
    case "JSON":
      return delimited(1, Buffer.from(JSON.stringify(value)));
    case "JSONSchemaPropsOrArray":
      return schema(1);
    case "JSONSchemaPropsOrBool":
      return typeof value === "boolean"
        ? Buffer.concat([varint(1 << 3), varint(Number(value))])
        : Buffer.concat([varint(1 << 3), varint(1), schema(2)]);
    default:
      return encodeMessage(value as Json, name, tables);
  }
}

function delimited(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
