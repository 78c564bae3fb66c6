import { InvalidArgumentError } from "client-ts/errors";
import type { KubeObject } from "client-ts/meta";
import { parseApiVersion } from "client-ts/meta";
import { type Call, type Core, keyOf } from "./core.ts";
import type { Exchange } from "./exchange.ts";
import { makeNamespace } from "./make-namespace.ts";
import { type ApiObject, objectOf, recordOf } from "./objects.ts";
import { createObject, updateObject } from "./write.ts";

/**
 * Creates or replaces an object as if a client had, past HTTP; a status that it has is kept. Namespaces that are
 * missing are made.
 */
export function seedObject(core: Core, object: ApiObject, manager = "seed"): KubeObject {
  const request = { dryRun: false, manager, fieldValidation: "Ignore" as const, force: false };
  const { group, version } = parseApiVersion(object.apiVersion ?? "v1");
  const resource = core.table.findKind(group, version, object.kind ?? "");
  if (resource === undefined)
    throw new InvalidArgumentError(
      `the server does not serve the kind "${object.kind}" of "${object.apiVersion}": create its definition first`,
    );
  object.metadata ??= {};
  const namespace = resource.namespaced ? (object.metadata.namespace ?? "default") : "";
  if (namespace !== "" && !core.storage.collection("namespaces").records.has(namespace)) {
    if (namespaceName.test(namespace)) makeNamespace(core, namespace, "seed");
    else seedObject(core, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  }
  const collection = core.storage.collection(resource.collection);
  const { status } = object;
  const call: Call = {
    core,
    // Nothing below reads from it: the object is here already.
    exchange: { headers: {}, readRevision: undefined } as unknown as Exchange,
    user: { name: "system:admin", groups: ["system:masters"] },
    resource,
    collection,
    namespace,
    name: object.metadata.name ?? "",
    subresource: "",
    query: new URLSearchParams(),
    warnings: [],
    lenient: true,
  };
  const exists = collection.records.has(keyOf(call, call.name));
  if (exists) delete object.metadata.resourceVersion;
  else delete object.metadata.uid;
  delete object.metadata.resourceVersion;
  const result = exists
    ? updateObject(call, request, "patch", (current) => ({
        ...object,
        metadata: { ...current!.metadata, ...object.metadata },
      }))
    : createObject(call, object, request, "update");
  if (status === undefined || !resource.status) return result.object;
  const key = keyOf(call, result.object.metadata.name!);
  const stored = objectOf(collection.records.get(key)!, resource);
  stored["status"] = status;
  core.storage.put(collection, (revision) => recordOf(stored, resource, revision));
  return stored;
}

/** What needs no further check as the name of a namespace. */
const namespaceName = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
