import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { isConflict, isForbidden, isNotFound } from "../errors/index.ts";
import { setControllerReference } from "../meta/index.ts";
import { createOrPatch, createOrUpdate } from "./create-or-update.ts";
import { addFinalizer, removeFinalizer } from "./finalizers.ts";
import { patchStatus } from "./patch-status.ts";
import { type World, startWorld, Website, website } from "./test-support/world.ts";

const target = { namespace: "shop", name: "m" };
const writes = (world: World) => world.server.journal.entries().filter(({ key }) => key.startsWith("shop/")).length;

describe("createOrUpdate", () => {
  it("creates, replaces, and sends nothing when nothing changes", async () => {
    await using world = await startWorld(website("a"));
    const { client } = world;
    const owner = await client.resource(Website, { namespace: "shop" }).get("a");
    const bring = (value: string) =>
      createOrUpdate(client, ConfigMap, target, (map) => {
        map.data = { value };
        setControllerReference(map, owner);
      });
    const first = await bring("1");
    expect([first.operation, first.object.data, first.object.metadata.ownerReferences?.length]).toEqual([
      "created",
      { value: "1" },
      1,
    ]);
    const before = writes(world);
    expect((await bring("1")).operation).toBe("unchanged");
    expect(writes(world)).toBe(before);
    expect(await bring("2")).toMatchObject({ operation: "updated", object: { data: { value: "2" } } });
  });

  it("begins again after a conflict and when another client creates first: no update is lost (F-F9)", async () => {
    await using world = await startWorld();
    const { client } = world;
    const maps = client.resource(ConfigMap, { namespace: "shop" });
    let calls = 0;
    const both = createOrUpdate(client, ConfigMap, target, async (map) => {
      // Another client creates it after we have read, then changes it after we have read again.
      if (++calls === 1) await maps.create({ metadata: { name: "m" }, data: { theirs: "1" } });
      if (calls === 2) await maps.mergePatch("m", { data: { theirs: "2" } });
      map.data = { ...map.data, ours: "1" };
    });
    expect((await both).object.data).toEqual({ theirs: "2", ours: "1" });
    expect(calls).toBe(3);
  });

  it("lets twenty writers of one object all succeed in a conflict storm (F-F9)", async () => {
    await using world = await startWorld();
    const { client } = world;
    const writers = Array.from({ length: 20 }, (_, writer) => `w${writer}`);
    const write = async (writer: string): Promise<void> => {
      for (;;) {
        try {
          await createOrUpdate(client, ConfigMap, target, (map) => {
            map.data = { ...map.data, [writer]: "done" };
          });
          return;
        } catch (error) {
          if (!isConflict(error)) throw error;
        }
      }
    };
    await Promise.all(writers.map(write));
    const { data } = await client.resource(ConfigMap, { namespace: "shop" }).get("m");
    expect(Object.keys(data ?? {}).sort()).toEqual(writers.sort());
  });

  it("creates nothing when it cannot be known whether the object is there", async () => {
    await using world = await startWorld();
    const { client, server } = world;
    const forbidden = { type: "status", code: 403, reason: "Forbidden" } as const;
    const fault = server.faults.add({ match: { resource: "configmaps", verb: "get" } }, forbidden);
    let calls = 0;
    for (const bring of [createOrUpdate, createOrPatch])
      await expect(bring(client, ConfigMap, target, () => calls++)).rejects.toSatisfy(isForbidden);
    fault.remove();
    expect([calls, (await client.resource(ConfigMap, { namespace: "shop" }).list()).items]).toEqual([0, []]);
  });

  it("signs what it writes with the field manager that it was given", async () => {
    await using world = await startWorld();
    const { client } = world;
    for (const [bring, fieldManager] of [
      [createOrUpdate, "creator"],
      [createOrUpdate, "updater"],
      [createOrPatch, "patcher"],
    ] as const)
      await bring(
        client,
        ConfigMap,
        target,
        (map) => {
          map.data = { ...map.data, [fieldManager]: "1" };
        },
        { fieldManager },
      );
    const { metadata } = await client.resource(ConfigMap, { namespace: "shop" }).get("m");
    expect(metadata.managedFields?.map(({ manager }) => manager).sort()).toEqual(["creator", "patcher", "updater"]);
  });

  it("refuses a change of the name or the namespace", async () => {
    await using world = await startWorld();
    const rename = createOrUpdate(world.client, ConfigMap, target, (map) => {
      map.metadata.name = "other";
    });
    await expect(rename).rejects.toThrow("must not alter its name or namespace");
  });
});

