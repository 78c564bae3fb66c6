import {
  alreadyExists,
  ApiError,
  badRequest,
  conflict,
  failure,
  forbidden,
  invalid,
  invalidValue,
  modifiedMeanwhile,
  notFound,
} from "./api-error.ts";
import { applyDefaults, prepareForCreate, prepareForUpdate, validateObject } from "./admission.ts";
import { addUse, checkNew, checkQuotas, completeNew, countUse } from "./admit/index.ts";
import { type Call, keyOf } from "./core.ts";
import { finishDeletion } from "./delete.ts";
import { trackChange, type Change } from "./managed-fields/track.ts";
import { type ApiObject, apiTime, completeBySchema, recordOf, sameJson, objectOf } from "./objects.ts";
import { mutateObject } from "./mutate-object.ts";
import { checkPolicies } from "./policies/validating-policies.ts";
import type { ServedResource } from "./resources.ts";
import type { StoredRecord } from "./storage.ts";
import { convertedTo } from "./webhooks/admission-pass.ts";
import { allowsCreateOnUpdate, allowsUnconditionalUpdate, firstGeneration, raisesGeneration } from "./strategy.ts";
import type { WriteRequest } from "./write-options.ts";

/** What a write led to. */
export interface WriteResult {
  readonly object: ApiObject;
  readonly created: boolean;
  /** The object's bytes, when it was stored. */
  readonly bytes: Buffer | undefined;
}

/** How many names are tried when a generated one is taken. */
const nameAttempts = 8;

/** Creates an object, with everything the real server does on the way: identity, defaults, checks, field ownership. */
export function createObject(call: Call, object: ApiObject, request: WriteRequest, change: Change): WriteResult {
  const { core, resource, collection } = call;
  const { metadata } = object;
  matchNamespace(call, object);
  core.refuseEscalation(call, object, undefined);
  const version = metadata.resourceVersion ?? "";
  delete metadata.resourceVersion;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
  metadata.uid = core.newUid();
  metadata.creationTimestamp = apiTime(core.clock.now());
  const generated = !metadata.name && !!metadata.generateName;
  if (generated) metadata.name = generateName(call, metadata.generateName!);
  checkNamespaceAllows(call, metadata.name ?? "");
  applyDefaults(call, object);
  if (call.lenient !== true) completeNew(call, object);
  // Who owns what is decided before the server sets fields of its own.
  trackChange(call, object, undefined, request, change);
  mutateObject(call, object, undefined);
  prepareForCreate(call, object);
  const generation = firstGeneration(resource);
  if (generation !== undefined) metadata.generation = generation;
  validateObject(call, object, undefined);
  if (call.lenient !== true) checkPolicies(call, object, undefined);
  call.admission?.validate(object, undefined);
  const taken = collection.records.get(keyOf(call, metadata.name!));
  if (taken !== undefined) throw alreadyExists(resource, metadata.name!, taken.deleting);
  if (call.lenient !== true) checkNew(call, object);
  // Storage refuses it, and a dry run does not reach storage.
  if (!request.dryRun && /^[0-9]+$/.test(version) && version !== "0") {
    throw new ApiError(failure(500, "", "resourceVersion should not be set on objects to be created"));
  }
  const record = sizedRecord(call, object);
  if (request.dryRun) {
    if (version === "") delete metadata.resourceVersion;
    else metadata.resourceVersion = version;
    return { object, created: true, bytes: undefined };
  }
  core.storage.put(collection, () => record);
  if (call.lenient !== true && resource.namespaced) {
    if (core.settings.countsQuotas) countUse(core, call.namespace);
    else addUse(call, object);
  }
  return { object: asRead(object, record, call), created: true, bytes: shownBytes(call, record) };
}

/**
 * Changes an object. `change` makes the new state from the present one; `undefined` as present state means that there
 * is none.
 */
