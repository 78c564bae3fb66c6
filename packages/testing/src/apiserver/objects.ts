import type { ObjectMeta } from "client-ts/meta";
import { isObject, type Json } from "./json.ts";
import type { CustomVersion } from "./crd/custom-version.ts";
import { defaultCustom, pruneCustom } from "./crd/prune.ts";
import type { ServedResource } from "./resources.ts";
import type { StoredRecord } from "./storage.ts";

export { isObject, type Json } from "./json.ts";

/** An object of the API while it is being worked on. */
export interface ApiObject extends Json {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
}

/** `apps/v1`, or `v1`. */
export function groupVersion({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === "" ? version : `${group}/${version}`;
}

/**
 * A stored object as a value, in a version: conversion between versions of a group changes the `apiVersion` alone,
 * unless a webhook converts.
 */
export function objectOf(record: StoredRecord, resource: ServedResource): ApiObject {
  let object = JSON.parse(record.bytes.toString("utf8")) as ApiObject;
  const conversion = record.version === resource.version ? undefined : resource.custom?.conversion;
  if (conversion !== undefined) return conversion.convert(object, groupVersion(resource));
  if (resource.stored !== undefined) object = resource.stored.fromStored(object) as ApiObject;
  if (record.version !== resource.version || resource.stored !== undefined) object.apiVersion = groupVersion(resource);
  if (!isCurrent(record, resource)) completeStored(object, record, resource.custom!);
  return object;
}

/** Whether a record can be shown as it is kept: of custom kinds only by the schema that it was written by. */
function isCurrent({ schema }: StoredRecord, { custom }: ServedResource): boolean {
  return custom?.storageSchema === undefined || (custom.storageSchema === schema && custom.schema === schema);
}

/**
 * Shows a custom object by the schemas of today: with the fields and defaults of the version in which it is kept, and
 * without the fields that its own version does not have.
 */
function completeStored(object: ApiObject, record: StoredRecord, custom: CustomVersion): void {
  const { storageSchema } = custom;
  if (storageSchema !== undefined && storageSchema !== record.schema) completeBySchema(object, custom);
  if (custom.schema !== storageSchema) pruneCustom(object, custom);
}

/** Drops what the version in which a custom object is kept does not have, and adds its defaults. */
export function completeBySchema(object: ApiObject, { storageSchema }: CustomVersion): void {
  if (storageSchema === undefined) return;
  pruneCustom(object, { schema: storageSchema });
  defaultCustom(object, storageSchema);
}

/** A resource in the version in which a record is kept: no webhook is needed to read it. */
export function storedResource(resource: ServedResource, { version }: StoredRecord): ServedResource {
  if (resource.custom?.conversion === undefined || version === resource.version) return resource;
  return { ...resource, version };
}

/** Asks the conversion webhook of a kind, when it has one, about all records that are kept in another version. */
export async function prepareConversions(records: readonly StoredRecord[], resource: ServedResource): Promise<void> {
  const conversion = resource.custom?.conversion;
  if (conversion === undefined) return;
  const others = records.filter(({ version }) => version !== resource.version);
  const objects = others.map(({ bytes }) => JSON.parse(bytes.toString("utf8")) as ApiObject);
  await conversion.prepare(objects, groupVersion(resource));
}

/** The bytes of a stored object in a version. */
export function bytesOf(record: StoredRecord, resource: ServedResource): Buffer {
  const same = record.version === resource.version && resource.stored === undefined && isCurrent(record, resource);
  return same ? record.bytes : serialize(objectOf(record, resource), resource);
}

/**
 * An object as an item of a list: items of built-in kinds do not repeat kind and version, custom ones do, as in the
 * real server.
 */
export function itemBytesOf(record: StoredRecord, resource: ServedResource): Buffer[] {
  if (resource.custom !== undefined) return [bytesOf(record, resource)];
  if (resource.stored !== undefined) {
    return [brace, bytesOf(record, resource).subarray(headLength(resource, resource.version))];
  }
  const head = headLength(resource, record.version);
  // The stored bytes begin with kind and version, in this order and with no space: `serialize` wrote them.
  return [brace, record.bytes.subarray(head)];
}

const brace = Buffer.from("{");
const heads = new Map<string, number>();

function headLength(resource: ServedResource, version: string): number {
  const cacheKey = `${resource.group} ${version} ${resource.kind}`;
  let length = heads.get(cacheKey);
  if (length === undefined) {
    const apiVersion = groupVersion({ group: resource.group, version });
    length = Buffer.byteLength(`{"kind":${JSON.stringify(resource.kind)},"apiVersion":${JSON.stringify(apiVersion)},`);
    heads.set(cacheKey, length);
  }
  return length;
}

/** An object's bytes: kind, version and metadata first, metadata in the order of its Go type. */
export function serialize(object: ApiObject, resource: ServedResource): Buffer {
  return Buffer.from(JSON.stringify(ordered(object, resource)));
}

function ordered(object: ApiObject, resource: ServedResource): Json {
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = object;
  const apiVersion = groupVersion(resource);
  const { kind } = resource;
  const meta = orderedMeta(metadata);
  return resource.custom === undefined
    ? { kind, apiVersion, metadata: meta, ...rest }
    : { apiVersion, kind, metadata: meta, ...rest };
}

function orderedMeta(meta: ObjectMeta): ObjectMeta {
  return {
    name: meta.name,
    generateName: meta.generateName,
    namespace: meta.namespace,
    uid: meta.uid,
    resourceVersion: meta.resourceVersion,
    generation: meta.generation,
    creationTimestamp: meta.creationTimestamp,
    deletionTimestamp: meta.deletionTimestamp,
    deletionGracePeriodSeconds: meta.deletionGracePeriodSeconds,
    labels: meta.labels,
    annotations: meta.annotations,
    ownerReferences: meta.ownerReferences,
    finalizers: meta.finalizers,
    managedFields: meta.managedFields,
  } as ObjectMeta;
}

/** The record of an object at a revision. */
export function recordOf(object: ApiObject, resource: ServedResource, revision: number): StoredRecord {
  const { metadata } = object;
  metadata.resourceVersion = String(revision);
  const namespace = resource.namespaced ? (metadata.namespace ?? "") : "";
  const name = metadata.name ?? "";
  const owners = metadata.ownerReferences;
  return {
    key: resource.namespaced ? `${namespace}/${name}` : name,
    namespace,
    name,
    uid: metadata.uid ?? "",
    revision,
    version: resource.stored?.version ?? resource.version,
    bytes: storedBytes(object, resource),
    labels: metadata.labels,
    owners: owners === undefined || owners.length === 0 ? undefined : owners.map((owner) => owner.uid),
    deleting: metadata.deletionTimestamp !== undefined,
    schema: resource.custom?.storageSchema,
  };
}

function storedBytes(object: ApiObject, resource: ServedResource): Buffer {
  const { stored } = resource;
  if (stored === undefined) return serialize(object, resource);
  return serialize(stored.toStored(object) as ApiObject, { ...resource, group: stored.group, version: stored.version });
}

/** A time as the API writes it: whole seconds. */
export function apiTime(nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  // Many objects are written in one second.
  if (seconds !== lastTime.seconds)
    lastTime = { seconds, text: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z` };
  return lastTime.text;
}

let lastTime = { seconds: Number.NaN, text: "" };

/** Structural equality of JSON values; the order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a)) {
    const other = b as unknown[];
    return a.length === other.length && a.every((item, index) => sameJson(item, other[index]));
  }
  const left = a as Json;
  const right = b as Json;
  const keys = Object.keys(left).filter((key) => left[key] !== undefined);
  if (keys.length !== Object.keys(right).filter((key) => right[key] !== undefined).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]));
}

/** A copy that shares nothing. */
export function copyJson<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

/** A nested field, or `undefined`. */
export function field(object: unknown, ...path: readonly string[]): unknown {
  let value = object;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}
