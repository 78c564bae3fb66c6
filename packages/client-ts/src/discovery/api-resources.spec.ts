import { describe, expect, it } from "vitest";
import { type ApiResourcesOptions, apiResources, apiVersions, formatApiResources } from "./api-resources.ts";
import { GroupDiscoveryFailedError } from "./errors.ts";
import { resource } from "./test-support/served.ts";

const verbs = ["get", "list", "delete"];
const lists = [
  {
    groupVersion: "v1",
    resources: [
      resource("services", "Service", { verbs, shortNames: ["svc"], categories: ["all"] }),
      resource("nodes", "Node", { verbs, namespaced: false }),
      resource("bindings", "Binding", { verbs: ["create"] }),
      resource("hidden", "Hidden", { verbs: [] }),
    ],
  },
  { groupVersion: "batch/v1", resources: [resource("jobs", "Job", { verbs, categories: ["all", "work"] })] },
  { groupVersion: "apps/v1", resources: [resource("deployments", "Deployment", { verbs, categories: ["all"] })] },
];
const error = new GroupDiscoveryFailedError(new Map([["dead/v1", new Error("no answer")]]));

describe("what a server serves", () => {
  const names = async (options: ApiResourcesOptions = {}): Promise<string[]> =>
    (await apiResources({ serverPreferredResources: async () => ({ resources: lists }) }, options)).resources.map(
      ({ name }) => name,
    );

  it("is in the order of groups and names, or of names or kinds, without what cannot be used", async () => {
    expect(await names()).toEqual(["bindings", "nodes", "services", "deployments", "jobs"]);
    expect(await names({ sortBy: "name" })).toEqual(["bindings", "deployments", "jobs", "nodes", "services"]);
    expect(await names({ sortBy: "kind" })).toEqual(["bindings", "deployments", "jobs", "nodes", "services"]);
  });

  it("can be narrowed by group, scope, verbs and categories, each of which must fit", async () => {
    expect(await names({ group: "" })).toEqual(["bindings", "nodes", "services"]);
    expect(await names({ group: "apps" })).toEqual(["deployments"]);
    expect(await names({ namespaced: false })).toEqual(["nodes"]);
    expect(await names({ namespaced: true })).not.toContain("nodes");
    expect(await names({ verbs: ["list", "delete"] })).not.toContain("bindings");
    expect(await names({ verbs: ["list", "create"] })).toEqual([]);
    expect(await names({ categories: ["all", "work"] })).toEqual(["jobs"]);
  });

  it("says what of it could not be asked, and passes the signal on", async () => {
    const { signal } = new AbortController();
    const asked: unknown[] = [];
    const found = await apiResources(
      {
        serverPreferredResources: async (options) => {
          asked.push(options);
          return { resources: [], error };
        },
      },
      { group: "x", signal },
    );
    expect(found).toEqual({ resources: [], error });
    expect(asked).toEqual([{ signal }]);
  });

  it("is printed as kubectl does", async () => {
    const { resources } = await apiResources({ serverPreferredResources: async () => ({ resources: [lists[1]!] }) });
    expect(formatApiResources(resources)).toBe(
      "NAME   SHORTNAMES   APIVERSION   NAMESPACED   KIND\njobs                batch/v1     true         Job\n",
    );
    expect(formatApiResources(resources, { wide: true })).toContain("get,list,delete   all,work\n");
  });

  it("has its versions in order", async () => {
    const version = (groupVersion: string) => ({ groupVersion, version: "v1" });
    const groups = [
      { name: "", versions: [version("v1")] },
      { name: "batch", versions: [version("batch/v1"), version("batch/v1beta1")] },
      { name: "apps", versions: [version("apps/v1")] },
    ];
    const sorted = await apiVersions({ serverGroups: async () => ({ groups }) });
    expect(sorted).toEqual(["apps/v1", "batch/v1", "batch/v1beta1", "v1"]);
  });
});
