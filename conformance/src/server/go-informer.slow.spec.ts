/**
 * client-go's informer on the in-memory API server: it syncs, and sees every change through cut connections, a lost
 * history and a 410.
 */
import { type ApiServer, startApiServer } from "client-ts-testing";
import type { KubeObject } from "client-ts/meta";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildGoProgram, type GoProgram, hasGo } from "../go-program.ts";
import { ApiConnection } from "./api-connection.ts";
import { type CacheState, GoInformer, stateOf } from "./go-informer.ts";

const go = hasGo();
if (!go) console.log("client-go's informer did not run on the in-memory API server: there is no Go toolchain");

const objects = Array.from({ length: 10_000 }, (_, i) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: `seed-${i}`, namespace: "default" },
  data: { value: `${i}` },
}));
const path = "/api/v1/namespaces/default/configmaps";

describe.skipIf(!go)("client-go's informer on the in-memory API server", () => {
  let built: GoProgram;
  beforeAll(async () => {
    built = await buildGoProgram("informer");
  }, 300_000);
  afterAll(() => built.remove());

  describe.each([
    ["with streaming lists", {}],
    ["with lists in pages", { KUBE_FEATURE_WatchListClient: "false" }],
  ])("%s", (_, env) => {
    let server: ApiServer;
    let informer: GoInformer;
    beforeAll(async () => {
      server = await startApiServer({ objects });
      informer = new GoInformer(built.program, server.kubeconfig, env);
    });
    afterAll(async () => {
      await informer.close();
      await server.close();
    });

    it("syncs 10,000 objects", async () => {
      expect(await informer.synced()).toMatchObject({ event: "synced", ...(await serverState(server)) });
    });

    it("sees every change, once and in order, while connections are cut", async () => {
      const before = server.journal.length;
      for (let round = 0; round < 4; round++) {
        // Watches break in the middle of an event too.
        server.faults.add(
          { match: { verb: "watch", resource: "configmaps" }, times: 1 },
          { type: "drop", afterBytes: 5_000 + 777 * round },
        );
        await write(server, round);
        server.cutConnections(round % 2 === 0 ? "reset" : "end");
      }
      await settled(server, informer);
      const committed = [...server.journal].slice(before).filter(({ resource }) => resource === "configmaps");
      const names = { ADDED: "add", MODIFIED: "update", DELETED: "delete" } as const;
      expect(committed.length).toBeGreaterThan(1000);
      expect(informer.notifications).toEqual(
        committed.map(({ type, key, resourceVersion: rv }) => ({ event: names[type], key, rv })),
      );
    });

    it("lists again after a 410 and misses nothing", async () => {
      const absent = server.faults.add({ match: { resource: "configmaps" } }, { type: "status", code: 503 });
      server.cutConnections();
      const seen = informer.notifications.length;
      for (const configMap of objects.slice(0, 500))
        server.apply({ ...configMap, data: { value: "changed while no client watched" } } as KubeObject);
      server.compact();
      absent.remove();
      // Changes nothing: it counts. The first watch gets the 410, a second one follows the list.
      const watches = server.faults.add({ match: { verb: "watch", resource: "configmaps" } }, { type: "delay", ms: 0 });
      await write(server, 10);
      await settled(server, informer);
      // A list that replaces the cache is delivered in any order.
      for (const { metadata } of objects.slice(0, 500))
        await informer.notified(`default/${metadata.name}`, { since: seen });
      expect(watches.hits).toBeGreaterThanOrEqual(2);
      watches.remove();
    });

    it("finds its way after a restart that lost the history", async () => {
      await server.restart({ history: "lost" });
      await write(server, 20);
      await settled(server, informer);
    });
  });
});

/** Creates, changes and deletes over HTTP on a connection of its own. */
async function write(server: ApiServer, round: number): Promise<void> {
  const connection = await ApiConnection.open({ text: server.kubeconfig });
  const json = { "content-type": "application/json" };
  const merge = { "content-type": "application/merge-patch+json" };
  for (let i = 0; i < 100; i++) {
    const name = `round-${round}-${i}`;
    await connection.request("POST", path, {
      body: JSON.stringify({ metadata: { name }, data: { round: `${round}` } }),
      headers: json,
    });
    await connection.request("PATCH", `${path}/${name}`, { body: '{"data":{"patched":"yes"}}', headers: merge });
    await connection.request("PATCH", `${path}/seed-${round * 100 + i}`, {
      body: `{"data":{"round":"${round}"}}`,
      headers: merge,
    });
    if (i % 2 === 0) await connection.request("DELETE", `${path}/${name}`);
  }
  connection.close();
}

async function serverState(server: ApiServer): Promise<CacheState> {
  const connection = await ApiConnection.open({ text: server.kubeconfig });
  const { body } = await connection.request("GET", "/api/v1/configmaps");
  connection.close();
  return stateOf(body.items);
}

/** One last change: once it was seen, the cache must become the server's state. */
async function settled(server: ApiServer, informer: GoInformer): Promise<void> {
  const metadata = { name: "settled", namespace: "default" };
  const [last] = server.apply({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata,
    data: { at: server.revision },
  } as KubeObject);
  await informer.notified("default/settled", { rv: last!.metadata!.resourceVersion! });
  const state = await serverState(server);
  await expect.poll(() => informer.state(), { timeout: 10_000 }).toMatchObject(state);
}
