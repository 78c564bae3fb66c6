import { createHash } from "node:crypto";
import { defined } from "client-ts/internal";
import type { Exchange } from "./exchange.ts";
import { groupVersion, type Json } from "./objects.ts";
import type { ResourceTable, ServedGroup, ServedResource } from "./resources.ts";

/** Answers `/api`, `/apis` and below as far as they describe what is served; `undefined` for other paths. */
export function discoveryAnswer(
  table: ResourceTable,
  pathname: string,
  exchange: Exchange,
  address: string,
): { value: Json; contentType: string } | undefined {
  const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const accept = exchange.headers.accept ?? "";
  if (path === "/api" || path === "/apis") {
    const version = aggregatedVersion(accept);
    if (version !== undefined) {
      return {
        value: aggregated(table, path === "/api", version),
        contentType: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
      };
    }
  }
  const value = legacy(table, path, address);
  return value === undefined ? undefined : { value, contentType: "application/json" };
}

function aggregatedVersion(accept: string): "v2" | "v2beta1" | undefined {
  for (const clause of accept.split(",")) {
    const parts = clause.split(";").map((part) => part.trim());
    if (parts[0] !== "application/json") continue;
    if (!parts.includes("as=APIGroupDiscoveryList")) return undefined;
    if (parts.includes("v=v2")) return "v2";
    if (parts.includes("v=v2beta1")) return "v2beta1";
  }
  return undefined;
}

function legacy(table: ResourceTable, path: string, address: string): Json | undefined {
  const segments = path.split("/").slice(1);
  if (path === "/api") {
    const serverAddressByClientCIDRs = [{ clientCIDR: "0.0.0.0/0", serverAddress: address }];
    return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs };
  }
  if (path === "/apis") {
    const groups = table.groups().filter(({ group }) => group !== "");
    return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(groupEntry) };
  }
  if (segments[0] === "api" && segments.length === 2) return resourceList(table, "", segments[1]!);
  if (segments[0] === "apis" && segments.length === 2) {
    const group = table.groups().find((one) => one.group === segments[1]);
    return group === undefined ? undefined : { kind: "APIGroup", apiVersion: "v1", ...groupEntry(group) };
  }
  if (segments[0] === "apis" && segments.length === 3) return resourceList(table, segments[1]!, segments[2]!);
  return undefined;
}

function groupEntry({ group, versions }: ServedGroup): Json {
  const entries = versions.map((version) => ({ groupVersion: groupVersion({ group, version }), version }));
  return { name: group, versions: entries, preferredVersion: entries[0] };
}

function resourceList(table: ResourceTable, group: string, version: string): Json | undefined {
  const found = table.of(group, version);
  if (found === undefined) return undefined;
  const resources = found.flatMap((resource) => [
    {
      name: resource.plural,
      singularName: resource.singular,
      namespaced: resource.namespaced,
      kind: resource.kind,
      verbs: resource.verbs,
      ...defined({
        shortNames: resource.shortNames.length !== 0 ? resource.shortNames : undefined,
        categories: resource.categories.length !== 0 ? resource.categories : undefined,
        storageVersionHash: storageVersionHash(table, resource),
      }),
    },
    ...resource.subresources.map((one) => ({
      name: `${resource.plural}/${one.name}`,
      singularName: "",
      namespaced: resource.namespaced,
      group: one.group,
      version: one.version,
      kind: one.kind,
      verbs: one.verbs,
    })),
  ]);
  return {
    kind: "APIResourceList",
    ...defined({ apiVersion: group !== "" ? "v1" : undefined }),
    groupVersion: groupVersion({ group, version }),
    resources,
  };
}

/** What the real server shows of the version in which it keeps a resource; nothing when it keeps none. */
function storageVersionHash(table: ResourceTable, resource: ServedResource): string | undefined {
  if (!(resource.verbs as readonly string[]).includes("watch")) return undefined;
  const { group, version } = resource.stored ?? table.preferred(resource.collection) ?? resource;
  const stored = resource.custom?.storageVersion ?? version;
  const digest = createHash("sha256").update(`${group}/${stored}/${resource.kind}`).digest();
  return digest.subarray(0, 8).toString("base64");
}

function aggregated(table: ResourceTable, core: boolean, version: string): Json {
  const groups = table.groups().filter(({ group }) => (group === "") === core);
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: core ? {} : { name: group },
      versions: versions.map((one) => ({
        version: one,
        resources: (table.of(group, one) ?? []).map(aggregatedResource),
        freshness: "Current",
      })),
    })),
  };
}

function aggregatedResource(resource: ServedResource): Json {
  const { kind } = resource;
  return {
    resource: resource.plural,
    // Group and version are named only where they differ from those around.
    responseKind: { group: "", version: "", kind },
    scope: resource.namespaced ? "Namespaced" : "Cluster",
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...defined({
      shortNames: resource.shortNames.length !== 0 ? resource.shortNames : undefined,
      categories: resource.categories.length !== 0 ? resource.categories : undefined,
      subresources:
        resource.subresources.length !== 0
          ? resource.subresources.map((one) => ({
              subresource: one.name,
              responseKind: { group: one.group ?? "", version: one.version ?? "", kind: one.kind },
              verbs: one.verbs,
            }))
          : undefined,
    }),
  };
}
