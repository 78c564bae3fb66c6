import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { isNotFound } from "../errors/index.ts";
import { startWorld, Website, website } from "./test-support/world.ts";

const finalizer = "example.com/website";

describe("a controller with finalize", () => {
  it("adds the finalizer before the first reconcile and goes on in the same run", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const runs: unknown[] = [];
    manager.controller(Website, {
      reconcile: (site) => void runs.push(site.metadata.finalizers),
      finalize: () => undefined,
    });
    void manager.run();
    await world.settled();
    expect(runs[0]).toEqual([finalizer]);
    const { metadata } = await world.client.resource(Website, { namespace: "shop" }).get("a");
    expect(metadata.finalizers).toEqual([finalizer]);
  });

  it("finalizes an object that is being deleted, again after a failure, and then removes the finalizer", async () => {
    await using world = await startWorld(website("a"), website("b", {}, { finalizers: ["theirs.com/x"] }));
    const { client, clock } = world;
    const manager = world.manager();
    const calls: string[] = [];
    manager.controller(Website, {
      reconcile() {},
      finalize(site) {
        calls.push(site.metadata.name);
        if (calls.filter((name) => name === "a").length === 1 && site.metadata.name === "a") throw new Error("once");
        return calls.length < 4 ? { requeueAfterMs: 1_000 } : undefined;
      },
    });
    void manager.run();
    await world.settled();
    const sites = client.resource(Website, { namespace: "shop" });
    await sites.delete("a");
    await world.settled();
    expect(calls).toEqual(["a"]);
    await clock.advance(10);
    await world.settled();
    expect((await sites.get("a")).metadata.finalizers).toEqual([finalizer]);
    for (let second = 0; second < 2; second++) {
      await clock.advance(1_000);
      await world.settled();
    }
    await expect(sites.get("a")).rejects.toThrow("NotFound");
    expect(calls).toEqual(["a", "a", "a", "a"]);
    // Another program's finalizer stays, and the object with it; ours is gone and finalize is not called again.
    await sites.delete("b");
    await world.settled();
    expect((await sites.get("b")).metadata.finalizers).toEqual(["theirs.com/x"]);
    await sites.mergePatch("b", { metadata: { labels: { x: "1" } } });
    await world.settled();
    expect(calls.slice(4)).toEqual(["b"]);
  });

  it("removes the finalizer when finalize deletes something that is gone already, with ignoreNotFound", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const { client } = world;
    const manager = world.manager({ logger: false });
    manager.controller(Website, {
      reconcile() {},
      async finalize({ metadata: { name, namespace } }, ctx) {
        const maps = ctx.client.resource(ConfigMap, { namespace });
        await maps.delete(`${name}-page`, { ignoreNotFound: name === "a" });
      },
    });
    void manager.run();
    await world.settled();
    const sites = client.resource(Website, { namespace: "shop" });
    for (const name of ["a", "b"]) await sites.delete(name);
    await world.settled();
    expect((await sites.list()).items.map(({ metadata }) => metadata.name)).toEqual(["b"]);
  });

  it("never calls reconcile for an object that is being deleted, nor finalize without its finalizer", async () => {
    await using world = await startWorld(
      website("a", {}, { finalizers: ["theirs.com/x"], deletionTimestamp: "2026-01-01T00:00:00Z" }),
    );
    const manager = world.manager();
    const calls: string[] = [];
    manager.controller(Website, {
      reconcile: () => void calls.push("reconcile"),
      finalize: () => void calls.push("finalize"),
    });
    await world.client.resource(Website, { namespace: "shop" }).delete("a");
    void manager.run();
    await world.settled();
    expect(calls).toEqual([]);
  });

  it("does not accept that an object is gone after one answer: it reads the object, and tries again", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    world.server.faults.add(
      { match: { resource: "websites", verb: "patch" }, times: 1 },
      { type: "status", code: 404, reason: "NotFound" },
    );
    let runs = 0;
    manager.controller(Website, { reconcile: () => void runs++, finalize: () => undefined });
    void manager.run();
    await world.settled();
    expect(runs).toBe(0);
    await world.clock.advance(10);
    await world.settled();
    expect(runs).toBeGreaterThan(0);
  });

  it("forgets an object that was deleted before it had the finalizer, without an error", async () => {
    await using world = await startWorld(website("a"));
    const { server, client, lines } = world;
    const manager = world.manager();
    const patch = { resource: "websites", verb: "patch" };
    server.faults.add({ match: patch, times: 1 }, { type: "status", code: 500, reason: "InternalError" });
    let runs = 0;
    const handle = manager.controller(Website, { reconcile: () => void runs++, finalize: () => undefined });
    void manager.run();
    await world.settled();
    const failures = (): number => lines.filter(({ message }) => message.startsWith("a reconcile failed")).length;
    expect([handle.delayed, failures()]).toEqual([1, 1]);
    // The cache does not see that it goes.
    server.faults.add({ match: { resource: "websites", verb: "watch" } }, { type: "hold" });
    server.cutConnections();
    const sites = client.resource(Website, { namespace: "shop" });
    await sites.list();
    await sites.delete("a");
    await world.clock.advance(10);
    await world.until(() => handle.delayed + handle.waiting + handle.running.length === 0);
    expect([runs, failures(), manager.cache.get(Website, "shop/a")?.metadata.name]).toEqual([0, 1, "a"]);
  });

  it("cleans up before an object goes whose reconcile ever started, wherever a run stops (F-F11)", async () => {
    // Each request of the reconciler fails once, one after the other; the last state is that of a run without failures.
    for (let failing = 0; failing < 10; failing++) {
      await using world = await startWorld(website("a", { image: "web" }));
      const { client, clock, server } = world;
      const manager = world.manager({ cache: [ConfigMap] });
      let external = 0;
      manager.controller(Website, {
        owns: [ConfigMap],
        async reconcile(site, ctx) {
          external = 1;
          await ctx.client
            .resource(ConfigMap, { namespace: "shop" })
            .apply({ metadata: { name: site.metadata.name }, data: { image: site.spec.image ?? "" } }, { force: true });
          await ctx.setCondition(site, { type: "Ready", status: "True", reason: "Made" });
        },
        async finalize(_site, ctx) {
          await ctx.client
            .resource(ConfigMap, { namespace: "shop" })
            .delete("a")
            .catch((error: unknown) => {
              if (!isNotFound(error)) throw error;
            });
          external = 0;
        },
      });
      const match =
        failing < 8
          ? { method: "PATCH", path: /\/(websites|configmaps)\/a/ }
          : { method: "DELETE", path: /configmaps/ };
      server.faults.add(
        { match, after: Math.floor((failing % 8) / 2), times: 1 },
        failing % 2 === 0 ? { type: "status", code: 500, reason: "InternalError" } : { type: "drop", how: "stream" },
      );
      void manager.run();
      /** Lets time pass until nothing is left to do: a write whose answer was lost keeps its key for a second. */
      const steps = async (): Promise<void> => {
        for (let step = 0; step < 3; step++) {
          await world.settled(50);
          await clock.advance(2_000);
        }
        await world.settled();
      };
      await steps();
      const site = await client.resource(Website, { namespace: "shop" }).get("a");
      expect([site.metadata.finalizers, site.status?.conditions?.[0]?.status, external]).toEqual([
        [finalizer],
        "True",
        1,
      ]);
      expect((await client.resource(ConfigMap, { namespace: "shop" }).get("a")).data).toEqual({ image: "web" });
      await client.resource(Website, { namespace: "shop" }).delete("a");
      await steps();
      expect((await client.resource(Website, { namespace: "shop" }).list()).items).toEqual([]);
      expect(external).toBe(0);
    }
  });
});

