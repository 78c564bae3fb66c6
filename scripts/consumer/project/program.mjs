import assert from "node:assert/strict";
import { connect, isNotFound } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newWorkQueue } from "client-ts/workqueue";
import { startApiServer } from "client-ts-testing";

const server = await startApiServer();
const client = await connect({ kubeconfigText: server.kubeconfig });
const maps = client.resource(ConfigMap, { namespace: "default" });
await maps.create({ metadata: { name: "greeting" }, data: { text: "hello" } });
assert.equal((await maps.get("greeting")).data.text, "hello");
assert.equal(await maps.get("missing").then(() => false, isNotFound), true);
for await (const event of maps.watch({ resourceVersion: "0" })) {
  assert.equal(event.object.metadata.name, "greeting");
  break;
}
const queue = newWorkQueue();
queue.add("a");
assert.deepEqual(await queue.get(), { shutDown: false, key: "a" });
await client.close();
await server.close();
console.log("works");
