/** The informer and its parts: shared informers, listers, stores, reflector, queues, controller. */
export type {
  AddEventHandlerOptions,
  NamespacedSource,
  SharedIndexInformerOptions,
} from "./informer/options.ts";
export { entriesOf, newSharedIndexInformer, SharedIndexInformer } from "./informer/shared-index-informer.ts";
export type {
  CreateInformer,
  InformerClient,
  InformerFactoryOptions,
  KindInformer,
  SyncResult,
} from "./informer-factory.ts";
export { InformerFactory } from "./informer-factory.ts";
export { CacheLimitError } from "./cache-limit.ts";
export type { HandlerRegistration } from "./informer/listener.ts";
export type { ResourceEventHandler } from "./informer/handler.ts";
export { filteringHandler, nameForHandler } from "./informer/handler.ts";
export type { InformerEvent, ObjectView } from "./informer/events.ts";
export { AddEvent, DeleteEvent, UpdateEvent } from "./informer/events.ts";
export type { Transform } from "./informer/cache-writer.ts";
export type { AtLeastOptions, ListerOptions, NamespaceLister } from "./generic-lister.ts";
export { GenericLister, newGenericLister } from "./generic-lister.ts";
export type { CacheSync, Syncing, WaitForCacheSyncOptions } from "./wait-for-cache-sync.ts";
export { CacheSyncError, waitForCacheSync } from "./wait-for-cache-sync.ts";
export { newIndexerInformer, newInformer } from "./informer.ts";
export type { InformerWatcher } from "./informer-watcher.ts";
export { newInformerWatcher } from "./informer-watcher.ts";
export type { Precondition, WatchUntilWithSyncOptions } from "./watch-until-with-sync.ts";
export { watchUntilWithSync } from "./watch-until-with-sync.ts";
export type { KindListWatchOptions, ListWatchClient, ListWatchOptions } from "./list-watch.ts";
export {
  ListWatch,
  newFilteredListWatchFromClient,
  newListWatch,
  newListWatchForKind,
  newListWatchFromClient,
  partialMetadata,
  withWatchListSemantics,
} from "./list-watch.ts";
export type {
  Lister,
  ListerWatcher,
  RawListerWatcher,
  RawListSink,
  RawSourceCall,
  RawWatchSink,
  SourceCall,
  TweakListOptions,
  Watcher,
} from "./lister-watcher.ts";
export type { Controller, ControllerOptions } from "./controller.ts";
export { newController } from "./controller.ts";
export { newReflector } from "./new-reflector.ts";
export type { ReflectorFailure, ReflectorOptions, ReflectorState } from "./reflector/options.ts";
export { Reflector } from "./reflector/reflector.ts";
export { reflectorDefaults } from "./reflector/defaults.ts";
export type { ReflectorSharingOptions } from "./reflector/reflector-sharing.ts";
export { ReflectorSharing } from "./reflector/reflector-sharing.ts";
export { isVeryShortWatch, VeryShortWatchError } from "./reflector/very-short-watch-error.ts";
export type { Anomaly } from "./reflector/reflector-metrics.ts";
export type { DeletedFinalStateUnknown, Delta, Deltas, KeyFunc, ObjectDelta } from "./delta.ts";
export { FIFOClosedError, isDeletedFinalStateUnknown, newest, RequeueError } from "./delta.ts";
export type { KnownObjects, Process, Queue, ReflectorStore } from "./queue.ts";
export type { OrderedFIFOOptions } from "./ordered-fifo.ts";
export { newOrderedFIFO, OrderedFIFO } from "./ordered-fifo.ts";
export type { DeltaFIFOOptions } from "./delta-fifo.ts";
export { DeltaFIFO, newDeltaFIFO } from "./delta-fifo.ts";
export type { FIFOOptions } from "./fifo.ts";
export { FIFO, newFIFO } from "./fifo.ts";
export type { HeapOptions } from "./heap.ts";
export { Heap, newHeap } from "./heap.ts";
export { AsyncTracker, Lazy, SingleFileTracker } from "./sync-track.ts";
export type {
  EntryIndex,
  EntryReplacement,
  ExpirationPolicy,
  ExpiringStoreOptions,
  Extractor,
  Index,
  Indexer,
  Indexers,
  IndexFunc,
  LazyStoreOptions,
  LazyStoreStats,
  MutationCache,
  MutationCacheOptions,
  MutationDetector,
  MutationDetectorOptions,
  ObjectStoreOptions,
  ObjectTransactionStep,
  Replacement,
  Storable,
  Store,
  StoreHooks,
  TimestampedEntry,
  TransactionStep,
} from "./store/index.ts";
export {
  CacheMutatedError,
  KeyError,
  LazyStore,
  listAll,
  listAllByNamespace,
  maxIndexValues,
  metaNamespaceIndexFunc,
  namespaceIndex,
  newCacheMutationDetector,
  newExpirationStore,
  newIndexer,
  newMutationCache,
  newStore,
  newThreadSafeStore,
  newTTLStore,
  newUndeltaStore,
  ObjectStore,
  ThreadSafeStore,
  TransactionError,
  ttlPolicy,
  UndeltaStore,
} from "./store/index.ts";
