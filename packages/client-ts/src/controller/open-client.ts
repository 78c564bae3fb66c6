import type { Client, OpenClient } from "../client/index.ts";
import type { KubeObject, Resource } from "../meta/index.ts";

/** The client of a kind where nothing is known about it by type. */
export function openClientOf(
  client: Client,
  resource: Resource,
  namespace: string | undefined,
): OpenClient<KubeObject> {
  const isNamespaced = resource.scope === "Namespaced" && namespace !== undefined && namespace !== "";
  return client.resource(resource, isNamespaced ? { namespace } : {}) as OpenClient<KubeObject>;
}
