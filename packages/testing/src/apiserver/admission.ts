import { type FieldError, invalid, invalidValue } from "./api-error.ts";
import type { Call } from "./core.ts";
import { definitions } from "./crd/custom-resources.ts";
import { defaultDefinition, definitionErrors, firstStatus } from "./crd/definition.ts";
import { defaultCustom } from "./crd/prune.ts";
import { validateCustom } from "./crd/validate.ts";
import { type ApiObject, field, isObject, type Json } from "./objects.ts";
import { metaErrors, metaUpdateErrors, metaWarnings } from "./validate-meta.ts";

/** Defaults that a kind gets when it is read. */
export function applyDefaults({ resource }: Call, object: ApiObject): void {
  const { metadata } = object;
  if (resource.custom?.schema !== undefined) defaultCustom(object, resource.custom.schema);
  if (resource.collection === definitions) defaultDefinition(object);
  if (resource.collection === "namespaces") {
    metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name ?? "" };
  }
}

/** What the server itself sets on a new object of a kind. */
export function prepareForCreate({ resource }: Call, object: ApiObject): void {
  if (resource.status) delete object["status"];
  if (resource.collection === "namespaces") {
    object["spec"] = { finalizers: ["kubernetes"] };
    object["status"] = { phase: "Active" };
  }
  if (resource.collection === definitions) {
    object["status"] = firstStatus(object);
  }
}

/** What the server itself sets on a changed object: the half that this path does not write stays as it was. */
export function prepareForUpdate({ resource, subresource }: Call, object: ApiObject, old: ApiObject): void {
  if (subresource === "status") {
    const status = object["status"];
    const { metadata } = object;
    for (const key of Object.keys(object)) if (key !== "metadata") delete object[key];
    const { metadata: oldMetadata, ...rest } = old;
    Object.assign(object, structuredClone(rest));
    if (status === undefined) delete object["status"];
    else object["status"] = status;
    if (resource.custom !== undefined) {
      object.metadata = {
        ...structuredClone(oldMetadata),
        ...(metadata.managedFields === undefined ? {} : { managedFields: metadata.managedFields }),
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
  if (resource.collection === "namespaces" && subresource !== "finalize") object["spec"] = structuredClone(old["spec"]);
  if (resource.collection === "namespaces" && subresource === "finalize") {
    const finalizers = field(object, "spec", "finalizers");
    const { metadata, ...rest } = structuredClone(old);
    Object.assign(object, rest, { metadata: { ...metadata, ...pickManaged(object.metadata) } });
    object["spec"] = Array.isArray(finalizers) && finalizers.length > 0 ? { finalizers } : {};
  }
}

function pickManaged({ managedFields }: ApiObject["metadata"]): Json {
  return managedFields === undefined ? {} : { managedFields };
}

function copyOver<K extends "labels" | "ownerReferences">(to: ApiObject["metadata"], from: ApiObject["metadata"], name: K): void {
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
  if (errors.length > 0) throw invalid(resource, object.metadata.name ?? "", errors);
  call.warnings.push(...metaWarnings(object.metadata));
}

/** Empty maps and lists of metadata are not kept, as in Go's encoding. */
function normalizeMeta(meta: ApiObject["metadata"]): void {
  for (const name of ["labels", "annotations", "ownerReferences", "finalizers"] as const) {
    const value: unknown = meta[name];
    if (value === null || (typeof value === "object" && value !== null && Object.keys(value).length === 0)) delete meta[name];
  }
  for (const name of ["generateName", "namespace"] as const) if (!meta[name]) delete meta[name];
}

function kindErrors({ resource }: Call, object: ApiObject, old: ApiObject | undefined): FieldError[] {
  if (resource.custom?.schema !== undefined) return validateCustom(object, resource.custom.schema, "");
  if (resource.collection === definitions) return definitionErrors(object);
  if (resource.collection === "configmaps" || resource.collection === "secrets") return dataErrors(object, old, resource.collection);
  return [];
}

function dataErrors(object: ApiObject, old: ApiObject | undefined, collection: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ["data", "binaryData"]) {
    if (!isObject(object[name])) continue;
    for (const key of Object.keys(object[name] as Json)) {
      if (key.length > 253) errors.push(invalidValue(`${name}[${key}]`, key, "must be no more than 253 bytes"));
      if (!/^[-._a-zA-Z0-9]+$/.test(key)) {
        errors.push(
          invalidValue(
            `${name}[${key}]`,
            key,
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
          ),
        );
      }
    }
  }
  if (old?.["immutable"] === true) {
    const forbidden = (name: string): FieldError => ({
      reason: "FieldValueForbidden",
      field: name,
      message: "Forbidden: field is immutable when `immutable` is set",
    });
    if (object["immutable"] !== true) errors.push(forbidden("immutable"));
    if (JSON.stringify(object["data"]) !== JSON.stringify(old["data"])) errors.push(forbidden("data"));
    if (collection === "configmaps" && JSON.stringify(object["binaryData"]) !== JSON.stringify(old["binaryData"]))
      errors.push(forbidden("binaryData"));
  }
  if (collection === "secrets" && old !== undefined && object["type"] !== old["type"]) {
    errors.push(invalidValue("type", object["type"], "field is immutable"));
  }
  return errors;
}
