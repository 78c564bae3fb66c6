import { getEventListeners } from "node:events";
import { type ConfigMap, Namespace } from "client-ts/api/core/v1";
import { isNotFound } from "client-ts/errors";
import type { KubeObject, Resource } from "client-ts/meta";
import { FakeClock } from "client-ts/util";
import { describe, expect, it } from "vitest";
import { newFakeClientset } from "./index.ts";

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
const custom = (kind: string, metadata: KubeObject["metadata"]): KubeObject & { spec: object } => ({
  apiVersion: "example.com/v1",
  kind,
  metadata: metadata!,
  spec: { replicas: 2 },
});
const definition: KubeObject & { spec: object } = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "gadgetry.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "gadgetry", singular: "gadget", kind: "Gadget", listKind: "GadgetList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};
const map: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } };

describe("custom kinds on the fake", () => {
  it.each([
    ["Widget", "widgets"],
    ["Policy", "policies"],
    ["Gateway", "gateways"],
    ["IngressClass", "ingressclasses"],
    ["Box", "boxes"],
    ["Quiz", "quizes"],
    ["Patch", "patches"],
    ["Mesh", "meshes"],
    ["ExternalEndpoints", "externalendpoints"],
  ])("that are known by an object alone have the plural of English: %s is one of %s", async (kind, resource) => {
    const { client } = newFakeClientset(custom(kind, { name: "a" }));
    const found = await client.dynamic.resource({ group: "example.com", version: "v1", resource }).get("a");
    expect(found.kind).toBe(kind);
  });

  it("have the scope of their first object, and a status of their own", async () => {
    const { client } = newFakeClientset(
      custom("Widget", { name: "a", namespace: "shop" }),
      custom("Zone", { name: "z" }),
    );
    expect((await client.resolve("example.com/v1", "Widget")).scope).toBe("Namespaced");
    expect((await client.resolve("example.com/v1", "Zone")).scope).toBe("Cluster");
    const widgets = client.dynamic
      .resource({ group: "example.com", version: "v1", resource: "widgets" })
      .namespace("shop");
    const found = await widgets.get("a");
    const changed = await widgets.update({ ...found, status: { ready: true } });
    expect(changed["status"]).toBeUndefined();
    expect((await widgets.updateStatus({ ...changed, status: { ready: true } }))["status"]).toEqual({ ready: true });
  });

  it("have a scale when their descriptor says so", async () => {
    const names = { group: "example.com", version: "v1", kind: "Widget", plural: "widgets", scope: "Namespaced" };
    const Widget = { ...names, scale: true } as Resource;
    const fake = newFakeClientset([custom("Widget", { name: "a", namespace: "shop" })], { kinds: [Widget] });
    const scale = fake.client.scale(Widget as never, { namespace: "shop" });
    expect((await scale.get("a")).spec?.replicas).toBe(2);
    await scale.update({ ...(await scale.get("a")), spec: { replicas: 5 } });
    const stored = await fake.client.resource(Widget, { namespace: "shop" }).get("a");
    expect(stored).toMatchObject({ spec: { replicas: 5 } });
  });

  it("are known from their definition, wherever it stands among the objects", async () => {
    const gadget = custom("Gadget", { name: "a", namespace: "shop" });
    const fake = newFakeClientset(gadget, definition);
    const gadgetry = fake.client.dynamic.resource({ group: "example.com", version: "v1", resource: "gadgetry" });
    expect((await gadgetry.namespace("shop").get("a")).kind).toBe("Gadget");
    const added = await newFakeClientset().tracker.add(map, gadget, definition);
    expect(added.map(({ kind }) => kind)).toEqual(["ConfigMap", "Gadget", "CustomResourceDefinition"]);
  });

  it("of one fake are unknown to the next", async () => {
    const first = newFakeClientset(custom("Widget", { name: "a" }));
    await first.tracker.add(definition);
    const at = (fake: typeof first, resource: string) =>
      fake.client.dynamic.resource({ group: "example.com", version: "v1", resource }).list();
    expect((await at(first, "widgets")).items).toHaveLength(1);
    expect((await at(first, "gadgetry")).items).toHaveLength(0);
    const second = newFakeClientset();
    for (const resource of ["widgets", "gadgetry"]) expect(await caught(at(second, resource))).toSatisfy(isNotFound);
  });
});

