import { InvalidArgumentError } from "../errors/index.ts";

/** How deep an object may be nested. What Kubernetes sends stays below 100. */
export const maxDepth = 1000;

/**
 * Freezes plain JSON all the way down and returns it. Refuses what is nested deeper than 1,000 levels with an error
 * that can be caught.
 */
export function deepFreeze<T>(value: T): T {
  freeze(value, 0);
  return value;
}

/** As {@link deepFreeze}, for an object some of whose members are those of another one that is frozen already. */
export function deepFreezeBeside(object: object, frozen: unknown): void {
  const done = frozen as Readonly<Record<string, unknown>>;
  for (const [key, value] of Object.entries(object)) if (value !== done[key]) freeze(value, 1);
  Object.freeze(object);
}

/** Refuses what is nested deeper than 1,000 levels, as {@link deepFreeze} does, and changes nothing. */
export function checkDepth(value: unknown): void {
  check(value, 0);
}

function freeze(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > maxDepth) throw tooDeep();
  if (Array.isArray(value)) for (const element of value) freeze(element, depth + 1);
  else for (const key in value) freeze((value as Record<string, unknown>)[key], depth + 1);
  Object.freeze(value);
}

function check(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > maxDepth) throw tooDeep();
  if (Array.isArray(value)) for (const element of value) check(element, depth + 1);
  else for (const key in value) check((value as Record<string, unknown>)[key], depth + 1);
}

function tooDeep(): InvalidArgumentError {
  return new InvalidArgumentError(`the object is nested deeper than ${maxDepth} levels`);
}