export function updateObject(
  call: Call,
  request: WriteRequest,
  kind: Change,
  change: (current: ApiObject | undefined) => ApiObject,
): WriteResult {
  const { resource, collection, name } = call;
  const record = collection.records.get(keyOf(call, name));
  if (record === undefined) {
    const mayCreate = kind === "apply" || (kind === "update" && allowsCreateOnUpdate(resource));
    if (!mayCreate || call.subresource !== "") throw notFound(resource, name);
    const object = change(undefined);
    if (object.metadata.uid) {
      throw conflict(
        resource,
        name,
        `uid mismatch: the provided object specified uid ${object.metadata.uid}, and no existing object was found`,
      );
    }
    if (kind === "update" && object.metadata.resourceVersion) {
      throw conflict(
        resource,
        name,
        `StorageError: invalid object, Code: 4, Key: ${etcdKey(call)}, ResourceVersion: 0, AdditionalErrorMsg: `,
      );
    }
    delete object.metadata.resourceVersion;
    return createObject(call, object, request, kind);
  }
  const old = objectOf(record, resource);
  // An update brings the whole object and does not touch the present one.
  const object = change(kind === "update" ? old : objectOf(record, resource));
  matchIdentity(call, object, old, kind);
  call.core.refuseEscalation(call, object, old);
  const { metadata } = object;
  matchNamespace(call, object);
  if (old.metadata.generation !== undefined) metadata.generation = old.metadata.generation;
  applyDefaults(call, object);
  // Who owns what is decided by what the client sent: policies and webhooks own nothing.
  const sent = mutateObject(call, object, old) ?? object;
  prepareForUpdate(call, object, old);
  metadata.uid ||= old.metadata.uid!;
  metadata.creationTimestamp = old.metadata.creationTimestamp!;
  if (old.metadata.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.metadata.deletionTimestamp;
  if (old.metadata.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= old.metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
  if (call.subresource !== "status" && raisesGeneration(object, old, resource)) {
    metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
  validateObject(call, object, old);
  if (call.lenient !== true) checkPolicies(call, object, old);
  call.admission?.validate(object, old);
  if (mayUseMore(call)) checkQuotas(call, object, old);
  metadata.resourceVersion = old.metadata.resourceVersion!;
  trackChange(call, sent, old, request, kind);
  if (sent !== object) takeManagers(object, sent);
  return { ...commitUpdate(call, object, old, record, request.dryRun), created: false };
}

function takeManagers({ metadata }: ApiObject, { metadata: { managedFields } }: ApiObject): void {
  if (managedFields === undefined) delete metadata.managedFields;
  else metadata.managedFields = managedFields;
}

function commitUpdate(
  call: Call,
  object: ApiObject,
  old: ApiObject,
  record: StoredRecord,
  dryRun: boolean,
): Omit<WriteResult, "created"> {
  const { core, resource, collection } = call;
  const { metadata } = object;
  const lastFinalizerGone =
    metadata.deletionTimestamp !== undefined &&
    (metadata.finalizers ?? []).length === 0 &&
    ((old.metadata.finalizers ?? []).length > 0 || call.subresource === "finalize") &&
    (metadata.deletionGracePeriodSeconds ?? 0) === 0;
  if (dryRun) return { object, bytes: undefined };
  if (lastFinalizerGone && !hasSpecFinalizers(object)) {
    // The change itself is never stored: watchers see the object go as it was last stored.
    finishDeletion(core, resource, collection, record);
    return { object, bytes: undefined };
  }
  // A write that changes nothing takes no revision.
  if (sameJson(object, old))
    return { object, bytes: record.version === resource.version ? shownBytes(call, record) : undefined };
  const changed = sizedRecord(call, object);
  core.storage.put(collection, () => changed);
  if (mayUseMore(call) && !core.settings.countsQuotas) addUse(call, object, old);
  return { object: asRead(object, changed, call), bytes: shownBytes(call, changed) };
}

/** Whether a change may make an object use more of a quota. */
function mayUseMore({ lenient, resource, subresource }: Call): boolean {
  return lenient !== true && resource.namespaced && (subresource === "" || subresource === "resize");
}

/** What was stored, when that is what the resource shows. */
function shownBytes({ resource }: Call, { bytes, version }: StoredRecord): Buffer | undefined {
  return resource.stored === undefined && version === resource.version ? bytes : undefined;
}

/** Namespaces keep a second list of finalizers in their spec. */
function hasSpecFinalizers(object: ApiObject): boolean {
  if (object.kind !== "Namespace" || object.apiVersion !== "v1") return false;
  const finalizers = (object["spec"] as { finalizers?: unknown[] } | undefined)?.finalizers;
  return Array.isArray(finalizers) && finalizers.length > 0;
}

function matchIdentity(call: Call, object: ApiObject, old: ApiObject, kind: Change): void {
  const { resource, name } = call;
  const { metadata } = object;
  if (!metadata.name)
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (metadata.name !== name)
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  const version = metadata.resourceVersion ?? "";
  if (version === "" || version === "0") {
    if (!allowsUnconditionalUpdate(resource) && kind === "update") {
      // The real server names the resource here, not the kind.
      const subject = { group: resource.group, kind: resource.plural };
      throw invalid(subject, name, [invalidValue("metadata.resourceVersion", 0, "must be specified for an update")]);
    }
  } else if (version !== old.metadata.resourceVersion) {
    if (!/^[0-9]+$/.test(version)) {
      throw new ApiError(failure(500, "", `strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`));
    }
    throw conflict(resource, name, modifiedMeanwhile);
  }
  if (metadata.uid && metadata.uid !== old.metadata.uid) {
    if (kind !== "update") return;
    const message = `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${old.metadata.uid}`;
    throw conflict(
      resource,
      name,
      `StorageError: invalid object, Code: 4, Key: ${etcdKey(call)}, ResourceVersion: 0, AdditionalErrorMsg: ${message}`,
    );
  }
}

/** Where the real server would keep the object; some of its messages say so. */
function etcdKey({ resource, namespace, name }: Call): string {
  const place = resource.custom === undefined ? resource.plural : `${resource.group}/${resource.plural}`;
  return `/registry/${place}/${resource.namespaced ? `${namespace}/` : ""}${name}`;
}

function matchNamespace({ resource, namespace }: Call, { metadata }: ApiObject): void {
  const wanted = resource.namespaced ? namespace : "";
  if (!metadata.namespace) {
    if (wanted === "") delete metadata.namespace;
    else metadata.namespace = wanted;
  } else if (metadata.namespace !== wanted) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
}

function checkNamespaceAllows({ core, resource, namespace }: Call, name: string): void {
  if (!resource.namespaced) return;
  const record = core.storage.collection("namespaces").records.get(namespace);
  if (record === undefined) throw notFound({ group: "", plural: "namespaces" }, namespace);
  if (record.deleting) {
    throw forbidden(
      resource,
      name,
      `unable to create new content in namespace ${namespace} because it is being terminated`,
      [
        {
          reason: "NamespaceTerminating",
          message: `namespace ${namespace} is being terminated`,
          field: "metadata.namespace",
        },
      ],
    );
  }
}

function generateName(call: Call, base: string): string {
  const prefix = base.slice(0, 58);
  for (let attempt = 1; ; attempt++) {
    const name = prefix + call.core.randomSuffix();
    if (attempt === nameAttempts || !call.collection.records.has(keyOf(call, name))) return name;
  }
}

/** The record that a write will store, made for the next revision: nothing else can commit before it does. */
function sizedRecord({ core, resource }: Call, object: ApiObject): StoredRecord {
  const revision = core.storage.revision + 1;
  const stored = storageResource(resource);
  const kept = convertedTo(object, stored);
  const isMoved = stored.custom !== undefined && stored.custom.schema !== stored.custom.storageSchema;
  if (isMoved && stored.custom?.conversion === undefined) completeBySchema(kept, stored.custom!);
  const record = recordOf(kept, stored, revision);
  object.metadata.resourceVersion = String(revision);
  if (record.bytes.length > core.settings.maxObjectBytes)
    throw new ApiError(failure(500, "", "etcdserver: request is too large"));
  return record;
}

/** Custom kinds are kept in one version, built-in ones in the one that they were written in. */
function storageResource(resource: ServedResource): ServedResource {
  const version = resource.custom?.storageVersion ?? resource.version;
  return version === resource.version ? resource : { ...resource, version };
}

/** A written object as a reader of its version sees it. */
function asRead(object: ApiObject, record: StoredRecord, { resource }: Call): ApiObject {
  const { custom } = resource;
  if (custom === undefined || custom.conversion !== undefined || custom.schema === custom.storageSchema) return object;
  return objectOf(record, resource);
}
