import type { ObjectMeta } from "../meta/index.ts";

/**
 * One object as far as a cache knows it: its identity costs nothing, the object itself is decoded when somebody reads it. Whether the bytes
 * behind it are JSON or something else is the codec's own matter.
 */
export interface Entry<T> {
  /** `namespace/name`, or `name` without a namespace. */
  readonly key: string;
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Labels, annotations, owners and the rest of the metadata, without decoding the object. */
  readonly meta: ObjectMeta;
  /** The object; decoded on first read, and the same object while somebody holds it. Not to be changed. */
  readonly object: T;
  /** One field by its path, `["spec", "nodeName"]`, without decoding the object; `undefined` when it is not there. */
  field(path: readonly string[]): unknown;
}
