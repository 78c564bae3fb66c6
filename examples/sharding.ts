// Run: npm run examples -- sharding
// Replicas that share the work of one controller, here three in one process.
// In a cluster each replica is a Pod: `newManager(client, { name, sharding: { shards: 16 } })` is all that it needs.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";

const client = await connect();
const { namespace } = client;
const maps = client.resource(ConfigMap, { namespace });
const names = Array.from({ length: 12 }, (_, i) => `page-${i}`);
for (const name of names) await maps.create({ metadata: { name, labels: { page: "yes" } } });

/** Which replica has written about which object. */
async function shares(): Promise<Map<string, number>> {
  const { items } = await maps.list({ labelSelector: "page=yes" });
  const counts = new Map<string, number>();
  for (const { data } of items) {
    const replica = data?.["replica"] ?? "none";
    counts.set(replica, (counts.get(replica) ?? 0) + 1);
  }
  return counts;
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

const replicas = ["red", "green", "blue"].map((identity) => {
  const manager = newManager(client, { name: "pages", namespaces: [namespace], sharding: { shards: 16, identity } });
  manager.controller(ConfigMap, {
    labelSelector: "page=yes",
    async reconcile(map, ctx) {
      if (map.data?.["replica"] === identity) return;
      await ctx.client
        .resource(ConfigMap, { namespace })
        .mergePatch(map.metadata.name, { data: { replica: identity } });
    },
  });
  return { identity, manager, running: manager.run() };
});
const owned = (): number => replicas.reduce((sum, { manager }) => sum + manager.shards.length, 0);
await until(async () => owned() === 16 && !(await shares()).has("none"));
for (const { identity, manager } of replicas)
  console.log(`${identity} works on the shards ${manager.shards.join(", ")}`);

const [red, ...others] = replicas;
await red?.manager.close();
await until(async () => owned() === 16 && !(await shares()).has("red"));
console.log(`red has ended; ${others.map(({ identity }) => identity).join(" and ")} have taken its shards`);
await Promise.all(others.map(({ manager }) => manager.close()));
await Promise.all(replicas.map(({ running }) => running));
await maps.deleteCollection({ labelSelector: "page=yes" });
await client.close();
