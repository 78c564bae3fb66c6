import { defined } from "client-ts/internal";
import type { KindFact, PackageFacts, SubresourceFact } from "./facts.ts";
import type { GoClient, GoSource } from "./go-source.ts";
import { sourcePackages } from "./packages.ts";
import type { DiscoveredResource, Discovery } from "./server.ts";
import { type Disagreement, markers } from "./type-facts.ts";

/**
 * What three servers of one version offer: with no flags, with `--runtime-config=api/all=true`, and with every feature
 * gate as well.
 */
export interface Discoveries {
  readonly byDefault: Discovery;
  readonly all: Discovery;
  readonly gates: Discovery;
}

const verbOfMethod: Readonly<Record<string, string>> = {
  Create: "create",
  Update: "update",
  Delete: "delete",
  DeleteCollection: "deletecollection",
  Get: "get",
  List: "list",
  Watch: "watch",
  Patch: "patch",
};

const unknownWhenUnserved = [
  "singular",
  "shortNames",
  "categories",
  "subresourceVerbs",
  "selectableFields",
  "generation",
];

/**
 * Every kind with a resource, from discovery where a server serves it and from client-go's typed clients where none
 * does.
 */
export function kindFacts(
  source: GoSource,
  packages: readonly PackageFacts[],
  discoveries: Discoveries,
  note: (disagreement: Disagreement) => void,
): KindFact[] {
  const kinds: KindFact[] = [];
  for (const { name, go, client, role } of sourcePackages) {
    const pkg = packages.find((one) => one.name === name);
    if (role !== "clientset" || !pkg || pkg.group === undefined || !client) continue;
    const version = name.slice(name.indexOf("/") + 1);
    const gv = pkg.group === "" ? version : `${pkg.group}/${version}`;
    const clients = source.clients[client] ?? {};
    const discovered = new Map<string, { resource: DiscoveredResource; served: KindFact["served"] }>();
    for (const [served, discovery] of [
      ["feature-gate", discoveries.gates],
      ["runtime-config", discoveries.all],
      ["default", discoveries.byDefault],
    ] as const) {
      for (const resource of discovery.get(gv) ?? []) {
        const before = discovered.get(resource.responseKind.kind);
        if (before) compareServers(`${name}.${resource.responseKind.kind}`, before.resource, resource, note);
        discovered.set(resource.responseKind.kind, { resource, served });
      }
    }
    for (const kind of [...new Set([...Object.keys(clients), ...discovered.keys()])].sort()) {
      const typed = clients[kind];
      const found = discovered.get(kind);
      const identity = { package: name, group: pkg.group, version, kind };
      if (found) {
        kinds.push({ ...identity, ...fromDiscovery(found.resource), served: found.served });
        if (typed) compareClient(`${name}.${kind}`, found.resource, typed, note);
        else
          note({
            about: "kind without a typed client",
            where: `${name}.${kind}`,
            says: "discovery has it, client-go does not",
          });
        continue;
      }
      if (!typed?.methods?.some((method) => verbOfMethod[method])) continue;
      kinds.push({
        ...identity,
        ...fromClient(kind, typed, source.packages[go]?.types[kind]?.markers),
        served: "no",
        unknown: unknownWhenUnserved,
      });
    }
  }
  return kinds;
}

function fromDiscovery(
  resource: DiscoveredResource,
): Omit<KindFact, "package" | "group" | "version" | "kind" | "served"> {
  const subresources = (resource.subresources ?? []).map(
    ({ subresource, responseKind, verbs }): SubresourceFact => ({
      name: subresource,
      kind: responseKind?.kind ?? "",
      ...(responseKind?.version && { group: responseKind.group, version: responseKind.version }),
      verbs: [...verbs].sort(),
    }),
  );
  return {
    plural: resource.resource,
    scope: resource.scope,
    verbs: [...resource.verbs].sort(),
    ...defined({
      singular: resource.singularResource || undefined,
      shortNames: resource.shortNames?.length ? resource.shortNames : undefined,
      categories: resource.categories?.length ? resource.categories : undefined,
      subresources: subresources.length > 0 ? subresources : undefined,
    }),
  };
}

function fromClient(
  kind: string,
  client: GoClient,
  lines: readonly string[] | undefined,
): Pick<KindFact, "plural" | "scope" | "verbs" | "subresources"> {
  const verbs = (client.methods ?? []).flatMap((method) => verbOfMethod[method] ?? []).sort();
  const subresources = new Map<string, SubresourceFact>();
  if (client.methods?.includes("UpdateStatus")) subresources.set("status", { name: "status", kind });
  for (const text of markers(lines, "genclient:method")) {
    const parts = Object.fromEntries(text.split(",").map((part) => part.split("=") as [string, string]));
    const result = parts["result"]?.split(".").pop() ?? kind;
    if (parts["subresource"]) subresources.set(parts["subresource"], { name: parts["subresource"], kind: result });
  }
  return {
    plural: client.plural,
    scope: client.namespaced ? "Namespaced" : "Cluster",
    verbs,
    ...defined({
      subresources:
        subresources.size > 0 ? [...subresources.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : undefined,
    }),
  };
}

function compareClient(
  where: string,
  resource: DiscoveredResource,
  client: GoClient,
  note: (disagreement: Disagreement) => void,
): void {
  const differ = (about: string, server: string, go: string): void => {
    if (server !== go) note({ about, where, says: `discovery ${server}, client-go ${go}` });
  };
  differ("plural", resource.resource, client.plural);
  differ("scope", resource.scope, client.namespaced ? "Namespaced" : "Cluster");
  const verbs = (client.methods ?? []).flatMap((method) => verbOfMethod[method] ?? []);
  differ("verbs", [...resource.verbs].sort().join(" "), verbs.sort().join(" "));
  const status = resource.subresources?.some((one) => one.subresource === "status") ?? false;
  differ("status", String(status), String(client.methods?.includes("UpdateStatus") ?? false));
}

function compareServers(
  where: string,
  gated: DiscoveredResource,
  plain: DiscoveredResource,
  note: (disagreement: Disagreement) => void,
): void {
  const text = (one: DiscoveredResource): string => JSON.stringify(fromDiscovery(one));
  if (text(gated) !== text(plain)) {
    note({
      about: "discovery changes with flags",
      where,
      says: `with more flags ${text(gated)}, with fewer ${text(plain)}`,
    });
  }
}
