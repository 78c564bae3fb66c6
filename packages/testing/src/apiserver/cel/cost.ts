import type { Environment } from "@marcbachmann/cel-js";
import { isObject, type Json } from "../objects.ts";

const macros = new Set(["all", "exists", "exists_one", "existsOne", "map", "filter"]);

/** How deep loops over collections may lie in each other when nothing bounds the collections. */
const mostNested = 2;

/**
 * Whether a rule could take too long: the real server estimates the cost of each rule from the bounds in the schema.
 * This is a coarse form of it: three loops within each other, in a schema none of whose lists and maps has a bound.
 */
export function isTooCostly(environment: Environment, expression: string, schema: Json): boolean {
  const collections = collectionsOf(schema);
  if (collections.length === 0 || collections.some(isBounded)) return false;
  return depthOf(environment.parse(expression).ast) > mostNested;
}

/** What the real server says of a rule that costs too much. */
export const tooCostly: string =
  "estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, " +
  "maxProperties, and maxLength where arrays, maps, and strings are declared)";

function collectionsOf(schema: Json): Json[] {
  const { properties, items, additionalProperties } = schema;
  const below = [...(isObject(properties) ? Object.values(properties) : []), items, additionalProperties];
  const own = isObject(items) || isObject(additionalProperties) ? [schema] : [];
  return [...own, ...below.filter(isObject).flatMap(collectionsOf)];
}

function isBounded({ maxItems, maxProperties }: Json): boolean {
  return maxItems !== undefined || maxProperties !== undefined;
}

/** How many loops lie in each other. */
function depthOf(node: unknown): number {
  if (Array.isArray(node)) return Math.max(0, ...node.map(depthOf));
  if (typeof node !== "object" || node === null) return 0;
  const { op, args } = node as { readonly op?: unknown; readonly args?: unknown };
  const isLoop = op === "rcall" && Array.isArray(args) && macros.has(String(args[0]));
  return (isLoop ? 1 : 0) + depthOf(args);
}
