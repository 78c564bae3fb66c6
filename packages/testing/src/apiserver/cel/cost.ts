import type { Environment } from "@marcbachmann/cel-js";
import { isObject, type Json } from "../objects.ts";

const macros = new Set(["all", "exists", "exists_one", "existsOne", "map", "filter"]);

/** How deep loops over collections may lie in each other when nothing bounds the collections. */
const mostNested = 2;

/**
 * Whether a rule could take too long: the real server estimates the cost of each rule from the bounds in the schema.
 * This is a coarse form of it: three loops within each other, or one for each item of a list without a bound, in a
 * schema none of whose lists and maps has a bound.
 */
export function isTooCostly(
  environment: Environment,
  expression: string,
  { schema, openLists }: { readonly schema: Json; readonly openLists: number },
): boolean {
  const collections = collectionsOf(schema);
  if (collections.length === 0 || collections.some(isBounded)) return false;
  return depthOf(environment.parse(expression).ast) > (openLists > 0 ? 0 : mostNested);
}

/** What the real server spends on one rule at most. Each turn of a loop costs two at least. */
const callCostLimit = 1_000_000;
const turnCost = 2;

/**
 * Whether a rule takes too long with the values that it has. Turns of loops are counted as if none ended early; a list
 * that is not a field of the object counts as empty.
 */
export function exceedsCallCost(ast: unknown, variables: Readonly<Record<string, unknown>>): boolean {
  return depthOf(ast) > 1 && turnsOf(ast, variables) * turnCost > callCostLimit;
}

function turnsOf(node: unknown, variables: Readonly<Record<string, unknown>>): number {
  if (Array.isArray(node)) return node.reduce((sum: number, one) => sum + turnsOf(one, variables), 0);
  if (typeof node !== "object" || node === null) return 0;
  const { args } = node as { readonly args?: unknown };
  if (!isLoop(node)) return turnsOf(args, variables);
  const [, receiver, inner] = args as unknown[];
  return sizeOf(valueAt(receiver, variables)) * (1 + turnsOf(inner, variables));
}

/** The value of a path like `self.spec.list`. */
function valueAt(node: unknown, variables: Readonly<Record<string, unknown>>): unknown {
  const { op, args } = (node ?? {}) as { readonly op?: unknown; readonly args?: unknown };
  if (op === "id") return variables[String(args)];
  if (op !== "." || !Array.isArray(args)) return undefined;
  const holder = valueAt(args[0], variables);
  return isObject(holder) ? holder[String(args[1])] : undefined;
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
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

/** Whether a list or map has a bound. */
export function isBounded({ maxItems, maxProperties }: Json): boolean {
  return maxItems !== undefined || maxProperties !== undefined;
}

/** How many loops lie in each other. */
function depthOf(node: unknown): number {
  if (Array.isArray(node)) return Math.max(0, ...node.map(depthOf));
  if (typeof node !== "object" || node === null) return 0;
  const { args } = node as { readonly args?: unknown };
  return (isLoop(node) ? 1 : 0) + depthOf(args);
}

function isLoop(node: object): boolean {
  const { op, args } = node as { readonly op?: unknown; readonly args?: unknown };
  return op === "rcall" && Array.isArray(args) && macros.has(String(args[0]));
}
