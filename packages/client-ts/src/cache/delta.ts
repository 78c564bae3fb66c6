import { ClosedError, InvalidArgumentError } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";

/**
 * An object that vanished while no watch was open: its key, and the last state that was known, which may be old or
 * missing.
 */
export interface DeletedFinalStateUnknown<E> {
  readonly finalStateUnknown: true;
  readonly key: string;
  readonly object: E | undefined;
}

/** One change to one object. */
export type ObjectDelta<E> =
  | { readonly type: "Added" | "Updated" | "Replaced" | "Sync"; readonly object: E }
  | { readonly type: "Deleted"; readonly object: E | DeletedFinalStateUnknown<E> };

/** One change: to one object, or to all of them at once as the atomic queue has it. */
export type Delta<E> =
  | ObjectDelta<E>
  | { readonly type: "ReplacedAll"; readonly resourceVersion: string; readonly objects: readonly E[] }
  | { readonly type: "SyncAll" }
  | { readonly type: "Bookmark"; readonly resourceVersion: string };

/** Every change of one key that waits, oldest first. Never empty. */
export type Deltas<E> = readonly ObjectDelta<E>[];

/** The last change that waits. */
export function newest<E>(deltas: Deltas<E>): ObjectDelta<E> | undefined {
  return deltas[deltas.length - 1];
}

/** A deletion of which only the key and perhaps an old state are known. */
export function tombstone<E>(key: string, object: E | undefined): DeletedFinalStateUnknown<E> {
  return { finalStateUnknown: true, key, object };
}

/** Whether a deleted object is a tombstone: its key and the last known state, if any. */
export function isDeletedFinalStateUnknown<E>(value: unknown): value is DeletedFinalStateUnknown<E> {
  return (
    typeof value === "object" && value !== null && (value as { finalStateUnknown?: unknown }).finalStateUnknown === true
  );
}

/** Gives the key of an element. Throws when it has none. */
export type KeyFunc<E> = (element: E) => string;

/**
 * `namespace/name` of an object, or the `key` of an entry or a tombstone. Throws an InvalidArgumentError for anything
 * without a name.
 */
export function elementKey(element: unknown): string {
  if (typeof element === "object" && element !== null) {
    const { key, metadata } = element as { key?: unknown; metadata?: KubeObject["metadata"] };
    if (typeof key === "string") return key;
    if (typeof metadata?.name === "string" && metadata.name !== "") {
      return metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
    }
  }
  throw new InvalidArgumentError("an object without metadata.name has no key");
}

/** The key of whatever a queue handles: an element, a tombstone, a delta or the deltas of one key. */
export function keyOfAny<E>(
  value: E | DeletedFinalStateUnknown<E> | ObjectDelta<E> | Deltas<E>,
  keyOf: KeyFunc<E>,
): string {
  if (Array.isArray(value)) {
    const last = newest(value as Deltas<E>);
    if (last === undefined) throw new InvalidArgumentError("an empty list of deltas has no key");
    return keyOfAny(last.object, keyOf);
  }
  if (isDeletedFinalStateUnknown<E>(value)) return value.key;
  if (isObjectDelta<E>(value)) return keyOfAny(value.object, keyOf);
  return keyOf(value as E);
}

/** A queue was closed: nothing comes out of it any more. */
export class FIFOClosedError extends ClosedError {
  constructor() {
    super("the queue was closed");
    this.name = "FIFOClosedError";
  }
}

/** Thrown by a process step that wants the same deltas again. `cause` is why. */
export class RequeueError extends Error {
  constructor(message = "process again", options?: ErrorOptions) {
    super(message, options);
    this.name = "RequeueError";
  }
}

const objectDeltaTypes: ReadonlySet<unknown> = new Set(["Added", "Updated", "Deleted", "Replaced", "Sync"]);

function isObjectDelta<E>(value: unknown): value is ObjectDelta<E> {
  if (typeof value !== "object" || value === null) return false;
  const { type, object } = value as { type?: unknown; object?: unknown };
  return objectDeltaTypes.has(type) && typeof object === "object" && object !== null && !("metadata" in value);
}
