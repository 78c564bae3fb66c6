import type { KubeObject, Scope } from "./object.ts";

/** Names of a resource as its URL has them. */
export interface GroupVersionResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural, lower case: `pods`. */
  readonly resource: string;
}

/** Names of a kind as an object has them. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What a server lets one do with a resource. */
export type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/** The facts of a kind that the rules of the typed client need, carried in a {@link Resource}'s type. */
export interface ResourceTraits {
  scope: Scope;
  plural: string;
  /** The name in the clientset and the informer factory, where it differs from the plural: `configMaps`. */
  accessor?: string;
  /** Has a status that is written on its own. */
  status?: true;
  /** Has the scale subresource. */
  scale?: true;
  /** The verbs the kind has; absent means all. */
  verbs?: Verb;
  /** Names of further subresources. */
  subresources?: string;
}

/**
 * A kind as data: everything a client, an informer, a lister or a fake needs to know. `Pod` from
 * `client-ts/api/core/v1` is one; a custom resource's looks the same. `T` is the object's type; `R` carries the facts
 * that the type system checks.
 */
export interface Resource<T extends KubeObject = KubeObject, R extends ResourceTraits = ResourceTraits> {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: R["plural"];
  readonly scope: R["scope"];
  /** The name in the clientset and the informer factory. Absent: the plural. */
  readonly accessor?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Verbs that servers offer; absent means all. */
  readonly verbs?: readonly Verb[];
  readonly status?: boolean;
  readonly scale?: boolean;
  readonly subresources?: readonly string[];
  /** Kind of the list; absent means `kind` + "List". */
  readonly listKind?: string;
  /** Never there at run time: ties the object's type to the descriptor. */
  readonly __object?: T;
  /** Never there at run time: ties the facts to the descriptor's type. */
  readonly __traits?: R;
}

/** The name of a kind in the clientset and the informer factory, by type. */
export type AccessorOf<R extends { readonly plural: string }> = R extends { accessor: infer A extends string }
  ? A
  : R["plural"];

/** `apps/v1` or `v1`, as an object's `apiVersion` has it. */
export function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Splits `apps/v1` into group and version; the core group is empty. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  return slash < 0
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
