import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { setControllerReference } from "../meta/index.ts";
import { AsyncQueue, withResolvers } from "../util/index.ts";
import { configMap, type World, startWorld, Website, website } from "./test-support/world.ts";
import { generationChanged } from "./predicates.ts";
import { watch } from "./watch-source.ts";

const maps = (world: World) => world.client.resource(ConfigMap, { namespace: "shop" });

/** Makes one child with a generated name for each Website that has none in the cache. */
function childMaker(world: World, consistency: "own-writes" | "eventual" = "own-writes", concurrency = 2) {
  const manager = world.manager({ cache: [ConfigMap] });
  const runs: string[] = [];
  const handle = manager.controller(Website, {
    consistency,
    concurrency,
    owns: [ConfigMap],
    async reconcile(site, ctx) {
      runs.push(ctx.key.name);
      if (ctx.cache.list(ConfigMap, { ownedBy: site }).length > 0) return;
      const child: ConfigMap = { metadata: { generateName: "child-", namespace: "shop" } };
      setControllerReference(child, site);
      await ctx.client.resource(ConfigMap, { namespace: "shop" }).create(child);
    },
  });
  return { manager, runs, handle };
}

/** After the first list, the watch of ConfigMaps shows nothing until the function that this returns is called. */
function holdWatch({ server }: World): () => void {
  const match = { resource: "configmaps", verb: "watch" };
  // The first list is then a list, and not the beginning of the watch.
  server.faults.add({ match, times: 1 }, { type: "status", code: 400, reason: "BadRequest" });
  const hold = server.faults.add({ match, after: 1 }, { type: "hold" });
  return () => hold.remove();
}

