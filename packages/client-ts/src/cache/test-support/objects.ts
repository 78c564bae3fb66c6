/** Small objects for specs. */
export interface Named {
  readonly key: string;
  readonly value: unknown;
}

/** An element with a key. */
export function named(key: string, value: unknown): Named {
  return { key, value };
}
