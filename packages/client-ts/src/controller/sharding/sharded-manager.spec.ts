import { describe, expect, it } from "vitest";
import { Lease } from "../../api/coordination/v1.ts";
import { ConfigMap } from "../../api/core/v1.ts";
import { isLeadershipLost } from "../../leaderelection/index.ts";
import { withResolvers } from "../../util/index.ts";
import type { Manager } from "../manager.ts";
import type { ReconcilerOptions } from "../options.ts";
import { configMap, startWorld, Website, website, type World } from "../test-support/world.ts";
import { watch } from "../watch-source.ts";
import { preferredMember, shardOf } from "./shard-hash.ts";

const shards = 8;
const sites = Array.from({ length: 24 }, (_, i) => `site-${i}`);

interface Replica {
  readonly manager: Manager;
  readonly running: Promise<void>;
  /** The names of the objects that it reconciled, in order. */
  readonly reconciled: string[];
}

type Given = Partial<Pick<ReconcilerOptions<Website>, "deleted" | "owns" | "timeoutMs">> & {
  readonly reconcile?: (name: string, ctx: { readonly signal: AbortSignal; readonly shutdown: AbortSignal }) => unknown;
  readonly gracePeriodMs?: number;
};

function start(world: World, identity: string, given: Given = {}): Replica {
  const { reconcile, gracePeriodMs = 5_000, ...options } = given;
  const manager = world.manager({ gracePeriodMs, sharding: { name: "fleet", shards, identity, namespace: "shop" } });
  const reconciled: string[] = [];
  manager.controller(Website, {
    ...options,
    concurrency: 100,
    async reconcile(site, ctx) {
      reconciled.push(site.metadata.name);
      await reconcile?.(site.metadata.name, ctx);
    },
  });
  const running = manager.run();
  running.catch(() => {});
  return { manager, running, reconciled };
}

async function shardsByName(world: World): Promise<ReadonlyMap<string, number>> {
  const { items } = await world.client.resource(Website, { namespace: "shop" }).list();
  return new Map(items.map(({ metadata }) => [metadata.name, shardOf(metadata.uid, shards)]));
}

async function holders(world: World): Promise<(string | undefined)[]> {
  const { items } = await world.client.resource(Lease, { namespace: "shop" }).list();
  const byName = new Map(items.map(({ metadata, spec }) => [metadata.name, spec?.holderIdentity]));
  return Array.from({ length: shards }, (_, shard) => byName.get(`fleet-shard-${shard}-of-${shards}`));
}

const ownsAll = ({ manager }: Replica) => manager.shards.length === shards;

/** Whether each of the replicas `a` and `b` owns what it should own while both are there: no shard moves any more. */
function isShared(managers: Readonly<Record<"a" | "b", Manager>>): boolean {
  return Array.from({ length: shards }, (_, shard) => shard).every((shard) => {
    const owner = preferredMember(shard, ["a", "b"]) === "a" ? managers.a : managers.b;
    return owner.shards.includes(shard);
  });
}

