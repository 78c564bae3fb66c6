import type { GroupVersionResource, KubeObject, Resource } from "../meta/index.ts";

/** A descriptor from the names of a resource alone. Whether it is namespaced is unknown; a given namespace is used. */
export function resourceByName<T extends KubeObject>({ group, version, resource }: GroupVersionResource): Resource<T> {
  return { group, version, kind: "", plural: resource, scope: "Namespaced" };
}
