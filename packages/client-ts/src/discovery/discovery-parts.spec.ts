import { describe, expect, it } from "vitest";
import {
  contentTypeIs,
  describeResources,
  filteredBy,
  formatColumns,
  serverSupportsVersion,
  splitGroupsAndResources,
  supportsAllVerbs,
} from "./index.ts";
import { resource } from "./test-support/served.ts";

const v2 = { group: "apidiscovery.k8s.io", version: "v2", kind: "APIGroupDiscoveryList" };

describe("a content type", () => {
  it.each([
    ["application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList", true],
    ["application/json; as=APIGroupDiscoveryList; v=v2; g=apidiscovery.k8s.io; charset=utf-8", true],
    ['Application/JSON;as="APIGroupDiscoveryList";v=v2;g=apidiscovery.k8s.io', true],
    ["application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList", false],
    ["application/json;g=apidiscovery.k8s.io;v=v2", false],
    ["application/json", false],
    ["application/vnd.kubernetes.protobuf;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList", false],
    ["", false],
  ])("is compared by its parameters, in any order: %s (B362)", (contentType, expected) => {
    expect(contentTypeIs(contentType, v2)).toBe(expected);
  });
});

describe("an aggregated document", () => {
  it("is split into groups, resources and failed group versions, with subresources as resources (B364)", () => {
    const kind = (name: string): object => ({ group: "apps", version: "v1", kind: name });
    const { groups, resources, failed } = splitGroupsAndResources({
      metadata: {},
      items: [
        {
          metadata: { name: "apps" },
          versions: [
            { version: "v2", freshness: "Stale" },
            {
              version: "v1",
              resources: [
                {
                  resource: "deployments",
                  responseKind: kind("Deployment") as never,
                  scope: "Namespaced",
                  singularResource: "deployment",
                  verbs: ["get"],
                  shortNames: ["deploy"],
                  categories: ["all"],
                  subresources: [
                    {
                      subresource: "scale",
                      responseKind: { group: "autoscaling", version: "v1", kind: "Scale" },
                      verbs: ["get", "update"],
                    },
                    { subresource: "nameless", verbs: ["get"] },
                  ],
                },
                {
                  resource: "orphans",
                  scope: "Cluster",
                  singularResource: "orphan",
                  verbs: [],
                  subresources: [{ subresource: "status", responseKind: kind("Orphan") as never, verbs: ["get"] }],
                },
                { resource: "blank", scope: "Cluster", responseKind: {} as never },
              ],
            },
            { version: "v1beta1" },
          ],
        },
        { metadata: { name: "gone" }, versions: [{ version: "v1", freshness: "Stale" }] },
      ],
    });
    expect(groups.groups).toEqual([
      {
        name: "apps",
        versions: [
          { groupVersion: "apps/v1", version: "v1" },
          { groupVersion: "apps/v1beta1", version: "v1beta1" },
        ],
        preferredVersion: { groupVersion: "apps/v1", version: "v1" },
      },
      { name: "gone", versions: [] },
    ]);
    expect(resources.get("apps/v1")?.resources).toEqual([
      {
        name: "deployments",
        singularName: "deployment",
        namespaced: true,
        group: "apps",
        version: "v1",
        kind: "Deployment",
        verbs: ["get"],
        shortNames: ["deploy"],
        categories: ["all"],
      },
      {
        name: "deployments/scale",
        singularName: "deployment",
        namespaced: true,
        group: "autoscaling",
        version: "v1",
        kind: "Scale",
        verbs: ["get", "update"],
      },
      {
        name: "orphans/status",
        singularName: "orphan",
        namespaced: false,
        group: "apps",
        version: "v1",
        kind: "Orphan",
        verbs: ["get"],
      },
    ]);
    expect(resources.get("apps/v1beta1")?.resources).toEqual([]);
    expect([...failed.keys()]).toEqual(["apps/v2", "gone/v1"]);
  });
});

describe("helpers", () => {
  const lists = [
    {
      groupVersion: "v1",
      resources: [
        resource("pods", "Pod", { verbs: ["get", "list"] }),
        resource("bindings", "Binding", { verbs: ["create"] }),
      ],
    },
    { groupVersion: "x/v1", resources: [resource("reviews", "Review", { verbs: ["create"] })] },
  ];

  it("filter resources by predicates, and ask whether a version is served (B365)", async () => {
    expect(filteredBy(lists, supportsAllVerbs("get", "list"))).toEqual([
      { ...lists[0], resources: [lists[0]!.resources[0]] },
    ]);
    expect(filteredBy(lists, () => false)).toEqual([]);
    expect(filteredBy(lists, (groupVersion) => groupVersion === "x/v1")).toEqual([lists[1]]);
    const serving = (...versions: string[]): Parameters<typeof serverSupportsVersion>[0] => ({
      serverGroups: async () => ({
        groups: [{ name: "", versions: versions.map((version) => ({ groupVersion: version, version })) }],
      }),
    });
    expect(await serverSupportsVersion(serving("v1", "v2"), "v1")).toBe(true);
    expect(await serverSupportsVersion(serving("v2"), "v1")).toBe(false);
    expect(await serverSupportsVersion(serving(), "v1")).toBe(true);
    const refused = { serverGroups: () => Promise.reject(new Error("refused")) };
    await expect(serverSupportsVersion(refused, "v1")).rejects.toThrow("refused");
  });

  it("put cells under each other", () => {
    expect(
      formatColumns([
        ["A", "LONGER", "LAST"],
        ["wide cell", "", ""],
      ]),
    ).toBe("A           LONGER   LAST\nwide cell            \n");
  });

  it("describe a resource with its subresources, and with the kind as its singular where there is none", () => {
    const described = describeResources("apps/v1", [
      resource("deployments", "Deployment", { singularName: "", shortNames: ["deploy"], categories: ["all"] }),
      resource("deployments/status", "Deployment"),
      resource("deployments/scale", "Scale"),
      resource("deployments/rollback", "Rollback"),
      resource("plain", "Plain", { namespaced: false }),
    ]);
    const common = { group: "apps", version: "v1", verbs: ["get", "list"] };
    expect(described).toEqual([
      {
        ...common,
        kind: "Deployment",
        plural: "deployments",
        scope: "Namespaced",
        singular: "deployment",
        shortNames: ["deploy"],
        categories: ["all"],
        status: true,
        scale: true,
        subresources: ["rollback"],
      },
      { ...common, kind: "Plain", plural: "plain", scope: "Cluster", singular: "plain" },
    ]);
  });
});
