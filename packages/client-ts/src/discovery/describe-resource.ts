import type { APIResource } from "../api/meta/v1.ts";
import { parseApiVersion, type Resource, type Verb } from "../meta/index.ts";
import { defined } from "../util/index.ts";

/**
 * Descriptors of the resources in a group version's list. Subresources (`pods/status`) are in their parent's
 * descriptor. A kind may come from another group version than the list's (an aggregated API may say so); the path is
 * always the list's.
 */
export function describeResources(groupVersion: string, resources: readonly APIResource[]): Resource[] {
  const { group, version } = parseApiVersion(groupVersion);
  const parts = new Map<string, string[]>();
  for (const { name } of resources) {
    const slash = name.indexOf("/");
    if (slash < 0) continue;
    const plural = name.slice(0, slash);
    parts.set(plural, [...(parts.get(plural) ?? []), name.slice(slash + 1)]);
  }
  return resources
    .filter(({ name }) => !name.includes("/"))
    .map((resource) => {
      const { name, kind, singularName, namespaced, shortNames, categories, verbs } = resource;
      const subresources = parts.get(name) ?? [];
      const others = subresources.filter((one) => one !== "status" && one !== "scale");
      return {
        group,
        version,
        kind,
        plural: name,
        scope: namespaced ? "Namespaced" : "Cluster",
        singular: singularName || kind.toLowerCase(),
        ...defined({
          // Servers in Go write an empty list as null.
          shortNames: shortNames ?? undefined,
          categories: categories ?? undefined,
          verbs: (verbs as Verb[] | null) ?? undefined,
          status: subresources.includes("status") || undefined,
          scale: subresources.includes("scale") || undefined,
          subresources: others.length > 0 ? others : undefined,
        }),
      };
    });
}
