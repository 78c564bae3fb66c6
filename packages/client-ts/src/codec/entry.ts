import { isUndecodable } from "../errors/index.ts";
import type { ObjectMeta } from "../meta/index.ts";

/**
 * One object as far as a cache knows it: its identity costs nothing, the object itself is decoded when a caller reads
 * it. Whether the bytes behind it are JSON or something else is the codec's own matter.
 */
export interface Entry<T> {
  /**
   * `namespace/name`, or `name` without a namespace. Empty when the object has no name, which no server should send.
   */
  readonly key: string;
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** What the object says it is, or what its list says its items are; empty when neither does. */
  readonly apiVersion: string;
  /** What the object says it is, or what its list says its items are; empty when neither does. */
  readonly kind: string;
  /**
   * Labels, annotations, owners and the rest of the metadata, without decoding the object. Never throws: when the
   * metadata cannot be decoded, it has name, namespace, uid and resourceVersion. Not to be changed.
   */
  readonly meta: ObjectMeta;
  /**
   * The object; decoded on first read, and the same object while a caller holds it. Throws an UndecodableObjectError
   * when it cannot be decoded. Not to be changed.
   */
  readonly object: T;
  /**
   * One field by its path, `["spec", "nodeName"]`, without decoding the object; `undefined` when it is not there.
   * Throws an UndecodableObjectError when it cannot be decoded.
   */
  field(path: readonly string[]): unknown;
}

/** Marks our entries across copies of this package, so that a store can tell an entry from an object. */
const brand = Symbol.for("client-ts.entry");

/** Marks a class's instances as entries; for callers that write an {@link Entry} of their own. */
export function brandEntry(prototype: object): void {
  Object.defineProperty(prototype, brand, { value: true });
}

/** Whether a value is an {@link Entry} rather than an object. */
export function isEntry(value: unknown): value is Entry<unknown> {
  return typeof value === "object" && value !== null && brand in value;
}

/** An entry's object, or `undefined` when it cannot be decoded. */
export function objectIfDecodable<T>(entry: Entry<T>): T | undefined {
  try {
    return entry.object;
  } catch (error) {
    if (isUndecodable(error)) return undefined;
    throw error;
  }
}
