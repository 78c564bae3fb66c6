// Run: npm run examples -- informer
// One informer from a ListWatch, without a factory: an index, a handler, read-your-writes.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer } from "client-ts/cache";

const client = await connect();
const namespace = client.namespace;
const source = newListWatchForKind(client.rest, ConfigMap, { namespace });
const informer = newSharedIndexInformer(source, ConfigMap, {
  namespace,
  indexers: { color: "data.color" }, // by path: read from the bytes, nothing is decoded
  onStale: (stale) => console.log(stale ? "the server is silent" : "the server is back"),
});
const registration = informer.addEventHandler({
  onAdd: ({ key, isInInitialList }) => console.log(isInInitialList ? "present" : "added", key),
  onUpdate: ({ key, old, object }) =>
    console.log("changed", key, old.resourceVersion, "→", object.metadata?.resourceVersion),
  onDelete: ({ key, finalStateUnknown }) =>
    console.log("deleted", key, finalStateUnknown ? "(while we were away)" : ""),
});
const running = informer.run();
await registration.waitForSync();

const maps = client.resource(ConfigMap, { namespace });
const red = await maps.create({ metadata: { name: "paint" }, data: { color: "red" } });
await informer.atLeast(red.metadata.resourceVersion); // the cache has seen our own write
console.log(informer.indexer.byIndex("color", "red").map((map) => map.metadata?.name));
await maps.delete("paint");

await informer.close();
await running;
await client.close();
