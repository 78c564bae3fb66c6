import { describe, expect, it } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { ConfigMap, Namespace } from "../api/core/v1.ts";
import { defineResource, type KubeObject, setControllerReference } from "../meta/index.ts";
import { AsyncQueue } from "../util/index.ts";
import { generationChanged } from "./predicates.ts";
import { ownerKeys } from "./owner-keys.ts";
import { configMap, definition, startWorld, Website, website } from "./test-support/world.ts";
import { watch } from "./watch-source.ts";

describe("events become keys", () => {
  it("by the owner reference that controls, of group and kind whatever the version, old and new", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const manager = world.manager();
    const runs: string[] = [];
    manager.controller(Website, {
      owns: [ConfigMap],
      reconcile: (_s, { key, trigger }) => void runs.push(`${key.name} ${trigger}`),
    });
    void manager.run();
    await world.settled();
    runs.length = 0;
    const sites = world.client.resource(Website, { namespace: "shop" });
    const [a, b] = [await sites.get("a"), await sites.get("b")];
    const maps = world.client.resource(ConfigMap, { namespace: "shop" });
    const child: ConfigMap = { metadata: { name: "child", namespace: "shop" } };
    setControllerReference(child, { ...a, apiVersion: "example.com/v1beta1" });
    const made = await maps.create(child);
    await world.settled();
    expect(runs.splice(0)).toEqual(["a create of ConfigMap"]);
    // From one owner to another: both are woken.
    const moved = { ...made, metadata: { ...made.metadata, ownerReferences: [] } };
    setControllerReference(moved, b);
    await maps.update(moved);
    await world.settled();
    expect(runs.splice(0).sort()).toEqual(["a update of ConfigMap", "b update of ConfigMap"]);
    await maps.delete("child");
    await world.settled();
    expect(runs.splice(0)).toEqual(["b delete of ConfigMap"]);
    // Only the metadata of owned kinds is watched.
    expect(() => manager.cache.get(ConfigMap, "shop/child")).toThrow("only the metadata of ConfigMap");
    expect(manager.cache.metadata(ConfigMap, "shop/child")).toBeUndefined();
  });

  it("by owner references as a table", () => {
    const reference = { apiVersion: "example.com/v1", kind: "Website", name: "a", uid: "u" };
    const keys = (references: object[], owner: object = Website, controllerOnly = true) =>
      ownerKeys({ namespace: "shop", ownerReferences: references as never }, owner as typeof Website, {
        controllerOnly,
      });
    expect(keys([{ ...reference, controller: true }])).toEqual(["shop/a"]);
    expect(keys([reference])).toEqual([]);
    expect(keys([reference], Website, false)).toEqual(["shop/a"]);
    expect(keys([{ ...reference, apiVersion: "other.com/v1", controller: true }])).toEqual([]);
    expect(keys([{ ...reference, kind: "Web", controller: true }])).toEqual([]);
    expect(keys([{ ...reference, controller: true }], { ...Website, scope: "Cluster" })).toEqual(["a"]);
    expect(ownerKeys(undefined, Website, { controllerOnly: true })).toEqual([]);
  });

  it("by an index of the field that names the changed object, in its namespace alone", async () => {
    const other = { apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } } as KubeObject;
    await using world = await startWorld(
      other,
      website("a", { configMapName: "settings" }),
      website("b", { configMapName: "else" }),
      website("c", { configMapName: "settings" }, { namespace: "other" }),
      configMap("settings"),
    );
    const manager = world.manager();
    const runs: string[] = [];
    manager.controller(Website, {
      watches: [watch(ConfigMap, { mapByIndex: "spec.configMapName" })],
      reconcile: (_s, { key }) => void runs.push(`${key.namespace}/${key.name}`),
    });
    void manager.run();
    await world.settled();
    runs.length = 0;
    await world.client.resource(ConfigMap, { namespace: "shop" }).mergePatch("settings", { data: { a: "1" } });
    await world.settled();
    expect(runs).toEqual(["shop/a"]);
  });

  it("by an index of a field that names several objects, or objects of a kind without namespaces", async () => {
    const namespaces = ["one", "two", "three"].map((name) => ({
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name },
    }));
    const uses = (...names: string[]): Website["spec"] => ({ names }) as object;
    await using world = await startWorld(
      ...namespaces,
      website("a", uses("one", "two")),
      website("b", uses("two", "three")),
    );
    const manager = world.manager();
    const runs: string[] = [];
    manager.controller(Website, {
      watches: [watch(Namespace, { mapByIndex: "spec.names" })],
      reconcile: (_s, { key: { name } }) => void runs.push(name),
    });
    void manager.run();
    await world.settled();
    const woken: string[] = [];
    for (const { metadata } of namespaces) {
      runs.length = 0;
      await world.client.resource(Namespace).mergePatch(metadata.name, { metadata: { labels: { seen: "yes" } } });
      await world.settled();
      woken.push(runs.sort().join());
    }
    expect(woken).toEqual(["a", "a,b", "b"]);
  });

  it("by every owner reference on request, not only the one that controls", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const sites = world.client.resource(Website, { namespace: "shop" });
    const ownerReferences = (await sites.list()).items.map(({ metadata: { name, uid } }, at) => {
      return { apiVersion: "example.com/v1", kind: "Website", name, uid, controller: at === 0 };
    });
    const manager = world.manager();
    const runs: string[] = [];
    manager.controller(Website, {
      watches: [watch(ConfigMap, { owner: "any" })],
      reconcile: (_s, { key: { name } }) => void runs.push(name),
    });
    void manager.run();
    await world.settled();
    runs.length = 0;
    await world.client
      .resource(ConfigMap, { namespace: "shop" })
      .create({ metadata: { name: "child", ownerReferences } });
    await world.settled();
    expect(runs.sort()).toEqual(["a", "b"]);
  });

  it("by a map function of both states, which is called again when it fails", async () => {
    await using world = await startWorld(website("a"), website("b"), configMap("m", { labels: { site: "a" } }));
    const manager = world.manager();
    const runs: string[] = [];
    let failures = 2;
    manager.controller(Website, {
      watches: [
        watch(ConfigMap, {
          map: async ({ metadata }) => {
            if (runs.length > 0 && failures-- > 0) throw new Error("not now");
            return metadata.labels?.["site"] === undefined
              ? []
              : [{ namespace: "shop", name: metadata.labels["site"] }];
          },
        }),
      ],
      reconcile: (_s, { key }) => void runs.push(key.name),
    });
    void manager.run();
    await world.settled();
    runs.splice(0, runs.length, "begin");
    await world.client
      .resource(ConfigMap, { namespace: "shop" })
      .mergePatch("m", { metadata: { labels: { site: "b" } } });
    await world.settled(10);
    expect(runs.sort()).toEqual(["a", "b", "begin"]);
    expect(world.lines.filter(({ message }) => message.includes("map function failed"))).toHaveLength(2);
  });

  it("from a stream of the program's own, of keys or of everything again", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const manager = world.manager();
    const runs: string[] = [];
    const keys = new AsyncQueue<string>();
    const everything = new AsyncQueue<void>();
    manager.controller(Website, {
      watches: [watch(keys, { map: (name) => [{ namespace: "shop", name }] }), watch(everything, { everything: true })],
      reconcile: (_s, { key, trigger }) => void runs.push(`${key.name} ${trigger}`),
    });
    void manager.run();
    await world.settled();
    runs.length = 0;
    keys.push("b");
    await world.clock.advance(0);
    await world.settled();
    expect(runs.splice(0)).toEqual(["b a stream"]);
    everything.push();
    await world.clock.advance(0);
    await world.settled();
    expect(runs.sort()).toEqual(["a a stream", "b a stream"]);
    // A stream that ends, and one that fails, do no harm.
    keys.close();
    await world.settled();
  });

  it("from the other sources when a stream fails, and a stream is left when the manager stops", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const runs: string[] = [];
    async function* broken(): AsyncGenerator<string> {
      yield "shop/a";
      throw new Error("cut");
    }
    let left = false;
    const silent: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          left = true;
          return { done: true, value: undefined };
        },
      }),
    };
    manager.controller(Website, {
      watches: [watch(broken()), watch(silent)],
      reconcile: (_s, { trigger }) => void runs.push(trigger),
    });
    const running = manager.run();
    const failed = "a watched stream failed and is not read any more";
    await world.until(() => world.lines.some(({ message }) => message === failed));
    await world.settled();
    runs.length = 0;
    await world.client.resource(Website, { namespace: "shop" }).mergePatch("a", { spec: { replicas: 1 } });
    await world.settled();
    expect([runs, left]).toEqual([["update of Website"], false]);
    await manager.close();
    await running;
    expect(left).toBe(true);
  });

  it("only when the predicates let them pass, and always when a predicate fails", async () => {
    await using world = await startWorld(website("a"), configMap("m"));
    const manager = world.manager();
    const runs: string[] = [];
    let broken = false;
    manager.controller(Website, {
      when: [
        generationChanged,
        () => {
          if (broken) throw new Error("a mistake");
          return true;
        },
      ],
      watches: [watch(ConfigMap, { everything: true, when: ({ type }) => type === "delete" })],
      reconcile: (_s, { trigger }) => void runs.push(trigger),
    });
    void manager.run();
    await world.settled();
    const sites = world.client.resource(Website, { namespace: "shop" });
    const maps = world.client.resource(ConfigMap, { namespace: "shop" });
    await sites.mergePatch("a", { metadata: { labels: { x: "1" } } });
    await maps.mergePatch("m", { data: {} });
    await world.settled();
    expect(runs.splice(0)).toEqual(["create of Website"]);
    await maps.delete("m");
    await world.settled();
    expect(runs.splice(0)).toEqual(["delete of ConfigMap"]);
    broken = true;
    await sites.mergePatch("a", { spec: { replicas: 9 } });
    await world.settled();
    expect(runs.splice(0)).toEqual(["update of Website"]);
    expect(world.lines.some(({ message }) => message.startsWith("a predicate failed"))).toBe(true);
  });

  it("from an optional kind whose definition comes later", async () => {
    interface Theme extends KubeObject {
      spec?: object;
    }
    const Theme = defineResource<Theme>()({
      group: "example.com",
      version: "v1",
      kind: "Theme",
      plural: "themes",
      scope: "Namespaced",
    });
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const runs: string[] = [];
    manager.controller(Website, {
      watches: [watch(Theme, { everything: true, optional: true })],
      reconcile: (_s, { trigger }) => void runs.push(trigger),
    });
    void manager.run();
    await world.until(() => runs.length > 0);
    const names = { plural: "themes", singular: "theme", kind: "Theme", listKind: "ThemeList" };
    const spec = { ...(definition.spec as object), names };
    world.server.apply({ ...definition, metadata: { name: "themes.example.com" }, spec } as KubeObject);
    await world.client.resource(Theme, { namespace: "shop" }).create({ metadata: { name: "dark" } });
    while (!runs.includes("create of Theme")) await world.clock.advance(1);
  });

  it("from a watch that is added and removed while the controller runs", async () => {
    await using world = await startWorld(website("a"), configMap("m"));
    const manager = world.manager();
    const runs: string[] = [];
    const handle = manager.controller(Website, { reconcile: (_s, { trigger }) => void runs.push(trigger) });
    await expect(handle.watch(watch(ConfigMap, { everything: true }))).rejects.toThrow("does not run yet");
    void manager.run();
    await world.settled();
    const added = await handle.watch(watch(ConfigMap, { everything: true }));
    await world.settled();
    runs.length = 0;
    const maps = world.client.resource(ConfigMap, { namespace: "shop" });
    await maps.mergePatch("m", { data: { a: "1" } });
    await world.settled();
    expect(runs.splice(0)).toEqual(["update of ConfigMap"]);
    await added.close();
    await maps.mergePatch("m", { data: { a: "2" } });
    await world.settled();
    expect(runs).toEqual([]);
    expect(() => manager.cache.metadata(ConfigMap, "shop/m")).toThrow("ConfigMap of v1 is not cached");
    await manager.close();
    await expect(handle.watch(watch(ConfigMap, { everything: true }))).rejects.toMatchObject({
      kind: "Closed",
      message: `controller ${handle.name} was closed`,
    });
  });

  it("still for others of the kind when a watch that was added is closed twice", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const runs: string[] = [];
    const handle = manager.controller(Website, {
      owns: [ConfigMap],
      reconcile: (_s, { trigger }) => void runs.push(trigger),
    });
    void manager.run();
    await world.settled();
    const added = await handle.watch(watch(ConfigMap, { everything: true }));
    await added.close();
    await added.close();
    runs.length = 0;
    const child: ConfigMap = { metadata: { name: "child", namespace: "shop" } };
    setControllerReference(child, await world.client.resource(Website, { namespace: "shop" }).get("a"));
    await world.client.resource(ConfigMap, { namespace: "shop" }).create(child);
    await world.settled();
    expect(runs).toEqual(["create of ConfigMap"]);
  });

  it("and when some are hidden by a broken watch, the state is the same as without that (F-F12)", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const { server, client } = world;
    const manager = world.manager();
    manager.controller(Website, {
      when: generationChanged,
      reconcile: async (site, ctx) => {
        await ctx.patchStatus(site, (draft) => {
          draft.status = { seen: site.spec.replicas ?? 0 };
        });
      },
    });
    void manager.run();
    await world.settled();
    const sites = client.resource(Website, { namespace: "shop" });
    const brokenWatch = server.faults.add(
      { match: { resource: "websites", verb: "watch" } },
      { type: "status", code: 503, reason: "ServiceUnavailable" },
    );
    server.cutConnections();
    await sites.list();
    for (let replicas = 1; replicas <= 3; replicas++) await sites.mergePatch("a", { spec: { replicas } });
    await sites.delete("b");
    await sites.create(website("b", { replicas: 9 }));
    // The changes in between cannot be watched later either.
    server.compact();
    brokenWatch.remove();
    await world.settled();
    const seen = (await sites.list()).items.map(({ metadata, status }) => [metadata.name, status?.seen]);
    expect(seen).toEqual([
      ["a", 3],
      ["b", 9],
    ]);
  });

  it("from another cluster", async () => {
    await using world = await startWorld(website("a"));
    await using other = await startWorld(configMap("remote"));
    const manager = world.manager();
    const runs: string[] = [];
    manager.controller(Website, {
      watches: [watch(ConfigMap, { client: other.client, everything: true })],
      reconcile: (_s, { trigger, cache }) => {
        runs.push(`${trigger} ${cache.in(other.client).metadata(ConfigMap, "shop/remote")?.name}`);
      },
    });
    void manager.run();
    await world.settled();
    runs.length = 0;
    await other.client.resource(ConfigMap, { namespace: "shop" }).mergePatch("remote", { data: { a: "1" } });
    await world.until(() => runs.length > 0);
    expect(runs).toEqual(["update of ConfigMap remote"]);
  });
});

