import { InvalidArgumentError } from "../errors/index.ts";
import { extended } from "../util/index.ts";
import type { DeepReadonly, KubeObject, OwnerReference, ReadonlyObject } from "./object.ts";
import { parseApiVersion } from "./resource.ts";

/** Options of {@link setControllerReference}, {@link controllerReferenceTo} and {@link setOwnerReference}. */
export interface OwnerReferenceOptions {
  /**
   * Whether the owner's foreground deletion waits for this object. Default `true` for a controller, `false` for another
   * owner.
   */
  readonly blockOwnerDeletion?: boolean | undefined;
}

/** A reference to the object that owns, made from it: `apiVersion`, `kind`, name and uid must be there. */
export function ownerReferenceTo(owner: ReadonlyObject): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  if (!apiVersion || !kind || !metadata?.name || !metadata.uid) {
    throw new InvalidArgumentError(
      `an owner needs apiVersion, kind, metadata.name and metadata.uid: ${describe(owner)}`,
    );
  }
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid };
}

/**
 * A reference to the object that controls, as client-go's NewControllerRef makes it: {@link ownerReferenceTo} with
 * `controller: true`.
 */
export function controllerReferenceTo(owner: ReadonlyObject, options: OwnerReferenceOptions = {}): OwnerReference {
  const blockOwnerDeletion = options.blockOwnerDeletion ?? true;
  return extended(ownerReferenceTo(owner), { controller: true, blockOwnerDeletion });
}

/**
 * Makes `owner` the controller of `object`: the one owner that manages it. Changes `object.metadata.ownerReferences`
 * (to a new list). Refuses an owner in another namespace, a namespaced owner of an object that has none, and an object
 * that another controller has.
 */
export function setControllerReference(
  object: KubeObject,
  owner: ReadonlyObject,
  options: OwnerReferenceOptions = {},
): void {
  const reference = controllerReferenceTo(owner, options);
  checkNamespaces(object, owner);
  const present = controllerOf(object);
  if (present !== undefined && !isSameOwner(present, reference)) {
    throw new InvalidArgumentError(`${describe(object)} is already controlled by ${present.kind} "${present.name}"`);
  }
  upsert(object, reference);
}

/**
 * Makes `owner` one of the owners of `object`, without controlling it. Refuses as {@link setControllerReference} does,
 * but for the controller.
 */
export function setOwnerReference(
  object: KubeObject,
  owner: ReadonlyObject,
  options: OwnerReferenceOptions = {},
): void {
  const reference = ownerReferenceTo(owner);
  checkNamespaces(object, owner);
  upsert(
    object,
    options.blockOwnerDeletion === undefined
      ? reference
      : { ...reference, blockOwnerDeletion: options.blockOwnerDeletion },
  );
}

/** The reference to an object's controller, or `undefined`. */
export function controllerOf(object: ReadonlyObject): DeepReadonly<OwnerReference> | undefined {
  return object.metadata?.ownerReferences?.find((reference) => reference.controller === true);
}

/** Whether `owner` controls `object`, by uid. */
export function isControlledBy(object: ReadonlyObject, owner: ReadonlyObject): boolean {
  const uid = owner.metadata?.uid;
  return uid !== undefined && uid !== "" && controllerOf(object)?.uid === uid;
}

/** Whether `owner` is among the owners of `object`: by group, kind and name. */
export function hasOwnerReference(object: ReadonlyObject, owner: ReadonlyObject): boolean {
  const wanted = identityOf(owner);
  return object.metadata?.ownerReferences?.some((reference) => isSameOwner(reference, wanted)) ?? false;
}

/** Removes `owner` from the owners of `object`; `true` when it was there. */
export function removeOwnerReference(object: KubeObject, owner: ReadonlyObject): boolean {
  const wanted = identityOf(owner);
  const references = object.metadata?.ownerReferences;
  const rest = references?.filter((reference) => !isSameOwner(reference, wanted));
  if (rest === undefined || rest.length === references!.length) return false;
  if (rest.length > 0) object.metadata!.ownerReferences = rest;
  else delete object.metadata!.ownerReferences;
  return true;
}

interface OwnerIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

function identityOf({ apiVersion = "", kind = "", metadata }: ReadonlyObject): OwnerIdentity {
  return { apiVersion, kind, name: metadata?.name ?? "" };
}

/** The same kind may be served in several versions: the group counts, not the version. */
function isSameOwner(left: OwnerIdentity, right: OwnerIdentity): boolean {
  return (
    parseApiVersion(left.apiVersion).group === parseApiVersion(right.apiVersion).group &&
    left.kind === right.kind &&
    left.name === right.name
  );
}

function checkNamespaces(object: ReadonlyObject, owner: ReadonlyObject): void {
  const ownerNamespace = owner.metadata?.namespace ?? "";
  if (ownerNamespace === "") return;
  const namespace = object.metadata?.namespace ?? "";
  if (namespace === "") {
    throw new InvalidArgumentError(
      `${describe(object)} has no namespace and cannot be owned by ${describe(owner)}, which has one`,
    );
  }
  if (namespace !== ownerNamespace)
    throw new InvalidArgumentError(`${describe(object)} cannot be owned by ${describe(owner)}: another namespace`);
}

function upsert(object: KubeObject, reference: OwnerReference): void {
  object.metadata ??= {};
  const references = object.metadata.ownerReferences ?? [];
  const index = references.findIndex((present) => isSameOwner(present, reference));
  object.metadata.ownerReferences = index < 0 ? [...references, reference] : references.with(index, reference);
}

function describe({ kind, metadata }: ReadonlyObject): string {
  const namespace = metadata?.namespace ? ` in namespace "${metadata.namespace}"` : "";
  return `${kind ?? "object"} "${metadata?.name ?? ""}"${namespace}`;
}