describe("createOrPatch", () => {
  it("sends the difference alone, and the status in a request of its own", async () => {
    await using world = await startWorld();
    const { client } = world;
    const sites = client.resource(Website, { namespace: "shop" });
    const wanted = { namespace: "shop", name: "a" };
    const made = await createOrPatch(client, Website, wanted, (site) => {
      site.spec = { replicas: 1 };
    });
    expect(made.operation).toBe("created");
    const result = await createOrPatch(client, Website, wanted, async (site) => {
      // A field that another client sets meanwhile stays.
      await sites.mergePatch("a", { spec: { image: "theirs" } });
      site.spec = { ...site.spec, replicas: 2 };
      site.status = { ready: true };
    });
    expect(result).toMatchObject({
      operation: "updated",
      object: { spec: { replicas: 2, image: "theirs" }, status: { ready: true } },
    });
    const before = writes(world);
    expect((await createOrPatch(client, Website, wanted, () => {})).operation).toBe("unchanged");
    expect(writes(world)).toBe(before);
  });

  it("writes the status of an object that it creates, which the server does not take from a creation", async () => {
    await using world = await startWorld();
    const change = (site: Website): void => {
      site.spec = { replicas: 1 };
      site.status = { ready: true };
    };
    const wanted = { namespace: "shop", name: "a" };
    const first = await createOrPatch(world.client, Website, wanted, change);
    expect(first).toMatchObject({ operation: "created", object: { spec: { replicas: 1 }, status: { ready: true } } });
    expect(await createOrPatch(world.client, Website, wanted, change)).toMatchObject({ operation: "unchanged" });
  });
});

describe("finalizer edits", () => {
  it("keep what another client adds or removes at the same time", async () => {
    await using world = await startWorld(website("a"));
    const { client } = world;
    const sites = client.resource(Website, { namespace: "shop" });
    const stale = await sites.get("a");
    await sites.mergePatch("a", { metadata: { finalizers: ["theirs.com/x"] } });
    const added = await addFinalizer(client, Website, stale, "example.com/ours");
    expect(added.metadata.finalizers).toEqual(["theirs.com/x", "example.com/ours"]);
    expect((await addFinalizer(client, Website, stale, "example.com/ours")).metadata.finalizers).toHaveLength(2);
    await sites.mergePatch("a", { metadata: { finalizers: ["theirs.com/y", "example.com/ours"] } });
    const removed = await removeFinalizer(client, Website, added, "example.com/ours");
    expect(removed?.metadata.finalizers).toEqual(["theirs.com/y"]);
    expect((await removeFinalizer(client, Website, added, "example.com/ours"))?.metadata.finalizers).toHaveLength(1);
  });

  it("do nothing to an object of the same name that was made since", async () => {
    await using world = await startWorld(website("a", {}, { finalizers: ["example.com/ours"] }));
    const { client } = world;
    const sites = client.resource(Website, { namespace: "shop" });
    const old = await sites.get("a");
    await sites.delete("a");
    await removeFinalizer(client, Website, old, "example.com/ours");
    await sites.create(website("a", {}, { finalizers: ["example.com/ours", "theirs.com/x"] }));
    // What we hold is of the object that is gone.
    expect(await removeFinalizer(client, Website, old, "example.com/ours")).toBeUndefined();
    expect((await sites.get("a")).metadata.finalizers).toHaveLength(2);
    await expect(
      addFinalizer(client, Website, { metadata: { ...old.metadata, finalizers: [] } }, "example.com/z"),
    ).rejects.toSatisfy(isNotFound);
  });
});

describe("patchStatus", () => {
  it("sends the difference of the status, nothing when there is none, and refuses more than that", async () => {
    await using world = await startWorld(website("a"));
    const { client } = world;
    const sites = client.resource(Website, { namespace: "shop" });
    const site = await sites.get("a");
    const ready = await patchStatus(client, Website, site, (draft) => {
      draft.status = { ready: true };
    });
    expect([ready.status, site.status]).toEqual([{ ready: true }, undefined]);
    const before = writes(world);
    const same = await patchStatus(client, Website, ready, (draft) => {
      draft.status = { ready: true };
    });
    expect([same, writes(world)]).toEqual([ready, before]);
    const changesSpec = patchStatus(client, Website, ready, (draft) => {
      draft.spec.replicas = 5;
    });
    await expect(changesSpec).rejects.toThrow("changes more than the status");
    const change = (draft: { status?: object }): void => {
      draft.status = { ready: false };
    };
    const locked = patchStatus(client, Website, site, change, { ifUnchanged: true });
    await expect(locked).rejects.toSatisfy(isConflict);
  });
});
