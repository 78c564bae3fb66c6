// Run: npm run examples -- from-client-go/reflector-chain
// The parts of an informer connected by hand: Reflector, DeltaFIFO, Indexer, handler. Most programs use
// newSharedInformerFactory.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import {
  isDeletedFinalStateUnknown,
  metaNamespaceIndexFunc,
  namespaceIndex,
  newDeltaFIFO,
  newIndexer,
  newListWatchForKind,
  newReflector,
  waitForCacheSync,
} from "client-ts/cache";
import { isClientError } from "client-ts/errors";
import { type DeepReadonly, metaNamespaceKeyFunc } from "client-ts/meta";

const client = await connect();
/** What the cache holds is read-only, so that no reader changes it for the others. */
type Cached = DeepReadonly<ConfigMap>;

const indexer = newIndexer<Cached>(metaNamespaceKeyFunc, { [namespaceIndex]: metaNamespaceIndexFunc });
const queue = newDeltaFIFO<Cached>({ keyOf: metaNamespaceKeyFunc, knownObjects: indexer });
const source = newListWatchForKind(client.rest, ConfigMap, { namespace: "default" });
const reflector = newReflector(source, ConfigMap, queue);
const running = reflector.run();

/** Applies the deltas of one key to the indexer, then calls the handler. */
async function process(): Promise<void> {
  for (;;) {
    await queue.pop((deltas) => {
      for (const { type, object } of deltas) {
        const key = isDeletedFinalStateUnknown(object) ? object.key : metaNamespaceKeyFunc(object);
        const old = indexer.getByKey(key);
        if (type === "Deleted") {
          if (old !== undefined) indexer.delete(old);
          console.log("delete", key);
        } else if (!isDeletedFinalStateUnknown(object)) {
          if (old === undefined) indexer.add(object);
          else indexer.update(object);
          console.log(old === undefined ? "add" : "update", key, object.data?.["color"]);
        }
      }
    });
  }
}
const processing = process().catch((error: unknown) => {
  if (!isClientError(error, "Closed")) throw error;
});

const maps = client.resource(ConfigMap, { namespace: "default" });
await waitForCacheSync(queue); // cache.WaitForCacheSync(stop, queue.HasSynced)
await maps.create({ metadata: { name: "paint" }, data: { color: "red" } });
await waitForCacheSync(() => indexer.indexKeys(namespaceIndex, "default").includes("default/paint"));
await maps.delete("paint");
await waitForCacheSync(() => indexer.getByKey("default/paint") === undefined);
await reflector.close();
queue.close();
await Promise.all([running, processing]);
await client.close();
