// Run: npm run examples -- from-client-go/stores-and-keys
// The stores of client-go's tools/cache and their keys, filled by hand. Most programs use newSharedInformerFactory,
// whose informers fill a store of their own.
import assert from "node:assert/strict";
import { connect } from "client-ts";
import { Namespace } from "client-ts/api/core/v1";
import {
  type Indexer,
  type Store,
  type ThreadSafeStore,
  newIndexer,
  newStore,
  newThreadSafeStore,
} from "client-ts/cache";
import { deletionHandlingMetaNamespaceKeyFunc, metaNamespaceKeyFunc, splitMetaNamespaceKey } from "client-ts/meta";

const client = await connect();
const { items, metadata } = await client.resource(Namespace).list();
const example = items.find((namespace) => namespace.metadata.name === "default");
assert(example !== undefined);

// store := cache.NewStore(cache.MetaNamespaceKeyFunc); store.Replace(objects, list.ResourceVersion)
const store: Store<Namespace> = newStore(metaNamespaceKeyFunc);
store.replace(items, metadata.resourceVersion ?? "");
assert.deepEqual(store.listKeys().sort(), items.map(metaNamespaceKeyFunc).sort());
// obj, exists, err := store.GetByKey("default"); here an object that does not exist is undefined
assert.equal(store.getByKey("default")?.metadata?.uid, example.metadata.uid);
assert.equal(store.getByKey("no-such-namespace"), undefined);

// indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{"phase": indexByPhase})
const indexer: Indexer<Namespace> = newIndexer<Namespace>(metaNamespaceKeyFunc, {
  phase: (namespace) => [namespace.status?.phase ?? ""],
});
for (const namespace of items) indexer.add(namespace);
console.log("active", indexer.indexKeys("phase", "Active"));
assert(indexer.byIndex("phase", "Active").some(({ metadata }) => metadata?.uid === example.metadata.uid));

// counts := cache.NewThreadSafeStore(cache.Indexers{}, cache.Indices{}): the caller gives the key of each value.
const counts: ThreadSafeStore<number> = newThreadSafeStore<number>();
counts.add("default/web", 3);
assert.equal(counts.get("default/web"), 3);

// namespace, name, err := cache.SplitMetaNamespaceKey(key): an invalid key is an exception here.
assert.deepEqual(splitMetaNamespaceKey("default/web"), { namespace: "default", name: "web" });
assert.throws(() => splitMetaNamespaceKey("a/b/c"), /more than one slash/);

// cache.DeletionHandlingMetaNamespaceKeyFunc(obj), where obj may be a cache.DeletedFinalStateUnknown
const tombstone = { finalStateUnknown: true, key: "default", object: undefined } as const;
assert.equal(deletionHandlingMetaNamespaceKeyFunc(tombstone), deletionHandlingMetaNamespaceKeyFunc(example));
store.delete(tombstone);
assert.equal(store.getByKey("default"), undefined);
await client.close();
