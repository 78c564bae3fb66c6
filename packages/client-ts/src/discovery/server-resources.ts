import type { APIGroup, APIGroupList, APIResource, APIResourceList } from "../api/meta/v1.ts";
import { isAborted } from "../errors/index.ts";
import { apiVersionOf } from "../meta/index.ts";
import { GroupDiscoveryFailedError } from "./errors.ts";
import { filteredBy } from "./helpers.ts";
import type {
  Discovery,
  DiscoveryCall,
  GroupsAndResources,
  GroupsMaybeResources,
  PreferredResources,
} from "./types.ts";

/** What the functions here need: any discovery, cached or not. */
export type DiscoverySource = Pick<
  Discovery,
  "serverGroups" | "serverResourcesForGroupVersion" | "groupsAndMaybeResources"
>;

/**
 * Everything that a source serves: from the aggregated document where there is one, else group version by group
 * version, all at once.
 */
export async function groupsAndResources(
  source: DiscoverySource,
  options: DiscoveryCall = {},
): Promise<GroupsAndResources> {
  const { groups, resources, failed } = await everything(source, options);
  // In the order of the groups, and of the versions in them.
  const lists = groups.groups.flatMap((group) =>
    versionsOf(group).flatMap(({ groupVersion }) => {
      const list = resources.get(groupVersion);
      return list === undefined ? [] : [list];
    }),
  );
  return { groups: groups.groups, resources: lists, ...failure(failed) };
}

/**
 * Each resource of a source once: in its group's preferred version, or in the first that has it. Subresources are left
 * out.
 */
export async function preferredResources(
  source: DiscoverySource,
  options: DiscoveryCall = {},
): Promise<PreferredResources> {
  const { groups, resources, failed } = await everything(source, options);
  const lists: APIResourceList[] = [];
  for (const group of groups.groups) {
    const chosen = new Map<string, { readonly version: string; readonly resource: APIResource }>();
    const served = versionsOf(group).filter(({ groupVersion }) => resources.has(groupVersion));
    for (const { groupVersion, version } of served) {
      for (const resource of resources.get(groupVersion)?.resources ?? []) {
        if (resource.name.includes("/")) continue;
        if (!chosen.has(resource.name) || version === group.preferredVersion?.version)
          chosen.set(resource.name, { version, resource });
      }
    }
    for (const { groupVersion, version } of served) {
      const own = [...chosen.values()].filter((one) => one.version === version).map((one) => one.resource);
      lists.push({ kind: "APIResourceList", apiVersion: "v1", groupVersion, resources: own });
    }
  }
  return { resources: lists, ...failure(failed) };
}

/** As {@link preferredResources}, but only namespaced resources. */
export async function preferredNamespacedResources(
  source: DiscoverySource,
  options: DiscoveryCall = {},
): Promise<PreferredResources> {
  const { resources, ...rest } = await preferredResources(source, options);
  return { resources: filteredBy(resources, (_groupVersion, resource) => resource.namespaced), ...rest };
}

async function everything(source: DiscoverySource, options: DiscoveryCall): Promise<Everything> {
  const answer: GroupsMaybeResources =
    source.groupsAndMaybeResources === undefined
      ? { groups: await source.serverGroups(options), failed: new Map() }
      : await source.groupsAndMaybeResources(options);
  const { groups, resources, failed } = answer;
  if (resources !== undefined) return { groups, resources, failed };
  const fetched = await fetchAll(source, groups, options);
  return { groups, resources: fetched.resources, failed: new Map([...failed, ...fetched.failed]) };
}

interface Everything extends GroupsMaybeResources {
  readonly resources: ReadonlyMap<string, APIResourceList>;
}

/** Asks for each group version, all at once. A failure is remembered; only the caller's signal ends it all. */
async function fetchAll(
  source: DiscoverySource,
  { groups }: APIGroupList,
  options: DiscoveryCall,
): Promise<{ resources: Map<string, APIResourceList>; failed: Map<string, Error> }> {
  const resources = new Map<string, APIResourceList>();
  const failed = new Map<string, Error>();
  await Promise.all(
    groups.flatMap(versionsOf).map(async ({ groupVersion }) => {
      try {
        resources.set(groupVersion, await source.serverResourcesForGroupVersion(groupVersion, options));
      } catch (error) {
        if (isAborted(error) && options.signal?.aborted) throw error;
        failed.set(groupVersion, error as Error);
      }
    }),
  );
  return { resources, failed };
}

/** The versions of a group, with the name that each has in an object's `apiVersion`. */
function versionsOf(group: APIGroup): { groupVersion: string; version: string }[] {
  return (group.versions ?? []).map(({ version }) => ({
    groupVersion: apiVersionOf({ group: group.name ?? "", version }),
    version,
  }));
}

function failure(failed: ReadonlyMap<string, Error>): { error?: GroupDiscoveryFailedError | undefined } {
  return failed.size === 0 ? {} : { error: new GroupDiscoveryFailedError(failed) };
}
