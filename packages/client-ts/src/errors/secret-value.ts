import { inspect } from "node:util";

const redacted = "[redacted]";

/** Marks a SecretValue across copies of this package in one process, where `instanceof` would disagree. */
const brand = Symbol.for("client-ts.secret");

/**
 * A credential. It prints as `[redacted]` in a template, in JSON, in `console.log` and in an error, and a copy of an
 * object that holds it, by spread or `structuredClone`, shows no more. Only {@link SecretValue.reveal} returns the
 * value; call it where the credential is sent.
 */
export class SecretValue<T = string> {
  readonly #value: T;

  static {
    Object.defineProperty(SecretValue.prototype, inspect.custom, { value: () => redacted });
    Object.defineProperty(SecretValue.prototype, brand, { value: true });
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

/**
 * Holds a credential so that it cannot be printed by accident: `newSecretValue(token)`. Not the kind `Secret` of
 * `client-ts/api/core/v1`.
 */
export function newSecretValue<T = string>(value: T): SecretValue<T> {
  return new SecretValue(value);
}

/** Whether a value is a {@link SecretValue}, of any copy of this package. */
export function isSecretValue(value: unknown): value is SecretValue<unknown> {
  return typeof value === "object" && value !== null && brand in value;
}

/** The value itself, whether it is held in a {@link SecretValue} or not. */
export function revealed<T>(value: T | SecretValue<T>): T {
  return isSecretValue(value) ? (value as SecretValue<T>).reveal() : (value as T);
}
