import { type FieldError, validateValue } from "client-ts/internal";
import type { Json } from "../objects.ts";
import { matchesPattern } from "./pattern.ts";

/**
 * What is wrong with a value under an OpenAPI v3 schema, in the real server's words. Patterns are matched in linear
 * time: their authors are strangers.
 */
export function validateCustom(value: unknown, schema: Json, path: string): FieldError[] {
  return validateValue(value, schema, path, matchesPattern);
}
