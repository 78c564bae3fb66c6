import { ClientError } from "../../errors/index.ts";

/** An object has no key, so no store can hold it. `cause` says why; `object` is the object. */
export class KeyError extends ClientError {
  readonly object: unknown;

  constructor(object: unknown, cause: unknown) {
    super("InvalidArgument", `the object has no key: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = "KeyError";
    this.object = object;
  }
}
