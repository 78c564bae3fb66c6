// Run: npm run examples -- from-client-go/controller
// Example of client-go's tools/cache: a Controller between a ListWatch and a store, with a DeltaFIFO. Most programs use
// newSharedInformerFactory.
import assert from "node:assert/strict";
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import {
  type Controller,
  type DeltaFIFO,
  type Deltas,
  newController,
  newDeltaFIFO,
  newListWatch,
  newStore,
  waitForCacheSync,
} from "client-ts/cache";
import { deletionHandlingMetaNamespaceKeyFunc, metaNamespaceKeyFunc } from "client-ts/meta";

const client = await connect();
const maps = client.resource(ConfigMap, { namespace: "default" });
const labelSelector = "example=controller";
const source = newListWatch<ConfigMap>({
  list: (options) => maps.list({ ...options, labelSelector }),
  watch: (options) => maps.watch({ ...options, labelSelector }),
});

// downstream := cache.NewStore(cache.MetaNamespaceKeyFunc)
const downstream = newStore<ConfigMap>(metaNamespaceKeyFunc);
// fifo := cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KeyFunction: ..., KnownObjects: downstream})
const fifo: DeltaFIFO<ConfigMap> = newDeltaFIFO({ keyOf: metaNamespaceKeyFunc, knownObjects: downstream });

const deleted = new Set<string>();
/** `Process` of the Go program: brings the newest of the deltas of one key downstream, and deletes the object. */
async function process(deltas: Deltas<ConfigMap>): Promise<void> {
  const newest = deltas.at(-1); // obj.(cache.Deltas).Newest()
  if (newest === undefined) return;
  if (newest.type === "Deleted") {
    downstream.delete(newest.object);
    deleted.add(deletionHandlingMetaNamespaceKeyFunc(newest.object));
  } else {
    downstream.add(newest.object);
    await maps.delete(newest.object.metadata?.name ?? "");
  }
}

// controller := cache.New(&cache.Config{Queue: fifo, ListerWatcher: source, ObjectType: &v1.ConfigMap{}, Process: ...})
const controller: Controller = newController({
  queue: fifo,
  listerWatcher: source,
  resource: ConfigMap,
  process,
});
const running = controller.run(); // go controller.Run(stop)
await waitForCacheSync(controller); // cache.WaitForCacheSync(stop, controller.HasSynced)

for (const name of ["a-hello", "b-controller", "c-framework"])
  await maps.create({ metadata: { name, labels: { example: "controller" } } });
await waitForCacheSync(() => deleted.size === 3, { what: "deletions", signal: AbortSignal.timeout(30_000) });
console.log([...deleted].sort());
assert.deepEqual([...deleted].sort(), ["default/a-hello", "default/b-controller", "default/c-framework"]);
assert.deepEqual(downstream.listKeys(), []);

await controller.close(); // close(stop)
await running;
await client.close();
