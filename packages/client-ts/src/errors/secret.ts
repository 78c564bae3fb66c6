import { inspect } from "node:util";

const redacted = "[redacted]";

/** Marks a Secret across copies of this package in one process, where `instanceof` would disagree. */
const brand = Symbol.for("client-ts.secret");

/**
 * A credential. It prints as `[redacted]` however it is printed: in a template, in JSON, in `console.log`, in an error;
 * and a copy of an object that holds it, by spread or `structuredClone`, shows no more. Only {@link Secret.reveal}
 * gives the value, at the last moment, to whoever sends it.
 */
export class Secret<T = string> {
  readonly #value: T;

  static {
    Object.defineProperty(Secret.prototype, inspect.custom, { value: () => redacted });
    Object.defineProperty(Secret.prototype, brand, { value: true });
  }

  constructor(value: T) {
    this.#value = value;
  }

  /** The credential itself. */
  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }
}

/** Whether a value is a {@link Secret}, of any copy of this package. */
export function isSecret(value: unknown): value is Secret<unknown> {
  return typeof value === "object" && value !== null && brand in value;
}

/** The value itself, whether it is held in a {@link Secret} or not. */
export function revealed<T>(value: T | Secret<T>): T {
  return isSecret(value) ? (value as Secret<T>).reveal() : (value as T);
}