describe("the objects of a fake", () => {
  it("come from lists of any kind, and lists of lists", async () => {
    const list = { apiVersion: "v1", kind: "List", metadata: {}, items: [map, custom("Widget", { name: "w" })] };
    const nested = { apiVersion: "v1", kind: "List", metadata: {}, items: [list as never] };
    const fake = newFakeClientset(nested);
    expect((await fake.core.v1.configMaps("default").get("a")).metadata.name).toBe("a");
    expect((await fake.client.resolve("example.com/v1", "Widget")).plural).toBe("widgets");
    expect(() => newFakeClientset(map, { metadata: { name: "b" } })).toThrow(/object 1 of the fake clientset/);
    expect(() => newFakeClientset(map, undefined as never)).toThrow(/object 1 of the fake clientset is not an object/);
  });

  it("belong to the fake: neither what was given nor what was answered can change them", async () => {
    const given = { ...map, data: { color: "red" } };
    const fake = newFakeClientset(given);
    const maps = fake.core.v1.configMaps("default");
    const first = await maps.get("a");
    given.data.color = "blue";
    first.data!["color"] = "green";
    expect((await maps.get("a")).data).toEqual({ color: "red" });
    expect(given.metadata).toEqual({ name: "a", namespace: "default" });
  });

  it("have namespaces that are just as those that are added", async () => {
    const clock = new FakeClock();
    const fake = newFakeClientset([{ apiVersion: "v1", kind: "Namespace", metadata: { name: "given" } }], { clock });
    await fake.tracker.add({ ...map, metadata: { name: "a", namespace: "made" } });
    const shown = async (name: string): Promise<string> => {
      const { metadata, ...rest } = await fake.core.v1.namespaces().get(name);
      const { uid: _uid, resourceVersion: _version, ...common } = metadata;
      return JSON.stringify({ common, ...rest }).replaceAll(name, "NAME");
    };
    expect(await shown("made")).toBe(await shown("given"));
    const bad = fake.tracker.add({ ...map, metadata: { name: "a", namespace: "Bad_Name" } });
    expect(await caught(bad)).toMatchObject({ message: expect.stringContaining("RFC 1123") });
  });

  it("are not shared between fakes", async () => {
    const [first, second] = [newFakeClientset(map), newFakeClientset(map)];
    await first.core.v1.configMaps("default").delete("a");
    expect((await second.core.v1.configMaps("default").get("a")).metadata.name).toBe("a");
    expect((await second.tracker.journal()).length).toBe((await first.tracker.journal()).length - 1);
  });

  it("follow their owners and end with their namespace, unless there are no controllers", async () => {
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "gone" };
    const child: ConfigMap = { ...map, metadata: { name: "child", namespace: "shop", ownerReferences: [owner] } };
    const fake = newFakeClientset(child);
    await expect.poll(async () => (await fake.core.v1.configMaps("shop").list()).items).toEqual([]);
    await fake.core.v1.namespaces().delete("shop");
    await expect.poll(() => fake.core.v1.namespaces().get("shop").catch(isNotFound)).toBe(true);
    const alone = newFakeClientset([child], { controllers: false });
    await alone.core.v1.namespaces().delete("shop");
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect((await alone.core.v1.configMaps("shop").list()).items).toHaveLength(1);
    expect((await alone.client.resource(Namespace).get("shop")).status?.phase).toBe("Terminating");
  });
});

describe("a call to the fake", () => {
  it("leaves no listener on its signal and no timer on its clock", async () => {
    const clock = new FakeClock();
    const fake = newFakeClientset([map], { clock });
    const { signal } = new AbortController();
    const maps = fake.core.v1.configMaps("default");
    for (let n = 0; n < 3; n++) await maps.get("a", { signal, timeoutMs: 5_000 });
    await caught(maps.get("none", { signal, timeoutMs: 5_000 }));
    for await (const event of maps.watch({ signal })) {
      expect(event.type).toBe("ADDED");
      break;
    }
    const stopper = new AbortController();
    fake.prependReactor("get", "configmaps", () => new Promise(() => stopper.abort()));
    await caught(maps.get("a", { signal: stopper.signal, timeoutMs: 5_000 }));
    await expect.poll(() => getEventListeners(signal, "abort").length, { interval: 1 }).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it("that waits for a reactor ends when the fake is closed", async () => {
    const fake = newFakeClientset(map);
    let asked = 0;
    fake.prependReactor("create", "configmaps", () => {
      asked++;
      return new Promise(() => {});
    });
    const error = caught(fake.core.v1.configMaps("default").create({ metadata: { name: "b" } }));
    await expect.poll(() => asked, { interval: 1 }).toBe(1);
    await fake.close();
    expect(await error).toMatchObject({ name: "OutcomeUnknownError" });
    await fake.close();
  });

  it("is answered after the objects were added that came before it", async () => {
    const fake = newFakeClientset();
    const added = fake.tracker.add(map);
    expect((await fake.core.v1.configMaps("default").get("a")).metadata.name).toBe("a");
    await added;
  });
});
