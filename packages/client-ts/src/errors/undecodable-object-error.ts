import { isClientError } from "./client-error.ts";
import { ProtocolError } from "./errors.ts";

/** Which object it is about, and why it cannot be read. */
export interface UndecodableFacts extends ErrorOptions {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Finishes the sentence "the object cannot be decoded: …". */
  readonly reason: string;
}

/**
 * An object of a cache cannot be decoded: it is nested too deep, or it is not JSON. Its key and metadata are known,
 * reading the object throws this, and the other objects are not affected. Test for it with {@link isUndecodable}.
 */
export class UndecodableObjectError extends ProtocolError {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Why, as `it is nested deeper than 1000 levels`. */
  readonly reason: string;

  constructor({ key, uid, resourceVersion, reason, ...options }: UndecodableFacts) {
    super(
      `object ${JSON.stringify(key)} at resourceVersion ${JSON.stringify(resourceVersion)} cannot be decoded: ${reason}`,
      options,
    );
    this.name = "UndecodableObjectError";
    this.key = key;
    this.uid = uid;
    this.resourceVersion = resourceVersion;
    this.reason = reason;
  }
}

/** Whether the error says that an object cannot be decoded. */
export function isUndecodable(error: unknown): error is UndecodableObjectError {
  return isClientError(error, "Protocol") && error.name === "UndecodableObjectError";
}

/** The {@link UndecodableObjectError} that an error is or was caused by. */
export function findUndecodable(error: unknown): UndecodableObjectError | undefined {
  let each = error;
  for (let depth = 0; depth < 10 && typeof each === "object" && each !== null; depth++) {
    if (isUndecodable(each)) return each;
    each = (each as { cause?: unknown }).cause;
  }
  return undefined;
}
