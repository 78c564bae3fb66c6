/**
 * A copy of an object with further fields, as `{ ...object, ...more }`. For code that runs with each request: V8 of
 * Node 20 needs half a microsecond and more for each field that a spread object gets afterwards, which is several times
 * what this takes. Only for objects whose fields are ours: a field with the name `__proto__` is not copied.
 */
export function extended<T extends object, M extends object>(object: T, more: M): T & M {
  return Object.assign({}, object, more);
}
