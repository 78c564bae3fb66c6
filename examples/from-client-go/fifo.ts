// Run: npm run examples -- from-client-go/fifo
// client-go's cache.NewFIFO behind a Reflector: a consumer gets the newest state of each key, once.
import assert from "node:assert/strict";
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { type FIFO, type Reflector, newFIFO, newListWatch, newReflector, waitForCacheSync } from "client-ts/cache";
import { metaNamespaceKeyFunc } from "client-ts/meta";

const client = await connect();
const maps = client.resource(ConfigMap, { namespace: "default" });
const labelSelector = "example=fifo";
const source = newListWatch<ConfigMap>({
  list: (options) => maps.list({ ...options, labelSelector }),
  watch: (options) => maps.watch({ ...options, labelSelector }),
});

// fifo := cache.NewFIFO(cache.MetaNamespaceKeyFunc)
const fifo: FIFO<ConfigMap> = newFIFO<ConfigMap>({ keyOf: metaNamespaceKeyFunc });
// reflector := cache.NewReflector(source, &v1.ConfigMap{}, fifo, 0); go reflector.Run(stop)
const reflector: Reflector<ConfigMap> = newReflector(source, ConfigMap, fifo);
const running = reflector.run();
await waitForCacheSync(fifo); // cache.WaitForCacheSync(stop, fifo.HasSynced)

const color = () => fifo.getByKey("default/paint")?.data?.["color"];
const waiting = (what: string) => ({ what, signal: AbortSignal.timeout(30_000) });
await maps.create({ metadata: { name: "paint", labels: { example: "fifo" } }, data: { color: "red" } });
await waitForCacheSync(() => color() === "red", waiting("red"));
await maps.mergePatch("paint", { data: { color: "blue" } });
await waitForCacheSync(() => color() === "blue", waiting("blue"));

// obj, err := fifo.Pop(func(obj interface{}, isInInitialList bool) error { ... }): both changes are one item.
const seen: (string | undefined)[] = [];
await fifo.pop((map, isInInitialList) => {
  console.log(metaNamespaceKeyFunc(map), map.data?.["color"], isInInitialList ? "was there" : "is new");
  seen.push(map.data?.["color"]);
});
assert.deepEqual(seen, ["blue"]);
assert.equal(fifo.length, 0);

await maps.delete("paint");
await reflector.close(); // close(stop)
fifo.close(); // fifo.Close()
await running;
await client.close();
