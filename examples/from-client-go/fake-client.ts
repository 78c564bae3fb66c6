// Run: npm run examples -- from-client-go/fake-client (in memory only: the fake has no server)
// client-go's examples/fake-client: the test of a Pod informer on a fake clientset, without any server.
import assert from "node:assert/strict";
import type { Pod } from "client-ts/api/core/v1";
import { newSharedInformerFactory } from "client-ts/informers";
import { newFakeClientset } from "client-ts-testing";

// A test Namespace is part of the fixtures, because the fake refuses what a server refuses.
const client = newFakeClientset({ apiVersion: "v1", kind: "Namespace", metadata: { name: "test-ns" } });

const pods: Pod[] = [];
const informers = newSharedInformerFactory(client);
const added = new Promise<void>((resolve) => {
  informers.core.v1.pods.informer().addEventHandler({
    onAdd: ({ object }) => {
      console.log(`pod added: ${object.metadata?.namespace}/${object.metadata?.name}`);
      pods.push(object as Pod);
      resolve();
    },
  });
});
informers.start();
await informers.waitForCacheSync();

// client-go's program waits for the watch here; this fake loses no write that comes before the watch is open.
await client.core.v1.pods("test-ns").create({
  metadata: { name: "my-pod" },
  spec: { containers: [{ name: "app", image: "app:1" }] },
});
await added;
assert.deepEqual(
  pods.map(({ metadata }) => metadata?.name),
  ["my-pod"],
);
await informers.close();
