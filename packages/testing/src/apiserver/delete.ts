import { defined } from "client-ts/internal";
import {
  ApiError,
  badRequest,
  conflict,
  type FieldError,
  forbidden,
  invalid,
  invalidValue,
  notFound,
  notSupported,
} from "./api-error.ts";
import { isSystemClass } from "./admit/index.ts";
import { type Call, type Core, keyOf } from "./core.ts";
import { cleanupFinalizer, definitions } from "./crd/names.ts";
import { decodeBody } from "./decode-body.ts";
import { integer, parseListRequest } from "./list-options.ts";
import { type ApiObject, apiTime, field, isObject, type Json, recordOf, objectOf, storedResource } from "./objects.ts";
import { checkPolicies } from "./policies/validating-policies.ts";
import { headersOf, pageOf, respondValue } from "./read.ts";
import { renderingOf, formOf } from "./rendering.ts";
import type { ServedResource } from "./resources.ts";
import type { Collection, StoredRecord } from "./storage.ts";
import { defaultPropagation, returnsDeletedObject } from "./strategy.ts";
import { admitted } from "./webhooks/admission-pass.ts";
import { checkName, dryRunErrors } from "./write-options.ts";

/** How a delete is carried out. */
export interface DeleteRequest {
  readonly graceSeconds: number | undefined;
  readonly preconditions: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined };
  readonly propagation: "Orphan" | "Background" | "Foreground" | undefined;
  readonly dryRun: boolean;
}

/** Answers DELETE of one object. */
export async function serveDelete(call: Call): Promise<void> {
  checkName(call.name);
  const rendering = renderingOf(call);
  const request = await readDeleteRequest(call);
  const { resource } = call;
  const { record, outcome } = await admitted(
    call,
    (steady) => {
      const found = call.collection.records.get(keyOf(call, call.name));
      if (found === undefined) throw notFound(resource, call.name);
      return { record: found, outcome: reviewedDelete(steady, found, request) };
    },
    request,
  );
  if (outcome.gone && !returnsDeletedObject(resource)) {
    const details = {
      name: call.name,
      ...defined({ group: resource.group || undefined }),
      kind: resource.plural,
      uid: record.uid,
    };
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
    call.exchange.respond(
      200,
      headersOf(call, { contentType: "application/json" }),
      Buffer.from(`${JSON.stringify(status)}\n`),
    );
    return;
  }
  respondValue(call, 200, formOf(outcome.object, resource, rendering, call.core), rendering);
}

/** Answers DELETE of a collection: everything that the selectors cover. */
export async function serveDeleteCollection(call: Call): Promise<void> {
  const list = parseListRequest(call.query, call.resource, false, "");
  const rendering = renderingOf(call, { list: true });
  const request = await readDeleteRequest(call);
  const { resource, collection } = call;
  const page = await pageOf(call, list);
  const items: ApiObject[] = [];
  for (const record of page.records) {
    const current = collection.records.get(record.key);
    if (current === undefined || current.uid !== record.uid) continue;
    const one = { ...call, name: current.name, namespace: current.namespace };
    const outcome = await admitted(one, (steady) => reviewedDelete(steady, current, request), request);
    const { kind, apiVersion, ...rest } = outcome.object;
    items.push(resource.custom === undefined ? (rest as ApiObject) : ({ apiVersion, kind, ...rest } as ApiObject));
  }
  const apiVersion = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
  respondValue(call, 200, { kind: resource.listKind, apiVersion, metadata: page.metadata, items }, rendering);
}

/** Deletes the object if the webhooks allow it, and shows it in the version of the call. */
function reviewedDelete(call: Call, record: StoredRecord, request: DeleteRequest): ReturnType<typeof deleteObject> {
  const { core, resource, collection, admission } = call;
  const old = objectOf(record, resource);
  admission?.mutate(undefined, old);
  checkPolicies(call, undefined, old);
  admission?.validate(undefined, old);
  const { object, gone } = deleteObject(core, resource, collection, record, request);
  return { gone, object: resource.custom?.conversion === undefined ? object : { ...old, metadata: object.metadata } };
}

