/** Whether a value is an object with members: not a list, not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Sets a member as data. A member called `__proto__` becomes an ordinary member, and the prototype stays what it was.
 */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else (object as Record<string, unknown>)[key] = value;
}
