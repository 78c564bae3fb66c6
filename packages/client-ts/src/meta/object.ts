/** Who wrote which fields of an object. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: "Apply" | "Update" | (string & {});
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: unknown;
  subresource?: string;
}

/** A link from an object to the one that owns it. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** What every object carries. Times are RFC 3339 strings, as the server sends them. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** Any Kubernetes object: plain JSON. */
export interface KubeObject {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
}

/** What a list carries in addition to its items. */
export interface ListMeta {
  selfLink?: string;
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
  /** Which part of the whole this list is, when shards were asked for. */
  shardInfo?: { selector: string };
}

/** A list as the server sends it, with `kind` and `apiVersion` filled in on each item. */
export interface KubeList<T> {
  apiVersion?: string;
  kind?: string;
  metadata: ListMeta;
  items: T[];
}

/** An object of which nothing but its identity is known by type. */
export interface Unstructured extends KubeObject {
  [field: string]: unknown;
}

/**
 * What a server returned: identity and version are there. Whether there is a namespace follows the kind's scope, and
 * `Stored<T>` of a kind whose scope is not known keeps it optional.
 */
export type Stored<T extends KubeObject, S extends Scope = Scope> = Omit<T, "apiVersion" | "kind" | "metadata"> & {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta & {
    name: string;
    uid: string;
    resourceVersion: string;
    creationTimestamp: string;
  } & ([S] extends ["Namespaced"] ? { namespace: string } : unknown);
};

/** Whether objects of a kind are in namespaces. */
export type Scope = "Namespaced" | "Cluster";

/** `T`, not to be changed, all the way down: what a cache hands out. Values that are not objects stay as they are. */
export type DeepReadonly<T> = T extends string | number | boolean | bigint | symbol | null | undefined
  ? T // first of all: `"Running" | (string & {})` would count as an object below
  : T extends readonly (infer E)[]
    ? readonly DeepReadonly<E>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;

/** Any Kubernetes object that is only read: one of yours, one that a server returned, or one from a cache. */
export type ReadonlyObject = DeepReadonly<KubeObject>;
