import { inspect } from "node:util";

const redacted = "[redacted]";

/**
 * A credential. It prints as `[redacted]` however it is printed: in a template, in JSON, in `console.log`, in an error.
 * Only {@link Secret.reveal} gives the text, at the last moment, to whoever sends it.
 */
export class Secret {
  readonly #text: string;

  static {
    Object.defineProperty(Secret.prototype, inspect.custom, { value: () => redacted });
  }

  constructor(text: string) {
    this.#text = text;
  }

  /** The credential itself. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }
}
