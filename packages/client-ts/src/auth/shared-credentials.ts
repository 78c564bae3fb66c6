import type { Credential } from "../transport/index.ts";

/** The largest number of credentials that are remembered. */
const mostShared = 64;

/**
 * Credentials that clients of one process share when their keys are equal. Beyond 64 the oldest is closed and
 * forgotten; the clients that use it keep it.
 */
export class SharedCredentials {
  readonly #credentials = new Map<string, Credential>();

  /** The credential for a key, made on the first call for that key. */
  get(key: string, make: () => Credential): Credential {
    let credential = this.#credentials.get(key);
    if (credential === undefined) {
      credential = make();
      this.#credentials.set(key, credential);
      this.#forgetOldest();
    }
    return credential;
  }

  #forgetOldest(): void {
    const [oldest] = this.#credentials.keys();
    if (this.#credentials.size <= mostShared || oldest === undefined) return;
    this.#credentials.get(oldest)?.close?.();
    this.#credentials.delete(oldest);
  }
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** A number for an object, always the same one, so that a key can name a clock or an environment. */
export function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++lastNumber;
  numbers.set(object, number);
  return number;
}