/** Deletes, or marks for deletion what has finalizers, a grace period or dependents to wait for. */
export function deleteObject(
  core: Core,
  shown: ServedResource,
  collection: Collection,
  record: StoredRecord,
  request: DeleteRequest,
): { readonly object: ApiObject; readonly gone: boolean } {
  const resource = storedResource(shown, record);
  const object = objectOf(record, resource);
  const { metadata } = object;
  checkPreconditions(resource, record, request);
  refuseProtected(resource, record);
  refuseSystemClass(resource, record);
  const grace = graceOf(object, resource, request);
  const finalizers = finalizersAfter(metadata.finalizers ?? [], resource, request);
  // A definition waits until its objects are gone.
  if (resource.collection === definitions && !finalizers.includes(cleanupFinalizer) && !record.deleting)
    finalizers.push(cleanupFinalizer);
  const isNamespace = resource.collection === "namespaces";
  const waits = finalizers.length > 0 || grace > 0 || (isNamespace && specFinalizers(object).length > 0);
  if (!waits) {
    if (request.dryRun) return { object, gone: true };
    // A Pod is marked first, even when there is nothing to wait for.
    const marked =
      resource.collection === "pods" && !record.deleting ? markDeleted(core, resource, collection, object) : record;
    const last = finishDeletion(core, resource, collection, marked);
    return { object: last === undefined ? object : objectOf(last, resource), gone: true };
  }
  const before = JSON.stringify(object);
  if (finalizers.length > 0) metadata.finalizers = finalizers;
  else delete metadata.finalizers;
  if (metadata.deletionTimestamp === undefined) {
    metadata.deletionTimestamp = apiTime(core.clock.now() + grace * 1000);
    // A Namespace is marked without a grace period of its own.
    const plain = isNamespace || resource.collection === definitions;
    if (!plain) metadata.deletionGracePeriodSeconds = grace;
    if (metadata.generation !== undefined && !plain) metadata.generation += 1;
    if (isNamespace) object["status"] = { ...(object["status"] as Json | undefined), phase: "Terminating" };
  } else if (grace < (metadata.deletionGracePeriodSeconds ?? 0)) {
    const start = Date.parse(metadata.deletionTimestamp) - metadata.deletionGracePeriodSeconds! * 1000;
    metadata.deletionTimestamp = apiTime(Math.max(start + grace * 1000, core.clock.now()));
    metadata.deletionGracePeriodSeconds = grace;
  }
  if (!request.dryRun && JSON.stringify(object) !== before) {
    core.storage.put(collection, (revision) => recordOf(object, resource, revision));
  }
  return { object, gone: false };
}

function markDeleted(core: Core, resource: ServedResource, collection: Collection, object: ApiObject): StoredRecord {
  const { metadata } = object;
  metadata.deletionTimestamp = apiTime(core.clock.now());
  metadata.deletionGracePeriodSeconds = 0;
  if (metadata.generation !== undefined) metadata.generation += 1;
  return core.storage.put(collection, (revision) => recordOf(object, resource, revision));
}

/** Removes an object from the store; watchers see its last state under the revision of the removal. */
export function finishDeletion(
  core: Core,
  resource: ServedResource,
  collection: Collection,
  record: StoredRecord,
): StoredRecord | undefined {
  const removed = core.storage.remove(collection, record.key, (revision, last) => {
    const owner =
      core.table.find(resource.stored?.group ?? resource.group, last.version, resource.plural) ??
      storedResource(resource, last);
    return recordOf(objectOf(last, owner), owner, revision);
  });
  return removed;
}

