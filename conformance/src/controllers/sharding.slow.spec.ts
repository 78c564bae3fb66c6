/** Managers that share the work, on servers that can choose objects by shard and on servers that cannot. */
import { readFileSync } from "node:fs";
import { type Client, connect } from "client-ts";
import { ConfigMap, Namespace, Secret } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";
import { shardOf, shardSelectorOf } from "client-ts/internal";
import { setControllerReference } from "client-ts/meta";
import {
  type ControlPlane,
  sharedKubeconfig,
  startApiServer,
  startControlPlane,
  testNamespaceName,
} from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const shards = 8;
const names = Array.from({ length: 30 }, (_, i) => `map-${i}`);

interface Replica {
  readonly manager: ReturnType<typeof newManager>;
  readonly reconciled: Set<string>;
  /** The paths of its lists and watches. */
  readonly reads: string[];
}

/** Starts a replica whose controller makes a Secret for each ConfigMap. */
async function start(kubeconfigText: string, namespace: string, identity: string): Promise<Replica> {
  const reads: string[] = [];
  const client = await connect({
    kubeconfigText,
    interceptors: [
      (next) => (request) => {
        if (request.method === "GET") reads.push(decodeURIComponent(request.path));
        return next(request);
      },
    ],
  });
  const manager = newManager(client, {
    namespaces: [namespace],
    sharding: {
      name: "fleet",
      shards,
      identity,
      namespace,
      leaseDurationMs: 5_000,
      renewDeadlineMs: 3_000,
      retryPeriodMs: 500,
    },
  });
  const reconciled = new Set<string>();
  manager.controller(ConfigMap, {
    labelSelector: "fleet=yes",
    owns: [Secret],
    async reconcile(map, ctx) {
      const { name } = map.metadata;
      const secret: Secret = { metadata: { name, namespace }, stringData: { by: identity } };
      setControllerReference(secret, map);
      await ctx.client.resource(Secret, { namespace }).apply(secret, { fieldManager: "fleet", force: true });
      reconciled.add(name);
    },
  });
  const running = manager.run();
  onTestFinished(async () => {
    await manager.close();
    await running;
    await client.close();
  });
  return { manager, reconciled, reads };
}

/** Two replicas share the objects, one ends, and the other has all of them. */
async function tour(client: Client, kubeconfigText: string, isChosenByServer: boolean): Promise<void> {
  const namespace = testNamespaceName("sharding");
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  const maps = client.resource(ConfigMap, { namespace });
  for (const name of names) await maps.create({ metadata: { name, labels: { fleet: "yes" } } });
  const { items } = await maps.list({ labelSelector: "fleet=yes" });
  const replicas = [await start(kubeconfigText, namespace, "a"), await start(kubeconfigText, namespace, "b")] as const;
  const [first, second] = replicas;
  const limit = { timeout: 30_000 };
  await expect.poll(() => Math.min(...replicas.map(({ manager }) => manager.shards.length)) > 0, limit).toBe(true);
  await expect.poll(() => first.manager.shards.length + second.manager.shards.length, limit).toBe(shards);
  const namesOf = ({ manager }: Replica): string[] =>
    items
      .filter(({ metadata }) => manager.shards.includes(shardOf(metadata.uid, shards)))
      .map(({ metadata }) => metadata.name)
      .toSorted();
  const cached = ({ manager }: Replica): string[] =>
    manager.cache
      .list(ConfigMap)
      .map(({ metadata }) => metadata.name)
      .toSorted();
  for (const replica of replicas) {
    await expect.poll(() => namesOf(replica).every((name) => replica.reconciled.has(name)), limit).toBe(true);
    await expect.poll(() => cached(replica), limit).toEqual(isChosenByServer ? namesOf(replica) : names.toSorted());
  }
  // A change reaches the replica of the object, and so does one of the Secret that it owns.
  for (const { reconciled } of replicas) reconciled.clear();
  for (const name of names) await client.resource(Secret, { namespace }).delete(name);
  await expect.poll(() => first.reconciled.size + second.reconciled.size, limit).toBe(names.length);
  for (const replica of replicas) expect([...replica.reconciled].toSorted()).toEqual(namesOf(replica));
  // The kind that is owned is never chosen by its own uid.
  for (const { reads } of replicas) {
    expect(reads.filter((path) => path.includes("/secrets?")).length).toBeGreaterThan(0);
    expect(reads.filter((path) => path.includes("/secrets?") && path.includes("shardSelector"))).toEqual([]);
    const watches = reads.filter((path) => path.includes("/configmaps?") && path.includes("watch=true"));
    expect(watches.some((path) => path.includes("shardSelector"))).toBe(isChosenByServer);
  }
  const own = namesOf(first);
  second.reconciled.clear();
  await first.manager.close();
  await expect.poll(() => own.every((name) => second.reconciled.has(name)), limit).toBe(true);
  expect(cached(second)).toEqual(names.toSorted());
  await client.resource(Namespace).delete(namespace);
}

describe("managers that share the work", () => {
  it("filter here on a server that ignores shardSelector, and never select what they own (F-B17)", async () => {
    const server = await startApiServer();
    const client = await connect({ kubeconfigText: server.kubeconfig });
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    await tour(client, server.kubeconfig, false);
  });

  const shared = sharedKubeconfig();
  it.skipIf(shared === undefined)(
    "do the same on the real control plane without ShardedListAndWatch (F-B17)",
    { timeout: 90_000 },
    async () => {
      const client = await connect({ kubeconfigPath: shared });
      onTestFinished(() => client.close());
      await tour(client, readFileSync(shared as string, "utf8"), false);
    },
  );

  describe.skipIf(shared === undefined)("on the real control plane with ShardedListAndWatch", () => {
    let plane: ControlPlane;
    let client: Client;
    beforeAll(async () => {
      plane = await startControlPlane({ parts: "core", featureGates: { ShardedListAndWatch: true } });
      client = await connect({ kubeconfigText: plane.kubeconfig });
    }, 60_000);
    afterAll(async () => {
      await client.close();
      await plane.close();
    });

    it("cache the objects of their shards alone (F-B17)", { timeout: 90_000 }, () =>
      tour(client, plane.kubeconfig, true),
    );

    it("compute the same shards as the server (F-B17)", async () => {
      const maps = client.resource(ConfigMap, { namespace: "default" });
      for (let i = 0; i < 40; i++) await maps.create({ metadata: { name: `m${i}` } });
      const all = await maps.listPage();
      const chosen = [0, 2];
      const some = await maps.listPage({ shardSelector: shardSelectorOf(chosen, 4) });
      expect(some.metadata.shardInfo?.selector).toContain("shardRange(object.metadata.uid");
      const isOurs = ({ metadata }: ConfigMap): boolean => chosen.includes(shardOf(metadata?.uid ?? "", 4));
      const namesOf = (list: readonly ConfigMap[]) => list.map(({ metadata }) => metadata?.name);
      expect(namesOf(some.items)).toEqual(namesOf(all.items.filter(isOurs)));
      expect(some.items.length).toBeGreaterThan(5);
    });
  });
});
