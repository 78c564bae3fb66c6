import { describe, expect, it } from "vitest";
import { Lease } from "../api/coordination/v1.ts";
import { ConfigMap, Namespace } from "../api/core/v1.ts";
import { withResolvers } from "../util/index.ts";
import { startWorld, Website, website } from "./test-support/world.ts";
import { watch } from "./watch-source.ts";

describe("a manager that stops", () => {
  it("keeps its caches, its servers and its lease until the last run has ended", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({
      health: { port: 0 },
      cache: [ConfigMap],
      leaderElection: { name: "websites", namespace: "shop", identity: "first" },
    });
    const leases = world.client.resource(Lease, { namespace: "shop" });
    const began = withResolvers<void>();
    const seen: unknown[] = [];
    manager.controller(Website, {
      async reconcile(_site, { client, cache, shutdown }) {
        began.resolve();
        await new Promise<void>((resolve) => shutdown.addEventListener("abort", () => resolve()));
        const made = await client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "last" } });
        await cache.atLeast(ConfigMap, made.metadata.resourceVersion);
        const { status } = await fetch(`http://127.0.0.1:${manager.ports.health}/healthz`);
        const { spec } = await leases.get("websites");
        seen.push(cache.get(ConfigMap, "shop/last")?.metadata.name, status, spec?.holderIdentity, manager.isLeader);
      },
    });
    const running = manager.run();
    await began.promise;
    await manager.close();
    await running;
    expect(seen).toEqual(["last", 200, "first", true]);
    expect((await leases.get("websites")).spec?.holderIdentity).toBe("");
    expect([manager.isLeader, manager.ports]).toEqual([false, {}]);
  });

  it("leaves no timer behind, whatever its keys wait for", async () => {
    await using world = await startWorld(website("fails"), website("later"), website("unseen"));
    const match = { resource: "configmaps", verb: "watch" };
    world.server.faults.add({ match, times: 1 }, { type: "status", code: 400, reason: "BadRequest" });
    world.server.faults.add({ match, after: 1 }, { type: "hold" });
    const manager = world.manager({ cache: [ConfigMap] });
    let maps = 0;
    const handle = manager.controller(Website, {
      timeoutMs: 3_600_000,
      watches: [
        watch(Namespace, {
          map: () => {
            maps++;
            throw new Error("not now");
          },
        }),
      ],
      async reconcile(site, { client }) {
        if (site.metadata.name === "fails") throw new Error("no");
        if (site.metadata.name === "later") return { requeueAfterMs: 3_600_000 };
        // The watch of ConfigMaps never shows it: the key waits for that when it is to run again.
        await client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { generateName: "m-" } });
        return undefined;
      },
    });
    const running = manager.run();
    await world.until(() => handle.delayed === 2 && handle.waiting + handle.running.length === 0);
    handle.enqueue("shop/unseen");
    world.server.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } });
    await world.until(() => maps > 0 && handle.waiting === 0);
    // A timer each for the two delayed keys or their nearest one, for the key that waits, and for the map function.
    expect(world.clock.pending).toBeGreaterThanOrEqual(3);
    await manager.close();
    await running;
    expect(world.clock.pending).toBe(0);
  });

  it("waits for as long as it takes with an endless grace period", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ gracePeriodMs: Number.POSITIVE_INFINITY });
    const [began, hold] = [withResolvers<void>(), withResolvers<void>()];
    let ended: boolean | undefined;
    manager.controller(Website, {
      async reconcile(_site, { signal }) {
        began.resolve();
        await hold.promise;
        ended = signal.aborted;
      },
    });
    const running = manager.run();
    await began.promise;
    const closing = manager.close();
    await world.clock.advance(86_400_000);
    expect(manager.controllers[0]?.running).toEqual(["shop/a"]);
    hold.resolve();
    await Promise.all([closing, running]);
    expect(ended).toBe(false);
  });

  it("waits for nothing with a grace period of 0: the signals of runs fire at once", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ gracePeriodMs: 0 });
    const began = withResolvers<void>();
    manager.controller(Website, {
      async reconcile(_site, { signal }) {
        began.resolve();
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const running = manager.run();
    await began.promise;
    const closing = manager.close();
    await world.clock.advance(0);
    await Promise.all([closing, running]);
  });

  it("does not count what a runnable throws because it was asked to end as a failure", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const started = withResolvers<void>();
    manager.add(({ signal }) => {
      started.resolve();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("interrupted"))));
    });
    const running = manager.run();
    await started.promise;
    await manager.close();
    await running;
  });
});
