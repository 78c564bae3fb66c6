import type { KubeObject, ObjectMeta } from "../meta/index.ts";

/**
 * What may be applied to an object of type `T`: every field is optional at every depth, because one applies only what one wants to own, but
 * what says *which* object and *which* list element is meant stays required: `metadata.name`, and in list elements the fields by which lists of
 * the API are merged (a container's `name`, a port's `containerPort`). `apiVersion` and `kind` come from the descriptor.
 *
 * ```ts
 * const web: ApplyConfiguration<Deployment> = { metadata: { name: "web" }, spec: { replicas: 3 } };
 * ```
 */
export type ApplyConfiguration<T extends KubeObject> = {
  [K in Exclude<keyof T, "metadata">]?: ApplyPart<NonNullable<T[K]>>;
} & {
  metadata: ApplyPart<ObjectMeta> & { name: string };
};

/** A value inside an {@link ApplyConfiguration}: objects lose what they require, lists ask for their elements' identity. */
export type ApplyPart<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer E)[]
    ? ApplyElement<E>[]
    : T extends object
      ? { [K in keyof T]?: ApplyPart<NonNullable<T[K]>> }
      : T;

/** A list element inside an {@link ApplyConfiguration}. */
export type ApplyElement<E> = E extends string | number | boolean
  ? E
  : E extends object
    ? ApplyPart<E> & { [K in keyof E as K extends IdentityField ? (Pick<E, K> extends Required<Pick<E, K>> ? K : never) : never]: E[K] }
    : E;

/**
 * Names of the fields by which the API's lists of objects are merged, where the elements require them. Keys with a default (`protocol`) and
 * those that are a key in one list and an ordinary field in many (`status`, `reason`) are not among them.
 */
export type IdentityField =
  | "name"
  | "type"
  | "containerPort"
  | "mountPath"
  | "devicePath"
  | "ip"
  | "port"
  | "topologyKey"
  | "whenUnsatisfiable"
  | "uid"
  | "driver"
  | "pool"
  | "device"
  | "resourceID"
  | "resourceClaimName"
  | "apiServerID";
