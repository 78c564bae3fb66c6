import type { KubeObject, Resource } from "../meta/index.ts";
import type { Controller } from "./controller.ts";
import type { ResourceEventHandler } from "./informer/handler.ts";
import type { SharedIndexInformerOptions } from "./informer/options.ts";
import { newSharedIndexInformer } from "./informer/shared-index-informer.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import type { Indexer, Store } from "./store/index.ts";

/**
 * A cache with one handler, for single use: a store to read, and the controller that keeps it up to date once it runs.
 * Most programs use `newSharedInformerFactory`.
 */
export function newInformer<T extends KubeObject>(
  source: ListerWatcher<T>,
  resource: Resource<T>,
  handler: ResourceEventHandler<T>,
  options: SharedIndexInformerOptions<T> = {},
): { readonly store: Store<T>; readonly controller: Controller } {
  const { indexer, controller } = newIndexerInformer(source, resource, handler, options);
  return { store: indexer, controller };
}

/** As {@link newInformer}, with indexes. Most programs use `newSharedInformerFactory`. */
export function newIndexerInformer<T extends KubeObject>(
  source: ListerWatcher<T>,
  resource: Resource<T>,
  handler: ResourceEventHandler<T>,
  options: SharedIndexInformerOptions<T> = {},
): { readonly indexer: Indexer<T>; readonly controller: Controller } {
  const informer = newSharedIndexInformer(source, resource, options);
  informer.addEventHandler(handler);
  return { indexer: informer.indexer, controller: informer.controller };
}
