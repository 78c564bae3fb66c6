import { InvalidArgumentError } from "../errors/index.ts";

/** Any JSON object: its members are data, whatever they are called. */
export type PlainObject = { [key: string]: unknown };

/**
 * How deep objects and lists may nest before the functions of this module fail with a typed error instead of
 * overflowing the stack.
 */
const maxNesting = 1_000;

/** Whether an object itself has a member, whatever its prototype offers. */
export function hasOwn(object: object, key: string): boolean {
  return Object.hasOwn(object, key);
}

/** The member itself, never what a prototype offers under that name. */
export function getOwn(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as PlainObject)[key] : undefined;
}

/** Refuses to go deeper than 1,000 levels; `doing` completes the message. */
export function checkNesting(depth: number, doing: string): void {
  if (depth > maxNesting)
    throw new InvalidArgumentError(`cannot ${doing}: the value is nested deeper than ${maxNesting} levels`);
}

/** Text for a message: whole when short, else its beginning and its length. */
export function excerpt(text: string, limit = 64): string {
  return text.length <= limit
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, limit))}… (${text.length} characters)`;
}
