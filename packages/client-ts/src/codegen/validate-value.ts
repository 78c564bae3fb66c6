import { deepEqual } from "../meta/index.ts";
import { isRecord } from "./check-schema.ts";
import { duplicateValue, type FieldError, invalidValue, notSupported, required, tooLong } from "./field-error.ts";

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
    return [
      mismatch,
      { ...invalidValue("<nil>", "", `Checked value must be of type integer (default format) in ${path}`) },
    ];
  }
  const options = schema["enum"];
  if (Array.isArray(options) && !options.some((option) => deepEqual(option, value))) {
    errors.push(
      notSupported(
        path,
        value,
        options.map((option) => (typeof option === "string" ? option : JSON.stringify(option))),
      ),
    );
  }
  if (typeof value === "number") errors.push(...numberErrors(value, schema, path));
  if (typeof value === "string") errors.push(...stringErrors(value, schema, path, matches));
  if (Array.isArray(value)) errors.push(...listErrors(value, schema, path, matches));
  if (isRecord(value)) errors.push(...objectErrors(value, schema, path, matches));
  errors.push(...logicErrors(value, schema, path, matches));
  return errors;
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
      message: `Too many: ${count}: must have at most ${maxProperties} items`,
    });
  }
  if (typeof minProperties === "number" && count < minProperties)
    errors.push(invalidValue(path, count, body(path, `should have at least ${minProperties} properties`)));
  return errors;
}

function logicErrors(value: unknown, schema: Schema, path: string, matches: MatchPattern): FieldError[] {
  const errors: FieldError[] = [];
  const all = (name: string): Schema[] => (Array.isArray(schema[name]) ? schema[name].filter(isRecord) : []);
  const fits = (one: Schema): boolean => validateValue(value, one, path, matches).length === 0;
  for (const one of all("allOf")) errors.push(...validateValue(value, one, path, matches));
  const any = all("anyOf");
  if (any.length > 0 && !any.some(fits))
    errors.push(invalidValue(path, value, body(path, "must validate at least one schema (anyOf)")));
  const one = all("oneOf");
  if (one.length > 0 && one.filter(fits).length !== 1)
    errors.push(invalidValue(path, value, body(path, "must validate one and only one schema (oneOf)")));
  if (isRecord(schema["not"]) && fits(schema["not"]))
    errors.push(invalidValue(path, value, body(path, "must not validate the schema (not)")));
  return errors;
}
