// Run: npm run examples -- fault-injection (in memory only: a real server does not fail on request)
// Cuts the watch of an informer, deletes an object meanwhile and forgets the history: the deletion still arrives.
import assert from "node:assert/strict";
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newSharedInformerFactory } from "client-ts/informers";
import { startApiServer } from "client-ts-testing";

const object = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" } });
await using server = await startApiServer({ objects: [object("stays"), object("goes")] });
await using client = await connect({ kubeconfigText: server.kubeconfig, logger: false });

const factory = newSharedInformerFactory(client, { backoff: { next: () => 10 } }); // milliseconds, for a fast test
const maps = factory.core.v1.configMaps;
const deleted = new Promise<string>((resolve) => {
  maps.informer().addEventHandler({
    onDelete: ({ key, finalStateUnknown }) => resolve(`${key}${finalStateUnknown ? ", seen by the next list" : ""}`),
  });
});
factory.start();
await factory.waitForCacheSync();

// No watch opens until the fault is removed; meanwhile another program deletes an object.
const refused = server.faults.add(
  { match: { verb: "watch", resource: "configmaps" } },
  { type: "status", code: 503, message: "no watches now" },
);
server.cutConnections("reset");
await using other = await connect({ kubeconfigText: server.kubeconfig });
await other.resource(ConfigMap, { namespace: "default" }).delete("goes");
server.compact(); // a watch that asks for what it missed gets 410 Gone
refused.remove();

console.log(`deleted: ${await deleted}`);
console.log("the cache has what the server has:");
const cached = maps.lister().namespace("default").list();
console.log(cached.map(({ metadata }) => metadata?.name));
assert.equal(cached.length, 1);
await factory.close();
