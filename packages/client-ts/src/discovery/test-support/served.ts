import type { APIResource } from "../../api/meta/v1.ts";
import { type Answer, failure, type SeenRequest, startServer, type TestServer } from "./server.ts";

/** One group version that a test server serves; `stale` when the server only says that it could not reach it. */
export interface ServedVersion {
  readonly version: string;
  readonly resources?: readonly Partial<APIResource>[];
  readonly stale?: true;
  /** The preferred one without aggregation, instead of the first. */
  readonly preferred?: true;
  /** Answers in place of the list of resources. */
  readonly answer?: () => Answer;
}

/** What a test server serves, by group; the core group is empty. */
export type Served = Readonly<Record<string, readonly ServedVersion[]>>;

/** A resource with everything that a server says. */
export function resource(name: string, kind: string, more: Partial<APIResource> = {}): APIResource {
  return { name, kind, singularName: kind.toLowerCase(), namespaced: true, verbs: ["get", "list"], ...more };
}

/** Answers requests of discovery, aggregated when asked so, unless `aggregated` is `false`. */
export function discoveryAnswer(served: Served, request: SeenRequest, { aggregated = true } = {}): Answer {
  const { path } = request;
  const wantsAll = aggregated && String(request.headers.accept).includes("as=APIGroupDiscoveryList");
  if (path === "/api" || path === "/apis") {
    const groups = Object.entries(served).filter(([group]) => (group === "") === (path === "/api"));
    if (path === "/api" && groups.length === 0) return failure(404, "NotFound");
    if (wantsAll) return aggregatedAnswer(groups);
    if (path === "/api")
      return { body: { kind: "APIVersions", versions: groups[0]?.[1].map(({ version }) => version) } };
    return { body: { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(groupEntry) } };
  }
  const [, root, ...rest] = path.split("/");
  const [group, version] = root === "api" ? ["", rest[0]] : rest;
  const found = served[group ?? "?"]?.find((one) => one.version === version);
  if (found === undefined) return failure(404, "NotFound");
  if (found.stale) return failure(503, "ServiceUnavailable");
  return (
    found.answer?.() ?? {
      body: { kind: "APIResourceList", groupVersion: rest.join("/"), resources: found.resources ?? [] },
    }
  );
}

/** Starts a server that answers discovery. */
export function startDiscovery(served: Served, options?: { aggregated?: boolean | undefined }): Promise<TestServer> {
  return startServer((request) => discoveryAnswer(served, request, options));
}

/** The content type of the aggregated document. */
export const aggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

function aggregatedAnswer(groups: readonly (readonly [string, readonly ServedVersion[]])[]): Answer {
  const items = groups.map(([name, versions]) => ({
    metadata: name === "" ? {} : { name },
    versions: versions.map(({ version, resources = [], stale }) => ({
      version,
      freshness: stale ? "Stale" : "Current",
      resources: resources
        .filter((one) => !one.name?.includes("/"))
        .map((one) => ({
          resource: one.name,
          responseKind: { group: name, version, kind: one.kind },
          scope: one.namespaced ? "Namespaced" : "Cluster",
          singularResource: one.singularName,
          verbs: one.verbs,
          shortNames: one.shortNames,
          categories: one.categories,
          subresources: resources
            .filter((part) => part.name?.startsWith(`${one.name}/`))
            .map((part) => ({
              subresource: part.name?.split("/")[1],
              responseKind: { group: part.group ?? name, version: part.version ?? version, kind: part.kind },
              verbs: part.verbs,
            })),
        })),
    })),
  }));
  return { headers: { "content-type": aggregatedType }, body: { kind: "APIGroupDiscoveryList", items } };
}

function groupEntry([name, versions]: readonly [string, readonly ServedVersion[]]): object {
  const entries = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }));
  const preferred = Math.max(
    0,
    versions.findIndex((one) => one.preferred),
  );
  return { name, versions: entries, preferredVersion: entries[preferred] };
}
