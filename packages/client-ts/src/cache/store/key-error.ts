import { InvalidArgumentError } from "../../errors/index.ts";
import { messageOf } from "../../util/index.ts";

/** An object has no key, so no store can hold it. `cause` says why; `object` is the object. */
export class KeyError extends InvalidArgumentError {
  readonly object: unknown;

  constructor(object: unknown, cause: unknown) {
    super(`the object has no key: ${messageOf(cause)}`, { cause });
    this.name = "KeyError";
    this.object = object;
  }
}
