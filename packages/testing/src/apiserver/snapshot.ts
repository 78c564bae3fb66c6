import { InvalidArgumentError } from "client-ts/errors";
import type { StoredRecord, Storage } from "./storage.ts";
import { isObject, type Json, recordOf, type ApiObject } from "./objects.ts";
import type { ResourceTable } from "./resources.ts";

/** Everything a server stores at one moment, as plain JSON; history is not in it. */
export interface Snapshot {
  readonly format: "client-ts-testing/v1";
  readonly revision: string;
  /** Objects by resource: `pods`, `deployments.apps`. */
  readonly objects: Readonly<Record<string, readonly unknown[]>>;
}

/** The present state. */
export function takeSnapshot(storage: Storage): Snapshot {
  const objects: Record<string, unknown[]> = {};
  for (const [name, collection] of storage.collections) {
    if (collection.records.size === 0) continue;
    objects[name] = collection
      .keys()
      .map((key) => JSON.parse(collection.records.get(key)!.bytes.toString("utf8")) as unknown);
  }
  return { format: "client-ts-testing/v1", revision: String(storage.revision), objects };
}

/** Throws for what is not a snapshot. */
export function checkSnapshot(value: unknown): void {
  const isSnapshot = isObject(value) && value["format"] === "client-ts-testing/v1" && isObject(value["objects"]);
  if (!isSnapshot || !/^[0-9]+$/.test(String(value["revision"])))
    throw new InvalidArgumentError(
      "the value is not a snapshot of client-ts-testing: load what snapshot() of a server returned",
    );
}

/**
 * Replaces all objects by those of a snapshot, with their versions. Watches from before must start again: nothing older
 * is known.
 */
export function loadSnapshot(storage: Storage, table: ResourceTable, value: Snapshot): void {
  const loaded: { name: string; record: StoredRecord }[] = [];
  for (const [name, objects] of Object.entries(value.objects)) {
    const preferred = table.preferred(name);
    if (preferred === undefined || !Array.isArray(objects)) continue;
    for (const object of objects as ApiObject[]) {
      const version = String(object.apiVersion).split("/").at(-1)!;
      const resource = table.find(preferred.group, version, preferred.plural) ?? preferred;
      loaded.push({
        name,
        record: recordOf(object, resource, Number((object as Json & ApiObject).metadata.resourceVersion)),
      });
    }
  }
  storage.replace(loaded, Number(value.revision));
}
