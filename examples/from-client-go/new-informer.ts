// Run: npm run examples -- from-client-go/new-informer
// ExampleNewInformer of client-go's tools/cache: a store and one handler on a ListWatch of two functions. Most programs
// use newSharedInformerFactory.
import assert from "node:assert/strict";
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { type ListWatch, newInformer, newListWatch, waitForCacheSync } from "client-ts/cache";

const client = await connect();
const maps = client.resource(ConfigMap, { namespace: "default" });
const labelSelector = "example=new-informer";

// source := &cache.ListWatch{ListFunc: ..., WatchFunc: ...}, where both functions set the selector
const source: ListWatch<ConfigMap> = newListWatch({
  list: (options) => maps.list({ ...options, labelSelector }),
  watch: (options) => maps.watch({ ...options, labelSelector }),
});

// store, controller := cache.NewInformer(source, &v1.ConfigMap{}, 0, cache.ResourceEventHandlerFuncs{...})
const deleted = new Set<string>();
const { store, controller } = newInformer(source, ConfigMap, {
  onAdd: ({ name }) => maps.delete(name), // the handler of the Go program deletes what it sees, too
  onDelete: ({ key }) => void deleted.add(key), // the key also of a cache.DeletedFinalStateUnknown
});

const ending = new AbortController(); // stop := make(chan struct{})
const running = controller.run({ signal: ending.signal }); // go controller.Run(stop)
await waitForCacheSync(controller); // cache.WaitForCacheSync(stop, controller.HasSynced)

for (const name of ["a-hello", "b-controller", "c-framework"])
  await maps.create({ metadata: { name, labels: { example: "new-informer" } } });
await waitForCacheSync(() => deleted.size === 3, { what: "deletions", signal: AbortSignal.timeout(30_000) });
console.log([...deleted].sort());
assert.deepEqual([...deleted].sort(), ["default/a-hello", "default/b-controller", "default/c-framework"]);
assert.deepEqual(store.listKeys(), []);

ending.abort(); // close(stop)
await running;
await client.close();
