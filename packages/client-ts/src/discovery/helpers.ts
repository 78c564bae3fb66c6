import type { APIGroupList, APIResource, APIResourceList } from "../api/meta/v1.ts";
import { isNotFound } from "../errors/index.ts";
import { apiVersionOf, type GroupVersionResource, parseApiVersion } from "../meta/index.ts";
import type { Discovery, DiscoveryCall, ServerVersion } from "./types.ts";

/** Chooses among resources. */
export type ResourcePredicate = (groupVersion: string, resource: APIResource) => boolean;

/** The resources that a predicate accepts; lists with none of them are left out. */
export function filteredBy(lists: readonly APIResourceList[], accepts: ResourcePredicate): APIResourceList[] {
  return lists
    .map((list) => ({
      ...list,
      resources: (list.resources ?? []).filter((resource) => accepts(list.groupVersion, resource)),
    }))
    .filter((list) => list.resources.length > 0);
}

/** Accepts resources that have all of these verbs. */
export function supportsAllVerbs(...verbs: readonly string[]): ResourcePredicate {
  return (_groupVersion, resource) => verbs.every((verb) => resource.verbs?.includes(verb));
}

/** Every resource in some lists by its full name. */
export function groupVersionResources(lists: readonly APIResourceList[]): GroupVersionResource[] {
  return lists.flatMap((list) =>
    (list.resources ?? []).map(({ name }) => ({ ...parseApiVersion(list.groupVersion), resource: name })),
  );
}

/** The names of all group versions in a list of groups. */
export function extractGroupVersions({ groups }: APIGroupList): string[] {
  return groups.flatMap((group) => (group.versions ?? []).map(({ groupVersion }) => groupVersion));
}

/** Whether the server serves a resource. Gives `false`, not an error, for a group version that it does not have. */
export async function isResourceEnabled(
  discovery: Pick<Discovery, "serverResourcesForGroupVersion">,
  resource: GroupVersionResource,
  options: DiscoveryCall = {},
): Promise<boolean> {
  try {
    const { resources } = await discovery.serverResourcesForGroupVersion(apiVersionOf(resource), options);
    return resources.some(({ name }) => name === resource.resource);
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/**
 * Whether the server serves a group version. Gives `true` for a server that lists none at all, because it may have
 * forbidden the list.
 */
export async function serverSupportsVersion(
  discovery: Pick<Discovery, "serverGroups">,
  groupVersion: string,
  options: DiscoveryCall = {},
): Promise<boolean> {
  const served = extractGroupVersions(await discovery.serverGroups(options));
  return served.length === 0 || served.includes(groupVersion);
}

/** Whether the server is exactly this version. */
export async function matchesServerVersion(
  discovery: Pick<Discovery, "serverVersion">,
  version: Pick<ServerVersion, "gitVersion" | "gitCommit" | "gitTreeState">,
  options: DiscoveryCall = {},
): Promise<boolean> {
  const server = await discovery.serverVersion(options);
  return (["gitVersion", "gitCommit", "gitTreeState"] as const).every((field) => server[field] === version[field]);
}