describe("conditions of a reconciled object", () => {
  it("carry observedGeneration, keep their time while the status stays, and send nothing when set again", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    let status: "True" | "False" = "True";
    const handle = manager.controller(Website, {
      reconcile: async (site, ctx) => void (await ctx.setCondition(site, { type: "Ready", status, reason: "R" })),
    });
    void manager.run();
    await world.settled();
    const sites = world.client.resource(Website, { namespace: "shop" });
    const first = await sites.get("a");
    expect(first.status?.conditions).toMatchObject([
      { type: "Ready", status: "True", observedGeneration: 1, lastTransitionTime: "2026-01-01T00:00:00Z" },
    ]);
    await world.clock.advance(60_000);
    handle.enqueue("shop/a");
    await world.settled();
    expect((await sites.get("a")).metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    status = "False";
    await sites.mergePatch("a", { spec: { replicas: 3 } });
    await world.settled();
    expect((await sites.get("a")).status?.conditions).toMatchObject([
      { status: "False", observedGeneration: 2, lastTransitionTime: "2026-01-01T00:01:00Z" },
    ]);
  });

  it("all stay when one run sets several of them, also at once, with the object that it was given", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    manager.controller(Website, {
      async reconcile(site, ctx) {
        const failing = ctx.patchStatus(site, () => Promise.reject(new Error("no")));
        const both = ["Made", "Ready"].map((type) => ctx.setCondition(site, { type, status: "True", reason: "R" }));
        await Promise.all([...both, expect(failing).rejects.toThrow("no")]);
        await ctx.patchStatus(site, (draft) => {
          draft.status = { ...draft.status, ready: (draft.status?.conditions?.length ?? 0) >= 2 };
        });
        const sites = ctx.client.resource(Website, { namespace: "shop" });
        const answer = await sites.mergePatch("a", { status: { seen: 1 } }, { subresource: "status" });
        delete answer.status;
        await ctx.setCondition(site, { type: "Seen", status: "True", reason: "R" });
      },
    });
    void manager.run();
    await world.settled();
    const { status } = await world.client.resource(Website, { namespace: "shop" }).get("a");
    expect(status).toMatchObject({ ready: true, seen: 1 });
    expect(status?.conditions?.map(({ type }) => type)).toEqual(["Made", "Ready", "Seen"]);
  });
});
