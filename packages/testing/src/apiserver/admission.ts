import { defined } from "client-ts/internal";
import { type FieldError, invalid, invalidValue } from "./api-error.ts";
import { mountAccountToken } from "./admit/index.ts";
import { brokenRules, hasRules } from "./cel/custom-rules.ts";
import type { Call, Core } from "./core.ts";
import { admitJob, admitPod, defaultBuiltin } from "./builtin-defaults.ts";
import { builtinErrors } from "./builtin-rules.ts";
import { eventErrors } from "./event-rules.ts";
import { definitions } from "./crd/names.ts";
import { defaultDefinition, definitionErrors, firstStatus } from "./crd/definition.ts";
import { defaultCustom } from "./crd/prune.ts";
import { admitRareKind, defaultRareKind } from "./rare-defaults.ts";
import { validateCustom } from "./crd/validate.ts";
import { type ApiObject, apiTime, field, isObject, type Json } from "./objects.ts";
import { qualityOf } from "./rules/pods.ts";
import { allocateService } from "./service-addresses.ts";
import { metaErrors, metaUpdateErrors, metaWarnings } from "./validate-meta.ts";

/** Defaults that a kind gets when it is read. */
export function applyDefaults({ resource }: Call, object: ApiObject): void {
  const { metadata } = object;
  if (resource.custom?.schema !== undefined) defaultCustom(object, resource.custom.schema);
  resource.shape?.(object);
  defaultBuiltin(object, resource.collection);
  defaultRareKind(object, resource.collection, resource.version);
  resource.shape?.(object);
  if (resource.collection === definitions) defaultDefinition(object);
  if (resource.collection === "namespaces") {
    metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name ?? "" };
  }
}

/** What the server itself sets on a new object of a kind. */
export function prepareForCreate(call: Call, object: ApiObject): void {
  const { core, resource, user } = call;
  if (resource.status) {
    delete object["status"];
    resource.shape?.(object);
  }
  if (resource.collection === "services") allocateService(core, object);
  if (resource.collection === "jobs.batch") admitJob(object, object.metadata.name ?? "", object.metadata.uid ?? "");
  if (resource.collection === "pods" && isObject(object["spec"])) {
    admitPod(object["spec"]);
    if (call.lenient !== true) mountAccountToken(call, object["spec"]);
  }
  if (resource.collection === "pods") object["status"] = { phase: "Pending", qosClass: qualityOf(object) };
  if (resource.collection === "persistentvolumeclaims") object["status"] = { phase: "Pending" };
  if (resource.collection === "namespaces") {
    object["spec"] = { finalizers: ["kubernetes"] };
    object["status"] = { phase: "Active" };
  }
  admitRareKind(object, resource.collection, core.clock.now(), user);
  if (resource.collection === definitions) {
    object["status"] = firstStatus(object);
  }
}

/** What the server itself sets on a changed object: the half that this path does not write stays as it was. */
export function prepareForUpdate({ core, resource, subresource }: Call, object: ApiObject, old: ApiObject): void {
  if (subresource === "ephemeralcontainers" || subresource === "resize") {
    prepareSpecPart(object, old, subresource);
    return;
  }
  if (subresource === "status" || subresource === "approval") {
    const status = object["status"];
    const { metadata } = object;
    for (const key of Object.keys(object)) if (key !== "metadata") delete object[key];
    const { metadata: oldMetadata, ...rest } = old;
    Object.assign(object, structuredClone(rest));
    if (status === undefined) delete object["status"];
    else object["status"] = status;
    if (resource.collection === "pods" && isObject(object["status"]))
      object["status"]["qosClass"] ??= field(old, "status", "qosClass");
    if (resource.custom !== undefined) {
      object.metadata = {
        ...structuredClone(oldMetadata),
        ...defined({ managedFields: metadata.managedFields }),
      };
    } else {
      if (resource.collection === "deployments.apps") copyOver(metadata, oldMetadata, "labels");
      copyOver(metadata, oldMetadata, "ownerReferences");
    }
    return;
  }
  if (resource.status) {
    if (old["status"] === undefined) delete object["status"];
    else object["status"] = structuredClone(old["status"]);
  }
  if (subresource === "binding") markScheduled(core, object);
  if (resource.collection === "services" && subresource === "") allocateService(core, object, old);
  if (resource.collection === "namespaces" && subresource !== "finalize") object["spec"] = structuredClone(old["spec"]);
  if (resource.collection === "namespaces" && subresource === "finalize") {
    const finalizers = field(object, "spec", "finalizers");
    const { metadata, ...rest } = structuredClone(old);
    Object.assign(object, rest, { metadata: { ...metadata, ...pickManaged(object.metadata) } });
    object["spec"] = Array.isArray(finalizers) && finalizers.length > 0 ? { finalizers } : {};
  }
}

