import { setOwn } from "./record.ts";

/** A type whose members that may be `undefined` may be absent instead. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> } & {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
};

/**
 * Without what is `undefined`: an option that is there and `undefined` was not given, and must not replace another's
 * value.
 */
export function defined<T extends object>(value: { [K in keyof T]: T[K] }): Defined<T> {
  const members: object = {};
  for (const [key, member] of Object.entries(value)) if (member !== undefined) setOwn(members, key, member);
  return members as Defined<T>;
}
