import type { GroupVersionResource, KubeObject, Resource } from "../meta/index.ts";

/** What is known of a resource when only its names are: it is in namespaces when a namespace is asked for. */
export function resourceByName<T extends KubeObject>({ group, version, resource }: GroupVersionResource): Resource<T> {
  return { group, version, kind: "", plural: resource, scope: "Namespaced" };
}