describe("a watch", () => {
  it("refuses no mapping and several", () => {
    expect(() => watch(ConfigMap, {})).toThrow("needs exactly one of map, mapByIndex, owner and everything");
    expect(() => watch(ConfigMap, { everything: true, owner: "any" })).toThrow("not owner and everything");
  });
});

describe("the caches of a manager", () => {
  it.each([
    ["of all objects", {}, {}, ["a", "b", "c"]],
    ["of some labels", {}, { labelSelector: "app=x" }, ["a"]],
    ["of some fields", {}, { fieldSelector: "metadata.name=b" }, ["b"]],
    ["of some namespaces", {}, { namespaces: ["other"] }, ["c"]],
    ["of the namespaces of the manager", { namespaces: ["shop"] }, {}, ["a", "b"]],
    ["of other namespaces than those of the manager", { namespaces: ["shop"] }, { namespaces: ["other"] }, ["c"]],
  ])("give a controller the objects that it asks for: %s", async (_, options, selection, expected) => {
    await using world = await startWorld(
      { apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } },
      website("a", {}, { labels: { app: "x" } }),
      website("b"),
      website("c", {}, { namespace: "other" }),
    );
    const manager = world.manager(options);
    const runs: string[] = [];
    manager.controller(Website, { ...selection, reconcile: (_s, { key: { name } }) => void runs.push(name) });
    void manager.run();
    await world.settled();
    expect(runs.sort()).toEqual(expected);
  });

  it("are filled before the first run, also those of kinds that no controller watches", async () => {
    await using world = await startWorld(website("a"), configMap("m"));
    const { server, clock } = world;
    const hold = server.faults.add({ match: { resource: "configmaps" } }, { type: "hold" });
    const manager = world.manager({ cache: [ConfigMap], health: { port: 0 } });
    const found: number[] = [];
    manager.controller(Website, { reconcile: (_s, { cache }) => void found.push(cache.list(ConfigMap).length) });
    void manager.run();
    await world.until(() => manager.ports.health !== undefined);
    await world.until(() => server.faults.unmatched().length === 0);
    for (let turn = 0; turn < 20; turn++) await clock.advance(0);
    const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${manager.ports.health}/readyz`)).status;
    expect([found, await ready()]).toEqual([[], 500]);
    hold.remove();
    await world.settled();
    expect([found, await ready()]).toEqual([[1], 200]);
  });

  it("that were declared and do not fill stop the manager, with the reason", async () => {
    await using world = await startWorld(website("a"));
    const match = { resource: "configmaps" };
    world.server.faults.add({ match }, { type: "status", code: 403, reason: "Forbidden" });
    const manager = world.manager({ name: "shop", cache: [{ resource: ConfigMap, namespaces: ["shop"] }] });
    const failed = expect(manager.run()).rejects.toThrow(
      /manager shop: the cache of ConfigMap of v1 was not ready within 120000 ms \(0 objects seen\): .*Forbidden/,
    );
    await world.until(() => world.lines.some(({ message }) => message.includes("failed, trying again")));
    await world.clock.advance(120_000);
    await failed;
  });

  it("refuse two selections of one kind, and serve a controller without one from that of the other", async () => {
    await using world = await startWorld(website("a", {}, { labels: { app: "x" } }), website("b"));
    const manager = world.manager();
    const runs: string[] = [];
    const add = (name: string, selection: object): void =>
      void manager.controller(Website, {
        name,
        ...selection,
        reconcile: (_s, { key }) => void runs.push(`${name} ${key.name}`),
      });
    add("plain", {});
    add("selected", { labelSelector: "app=x" });
    expect(() => add("other", { labelSelector: "app=y" })).toThrow("Website is cached with two different selections");
    void manager.run();
    await world.settled();
    expect(runs.sort()).toEqual(["plain a", "selected a"]);
  });

  it("never start an informer for a read: a kind that was not declared is a typed error", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const errors: unknown[] = [];
    manager.controller(Website, {
      reconcile(_s, { cache }) {
        try {
          cache.list(Deployment);
        } catch (error) {
          errors.push(error);
        }
      },
    });
    void manager.run();
    await world.settled();
    expect(errors).toMatchObject([{ kind: "Controller", name: "NotCachedError" }]);
    expect(String(errors[0])).toContain("Deployment of apps/v1 is not cached: add it to `cache` of the manager");
  });

  it("read objects by key, namespace, label and owner, and share one watch of a kind", async () => {
    await using world = await startWorld(
      website("a"),
      configMap("m1", { labels: { app: "x" } }),
      configMap("m2", { labels: { app: "y" } }),
    );
    const manager = world.manager({ cache: [ConfigMap, { resource: Namespace, labelSelector: "none=such" }] });
    manager.controller(Website, { owns: [ConfigMap], reconcile() {} });
    manager.controller(Website, { name: "second", owns: [ConfigMap], reconcile() {} });
    void manager.run();
    await world.settled();
    const { cache } = manager;
    expect(cache.get(ConfigMap, { namespace: "shop", name: "m1" })?.metadata.labels).toEqual({ app: "x" });
    expect(cache.get(ConfigMap, "shop/none")).toBeUndefined();
    expect(cache.list(ConfigMap, { namespace: "shop", labelSelector: "app=y" }).map((m) => m.metadata.name)).toEqual([
      "m2",
    ]);
    expect(cache.list(ConfigMap, { ownedBy: { metadata: { uid: "none" } } })).toEqual([]);
    expect(cache.list(Namespace)).toEqual([]);
  });
});
