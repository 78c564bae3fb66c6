import type { Core } from "./core.ts";
import { type ApiObject, apiTime, recordOf } from "./objects.ts";

/**
 * Makes a namespace as a create of one without anything of its own would, and faster: there is nothing to default, to
 * check or to compare. The name must be a good one and free.
 */
export function makeNamespace(core: Core, name: string, manager: string): void {
  const resource = core.table.find("", "v1", "namespaces")!;
  const time = apiTime(core.clock.now());
  const labels = { "kubernetes.io/metadata.name": name };
  const owner = { manager, operation: "Update", apiVersion: "v1", time, fieldsType: "FieldsV1", fieldsV1 };
  const object: ApiObject = {
    kind: "Namespace",
    apiVersion: "v1",
    metadata: { name, uid: core.newUid(), creationTimestamp: time, labels, managedFields: [owner] },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
  core.storage.put(core.storage.collection("namespaces"), (revision) => recordOf(object, resource, revision));
}

const fieldsV1 = { "f:metadata": { "f:labels": { ".": {}, "f:kubernetes.io/metadata.name": {} } } };