/** A Pod that was bound to a node is scheduled. */
function markScheduled({ clock }: Core, pod: ApiObject): void {
  const status = isObject(pod["status"]) ? pod["status"] : {};
  const known = Array.isArray(status["conditions"]) ? status["conditions"] : [];
  const scheduled = {
    type: "PodScheduled",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: apiTime(clock.now()),
  };
  pod["status"] = {
    ...status,
    conditions: [...known.filter((one) => field(one, "type") !== "PodScheduled"), scheduled],
  };
}

/** Ephemeral containers and resizing change one part of a Pod's spec; the rest stays. */
function prepareSpecPart(object: ApiObject, old: ApiObject, part: "ephemeralcontainers" | "resize"): void {
  const wanted = object["spec"];
  const { metadata, ...rest } = structuredClone(old);
  Object.assign(object, rest, { metadata: { ...metadata, ...pickManaged(object.metadata) } });
  const spec = object["spec"];
  if (!isObject(spec)) return;
  if (part === "ephemeralcontainers") {
    spec["ephemeralContainers"] = field(wanted, "ephemeralContainers") ?? [];
    if ((spec["ephemeralContainers"] as unknown[]).length === 0) delete spec["ephemeralContainers"];
    return;
  }
  const sizes = field(wanted, "containers");
  for (const container of Array.isArray(spec["containers"]) ? spec["containers"] : []) {
    const match = Array.isArray(sizes)
      ? sizes.find((one) => field(one, "name") === field(container, "name"))
      : undefined;
    const resources = field(match, "resources");
    if (isObject(container) && resources !== undefined) container["resources"] = resources;
  }
}

function pickManaged({ managedFields }: ApiObject["metadata"]): Json {
  return defined({ managedFields });
}

function copyOver<K extends "labels" | "ownerReferences">(
  to: ApiObject["metadata"],
  from: ApiObject["metadata"],
  name: K,
): void {
  if (from[name] === undefined) delete to[name];
  else to[name] = from[name];
}

/** Throws what is wrong with an object that is about to be stored. */
export function validateObject(call: Call, object: ApiObject, old: ApiObject | undefined): void {
  const { resource } = call;
  normalizeMeta(object.metadata);
  const errors: FieldError[] = [...metaErrors(object.metadata, resource)];
  if (old !== undefined) errors.push(...metaUpdateErrors(object.metadata, old.metadata));
  errors.push(...kindErrors(call, object, old));
  if (errors.length > 0)
    throw invalid(
      { kind: resource.kind, group: resource.stored?.group ?? resource.group },
      object.metadata.name ?? "",
      errors,
    );
  call.warnings.push(...metaWarnings(object.metadata));
  if (old === undefined && resource.collection === "pods" && object.metadata.name?.includes(".")) {
    call.warnings.push(
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
    );
  }
}

/** Empty maps and lists of metadata are not kept, as in Go's encoding. */
function normalizeMeta(meta: ApiObject["metadata"]): void {
  for (const name of ["labels", "annotations", "ownerReferences", "finalizers"] as const) {
    const value: unknown = meta[name];
    if (value === null || (typeof value === "object" && value !== null && Object.keys(value).length === 0))
      delete meta[name];
  }
  for (const name of ["generateName", "namespace"] as const) if (!meta[name]) delete meta[name];
}

function kindErrors(call: Call, object: ApiObject, old: ApiObject | undefined): FieldError[] {
  const { resource, lenient, subresource } = call;
  if (lenient === true) return [];
  if (resource.custom?.schema !== undefined) return customErrors(call, object, old, resource.custom.schema);
  if (resource.collection === definitions) return definitionErrors(object);
  if (resource.collection === "events") {
    const { stored } = resource;
    const inCoreForm = (one: ApiObject): ApiObject =>
      stored === undefined ? one : (stored.toStored(one) as ApiObject);
    return eventErrors(inCoreForm(object), old === undefined ? undefined : inCoreForm(old), stored !== undefined);
  }
  if (resource.custom !== undefined) return [];
  const inStoredForm = (one: ApiObject): ApiObject => (resource.stored?.toStored(one) ?? one) as ApiObject;
  return builtinErrors(inStoredForm(object), old && inStoredForm(old), resource.collection, subresource);
}

/** Errors that stop the check of a custom kind's rules: the object does not have the form that they need. */
const blocking = new Set(["FieldValueRequired", "FieldValueTooLong", "FieldValueTooMany", "FieldValueTypeInvalid"]);

function customErrors(call: Call, object: ApiObject, old: ApiObject | undefined, schema: Json): FieldError[] {
  const errors = validateCustom(object, old, schema);
  if (!hasRules(schema)) return errors;
  if (!errors.some(({ reason }) => blocking.has(reason))) {
    const broken = brokenRules(object, old, schema);
    call.warnings.push(...broken.kept.map(({ field: path, message }) => `${path}: ${message}`));
    return [...errors, ...broken.errors];
  }
  const why =
    "some validation rules were not checked because the object was invalid; " +
    "correct the existing errors to complete validation";
  return [...errors, invalidValue("<nil>", null, why)];
}
