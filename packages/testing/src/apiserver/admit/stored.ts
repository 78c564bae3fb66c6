import type { Core } from "../core.ts";
import type { ApiObject } from "../objects.ts";
import type { StoredRecord } from "../storage.ts";

const parsed = new WeakMap<StoredRecord, ApiObject>();

/** A stored object for reading; it must not be changed. */
function readStored(record: StoredRecord): ApiObject {
  let object = parsed.get(record);
  if (object === undefined) {
    object = JSON.parse(record.bytes.toString("utf8")) as ApiObject;
    parsed.set(record, object);
  }
  return object;
}

/** The objects of a collection for reading, of one namespace when one is given. */
export function storedIn(core: Core, collection: string, namespace?: string): ApiObject[] {
  core.ensureBootstrap(collection);
  return storedSoFar(core, collection, namespace);
}

/** The same, without those that every cluster has and that were not asked for yet. */
export function storedSoFar(core: Core, collection: string, namespace?: string): ApiObject[] {
  const { records } = core.storage.collection(collection);
  const objects: ApiObject[] = [];
  for (const record of records.values())
    if (namespace === undefined || record.namespace === namespace) objects.push(readStored(record));
  return objects;
}

/** One stored object for reading. */
export function findStored(core: Core, collection: string, key: string): ApiObject | undefined {
  core.ensureBootstrap(collection);
  const record = core.storage.collection(collection).records.get(key);
  return record === undefined ? undefined : readStored(record);
}
