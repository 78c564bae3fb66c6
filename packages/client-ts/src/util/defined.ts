/**
 * Without what is `undefined`: an option that is there and `undefined` was not given, and must not replace another's
 * value.
 */
export function defined<T extends object>(
  value: { [K in keyof T]: T[K] | undefined },
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
