/**
 * One replica of a manager that shares its work. Each reconcile writes an annotation when it starts and another when it
 * ends, each with the replica, the transition of the Lease of the shard, and the time. It prints one line of JSON when
 * a reconcile has ended in whatever way.
 */
import { Lease } from "client-ts/api/coordination/v1";
import { ConfigMap } from "client-ts/api/core/v1";
import { connect } from "client-ts/client";
import { changed, newManager } from "client-ts/controller";
import { shardOf } from "client-ts/internal";
import type { ReplicaFacts } from "../replica-process.ts";
import { endOf, startOf, textOf } from "../stamp.ts";

const facts: ReplicaFacts = JSON.parse(process.env["TEST_INPUT"] ?? "{}");
const { kubeconfigText, namespace, name, identity, shards, leaseMs, renewMs, retryMs, workMs } = facts;
const client = await connect({ kubeconfigText });
const manager = newManager(client, {
  gracePeriodMs: 2_000,
  namespaces: [namespace],
  sharding: {
    name,
    namespace,
    identity,
    shards,
    leaseDurationMs: leaseMs,
    renewDeadlineMs: renewMs,
    retryPeriodMs: retryMs,
  },
});
let runs = 0;
manager.controller(ConfigMap, {
  labelSelector: "fleet=yes",
  when: changed<ConfigMap>((map) => map.data?.["wanted"]),
  concurrency: 8,
  retryMaxMs: 2_000,
  async reconcile(map, ctx) {
    const { name: key, uid } = map.metadata;
    const run = `${identity}-${++runs}`;
    try {
      const lease = `${name}-shard-${shardOf(uid, shards)}-of-${shards}`;
      const { spec } = await client.resource(Lease, { namespace }).get(lease, { signal: ctx.signal });
      const stamp = { replica: identity, run, transition: spec?.leaseTransitions ?? 0 };
      const maps = ctx.client.resource(ConfigMap, { namespace });
      // The answer has the newest state of what is wanted; the cache may be behind.
      const started = { metadata: { annotations: { [startOf]: textOf({ ...stamp, beganMs: Date.now() }) } } };
      const wanted = (await maps.mergePatch(key, started)).data?.["wanted"] ?? "";
      await new Promise((resolve) => setTimeout(resolve, workMs));
      const annotations = { [endOf]: textOf({ ...stamp, beganMs: Date.now() }) };
      await maps.mergePatch(key, { metadata: { annotations }, data: { done: wanted } });
    } finally {
      console.log(JSON.stringify({ event: "settled", run, atMs: Date.now() }));
    }
  },
});
await manager.run({ handleSignals: true });
await client.close();
