import { Deployment } from "client-ts/api/apps/v1";
import { ConfigMap, Namespace, type Node, type Pod } from "client-ts/api/core/v1";
import {
  isAlreadyExists,
  isClientError,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  newStatus,
  StatusError,
} from "client-ts/errors";
import type { KubeObject, Resource } from "client-ts/meta";
import { FakeClock } from "client-ts/util";
import { describe, expect, it } from "vitest";
import { newFakeClientset } from "./index.ts";

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );

const settings: ConfigMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "shop" },
  data: { color: "red" },
};
const web: Pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop" },
  spec: { containers: [{ name: "web", image: "web:1" }] },
};
const widgetKind = { group: "example.com", version: "v1", kind: "Widget", plural: "widgets", scope: "Namespaced" };
const Widget = { ...widgetKind, status: true } as Resource<KubeObject & { spec?: object; status?: object }>;
const widget = (name: string, spec: object) => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name, namespace: "shop" },
  spec,
});

describe("the fake clientset", () => {
  it("has the objects that it was made with, and their namespaces", async () => {
    const fake = newFakeClientset(settings, web);
    expect((await fake.core.v1.configMaps("shop").get("settings")).data).toEqual({ color: "red" });
    expect((await fake.core.v1.pods("shop").get("web")).metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect((await fake.core.v1.namespaces().get("shop")).status?.phase).toBe("Active");
  });

  it("takes literals of custom kinds, alone and in an array, as the in-memory server does", async () => {
    const kinds = [Widget];
    const metadata = { name: "a", namespace: "shop" };
    const fake = newFakeClientset([{ apiVersion: "example.com/v1", kind: "Widget", metadata, spec: { size: 1 } }], {
      kinds,
    });
    const widgets = fake.client.resource(Widget, { namespace: "shop" });
    expect((await widgets.get("a")).spec).toEqual({ size: 1 });
    expect(newFakeClientset({ apiVersion: "v1", kind: "ConfigMap", metadata, data: {} }).actions).toEqual([]);
    await fake.tracker.add({ apiVersion: "example.com/v1", kind: "Widget", metadata, spec: { size: 2 } });
    expect((await widgets.get("a")).spec).toEqual({ size: 2 });
  });

  it("takes the items of a list as objects", async () => {
    const { apiVersion: _, kind: __, ...item } = settings;
    const fake = newFakeClientset({ apiVersion: "v1", kind: "ConfigMapList", metadata: {}, items: [item] });
    expect((await fake.core.v1.configMaps().list()).items.map(({ metadata }) => metadata.name)).toEqual(["settings"]);
  });

  it("refuses an object that does not say its kind when it is made", () => {
    expect(() => newFakeClientset({ metadata: { name: "a" } })).toThrow(/object 0 .* has no apiVersion/);
    expect(() => newFakeClientset({ apiVersion: "v1", metadata: { name: "a" } })).toThrow(/has no kind/);
  });

  it("creates, reads, updates, patches, lists and deletes as a server does", async () => {
    const maps = newFakeClientset(settings).core.v1.configMaps("shop");
    const made = await maps.create({ metadata: { name: "other", labels: { app: "a" } } });
    expect(await caught(maps.create({ metadata: { name: "other" } }))).toSatisfy(isAlreadyExists);
    expect((await maps.list({ labelSelector: "app=a" })).items).toEqual([made]);
    expect((await maps.list({ fieldSelector: "metadata.name=settings" })).items).toHaveLength(1);
    await maps.mergePatch("other", { data: { a: "1" } });
    expect(await caught(maps.update(made))).toSatisfy(isConflict);
    await maps.deleteCollection({ labelSelector: "app=a" });
    expect((await maps.list()).items.map(({ metadata }) => metadata.name)).toEqual(["settings"]);
    await maps.delete("settings");
    expect(await caught(maps.get("settings"))).toSatisfy(isNotFound);
  });

  it("says NotFound for a patch of a missing object (B386)", async () => {
    const maps = newFakeClientset(settings).core.v1.configMaps("shop");
    for (const patch of [
      maps.mergePatch("none", { data: {} }),
      maps.jsonPatch("none", [{ op: "add", path: "/data", value: {} }]),
      maps.strategicMergePatch("none", { data: {} }),
    ])
      expect(await caught(patch)).toSatisfy(isNotFound);
  });

  it("creates a missing object on apply (B387)", async () => {
    const maps = newFakeClientset(settings).core.v1.configMaps("shop");
    const made = await maps.apply({ metadata: { name: "new" }, data: { a: "1" } }, { fieldManager: "tester" });
    expect(made.data).toEqual({ a: "1" });
    expect(made.metadata.managedFields).toMatchObject([{ manager: "tester", operation: "Apply" }]);
  });

  it("takes name and namespace of an apply from the request when it is lenient (B388)", async () => {
    const fake = newFakeClientset([settings], { lenient: true });
    await fake.client.rest
      .patch("application/apply-patch+yaml")
      .absPath("/api/v1/namespaces/shop/configmaps/new")
      .param("fieldManager", "tester")
      .body({ apiVersion: "v1", kind: "ConfigMap", data: { a: "1" } })
      .do();
    const { metadata, data } = await fake.core.v1.configMaps("shop").get("new");
    expect([metadata.name, metadata.namespace, data]).toEqual(["new", "shop", { a: "1" }]);
  });

  it("shares fields between managers, names both sides of a conflict, and gives way to force (B389)", async () => {
    const maps = newFakeClientset(settings).core.v1.configMaps("shop");
    const apply = (fieldManager: string, data: Record<string, string>, force = false) =>
      maps.apply({ metadata: { name: "shared" }, data }, { fieldManager, force });
    await apply("one", { a: "1", b: "1" });
    await apply("two", { a: "1" });
    const error = await caught(apply("two", { a: "2" }));
    expect(error).toSatisfy(isConflict);
    expect((error as StatusError).status.message).toContain('conflict with "one": .data.a');
    expect((await apply("two", { a: "2" }, true)).data).toEqual({ a: "2", b: "1" });
    // The last owner of b no longer applies it.
    expect((await apply("one", {})).data).toEqual({ a: "2" });
  });

  it("finds an object only in its own scope (B390)", async () => {
    const node: Node = { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } };
    const { client } = newFakeClientset(settings, node);
    const nodes = client.dynamic.resource({ group: "", version: "v1", resource: "nodes" });
    const maps = client.dynamic.resource({ group: "", version: "v1", resource: "configmaps" });
    expect((await nodes.get("n1")).metadata.name).toBe("n1");
    expect((await maps.namespace("shop").get("settings")).metadata.name).toBe("settings");
    expect(await caught(nodes.namespace("shop").get("n1"))).toSatisfy(isNotFound);
    expect(await caught(maps.namespace("other").get("settings"))).toSatisfy(isNotFound);
    expect(await caught(client.rest.get().absPath("/api/v1/configmaps/settings").do())).toSatisfy(isNotFound);
  });

  it("serves kinds that are registered later, and objects without a type (B392)", async () => {
    const fake = newFakeClientset(settings);
    const widgets = fake.client.dynamic.resource({ group: "example.com", version: "v1", resource: "widgets" });
    expect(await caught(widgets.namespace("shop").get("a"))).toSatisfy(isNotFound);
    await fake.apiextensions.v1.customResourceDefinitions().create({
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
          },
        ],
      },
    });
    const applied = await widgets.namespace("shop").apply(widget("a", { size: 1 }), { fieldManager: "tester" });
    expect(applied).toMatchObject({ spec: { size: 1 }, metadata: { managedFields: [{ manager: "tester" }] } });
  });

  it("writes a sequence of creates, applies and updates with exact data and conflicts (B397)", async () => {
    const fake = newFakeClientset([], { lenient: true });
    const pods = fake.core.v1.pods("default");
    for (const name of ["pod-1", "pod-2"]) await pods.create({ metadata: { name } });
    expect((await pods.list()).items.map(({ metadata }) => metadata.name)).toEqual(["pod-1", "pod-2"]);
    const maps = fake.core.v1.configMaps("default");
    await maps.create({ metadata: { name: "cm" }, data: { k: "v0" } }, { fieldManager: "test-manager-0" });
    const apply = (fieldManager: string, value: string, force = false) =>
      maps.apply({ metadata: { name: "cm" }, data: { k: value } }, { fieldManager, force });
    const first = await caught(apply("test-manager-1", "v1"));
    expect((first as StatusError).status.message).toBe(
      'Apply failed with 1 conflict: conflict with "test-manager-0" using v1: .data.k',
    );
    expect((await apply("test-manager-1", "v1", true)).data).toEqual({ k: "v1" });
    const stored = await maps.get("cm");
    expect((await maps.update({ ...stored, data: { k: "v2" } }, { fieldManager: "test-manager-0" })).data).toEqual({
      k: "v2",
    });
    const second = await caught(apply("test-manager-1", "v3"));
    expect((second as StatusError).status.message).toContain('conflict with "test-manager-0" using v1');
  });

  it("records an eviction, and removes a Pod that no node runs as the server does (B397)", async () => {
    const fake = newFakeClientset(web);
    await fake.core.v1.pods("shop").evict("web");
    expect(fake.actions).toMatchObject([
      { verb: "create", resource: { resource: "pods" }, subresource: "eviction", namespace: "shop", name: "web" },
    ]);
    expect(await caught(fake.core.v1.pods("shop").get("web"))).toSatisfy(isNotFound);
    fake.prependReactor("create", "pods/eviction", () => ({ kind: "Status", apiVersion: "v1", status: "Success" }));
    await fake.tracker.add(web);
    await fake.core.v1.pods("shop").evict("web");
    expect((await fake.core.v1.pods("shop").get("web")).metadata.name).toBe("web");
  });

  it("knows a custom kind by an object of it or by its descriptor (B398)", async () => {
    for (const fake of [
      newFakeClientset(widget("a", { size: 1 })),
      newFakeClientset([widget("a", { size: 1 })], { kinds: [Widget as Resource] }),
    ]) {
      const widgets = fake.client.dynamic.resource({ group: "example.com", version: "v1", resource: "widgets" });
      const list = await widgets.list();
      expect([list.kind, list.items.length]).toEqual(["WidgetList", 1]);
      await widgets.namespace("shop").jsonPatch("a", [{ op: "replace", path: "/spec/size", value: 2 }]);
      expect(await fake.client.resource(Widget, { namespace: "shop" }).get("a")).toMatchObject({ spec: { size: 2 } });
      expect((await fake.client.resolve("example.com/v1", "Widget")).plural).toBe("widgets");
    }
    // A typed object is served to the dynamic client, too.
    const pods = newFakeClientset(web).client.dynamic.resource({ group: "", version: "v1", resource: "pods" });
    expect((await pods.namespace("shop").get("web")).metadata.name).toBe("web");
  });

  it("has the metadata, scale and discovery clients", async () => {
    const fake = newFakeClientset(settings, {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", namespace: "shop" },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } },
      },
    } as Deployment);
    const { client } = fake;
    expect(Object.keys(await client.metadata(ConfigMap, { namespace: "shop" }).get("settings"))).not.toContain("data");
    const scale = client.scale(Deployment, { namespace: "shop" });
    await scale.update({ ...(await scale.get("web")), spec: { replicas: 5 } });
    expect((await fake.apps.v1.deployments("shop").get("web")).spec?.replicas).toBe(5);
    expect((await client.discovery.serverVersion()).gitVersion).toMatch(/^v1\./);
  });

  it("refuses what a server refuses, and takes it when it is lenient", async () => {
    const strict = newFakeClientset().core.v1;
    expect(await caught(strict.pods("default").create({ metadata: { name: "a" } }))).toSatisfy(isInvalid);
    expect(await caught(strict.configMaps("shop").create({ metadata: { name: "a" } }))).toSatisfy(isNotFound);
    const lenient = newFakeClientset([], { lenient: true });
    await lenient.core.v1.pods("shop").create({ metadata: { name: "a" } });
    await lenient.core.v1.configMaps("other").apply({ metadata: { name: "a" } }, { fieldManager: "tester" });
    const names = (await lenient.client.resource(Namespace).list()).items.map(({ metadata }) => metadata.name);
    expect(names).toEqual(expect.arrayContaining(["shop", "other"]));
  });

  it("writes times of its clock", async () => {
    const clock = new FakeClock(Date.parse("2030-01-02T03:04:05Z"));
    const maps = newFakeClientset([], { clock }).core.v1.configMaps("default");
    expect((await maps.create({ metadata: { name: "a" } })).metadata.creationTimestamp).toBe("2030-01-02T03:04:05Z");
  });

  it("acts as another user, with what that user may do", async () => {
    const { client } = newFakeClientset();
    client.with({ impersonate: { userName: "jane" } });
    const review = await client
      .with({ impersonate: { userName: "jane" } })
      .rest.post()
      .absPath("/apis/authentication.k8s.io/v1/selfsubjectreviews")
      .body({ apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" })
      .do();
    expect(review.into()).toMatchObject({ status: { userInfo: { username: "jane" } } });
  });

  it("refuses calls after it was closed, and ends its watches", async () => {
    const fake = newFakeClientset(settings);
    const watch = fake.core.v1.configMaps("shop").watch()[Symbol.asyncIterator]();
    expect((await watch.next()).value).toMatchObject({ type: "ADDED" });
    const next = caught(watch.next());
    await fake.close();
    expect(await next).toSatisfy((error: unknown) => isClientError(error, "Transport"));
    expect(await caught(fake.core.v1.configMaps("shop").get("settings"))).toSatisfy((error: unknown) =>
      isClientError(error, "Closed"),
    );
  });

  it("ends a call with its signal, while a reactor waits", async () => {
    const fake = newFakeClientset(settings);
    const controller = new AbortController();
    fake.prependReactor("get", "configmaps", () => new Promise(() => controller.abort()));
    const error = await caught(fake.core.v1.configMaps("shop").get("settings", { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortError" });
  });

  it("ends a call that has a limit, on its clock", async () => {
    const clock = new FakeClock();
    const fake = newFakeClientset([settings], { clock });
    fake.prependReactor("get", "configmaps", () => new Promise(() => {}));
    const error = caught(fake.core.v1.configMaps("shop").get("settings", { timeoutMs: 5_000 }));
    await clock.advance(5_000);
    expect(await error).toMatchObject({ message: expect.stringContaining("5000 ms") });
  });

  it("has a tracker whose calls pass no reactor and are not recorded", async () => {
    const fake = newFakeClientset(settings);
    fake.prependReactor("*", "*", () => {
      throw new StatusError(newStatus("Forbidden", { resource: "configmaps" }));
    });
    expect(await caught(fake.core.v1.configMaps("shop").get("settings"))).toSatisfy(isForbidden);
    fake.clearActions();
    const changed: ConfigMap = { ...settings, data: { color: "blue" } };
    await fake.tracker.add(changed, web);
    const stored = await fake.tracker.resource(ConfigMap, { namespace: "shop" }).get("settings");
    expect(stored.data).toEqual({ color: "blue" });
    expect(fake.actions).toEqual([]);
    const kinds = (await fake.tracker.journal()).entries().map(({ resource, type }) => `${type} ${resource}`);
    expect(kinds.slice(-3)).toEqual(["ADDED configmaps", "MODIFIED configmaps", "ADDED pods"]);
  });
});
