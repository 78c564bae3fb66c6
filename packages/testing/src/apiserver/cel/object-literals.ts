import { isObject, type Json } from "../objects.ts";
import { propertyOf } from "./schema-types.ts";

/**
 * Literals of typed objects, `Object.spec{replicas: 1}` and `JSONPatch{op: "add"}`, by which policies say what they
 * change. The engine has no such literals: each becomes a map with its type in a member of its own.
 */

/** The member with the type of a literal. No field has this name. */
const typeMember = "\u0000type";

const strings = String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const opening = String.raw`(?<![\w.])(?:Object(?:\s*\.\s*[A-Za-z_]\w*)*|JSONPatch)\s*\{`;
const tokens = new RegExp(String.raw`${strings}|//[^\n]*|${opening}|[{}()[\],]|[^"'/{}()[\],OJ]+|[\s\S]`, "g");
const fieldName = /(?:\s|\/\/[^\n]*)*\??\s*([A-Za-z_]\w*)\s*:/y;

/** An expression with maps in place of its literals of typed objects. */
export function withoutObjectLiterals(expression: string): string {
  let result = "";
  const open: ("object" | "other")[] = [];
  tokens.lastIndex = 0;
  for (let match = tokens.exec(expression); match !== null; match = tokens.exec(expression)) {
    const [token] = match;
    let isField = false;
    if (/^(?:Object|JSONPatch)/.test(token) && token.endsWith("{")) {
      open.push("object");
      const type = token.slice(0, -1).replace(/\s+/g, "");
      result += `{${JSON.stringify(typeMember)}: ${JSON.stringify(type)}, `;
      isField = true;
    } else {
      result += token;
      if (/^[{([]$/.test(token)) open.push("other");
      else if (/^[})\]]$/.test(token)) open.pop();
      else isField = token === "," && open.at(-1) === "object";
    }
    if (!isField) continue;
    fieldName.lastIndex = tokens.lastIndex;
    const field = fieldName.exec(expression);
    if (field === null) continue;
    result += `${JSON.stringify(propertyOf(field[1]!))}: `;
    tokens.lastIndex = fieldName.lastIndex;
  }
  return result;
}

/** The type of a literal; `undefined` for every other value. */
export function literalType(value: unknown): string | undefined {
  const type = isObject(value) ? value[typeMember] : undefined;
  return typeof type === "string" ? type : undefined;
}

/** A value of an expression as JSON, without the types of literals, and without optional values that are not there. */
export function jsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(jsonValue);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Date) return value.toISOString().replace(/\.000Z$/, "Z");
  if (isOptional(value)) return value.hasValue() ? jsonValue(value.value()) : undefined;
  if (!isObject(value)) return value;
  const result: Json = {};
  for (const [name, item] of Object.entries(value)) {
    const json = name === typeMember ? undefined : jsonValue(item);
    if (json !== undefined)
      Object.defineProperty(result, name, { value: json, enumerable: true, writable: true, configurable: true });
  }
  return result;
}

/** The literals whose type is not that of the field in which they stand: `Object.spec` under `metadata`. */
export function misplacedTypes(value: unknown, path: readonly string[]): string[] {
  if (isOptional(value)) return value.hasValue() ? misplacedTypes(value.value(), path) : [];
  if (Array.isArray(value)) return value.flatMap((item) => misplacedTypes(item, path));
  if (!isObject(value)) return [];
  const type = literalType(value);
  const expected = path.join(".");
  const errors =
    type === undefined || type === expected
      ? []
      : [
          `unexpected type name ${JSON.stringify(type)}, expected ${JSON.stringify(expected)}, ` +
            "which matches field name path from root Object type",
        ];
  for (const [name, item] of Object.entries(value))
    if (name !== typeMember) errors.push(...misplacedTypes(item, type === undefined ? path : [...path, name]));
  return errors;
}

interface Optional {
  hasValue(): boolean;
  value(): unknown;
}

function isOptional(value: unknown): value is Optional {
  return typeof value === "object" && value !== null && Reflect.get(value, Symbol.toStringTag) === "optional";
}
