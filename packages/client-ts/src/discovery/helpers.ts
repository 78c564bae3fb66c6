import type { APIGroupList, APIResource, APIResourceList } from "../api/meta/v1.ts";
import type { Discovery, DiscoveryCall } from "./types.ts";

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

/** The names of all group versions in a list of groups. */
export function extractGroupVersions({ groups }: APIGroupList): string[] {
  return groups.flatMap((group) => (group.versions ?? []).map(({ groupVersion }) => groupVersion));
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
