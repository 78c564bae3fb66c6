import { deepEqual } from "../meta/index.ts";
import { isRecord } from "../util/index.ts";
import {
  duplicateValue,
  type FieldError,
  invalidValue,
  notSupported,
  required,
  tooLong,
  unnamedInvalid,
} from "./field-error.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Whether a text has what a pattern of Go describes. */
export type MatchPattern = (pattern: string, text: string) => boolean;

/**
 * What is wrong with a value under an OpenAPI v3 schema, in the real server's words. Rules in CEL
 * (`x-kubernetes-validations`) are not evaluated here.
 */
export function validateValue(value: unknown, schema: Schema, path: string, matches: MatchPattern): FieldError[] {
  if (value === null || value === undefined) {
    if (value === null && schema["nullable"] !== true && path !== "") return [typeError(path, "null", schema["type"])];
    return [];
  }
  const errors: FieldError[] = [];
  if (schema["x-kubernetes-int-or-string"] === true) {
    if (typeof value !== "string" && !Number.isInteger(value))
      errors.push(typeError(path, goTypeName(value), "integer,string"));
  } else if (typeof schema["type"] === "string" && !hasType(value, schema["type"])) {
    const mismatch = typeError(path, goTypeName(value), schema["type"]);
    if (schema["type"] !== "integer" || typeof value !== "number") return [mismatch];
    // The real server says it a second time, from its check of formats.
    return [mismatch, unnamedInvalid(path, `Checked value must be of type integer (default format) in ${path}`)];
  }
  // In the order of the real server.
  errors.push(...logicErrors(value, schema, path, matches));
  if (typeof value === "string") errors.push(...stringErrors(value, schema, path, matches));
  if (typeof value === "number") errors.push(...numberErrors(value, schema, path));
  if (Array.isArray(value)) errors.push(...listErrors(value, schema, path, matches));
  errors.push(...enumErrors(value, schema, path));
  if (isRecord(value)) errors.push(...objectErrors(value, schema, path, matches));
  return withoutRepetition(errors);
}

/** The real server says the same of the same field once. */
function withoutRepetition(errors: readonly FieldError[]): FieldError[] {
  const said = new Map(errors.map((error) => [`${error.reason} ${error.field} ${error.message}`, error]));
  return [...said.values()];
}

const body = (path: string, why: string): string => `${path} in body ${why}`;

function typeError(path: string, found: unknown, wanted: unknown): FieldError {
  return {
    ...invalidValue(path, found, body(path, `must be of type ${String(wanted)}: ${JSON.stringify(found)}`)),
    reason: "FieldValueTypeInvalid",
  };
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case "object":
      return isRecord(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number";
    default:
      return typeof value === type;
  }
}

function goTypeName(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean"
    ? "boolean"
    : isRecord(value)
      ? "object"
      : Array.isArray(value)
        ? "array"
        : value === null
          ? "null"
          : typeof value;
}

function enumErrors(value: unknown, { enum: options }: Schema, path: string): FieldError[] {
  if (!Array.isArray(options) || options.some((option) => deepEqual(option, value))) return [];
  const texts = options.map((option) => (typeof option === "string" ? option : JSON.stringify(option)));
  return [notSupported(path, value, texts)];
}

function numberErrors(value: number, schema: Schema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { minimum, maximum, multipleOf } = schema;
  if (typeof minimum === "number") {
    const exclusive = schema["exclusiveMinimum"] === true;
    if (exclusive ? value <= minimum : value < minimum) {
      errors.push(
        invalidValue(
          path,
          value,
          body(path, exclusive ? `should be greater than ${minimum}` : `should be greater than or equal to ${minimum}`),
        ),
      );
    }
  }
  if (typeof maximum === "number") {
    const exclusive = schema["exclusiveMaximum"] === true;
    if (exclusive ? value >= maximum : value > maximum) {
      errors.push(
        invalidValue(
          path,
          value,
          body(path, exclusive ? `should be less than ${maximum}` : `should be less than or equal to ${maximum}`),
        ),
      );
    }
  }
  if (typeof multipleOf === "number" && value % multipleOf !== 0)
    errors.push(invalidValue(path, value, body(path, `should be a multiple of ${multipleOf}`)));
  return errors;
}