describe("managers that share the work", () => {
  it("reconcile each object in exactly one replica, and take the objects of a replica that ends", async () => {
    await using world = await startWorld(...sites.map((name) => website(name)));
    const first = start(world, "a");
    await world.until(() => ownsAll(first) && first.reconciled.length === sites.length);
    expect(first.reconciled.toSorted()).toEqual(sites.toSorted());
    const second = start(world, "b");
    const managers = { a: first.manager, b: second.manager };
    const shardOfSite = await shardsByName(world);
    const sitesOf = ({ manager }: Replica) =>
      sites.filter((name) => manager.shards.includes(shardOfSite.get(name) ?? -1)).toSorted();
    await world.until(() => isShared(managers) && second.reconciled.length === sitesOf(second).length);
    expect(second.reconciled.toSorted()).toEqual(sitesOf(second));
    expect(first.reconciled).toHaveLength(sites.length);

    for (const replica of [first, second]) replica.reconciled.length = 0;
    const client = world.client.resource(Website, { namespace: "shop" });
    for (const name of sites) await client.mergePatch(name, { metadata: { labels: { changed: "yes" } } });
    await world.until(() => first.reconciled.length + second.reconciled.length >= sites.length);
    await world.settled();
    expect(first.reconciled.toSorted()).toEqual(sitesOf(first));
    expect(second.reconciled.toSorted()).toEqual(sitesOf(second));

    const mine = sitesOf(first);
    second.reconciled.length = 0;
    await first.manager.close();
    await world.until(() => ownsAll(second) && second.reconciled.length === mine.length);
    expect(second.reconciled.toSorted()).toEqual(mine);
  });

  it("finish what is under way before the Lease of a shard is released", async () => {
    await using world = await startWorld(...sites.map((name) => website(name)));
    const hold = withResolvers<void>();
    // The world closes when the runs have ended, also after a failed expectation.
    using _release = { [Symbol.dispose]: () => hold.resolve() };
    const states: string[] = [];
    // An elector waits this long for its work in real time: longer than a busy machine needs for this test.
    const gracePeriodMs = 20_000;
    const first = start(world, "a", {
      gracePeriodMs,
      reconcile: async (_name, { signal, shutdown }) => {
        await hold.promise;
        states.push(`${shutdown.aborted} ${signal.aborted}`);
      },
    });
    await world.until(() => ownsAll(first) && first.reconciled.length === sites.length);
    const second = start(world, "b");
    // The first is asked to give up the shards of the second, whose objects are being reconciled.
    await world.until(() => first.manager.shards.length < shards);
    const kept = first.manager.shards;
    await world.clock.advance(gracePeriodMs - 1_000);
    // A shard without objects has nothing to finish, and its Lease may be released already.
    const shardOfSite = await shardsByName(world);
    const holderOf = await holders(world);
    expect(new Set(Array.from(shardOfSite.values(), (shard) => holderOf[shard]))).toEqual(new Set(["a"]));
    expect(second.reconciled).toEqual([]);
    hold.resolve();
    await world.until(() => second.manager.shards.length + kept.length === shards);
    const moved = sites.filter((name) => !kept.includes(shardOfSite.get(name) ?? -1));
    await world.until(() => second.reconciled.length === moved.length);
    expect(second.reconciled.toSorted()).toEqual(moved.toSorted());
    expect(states.filter((state) => state === "true false")).toHaveLength(moved.length);
    expect(states.filter((state) => state === "false false")).toHaveLength(sites.length - moved.length);
  });

  it("end runs by their signal when a shard moves and they take longer than the grace period", async () => {
    await using world = await startWorld(...sites.map((name) => website(name)));
    const ended: string[] = [];
    const hold = withResolvers<void>();
    const first = start(world, "a", {
      reconcile: async (name, { signal }) => {
        const over = withResolvers<void>();
        signal.addEventListener("abort", () => {
          ended.push(name);
          over.reject(signal.reason);
        });
        await Promise.race([over.promise, hold.promise]);
      },
    });
    await world.until(() => ownsAll(first) && first.reconciled.length === sites.length);
    const second = start(world, "b");
    await world.until(() => first.manager.shards.length < shards);
    const kept = first.manager.shards;
    await world.clock.advance(5_000);
    await world.until(() => second.manager.shards.length + kept.length === shards);
    const shardOfSite = await shardsByName(world);
    // The runs of the shards that stay go on.
    expect(ended.toSorted()).toEqual(sites.filter((name) => !kept.includes(shardOfSite.get(name) ?? -1)).toSorted());
    // What was ended so is not a failure of the reconciler.
    expect(world.lines.filter(({ message }) => message.includes("reconcile failed"))).toEqual([]);
    hold.resolve();
  });

  it("end runs at once and refuse their writes when the Lease of a shard is lost", async () => {
    await using world = await startWorld(website("a"));
    const began = withResolvers<void>();
    const outcomes: unknown[] = [];
    const manager = world.manager({
      sharding: { name: "fleet", shards: 1, identity: "a", namespace: "shop", retryPeriodMs: 100 },
    });
    manager.controller(Website, {
      async reconcile(site, { client, signal }) {
        const lost = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        began.resolve();
        await lost;
        outcomes.push(signal.reason);
        await client
          .resource(Website, { namespace: "shop" })
          .mergePatch(site.metadata.name, { spec: { image: "late" } });
      },
    });
    void manager.run();
    await began.promise;
    // Another process takes the Lease by force; the next renewal shows it.
    const leases = world.client.resource(Lease, { namespace: "shop" });
    await leases.mergePatch("fleet-shard-0-of-1", { spec: { holderIdentity: "another", leaseDurationSeconds: 3_600 } });
    await world.until(() => outcomes.length > 0);
    expect(isLeadershipLost(outcomes[0])).toBe(true);
    await manager.close();
    expect((await world.client.resource(Website, { namespace: "shop" }).get("a")).spec.image).toBeUndefined();
    expect(world.lines.filter(({ message }) => message.includes("reconcile failed"))).toEqual([]);
  });

  it("call `deleted` in the replica of the object, and follow the shard of the owner for what it owns", async () => {
    await using world = await startWorld(...sites.map((name) => website(name)));
    const deleted: string[] = [];
    const make = (identity: string) =>
      start(world, identity, {
        owns: [ConfigMap],
        deleted: ({ name }) => void deleted.push(`${name} by ${identity}`),
      });
    const [first, second] = [make("a"), make("b")];
    const replicas = { a: first, b: second };
    const managers = { a: first.manager, b: second.manager };
    await world.until(
      () => isShared(managers) && new Set([...first.reconciled, ...second.reconciled]).size === sites.length,
    );
    await world.settled();
    const { items } = await world.client.resource(Website, { namespace: "shop" }).list();
    const ownerOf = (uid: string) => (first.manager.shards.includes(shardOf(uid, shards)) ? "a" : "b");
    for (const replica of [first, second]) replica.reconciled.length = 0;
    for (const { metadata } of items) {
      const ownerReferences = [
        { apiVersion: "example.com/v1", kind: "Website", name: metadata.name, uid: metadata.uid, controller: true },
      ];
      await world.client
        .resource(ConfigMap, { namespace: "shop" })
        .create({ metadata: { name: metadata.name, ownerReferences } });
    }
    await world.until(() => first.reconciled.length + second.reconciled.length >= sites.length);
    await world.settled();
    for (const { metadata } of items) expect(replicas[ownerOf(metadata.uid)].reconciled).toContain(metadata.name);
    expect(first.reconciled.length + second.reconciled.length).toBe(sites.length);
    for (const name of sites) await world.client.resource(Website, { namespace: "shop" }).delete(name);
    await world.until(() => deleted.length >= sites.length);
    expect(deleted.toSorted()).toEqual(
      items.map(({ metadata }) => `${metadata.name} by ${ownerOf(metadata.uid)}`).toSorted(),
    );
  });

  it("take the keys of a replica that ends, also of objects that do not exist; its Lease goes with it", async () => {
    await using world = await startWorld(...sites.map((name) => website(name)), configMap("m"));
    const runs: string[] = [];
    const make = (identity: string) => {
      const manager = world.manager({ sharding: { name: "fleet", shards, identity, namespace: "shop" } });
      manager.controller(Website, {
        watches: [watch(ConfigMap, { map: ({ metadata }) => sites.map((name) => `shop/${metadata.name}-${name}`) })],
        reconcileKey: ({ name }) => void runs.push(`${name} by ${identity}`),
      });
      void manager.run();
      return manager;
    };
    const [first, second] = [make("a"), make("b")];
    await world.until(() => isShared({ a: first, b: second }));
    await world.settled();
    const mine = [...sites, ...sites.map((name) => `m-${name}`)].filter((name) =>
      first.shards.includes(shardOf(`shop/${name}`, shards)),
    );
    runs.length = 0;
    await first.close();
    const isTaken = (name: string): boolean => runs.includes(`${name} by b`);
    await world.until(() => second.shards.length === shards && mine.every(isTaken));
    expect(runs.filter((run) => run.endsWith("by a"))).toEqual([]);
    const { items } = await world.client.resource(Lease, { namespace: "shop" }).list();
    const members = items.map(({ metadata }) => metadata.name).filter((name) => name.includes("-member-"));
    expect(members).toEqual(["fleet-member-b"]);
  });

  it("share a reconciler of keys by the text of its keys", async () => {
    await using world = await startWorld(...sites.map((name) => website(name)));
    const runs: string[] = [];
    const make = (identity: string) => {
      const manager = world.manager({ sharding: { name: "fleet", shards, identity, namespace: "shop" } });
      manager.controller(Website, { reconcileKey: ({ name }) => void runs.push(`${name} by ${identity}`) });
      void manager.run();
      return manager;
    };
    const [first, second] = [make("a"), make("b")];
    await world.until(() => isShared({ a: first, b: second }));
    await world.settled();
    runs.length = 0;
    for (const name of sites) await world.client.resource(Website, { namespace: "shop" }).delete(name);
    await world.until(() => runs.length >= sites.length);
    await world.settled();
    expect(runs.toSorted()).toEqual(
      sites
        .map((name) => `${name} by ${first.shards.includes(shardOf(`shop/${name}`, shards)) ? "a" : "b"}`)
        .toSorted(),
    );
  });
});
