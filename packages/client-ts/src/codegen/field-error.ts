/** One field that is wrong, with the words the real server uses. */
export interface FieldError {
  /** The cause's reason: `FieldValueInvalid`, `FieldValueRequired`, ... */
  readonly reason: string;
  readonly field: string;
  /** Where it is wrong, when the real server names no field (`<nil>`) and has the path in its message alone. */
  readonly at?: string | undefined;
  /** What follows the field's name in the message. */
  readonly message: string;
}

/** A field whose value is not allowed. */
export function invalidValue(field: string, value: unknown, why: string): FieldError {
  return {
    reason: "FieldValueInvalid",
    field,
    message: `Invalid value: ${quoted(value)}${why === "" ? "" : `: ${why}`}`,
  };
}

/** A value that breaks a rule for which the real server names no field. */
export function unnamedInvalid(at: string, why: string): FieldError {
  return { ...invalidValue("<nil>", "", why), at };
}

/** A field that must be there. */
export function required(field: string, why = ""): FieldError {
  return { reason: "FieldValueRequired", field, message: why === "" ? "Required value" : `Required value: ${why}` };
}

/** A field whose value is not one of a closed set. */
export function notSupported(field: string, value: unknown, supported: readonly string[]): FieldError {
  const list = supported.map((one) => JSON.stringify(one)).join(", ");
  return {
    reason: "FieldValueNotSupported",
    field,
    message: `Unsupported value: ${quoted(value)}${list === "" ? "" : `: supported values: ${list}`}`,
  };
}

/** Two entries of a list that must differ. */
export function duplicateValue(field: string, value: unknown): FieldError {
  return { reason: "FieldValueDuplicate", field, message: `Duplicate value: ${quoted(value)}` };
}

/** A text or list beyond its limit. */
export function tooLong(field: string, what: string, limit: number, unit: string): FieldError {
  return { reason: "FieldValueTooLong", field, message: `Too long: ${what} ${limit} ${unit}` };
}

/** As Go prints a value in a field error: texts quoted, objects as JSON. */
function quoted(value: unknown): string {
  return value === undefined ? "null" : JSON.stringify(value).replace(/\\u00([01][0-9a-f])/g, "\\x$1");
}
