import type { ProtobufField, ProtobufMessage, ProtobufTables } from "client-ts/api/tables";
import { isObject, type Json } from "./objects.ts";

/** Types whose JSON is not the object of their fields. */
const special =
  /\.(Quantity|IntOrString|Time|MicroTime|Timestamp|RawExtension|FieldsV1|JSON|Duration|JSONSchemaPropsOr\w+)$/;

/**
 * Gives a value the shape that Go's encoder gives it: structs that are not behind pointers are there even when empty,
 * empty texts, zeros and `false` that Go leaves out are not. Lists and times that Go always writes are null when there
 * is nothing in them. Changes the value in place.
 */
export function shapeAsGo(value: Json, message: ProtobufMessage | undefined, tables: ProtobufTables, depth = 0): void {
  if (message === undefined || message.form !== "struct" || depth > 60) return;
  for (const field of message.fields.values()) {
    // Most fields of most objects are absent and stay absent.
    if (field.name !== "" && value[field.name] === undefined && staysAbsent(field)) continue;
    const nested = isStruct(field) ? tables.message(field.message!) : undefined;
    if (field.name === "") {
      shapeAsGo(value, nested, tables, depth + 1);
      continue;
    }
    if (depth === 0 && field.name === "metadata") continue;
    const present = value[field.name];
    if (field.many !== undefined) {
      // A list that is always written shows as null when there is none.
      if (present === undefined && !field.omitEmpty && field.many === "list") value[field.name] = null;
      if (Array.isArray(present) && present.length === 0 && !field.omitEmpty && field.many === "list")
        value[field.name] = null;
      if (nested === undefined) continue;
      if (Array.isArray(present))
        for (const item of present) if (isObject(item)) shapeAsGo(item, nested, tables, depth + 1);
      if (field.many === "map" && isObject(present))
        for (const item of Object.values(present)) if (isObject(item)) shapeAsGo(item, nested, tables, depth + 1);
    } else if (nested !== undefined) {
      if (nested.form !== "struct") continue;
      if (isObject(present)) shapeAsGo(present, nested, tables, depth + 1);
      else if (present === undefined && !field.pointer && !field.omitZero) {
        const empty: Json = {};
        shapeAsGo(empty, nested, tables, depth + 1);
        value[field.name] = empty;
      }
    } else if (isTime(field) && !field.pointer && !field.omitZero) {
      // Go leaves no struct out: a time that was not set is null.
      value[field.name] ??= null;
    } else if (field.type !== "message" && !field.omitEmpty && !field.pointer && present === undefined) {
      value[field.name] = field.type === "string" || field.type === "bytes" ? "" : field.type === "bool" ? false : 0;
    } else if (field.omitEmpty && !field.pointer && (present === "" || present === 0 || present === false)) {
      delete value[field.name];
    }
  }
}

/** Whether the JSON of a field is the object of its own fields. */
function isStruct(field: ProtobufField): boolean {
  let known = structs.get(field);
  if (known === undefined) {
    known = field.type === "message" && !special.test(field.message!);
    structs.set(field, known);
  }
  return known;
}

const structs = new WeakMap<ProtobufField, boolean>();

/** Whether Go writes nothing for a field that was not set. */
function staysAbsent({ type, many, pointer, omitEmpty }: ProtobufField): boolean {
  return many === undefined ? pointer || (type !== "message" && omitEmpty) : many === "map" || omitEmpty;
}

function isTime({ type, many, message }: ProtobufField): boolean {
  return type === "message" && many === undefined && /\.(Time|MicroTime)$/.test(message!);
}
