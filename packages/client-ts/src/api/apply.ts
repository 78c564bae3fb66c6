import type { KubeObject, ObjectMeta } from "../meta/index.ts";

/**
 * What may be applied to an object of type `T`: every field is optional at every depth, because you apply only the
 * fields that you want to own. What says *which* list element is meant stays required: a container's `name`, a port's
 * `containerPort`. A complete object is accepted as well, one of yours or one that a server returned. `apiVersion` and
 * `kind` come from the descriptor; `metadata.name` is checked when it is sent.
 *
 * ```ts
 * const web: ApplyConfiguration<Deployment> = { metadata: { name: "web" }, spec: { replicas: 3 } };
 * ```
 *
 * `I` names further fields that say which list element is meant, for custom resources whose lists have other keys.
 */
export type ApplyConfiguration<T extends KubeObject, I extends string = never> = {
  readonly [K in Exclude<keyof T, "metadata">]?: ApplyField<T[K], I>;
} & {
  readonly metadata?: ApplyPart<ObjectMeta>;
};

/** A field inside an {@link ApplyConfiguration}. What is `unknown` stays `unknown`. */
export type ApplyField<V, I extends string = never> = unknown extends V ? unknown : ApplyPart<Exclude<V, undefined>, I>;

/** A value inside an {@link ApplyConfiguration}: no field is required, and list elements need their identity. */
export type ApplyPart<T, I extends string = never> = T extends string | number | boolean
  ? T
  : T extends readonly (infer E)[]
    ? readonly ApplyElement<E, I>[]
    : T extends object
      ? string extends keyof T
        ? { readonly [key: string]: ApplyField<T[keyof T], I> } // a map, such as labels
        : { readonly [K in keyof T]?: ApplyField<T[K], I> }
      : T;

/** A list element inside an {@link ApplyConfiguration}. */
export type ApplyElement<E, I extends string = never> = E extends string | number | boolean
  ? E
  : E extends object
    ? ApplyPart<E, I> & {
        [K in keyof E as K extends IdentityField | I
          ? Pick<E, K> extends Required<Pick<E, K>>
            ? K
            : never
          : never]: E[K];
      }
    : E;

/**
 * Names of the fields by which the API's lists of objects are merged, where the elements require them. Keys with a
 * default (`protocol`) and those that are a key in one list and an ordinary field in many (`status`, `reason`) are not
 * among them.
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