/** The first rule that a text breaks; the real server stops there. */
function stringErrors(value: string, schema: Schema, path: string, matches: MatchPattern): FieldError[] {
  const { minLength, maxLength, pattern } = schema;
  const length = [...value].length;
  if (typeof maxLength === "number" && length > maxLength)
    return [tooLong(path, "may not be more than", maxLength, "bytes")];
  if (typeof minLength === "number" && length < minLength)
    return [invalidValue(path, value, body(path, `should be at least ${minLength} chars long`))];
  if (typeof pattern === "string" && !matches(pattern, value)) {
    return [invalidValue(path, value, body(path, `should match '${pattern}'`))];
  }
  if (schema["format"] === "date-time" && Number.isNaN(Date.parse(value))) {
    return [
      {
        ...invalidValue(path, value, body(path, `must be of type date-time: ${JSON.stringify(value)}`)),
        reason: "FieldValueTypeInvalid",
      },
    ];
  }
  return [];
}

function listErrors(value: readonly unknown[], schema: Schema, path: string, matches: MatchPattern): FieldError[] {
  const errors: FieldError[] = [];
  const { minItems, maxItems, items } = schema;
  if (typeof minItems === "number" && value.length < minItems)
    errors.push(invalidValue(path, value.length, body(path, `should have at least ${minItems} items`)));
  if (typeof maxItems === "number" && value.length > maxItems) {
    errors.push({
      reason: "FieldValueTooMany",
      field: path,
      message: `Too many: ${value.length}: must have at most ${maxItems} item${maxItems === 1 ? "" : "s"}`,
    });
  }
  if (isRecord(items))
    for (const [index, item] of value.entries())
      errors.push(...validateValue(item, items, `${path}[${index}]`, matches));
  const listType = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"];
  const seen = new Set<string>();
  for (const [index, item] of value.entries()) {
    if (listType !== "set" && listType !== "map") break;
    const identity =
      listType === "set"
        ? item
        : Object.fromEntries(
            (Array.isArray(keys) ? keys : []).map((key) => [key, isRecord(item) ? item[String(key)] : undefined]),
          );
    const text = JSON.stringify(identity);
    if (seen.has(text)) errors.push(duplicateValue(`${path}[${index}]`, identity));
    seen.add(text);
  }
  return errors;
}

function objectErrors(value: Schema, schema: Schema, path: string, matches: MatchPattern): FieldError[] {
  const errors: FieldError[] = [];
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const below = (key: string): string => (path === "" ? key : `${path}.${key}`);
  const needed = schema["required"];
  if (Array.isArray(needed))
    for (const key of needed) if (value[String(key)] === undefined) errors.push(required(below(String(key))));
  for (const [key, item] of Object.entries(value)) {
    if (path === "" && (key === "metadata" || key === "apiVersion" || key === "kind")) continue;
    const property = Object.hasOwn(properties, key) ? properties[key] : schema["additionalProperties"];
    if (isRecord(property)) errors.push(...validateValue(item, property, below(key), matches));
  }
  const { maxProperties, minProperties } = schema;
  const count = Object.keys(value).length;
  if (typeof maxProperties === "number" && count > maxProperties) {
    errors.push({
      reason: "FieldValueTooMany",
      field: path,
      message: `Too many: ${count}: must have at most ${maxProperties} item${maxProperties === 1 ? "" : "s"}`,
    });
  }
  if (typeof minProperties === "number" && count < minProperties)
    errors.push(invalidValue(path, count, body(path, `should have at least ${minProperties} properties`)));
  return errors;
}

/** Conditions of a schema. Where none of several alternatives fits, the errors of the first are given as well. */
function logicErrors(value: unknown, schema: Schema, path: string, matches: MatchPattern): FieldError[] {
  const outcomes = (name: string): FieldError[][] =>
    (Array.isArray(schema[name]) ? schema[name].filter(isRecord) : []).map((one) =>
      validateValue(value, one, path, matches),
    );
  const broken = (why: string): FieldError => unnamedInvalid(path, `"${path}" must ${why}`);
  const fitting = (all: readonly FieldError[][]): number => all.filter((one) => one.length === 0).length;
  const errors: FieldError[] = [];
  const any = outcomes("anyOf");
  if (any.length > 0 && fitting(any) === 0)
    errors.push(broken("validate at least one schema (anyOf)"), ...(any[0] ?? []));
  const one = outcomes("oneOf");
  const valid = fitting(one);
  if (one.length > 0 && valid !== 1) {
    const found = valid === 0 ? "Found none valid" : `Found ${valid} valid alternatives`;
    errors.push(broken(`validate one and only one schema (oneOf). ${found}`));
    if (valid === 0) errors.push(...(one[0] ?? []));
  }
  const all = outcomes("allOf");
  errors.push(...all.flat());
  if (fitting(all) !== all.length)
    errors.push(broken(`validate all the schemas (allOf)${fitting(all) === 0 ? ". None validated" : ""}`));
  if (isRecord(schema["not"]) && validateValue(value, schema["not"], path, matches).length === 0)
    errors.push(broken("not validate the schema (not)"));
  return errors;
}
