import type { KubeObject, Resource } from "../meta/index.ts";
import { guardReporter } from "../util/index.ts";
import { type DeletedFinalStateUnknown, elementKey, isDeletedFinalStateUnknown } from "./delta.ts";
import { storeOfElements } from "./element-store.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import type { ReflectorStore } from "./queue.ts";
import type { ReflectorOptions } from "./reflector/options.ts";
import { Reflector } from "./reflector/reflector.ts";
import { ThreadSafeStore } from "./store/index.ts";
import { UndecodableReports } from "./undecodable-reports.ts";

/**
 * Makes a reflector, which keeps a store of objects equal to what a source has. The store is one of this package
 * (`newStore`, `newIndexer`, `newThreadSafeStore`, `newDeltaFIFO`, `newFIFO`, `newOrderedFIFO`) or any other with the
 * methods of {@link ReflectorStore}. Nothing happens before `run`. An object that cannot be decoded is not stored and
 * is reported once as an unexpected error. Most programs use `newSharedInformerFactory`; this is for programs that
 * connect the parts themselves.
 */
export function newReflector<T extends KubeObject>(
  listerWatcher: ListerWatcher<T>,
  resource: Resource<T>,
  store: ReflectorStore<T> | ThreadSafeStore<T>,
  options: Omit<ReflectorOptions<T>, "expected" | "known"> = {},
): Reflector<T> {
  const report = guardReporter(options.onUnexpectedError);
  const reports = new UndecodableReports((error) => report(error, `decoding ${error.key} of ${reflector.name}`));
  const objects = store instanceof ThreadSafeStore ? storeByKey(store) : store;
  const reflector = new Reflector<T>(
    listerWatcher,
    storeOfElements<T, T>(objects, (entry) => entry.object, reports),
    { ...options, expected: resource.kind === "" ? undefined : resource },
  );
  return reflector;
}

/** A {@link ThreadSafeStore} to which objects are written without their keys, which are `namespace/name`. */
function storeByKey<T>(store: ThreadSafeStore<T>): ReflectorStore<T> {
  return {
    add: (object) => store.add(elementKey(object), object),
    update: (object) => store.update(elementKey(object), object),
    delete: (object: T | DeletedFinalStateUnknown<T>) => {
      if (isDeletedFinalStateUnknown<T>(object)) store.delete(object.key);
      else store.delete(elementKey(object), object);
    },
    replace: (objects, resourceVersion) =>
      store.replace(new Map(objects.map((object) => [elementKey(object), object])), resourceVersion),
    bookmark: (resourceVersion) => store.bookmark(resourceVersion),
  };
}