describe("a key that has written", () => {
  it("waits without a worker while the watch lags, and runs when the cache shows its write (F-F10)", async () => {
    await using world = await startWorld(website("a"));
    const showChanges = holdWatch(world);
    const { manager, runs, handle } = childMaker(world, "own-writes", 1);
    void manager.run();
    await world.until(() => runs.length > 0);
    await world.until(() => handle.running.length === 0);
    handle.enqueue("shop/a");
    for (let turn = 0; turn < 30; turn++) await world.clock.advance(10);
    expect([runs, handle.running]).toEqual([["a"], []]);
    // The only worker is free for another key.
    world.server.apply(website("b"));
    await world.until(() => runs.includes("b"));
    showChanges();
    await world.settled();
    expect(runs.toSorted()).toEqual(["a", "a", "b", "b"]);
    expect((await maps(world).list()).items).toHaveLength(2);
  });

  it("runs again with the next event once its writes and deletions are visible", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const { manager, runs, handle } = childMaker(world);
    void manager.run();
    await world.settled();
    expect((await maps(world).list()).items).toHaveLength(2);
    // Both children go, and their deletion is seen.
    await maps(world).deleteCollection({ all: true });
    await world.settled();
    expect((await maps(world).list()).items).toHaveLength(2);
    runs.length = 0;
    handle.enqueue("shop/a");
    await world.settled();
    expect(runs).toHaveLength(1);
  });

  it("makes a child twice when it opts out of waiting, and once when it does not", async () => {
    for (const [consistency, children] of [
      ["own-writes", 1],
      ["eventual", 2],
    ] as const) {
      await using world = await startWorld(website("a"));
      const { manager, runs, handle } = childMaker(world, consistency);
      const showChanges = holdWatch(world);
      void manager.run();
      await world.until(() => runs.length > 0 && handle.running.length === 0);
      handle.enqueue("shop/a");
      for (let turn = 0; turn < 30; turn++) await world.clock.advance(0);
      showChanges();
      await world.settled();
      expect((await maps(world).list()).items).toHaveLength(children);
    }
  });

  it("runs after ten seconds all the same, with a warning and a count of the skips (F-F10)", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({
      metrics: { port: 0 },
      cache: [{ resource: ConfigMap, labelSelector: "seen=yes" }],
    });
    let runs = 0;
    const handle = manager.controller(Website, {
      async reconcile(_site, ctx) {
        runs++;
        // The cache never shows an object that its selector leaves out.
        if (runs === 1) await ctx.client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "m" } });
      },
    });
    void manager.run();
    await world.until(() => runs > 0 && handle.running.length === 0);
    handle.enqueue("shop/a");
    for (let second = 1; second <= 10; second++) {
      expect(runs).toBe(1);
      await world.clock.advance(1_000);
    }
    await world.until(() => runs >= 2);
    const text = await (await fetch(`http://127.0.0.1:${manager.ports.metrics}/metrics`)).text();
    expect(text).toContain('controller_stale_reconcile_skips_total{controller="website"} 10');
    expect(world.lines.filter(({ message }) => message.includes("is reconciled nevertheless"))).toHaveLength(1);
  });

  it("waits until the cache no longer shows what it deleted (F-F10)", async () => {
    await using world = await startWorld(website("a"), configMap("child"));
    const showChanges = holdWatch(world);
    const manager = world.manager({ cache: [ConfigMap] });
    const runs: boolean[] = [];
    const handle = manager.controller(Website, {
      async reconcile(_site, { cache, client }) {
        const isThere = cache.get(ConfigMap, "shop/child") !== undefined;
        runs.push(isThere);
        if (isThere) await client.resource(ConfigMap, { namespace: "shop" }).delete("child");
      },
    });
    void manager.run();
    await world.until(() => runs.length > 0 && handle.running.length === 0);
    handle.enqueue("shop/a");
    for (let turn = 0; turn < 30; turn++) await world.clock.advance(10);
    expect(runs).toEqual([true]);
    showChanges();
    await world.until(() => manager.cache.get(ConfigMap, "shop/child") === undefined);
    // Nothing says that an object is gone but the look that follows after a second.
    await world.clock.advance(1_000);
    await world.settled();
    expect(runs).toEqual([true, false]);
  });

  it("waits for a second when the answer to its write was lost: the write may become visible (F-F10)", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ cache: [ConfigMap] });
    world.server.faults.add(
      { match: { resource: "configmaps", verb: "create" }, times: 1 },
      { type: "drop", how: "stream" },
    );
    const times: number[] = [];
    manager.controller(Website, {
      async reconcile(_site, { client, clock }) {
        times.push(clock.monotonic());
        if (times.length > 1) return;
        await client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { generateName: "m-" } });
      },
    });
    void manager.run();
    await world.settled();
    await world.clock.advance(999);
    await world.settled();
    expect(times).toEqual([0]);
    await world.clock.advance(10);
    await world.settled();
    expect(times).toHaveLength(2);
  });

  it("runs then with the highest priority that it was asked for meanwhile", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const showChanges = holdWatch(world);
    const manager = world.manager({ cache: [ConfigMap] });
    const everything = new AsyncQueue<void>();
    const hold = withResolvers<void>();
    const order: string[] = [];
    const handle = manager.controller(Website, {
      concurrency: 1,
      watches: [watch(everything, { everything: true })],
      async reconcile(_site, { key: { name }, client }) {
        order.push(name);
        if (order.length === 1)
          await client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "m" } });
        if (name === "busy") await hold.promise;
        return name === "b" ? { requeueAfterMs: 100, priority: -50 } : undefined;
      },
    });
    void manager.run();
    await world.until(() => order.length === 2 && handle.running.length === 0);
    // First with the low priority of everything, then with that of a change: its write is not visible yet.
    everything.push();
    await world.until(() => order.length === 3 && handle.waiting + handle.running.length === 0);
    handle.enqueue("shop/a");
    await world.until(() => handle.waiting === 0);
    // While the only worker is busy, the time of `b` comes, and then the write of `a` becomes visible.
    world.server.apply(website("busy"));
    await world.until(() => handle.running.length === 1);
    await world.clock.advance(100);
    showChanges();
    await world.until(() => handle.waiting === 2);
    hold.resolve();
    await world.settled();
    expect(order).toEqual(["a", "b", "b", "busy", "a", "b"]);
  });

  it("reads at least a version on request", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ cache: [ConfigMap] });
    let found: unknown;
    manager.controller(Website, {
      async reconcile(_site, { client, cache, signal }) {
        const made = await client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "m" } });
        await cache.atLeast(ConfigMap, made.metadata.resourceVersion, { signal });
        found = cache.get(ConfigMap, { namespace: "shop", name: "m" })?.metadata.uid === made.metadata.uid;
      },
    });
    void manager.run();
    await world.settled();
    expect(found).toBe(true);
  });
});

describe("a controller that wakes itself by its own status", () => {
  const run = async (when?: typeof generationChanged) => {
    const world = await startWorld(website("a"));
    const manager = world.manager();
    let runs = 0;
    manager.controller(Website, {
      when,
      async reconcile(site, ctx) {
        if (++runs > 40) return;
        await ctx.patchStatus(site, (draft) => {
          draft.status = { ...draft.status, seen: runs };
        });
      },
    });
    void manager.run();
    await world.settled();
    const warnings = world.lines.filter(({ message }) => message.includes("wakes itself"));
    await world[Symbol.asyncDispose]();
    return { runs, warnings };
  };

  it("is warned about once", async () => {
    const { runs, warnings } = await run();
    expect(runs).toBe(41);
    expect(warnings).toMatchObject([{ level: "warn", key: "shop/a", controller: "website" }]);
  });

  it("stops with generationChanged", async () => {
    expect(await run(generationChanged)).toEqual({ runs: 1, warnings: [] });
  });
});