async function readDeleteRequest(call: Call): Promise<DeleteRequest> {
  const body = await call.exchange.readBody(call.core.settings.maxRequestBytes);
  let options: Json = {};
  if (body.length > 0) {
    const { value } = await decodeBody(call, body, "DeleteOptions").catch((error: unknown) => {
      const match =
        error instanceof ApiError
          ? /\): (couldn't get version\/kind; json parse error: .*) \([^(]*\)$/s.exec(error.message)
          : null;
      throw match === null ? error : badRequest(match[1]!);
    });
    if (value["kind"] !== undefined && value["kind"] !== "DeleteOptions") {
      const apiVersion = String(value["apiVersion"] ?? "v1");
      throw badRequest(
        `no kind ${JSON.stringify(value["kind"])} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
      );
    }
    options = value;
  } else {
    for (const name of ["propagationPolicy", "gracePeriodSeconds", "orphanDependents"]) {
      const text = call.query.get(name);
      if (name === "gracePeriodSeconds") integer(call.query, name);
      if (text !== null)
        options[name] =
          name === "gracePeriodSeconds" ? Number(text) : name === "orphanDependents" ? text === "true" : text;
    }
    if (call.query.has("dryRun")) options["dryRun"] = call.query.getAll("dryRun");
  }
  const errors: FieldError[] = [];
  const policy = options["propagationPolicy"];
  const orphan = options["orphanDependents"];
  if (typeof orphan === "boolean" && policy !== undefined) {
    errors.push(
      invalidValue("propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set"),
    );
  }
  if (policy !== undefined && policy !== "Foreground" && policy !== "Background" && policy !== "Orphan") {
    errors.push(notSupported("propagationPolicy", policy, ["Foreground", "Background", "Orphan", "nil"]));
  }
  const dryRun = Array.isArray(options["dryRun"]) ? options["dryRun"].map(String) : [];
  errors.push(...dryRunErrors(dryRun));
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", errors);
  const grace = options["gracePeriodSeconds"];
  const preconditions = isObject(options["preconditions"])
    ? (options["preconditions"] as DeleteRequest["preconditions"])
    : {};
  return {
    graceSeconds: typeof grace === "number" && Number.isFinite(grace) ? (grace < 0 ? 1 : grace) : undefined,
    preconditions,
    propagation:
      orphan === true ? "Orphan" : orphan === false ? "Background" : (policy as DeleteRequest["propagation"]),
    dryRun: dryRun.length > 0,
  };
}

function checkPreconditions(resource: ServedResource, record: StoredRecord, { preconditions }: DeleteRequest): void {
  // The real server names the kind here, not the resource.
  const subject = { group: resource.group, plural: resource.kind };
  const { uid, resourceVersion } = preconditions;
  if (uid !== undefined && uid !== record.uid) {
    throw conflict(
      subject,
      record.name,
      `the UID in the precondition (${uid}) does not match the UID in record (${record.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== String(record.revision)) {
    throw conflict(
      subject,
      record.name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${record.revision}). The object might have been modified`,
    );
  }
}

function refuseProtected(resource: ServedResource, record: StoredRecord): void {
  if (resource.collection === "namespaces" && ["default", "kube-system", "kube-public"].includes(record.name)) {
    throw forbidden({ group: "", plural: "namespaces" }, record.name, "this namespace may not be deleted");
  }
}

function refuseSystemClass(resource: ServedResource, record: StoredRecord): void {
  if (isSystemClass(resource.collection, record.name))
    throw forbidden(resource, record.name, "this is a system priority class and cannot be deleted");
}

function graceOf(object: ApiObject, resource: ServedResource, { graceSeconds }: DeleteRequest): number {
  if (resource.collection !== "pods") return 0;
  const phase = field(object, "status", "phase");
  // No node runs it, so no node needs time to stop it.
  if (!field(object, "spec", "nodeName") || phase === "Succeeded" || phase === "Failed") return 0;
  if (object.metadata.deletionTimestamp !== undefined) {
    const present = object.metadata.deletionGracePeriodSeconds ?? 0;
    return Math.min(present, graceSeconds ?? present);
  }
  const own = field(object, "spec", "terminationGracePeriodSeconds");
  return graceSeconds ?? (typeof own === "number" ? own : 30);
}

function finalizersAfter(
  present: readonly string[],
  resource: ServedResource,
  { propagation }: DeleteRequest,
): string[] {
  const others = present.filter((one) => one !== "orphan" && one !== "foregroundDeletion");
  if (propagation === "Orphan") return [...others, "orphan"];
  if (propagation === "Foreground") return [...others, "foregroundDeletion"];
  if (propagation === "Background") return others;
  if (present.includes("orphan") || present.includes("foregroundDeletion")) return [...present];
  return defaultPropagation(resource) === "Orphan" ? [...others, "orphan"] : others;
}

function specFinalizers(object: ApiObject): unknown[] {
  const finalizers = field(object, "spec", "finalizers");
  return Array.isArray(finalizers) ? finalizers : [];
}
