import { describe, expect, it } from "vitest";
import { loadKinds } from "client-ts/api/tables";
import type { ApiServer } from "./index.ts";
import { type SpecClient, serverForAll } from "./spec-client.ts";

describe("what the in-memory server says about itself", () => {
  let server: ApiServer;
  let client: SpecClient;

  serverForAll({}, (started) => {
    ({ server, client } = started);
  });

  it("lists groups, versions and resources in the old form", async () => {
    expect((await client.get("/api")).body).toMatchObject({ kind: "APIVersions", versions: ["v1"] });
    const groups = (await client.get("/apis")).body.groups;
    expect(groups.find(({ name }: { name: string }) => name === "apps").preferredVersion).toEqual({
      groupVersion: "apps/v1",
      version: "v1",
    });
    const { body } = await client.get("/api/v1");
    expect(body).toMatchObject({ kind: "APIResourceList", groupVersion: "v1" });
    expect(body.resources.find(({ name }: { name: string }) => name === "pods")).toMatchObject({
      kind: "Pod",
      namespaced: true,
      shortNames: ["po"],
      categories: ["all"],
    });
    expect(body.resources.map(({ name }: { name: string }) => name)).toContain("pods/eviction");
  });

  it("lists everything at once in the aggregated form, for every kind that a server serves by default", async () => {
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    const core = await client.get("/api", { accept });
    const rest = await client.get("/apis", { accept });
    expect(core.headers["content-type"]).toBe("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    const found = [...core.body.items, ...rest.body.items].flatMap((group) =>
      group.versions.flatMap((version: { version: string; resources: { resource: string }[] }) =>
        version.resources.map(({ resource }) => `${group.metadata.name ?? ""}/${version.version}/${resource}`),
      ),
    );
    const wanted = (await loadKinds())
      .filter(({ served }) => served === "default")
      .map(({ group, version, plural }) => `${group}/${version}/${plural}`);
    expect(found.sort()).toEqual(wanted.sort());
  });

  it("describes its types in OpenAPI v3 as far as kubectl asks", async () => {
    const index = (await client.get("/openapi/v3")).body;
    const url = index.paths["apis/apps/v1"].serverRelativeURL;
    const { body } = await client.get(url);
    const operation = body.paths["/apis/apps/v1/namespaces/{namespace}/deployments/{name}"].patch;
    expect(operation.parameters.map(({ name }: { name: string }) => name)).toContain("fieldValidation");
    expect(operation["x-kubernetes-group-version-kind"]).toEqual({ group: "apps", version: "v1", kind: "Deployment" });
    expect(
      body.components.schemas["io.k8s.api.core.v1.PodSpec"].properties.containers["x-kubernetes-patch-merge-key"],
    ).toBe("name");
  });

  it("describes the fields of metadata, so that kubectl can explain them", async () => {
    const { schemas } = (await client.get("/openapi/v3/apis/apps/v1")).body.components;
    const { properties } = schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"];
    expect(properties.creationTimestamp.description).toContain("CreationTimestamp is a timestamp");
    for (const name of ["ObjectMeta", "OwnerReference", "ManagedFieldsEntry"]) {
      const struct = schemas[`io.k8s.apimachinery.pkg.apis.meta.v1.${name}`];
      const described = Object.values<{ description?: string }>(struct.properties);
      expect(described.filter(({ description }) => description === undefined)).toEqual([]);
    }
  });

  it("gives its version and reports that it is healthy", async () => {
    expect((await client.get("/version")).body).toMatchObject({ major: "1", minor: "37", gitVersion: "v1.37.1" });
    for (const path of ["/healthz", "/livez", "/readyz"]) expect((await client.get(path)).text).toBe("ok");
  });

  it("answers reviews of oneself and of access", async () => {
    const self = await client.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {});
    expect(self.body.status.userInfo).toMatchObject({
      username: "admin",
      groups: ["system:masters", "system:authenticated"],
    });
    const access = await client.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
      spec: { resourceAttributes: { verb: "get", resource: "pods" } },
    });
    expect(access.body.status).toEqual({ allowed: true });
  });

  it("makes tokens for service accounts that work", async () => {
    server.apply({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "bob" } });
    const { body } = await client.post("/api/v1/namespaces/default/serviceaccounts/bob/token", {
      spec: { expirationSeconds: 600 },
    });
    const self = await client.post(
      "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      {},
      { authorization: `Bearer ${body.status.token}` },
    );
    expect(self.body.status.userInfo.username).toBe("system:serviceaccount:default:bob");
  });

  it("changes a running Pod's containers by the paths that are there for it", async () => {
    server.apply({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "q" },
      spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" }, limits: { cpu: "2" } } }] },
    } as object);
    const pod = "/api/v1/namespaces/default/pods/q";
    const refused = await client.patch(pod, { spec: { nodeName: "n" } });
    expect(refused.body).toMatchObject({
      code: 422,
      message: expect.stringContaining("pod updates may not change fields other than"),
    });
    const debug = await client.patch(`${pod}/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "d", image: "i" }], nodeName: "n" },
    });
    expect(debug.body.spec).toMatchObject({ ephemeralContainers: [{ name: "d" }] });
    expect(debug.body.spec.nodeName).toBeUndefined();
    const resized = await client.patch(
      `${pod}/resize`,
      { spec: { containers: [{ name: "c", resources: { limits: { cpu: "3" } } }] } },
      "application/strategic-merge-patch+json",
    );
    expect(resized.body.spec.containers[0]).toMatchObject({ image: "i", resources: { limits: { cpu: "3" } } });
  });

  it("answers evictions and bindings", async () => {
    server.apply({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      spec: { containers: [{ name: "c", image: "i" }] },
    } as object);
    const pod = "/api/v1/namespaces/default/pods/p";
    expect((await client.post(`${pod}/binding`, { target: { kind: "Node", name: "n1" } })).status).toBe(201);
    expect((await client.get(pod)).body.spec.nodeName).toBe("n1");
    expect(
      (await client.post(`${pod}/eviction`, { metadata: { name: "p" }, deleteOptions: { gracePeriodSeconds: 0 } }))
        .body,
    ).toMatchObject({ status: "Success" });
    expect((await client.get(pod)).status).toBe(404);
  });
});
