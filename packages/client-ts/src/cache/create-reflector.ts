import type { Entry } from "../codec/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { type DeletedFinalStateUnknown, isDeletedFinalStateUnknown } from "./delta.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import type { ReflectorStore } from "./queue.ts";
import type { ReflectorOptions } from "./reflector/options.ts";
import { Reflector } from "./reflector/reflector.ts";

/** A reflector that keeps any store of objects equal to what a source has. Nothing happens before `run`. */
export function createReflector<T extends KubeObject>(
  source: ListerWatcher<T>,
  store: ReflectorStore<T>,
  options: ReflectorOptions<T> = {},
): Reflector<T> {
  const adapted: ReflectorStore<Entry<T>> = {
    add: (entry) => store.add(entry.object),
    update: (entry) => store.update(entry.object),
    delete: (entry) => store.delete(deletedObject(entry)),
    replace: (entries, version) =>
      store.replace(
        entries.map(({ object }) => object),
        version,
      ),
    resync: () => store.resync?.(),
    bookmark: (version) => store.bookmark?.(version),
    updateResourceVersion: (version) => store.updateResourceVersion?.(version),
    holdBack: () => store.holdBack?.(),
  };
  return new Reflector(source, adapted, options);
}

function deletedObject<T>(entry: Entry<T> | DeletedFinalStateUnknown<Entry<T>>): T | DeletedFinalStateUnknown<T> {
  if (!isDeletedFinalStateUnknown<Entry<T>>(entry)) return entry.object;
  return { finalStateUnknown: true, key: entry.key, object: entry.object?.object };
}
