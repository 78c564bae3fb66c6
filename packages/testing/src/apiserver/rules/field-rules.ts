import { type FieldError, invalidValue } from "../api-error.ts";
import { field } from "../objects.ts";

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end " +
  "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start " +
  "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** A value that must name something that exists. */
export function notFoundValue(path: string, value: unknown): FieldError {
  return { reason: "FieldValueNotFound", field: path, message: `Not found: ${JSON.stringify(value)}` };
}

/** Numbers that must not be negative, where they are given. */
export function notNegative(object: unknown, base: string, ...names: readonly string[]): FieldError[] {
  return names.flatMap((name) => {
    const value = field(object, name);
    const path = base === "" ? name : `${base}.${name}`;
    return typeof value === "number" && value < 0
      ? [invalidValue(path, value, "must be greater than or equal to 0")]
      : [];
  });
}

/** What is wrong with a name that is part of a host name. */
export function labelErrors(value: unknown, path: string): FieldError[] {
  return isMatch(value, /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 63) ? [] : [invalidValue(path, value, label)];
}

/** What is wrong with a host name. */
export function subdomainErrors(value: unknown, path: string): FieldError[] {
  return isMatch(value, subdomainPattern, 253) ? [] : [invalidValue(path, value, subdomain)];
}

/** What is wrong with a host name that begins with a star. */
export function wildcardErrors(value: string, path: string): FieldError[] {
  if (value.startsWith("*.") && isMatch(value.slice(2), subdomainPattern, 251)) return [];
  const why =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of " +
    "lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', " +
    "regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  return [invalidValue(path, value, why)];
}

/** What is wrong with the number of a port. */
export function portErrors(value: unknown, path: string): FieldError[] {
  const isFine = typeof value === "number" && value >= 1 && value <= 65_535;
  return isFine ? [] : [invalidValue(path, value ?? 0, "must be between 1 and 65535, inclusive")];
}

const subdomainPattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function isMatch(value: unknown, pattern: RegExp, longest: number): boolean {
  return typeof value === "string" && value.length <= longest && pattern.test(value);
}

/** The list under a name; an empty one where there is none. */
export function listOf(value: unknown, name: string): unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}
