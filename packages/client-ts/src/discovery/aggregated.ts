import type {
  APIGroupDiscovery,
  APIGroupDiscoveryList,
  APIResourceDiscovery,
  APISubresourceDiscovery,
} from "../api/apidiscovery/v2.ts";
import type { APIGroup, APIGroupList, APIResource, APIResourceList, GroupVersionForDiscovery } from "../api/meta/v1.ts";
import { apiVersionOf } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import { StaleGroupVersionError } from "./errors.ts";

/** An aggregated document taken apart: what the separate answers would have said. */
export interface SplitDiscovery {
  readonly groups: APIGroupList;
  /** By group version. */
  readonly resources: Map<string, APIResourceList>;
  /** Group versions whose server does not answer. They are in neither of the others. */
  readonly failed: Map<string, Error>;
}

/**
 * Takes an aggregated document apart. The first version of a group that is not stale is its preferred one. Subresources
 * become resources of their own, `pods/status`; a resource without a kind is left out, its subresources are not.
 */
export function splitGroupsAndResources(document: APIGroupDiscoveryList): SplitDiscovery {
  const groups: APIGroup[] = [];
  const resources = new Map<string, APIResourceList>();
  const failed = new Map<string, Error>();
  for (const item of document.items ?? []) groups.push(splitGroup(item, resources, failed));
  return { groups: { kind: "APIGroupList", apiVersion: "v1", groups }, resources, failed };
}

function splitGroup(
  item: APIGroupDiscovery,
  resources: Map<string, APIResourceList>,
  failed: Map<string, Error>,
): APIGroup {
  const name = item.metadata?.name ?? "";
  const versions: GroupVersionForDiscovery[] = [];
  for (const { version = "", freshness, resources: served } of item.versions ?? []) {
    const groupVersion = apiVersionOf({ group: name, version });
    if (freshness === "Stale") {
      failed.set(groupVersion, new StaleGroupVersionError(groupVersion));
      continue;
    }
    versions.push({ groupVersion, version });
    resources.set(groupVersion, {
      kind: "APIResourceList",
      apiVersion: "v1",
      groupVersion,
      resources: (served ?? []).flatMap(splitResource),
    });
  }
  const [preferredVersion] = versions;
  return { name, versions, ...defined({ preferredVersion }) };
}

function splitResource(found: APIResourceDiscovery): APIResource[] {
  const { resource: name = "", responseKind, singularResource: singularName = "", scope, verbs = [] } = found;
  const namespaced = scope === "Namespaced";
  const own: APIResource[] = isKind(responseKind)
    ? [
        {
          name,
          singularName,
          namespaced,
          ...kindFields(responseKind),
          verbs,
          ...defined({ shortNames: found.shortNames ?? undefined, categories: found.categories ?? undefined }),
        },
      ]
    : [];
  const parts = (found.subresources ?? []).flatMap((one: APISubresourceDiscovery): APIResource[] =>
    isKind(one.responseKind)
      ? [
          {
            name: `${name}/${one.subresource}`,
            singularName,
            namespaced,
            ...kindFields(one.responseKind),
            verbs: one.verbs ?? [],
          },
        ]
      : [],
  );
  return [...own, ...parts];
}

type ResponseKind = NonNullable<APIResourceDiscovery["responseKind"]>;

function isKind(kind: APIResourceDiscovery["responseKind"]): kind is ResponseKind {
  return Boolean(kind?.kind || kind?.group || kind?.version);
}

function kindFields({ group, version, kind }: ResponseKind): Pick<APIResource, "group" | "version" | "kind"> {
  return { ...defined({ group: group || undefined, version: version || undefined }), kind };
}
