/**
 * The clients that need no generated kind: dynamic, resolved at run time, metadata, scale, table, manifests. The same
 * behaviour on the in-memory server and, with CLIENT_TS_TEST_KUBECONFIG, on a real control plane; each run has a
 * namespace and a group of its own.
 */
import { applyYaml, asTable, formatTable, waitFor, watchTable } from "client-ts/client";
import { type Client, created, isConflict, isNotFound } from "client-ts";
import { Deployment, ReplicaSet, StatefulSet } from "client-ts/api/apps/v1";
import { ConfigMap, Namespace } from "client-ts/api/core/v1";
import { isNoMatch } from "client-ts/discovery";
import type { KubeObject, Resource, Unstructured } from "client-ts/meta";
import { testNamespaceName } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bothServers, type TestedServer } from "./both-servers.ts";

describe.each(bothServers)("on %s", (server, start) => {
  const namespace = testNamespaceName("clients");
  const group = `${namespace}.example.com`;
  let stage: TestedServer;
  let client: Client;
  beforeAll(async () => {
    stage = await start();
    client = stage.client.with({ fieldManager: "clients-spec" });
    await client.resource(Namespace).create({ metadata: { name: namespace } });
  });
  afterAll(async () => {
    await client?.dynamic
      .resource({ group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" })
      .deleteCollection({ labelSelector: `run=${namespace}` });
    await client?.resource(Namespace).delete(namespace);
    await stage?.close();
  });

  const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web" }] } };
  const selector = { matchLabels: { app: "web" } };

  it.each([
    ["Deployment", Deployment, { replicas: 1, selector, template }],
    ["ReplicaSet", ReplicaSet, { replicas: 1, selector, template }],
    ["StatefulSet", StatefulSet, { replicas: 1, selector, template, serviceName: "web" }],
  ] as [string, Resource, object][])(
    "scales a %s, by update and by patch, and keeps conflicts apart (B463)",
    async (_kind, resource, spec) => {
      const objects = client.resource(resource, { namespace });
      await objects.create({ metadata: { name: "scaled" }, spec } as KubeObject);
      await scalesUpAndDown(resource, "scaled");
      await objects.delete("scaled");
    },
  );

  it("applies definitions before their objects, whatever their order, and scales what they define (B463)", async () => {
    const { results, ok } = await applyYaml(client, `${gadget("one", 2)}\n---\n${gadgetDefinition()}`, { namespace });
    expect(results.map(({ kind, error }) => [kind, error])).toEqual([
      ["Gadget", undefined],
      ["CustomResourceDefinition", undefined],
    ]);
    expect(ok).toBe(true);
    const Gadget = await client.resolve(`${group}/v1`, "Gadget");
    expect(Gadget).toMatchObject({
      plural: "gadgets",
      scope: "Namespaced",
      status: true,
      scale: true,
      shortNames: ["gd"],
    });
    await scalesUpAndDown(Gadget, "one");
    await expect(client.scale(Gadget, { namespace }).get("none")).rejects.toSatisfy(isNotFound);
    await expect(client.resolve(`${group}/v1`, "Gizmo")).rejects.toSatisfy(isNoMatch);
  });

  it("reads and writes by resource name alone, with the kind filled in on each list item", async () => {
    const maps = client.dynamic.resource({ group: "", version: "v1", resource: "configmaps" }).namespace(namespace);
    const watching = maps.watch({ fieldSelector: "metadata.name=dyn" });
    await watching.open();
    const made = await maps.create({ metadata: { name: "dyn", labels: { dyn: "1" } }, data: { a: "1" } });
    expect(made).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
    await maps.update({ ...made, data: { a: "2" } });
    await maps.mergePatch("dyn", { data: { b: "3" } });
    await maps.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "dyn" }, data: { c: "4" } });
    expect((await maps.get("dyn"))["data"]).toEqual({ a: "2", b: "3", c: "4" });
    for (const item of (await maps.list()).items) expect(item).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
    await maps.deleteCollection({ labelSelector: "dyn=1" });
    await expect(maps.get("dyn")).rejects.toSatisfy(isNotFound);
    const types = [];
    for await (const event of watching) {
      types.push(event.type);
      if (event.type === "DELETED") break;
    }
    expect(types).toEqual(["ADDED", "MODIFIED", "MODIFIED", "MODIFIED", "DELETED"]);
  });

  it("takes a deletion of what is gone as a success when asked to, and keeps other failures", async () => {
    const maps = client.resource(ConfigMap, { namespace });
    expect(await maps.delete("gone", { ignoreNotFound: true })).toBeUndefined();
    expect(isNotFound(await maps.delete("gone").catch((thrown: unknown) => thrown))).toBe(true);
    await maps.create({ metadata: { name: "here" } });
    const preconditions = { uid: "00000000-0000-0000-0000-000000000000" };
    const refused = await maps
      .delete("here", { ignoreNotFound: true, preconditions })
      .catch((thrown: unknown) => thrown);
    expect(isConflict(refused)).toBe(true);
    await maps.delete("here", { ignoreNotFound: true });
    expect(isNotFound(await maps.get("here").catch((thrown: unknown) => thrown))).toBe(true);
  });

  it("reads, watches, patches and deletes metadata alone (B462)", async () => {
    const maps = client.metadata(ConfigMap, { namespace });
    await client.resource(ConfigMap, { namespace }).create({ metadata: { name: "meta" }, data: { secret: "hidden" } });
    const watching = maps.watch({ fieldSelector: "metadata.name=meta" });
    await watching.open();
    const read = await maps.get("meta");
    expect(read).toMatchObject({
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: { name: "meta", namespace },
    });
    expect(JSON.stringify([read, await maps.list()])).not.toContain("hidden");
    const { metadata } = await maps.mergePatch("meta", { metadata: { labels: { seen: "yes" } } });
    expect(metadata.labels).toEqual({ seen: "yes" });
    await maps.delete("meta", { preconditions: { uid: metadata.uid } });
    for await (const event of watching) {
      if (event.type === "BOOKMARK") continue;
      expect(event.object.kind).toBe("PartialObjectMetadata");
      if (event.type === "DELETED") break;
    }
    await expect(maps.get("meta")).rejects.toSatisfy(isNotFound);
  });

  it("prints tables as the server lays them out", async () => {
    await client.resource(ConfigMap, { namespace }).create({ metadata: { name: "table" }, data: { a: "1", b: "2" } });
    const text = formatTable(await asTable(client, ConfigMap, { namespace, name: "table" }));
    expect(text).toMatch(/^NAME {4}DATA {3}AGE\ntable {3}2 {6}\d+s\n$/);
  });

  it("watches tables: each event is one row with the columns of the kind", async () => {
    const maps = client.resource(ConfigMap, { namespace });
    const { metadata } = await asTable(client, ConfigMap, { namespace });
    const watch = watchTable(client, ConfigMap, {
      namespace,
      resourceVersion: metadata?.resourceVersion,
      signal: AbortSignal.timeout(20_000),
    });
    await watch.open();
    await maps.create({ metadata: { name: "watched" }, data: { a: "1" } });
    await maps.mergePatch("watched", { data: { b: "2" } });
    await maps.delete("watched");
    const lines: string[] = [];
    for await (const event of watch) {
      if (event.type === "BOOKMARK") continue;
      lines.push(`${event.type} ${formatTable(event.object, { namespace: true }).replaceAll(/\s+/g, " ").trim()}`);
      if (event.type === "DELETED") break;
    }
    const head = "NAMESPACE NAME DATA AGE";
    expect(lines.map((line) => line.replace(/\d+s$/, "0s"))).toEqual([
      `ADDED ${head} ${namespace} watched 1 0s`,
      `MODIFIED ${head} ${namespace} watched 2 0s`,
      `DELETED ${head} ${namespace} watched 2 0s`,
    ]);
  });

  it("deletes what left an apply set, and nothing else", async () => {
    const applySet = { name: "shop-set", kind: "ConfigMap" } as const;
    const map = (name: string, place = namespace): string =>
      `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, namespace: ${place}}}`;
    const bystander = await client.resource(ConfigMap, { namespace }).create({ metadata: { name: "bystander" } });
    const first = await applyYaml(client, [map("keep"), map("leave"), map("fail")].join("\n---\n"), {
      namespace,
      applySet,
    });
    expect(first).toMatchObject({ ok: true, pruned: [] });

    const dry = await applyYaml(client, map("keep"), { namespace, applySet, dryRun: true });
    expect(dry.pruned.map(({ name }) => name).sort()).toEqual(["fail", "leave"]);
    const failing = await applyYaml(
      client,
      [map("keep"), `{apiVersion: v1, kind: Nothing, metadata: {name: x}}`].join("\n---\n"),
      {
        namespace,
        applySet,
      },
    );
    expect(failing).toMatchObject({ ok: false, pruned: [] });
    const names = async (): Promise<string[]> =>
      (await client.metadata(ConfigMap, { namespace }).list({ labelSelector: "applyset.kubernetes.io/part-of" })).items
        .map((item) => item.metadata.name)
        .sort();
    expect(await names()).toEqual(["fail", "keep", "leave"]);

    const second = await applyYaml(client, [map("keep"), map("fail")].join("\n---\n"), { namespace, applySet });
    expect(second.pruned).toEqual([{ apiVersion: "v1", kind: "ConfigMap", name: "leave", namespace }]);
    expect(await names()).toEqual(["fail", "keep"]);
    const parent = await client.resource(ConfigMap, { namespace }).get("shop-set");
    expect(parent.metadata.annotations).toMatchObject({
      "applyset.kubernetes.io/contains-group-kinds": "ConfigMap",
      "applyset.kubernetes.io/additional-namespaces": "",
    });
    expect((await client.resource(ConfigMap, { namespace }).get("bystander")).metadata.uid).toBe(
      bystander.metadata.uid,
    );
  });

  it("applies a namespace before what lives in it", async () => {
    const name = `${namespace}-new`;
    const text = `{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ${name}}}\n---\n{apiVersion: v1, kind: Namespace, metadata: {name: ${name}}}`;
    expect((await applyYaml(client, text, { applySet: { name: "set", namespace: name } })).ok).toBe(true);
    await client.resource(Namespace).delete(name);
  });

  it.skipIf(server === "the in-memory server")(
    "asks the API server's proxy for the Service that was meant (SEC-21)",
    async () => {
      const services = client.dynamic.resource({ group: "", version: "v1", resource: "services" }).namespace(namespace);
      await services.create({ metadata: { name: "missing" }, spec: { ports: [{ name: "web", port: 80 }] } });
      for (const port of [80, "web"]) {
        const answer = client.proxy({ service: "missing", namespace, port }).get(["a", "b"]);
        // Before 1.34 the server looks for an object with the endpoints, and says which request found none.
        await expect(answer).rejects.toThrow(
          /no endpoints available for service "missing"|\/services\/missing:(80|web)\/proxy\/a\/b/,
        );
      }
      await expect(client.proxy({ service: "other", namespace, port: 80 }).get()).rejects.toSatisfy(isNotFound);
    },
  );

  async function scalesUpAndDown(resource: Resource<Unstructured> | Resource, name: string): Promise<void> {
    const scales = client.scale(resource as Resource, { namespace });
    await waitFor(client.resource(resource as Resource, { namespace }), name, created(), { timeoutMs: 20_000 });
    const { metadata } = await scales.mergePatch(name, { spec: { replicas: 3 } });
    const before = await scales.get(name);
    expect(before).toMatchObject({
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name, namespace, uid: metadata.uid },
      spec: { replicas: 3 },
    });
    const after = await scales.update({ metadata: { name }, spec: { replicas: 5 } });
    expect(after.spec).toEqual({ replicas: 5 });
    await expect(scales.update({ ...before, spec: { replicas: 9 } })).rejects.toSatisfy(isConflict);
    expect(
      (await scales.jsonPatch(name, [{ op: "replace", path: "/spec/replicas", value: 0 }])).spec?.replicas ?? 0,
    ).toBe(0);
    const whole = (await client.resource(resource as Resource, { namespace }).get(name)) as {
      spec?: { replicas?: number };
    };
    expect(whole.spec?.replicas).toBe(0);
  }

  function gadget(name: string, replicas: number): string {
    return `apiVersion: ${group}/v1\nkind: Gadget\nmetadata: { name: ${name} }\nspec: { replicas: ${replicas} }`;
  }

  function gadgetDefinition(): string {
    return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: gadgets.${group}, labels: { run: ${namespace} } }
spec:
  group: ${group}
  scope: Namespaced
  names: { plural: gadgets, singular: gadget, kind: Gadget, shortNames: [gd] }
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
    subresources: { status: {}, scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas } }
`;
  }
});
