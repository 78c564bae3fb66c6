import type { ApiObject, Json } from "./objects.ts";
import { sameJson } from "./objects.ts";
import type { ServedResource } from "./resources.ts";

/** Kinds that a PUT may create. */
const createdByPut = new Set([
  "leases.coordination.k8s.io",
  "leasecandidates.coordination.k8s.io",
  "endpoints",
  "events",
  "limitranges",
  "services",
  "runtimeclasses.node.k8s.io",
  "clusterroles.rbac.authorization.k8s.io",
  "clusterrolebindings.rbac.authorization.k8s.io",
  "roles.rbac.authorization.k8s.io",
  "rolebindings.rbac.authorization.k8s.io",
]);

/** Built-in kinds whose updates must say which version they saw. */
const versionNeeded = new Set([
  "mutatingadmissionpolicies.admissionregistration.k8s.io",
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingadmissionpolicies.admissionregistration.k8s.io",
  "validatingadmissionpolicybindings.admissionregistration.k8s.io",
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
  "storageversions.internal.apiserver.k8s.io",
  "clustertrustbundles.certificates.k8s.io",
  "podcertificaterequests.certificates.k8s.io",
  "leases.coordination.k8s.io",
  "leasecandidates.coordination.k8s.io",
  "runtimeclasses.node.k8s.io",
  "poddisruptionbudgets.policy",
  "devicetaintrules.resource.k8s.io",
  "podgroups.scheduling.k8s.io",
  "workloads.scheduling.k8s.io",
  "csidrivers.storage.k8s.io",
  "csinodes.storage.k8s.io",
  "csistoragecapacities.storage.k8s.io",
  "volumeattachments.storage.k8s.io",
  "storageversionmigrations.storagemigration.k8s.io",
  "customresourcedefinitions.apiextensions.k8s.io",
]);

/** Kinds whose delete answers with the object, not with a Status. */
const objectAfterDelete = new Set([
  "pods",
  "services",
  "serviceaccounts",
  "namespaces",
  "persistentvolumes",
  "persistentvolumeclaims",
  "podtemplates",
  "resourcequotas",
  "storageclasses.storage.k8s.io",
  "csidrivers.storage.k8s.io",
  "csinodes.storage.k8s.io",
  "volumeattachments.storage.k8s.io",
  "volumeattributesclasses.storage.k8s.io",
  "resourceclaims.resource.k8s.io",
  "resourceclaimtemplates.resource.k8s.io",
  "resourceslices.resource.k8s.io",
  "deviceclasses.resource.k8s.io",
  "devicetaintrules.resource.k8s.io",
]);

/** Whether a PUT to a name that is free creates the object. */
export function allowsCreateOnUpdate({ collection }: ServedResource): boolean {
  return createdByPut.has(collection);
}

/** Whether an update may leave the resourceVersion out. */
export function allowsUnconditionalUpdate(resource: ServedResource): boolean {
  return resource.custom === undefined && !versionNeeded.has(resource.collection);
}

/** Whether the answer to a delete is the object. */
export function returnsDeletedObject({ collection }: ServedResource): boolean {
  return objectAfterDelete.has(collection);
}

/** What an immediate delete does to dependents when the request does not say. */
export function defaultPropagation({ collection }: ServedResource): "Orphan" | "Background" {
  return collection === "replicationcontrollers" || collection === "jobs.batch" ? "Orphan" : "Background";
}

/** The generation that an object gets when it is created; `undefined` when the kind does not count. */
export function firstGeneration(resource: ServedResource): number | undefined {
  const first = resource.custom === undefined ? resource.generation?.create : 1;
  return first === undefined || first === 0 ? undefined : first;
}

/** Whether a change raises the generation: of the desired state, and for some kinds of annotations. */
export function raisesGeneration(object: ApiObject, old: ApiObject, resource: ServedResource): boolean {
  if (firstGeneration(resource) === undefined) return false;
  if (
    resource.generation?.metadata === true &&
    !sameJson(object.metadata.annotations ?? {}, old.metadata.annotations ?? {})
  )
    return true;
  const ignored = new Set(["metadata", "kind", "apiVersion"]);
  if (resource.status) ignored.add("status");
  const rest = (one: Json): Json => Object.fromEntries(Object.entries(one).filter(([key]) => !ignored.has(key)));
  return !sameJson(rest(object), rest(old));
}
