// Run: npm run examples -- from-client-go/mutation-detector
// client-go's cache.NewCacheMutationDetector: reports a program that changes an object of a cache.
import assert from "node:assert/strict";
import { connect } from "client-ts";
import { Namespace } from "client-ts/api/core/v1";
import { newCacheMutationDetector, newListWatchForKind, newSharedIndexInformer } from "client-ts/cache";
import { deepClone } from "client-ts/meta";

const client = await connect();
const changed: string[] = [];
// detector := cache.NewCacheMutationDetector("namespaces")
// In Go and here, KUBE_CACHE_MUTATION_DETECTOR=true gives every informer a detector. The option `enabled` turns one on
// without that variable.
const detector = newCacheMutationDetector("namespaces", {
  enabled: true,
  onMutation: ({ key, message }) => {
    console.log(message);
    changed.push(key);
  },
});
assert(detector !== undefined);

// Unless NODE_ENV is production, the objects of a cache are frozen and a change throws. These are not frozen, as in Go.
const source = newListWatchForKind(client.rest, Namespace);
const informer = newSharedIndexInformer(source, Namespace, { freeze: "never", mutationDetector: detector });
const running = informer.run(); // go informer.Run(stop), which also runs the detector once a second
await informer.waitForSync();

const cached = informer.indexer.getByKey("default");
assert(cached?.metadata !== undefined);
const copy = deepClone(cached) as Namespace; // namespace.DeepCopy()
copy.metadata = { ...copy.metadata, labels: { color: "red" } };
detector.compare();
assert.deepEqual(changed, []);

// The compiler refuses to change an object of a cache; the cast stands for a program that does so nevertheless.
(cached.metadata as { labels?: Record<string, string> }).labels = { color: "red" };
detector.compare();
assert.deepEqual(changed, ["default"]);
await informer.close();
await running;
await client.close();
