import { InvalidArgumentError } from "../errors/index.ts";
import type { ReadonlyObject } from "./object.ts";
import { excerpt } from "./plain-object.ts";

/** An object's name and, where its kind has them, its namespace (else empty). */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/**
 * What a cache puts in the place of an object whose deletion it missed: the key is known, the last state is a guess.
 */
export interface DeletedKey {
  readonly key: string;
  readonly finalStateUnknown: true;
}

/**
 * `namespace/name`, or `name` for an object without a namespace: the key under which caches and work queues know it.
 */
export function metaNamespaceKeyFunc(object: ReadonlyObject): string {
  const name = object.metadata?.name;
  if (typeof name !== "string" || name === "") {
    throw new InvalidArgumentError(
      `an object without metadata.name has no key${object.kind ? ` (kind ${object.kind})` : ""}`,
    );
  }
  const namespace = object.metadata?.namespace;
  return namespace ? `${namespace}/${name}` : name;
}

/** As {@link metaNamespaceKeyFunc}, and the key itself of an object that a cache only knows to be gone. */
export function deletionHandlingMetaNamespaceKeyFunc(object: ReadonlyObject | DeletedKey): string {
  return isDeletedKey(object) ? object.key : metaNamespaceKeyFunc(object);
}

/** Splits a key into namespace (empty when there is none) and name. More than one slash is an error. */
export function splitMetaNamespaceKey(key: string): ObjectName {
  const slash = key.indexOf("/");
  if (slash < 0) return { namespace: "", name: key };
  if (key.indexOf("/", slash + 1) >= 0)
    throw new InvalidArgumentError(`${excerpt(key)} is not a key: more than one slash`);
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** The name of an object, apart from its kind. */
export function objectNameOf(object: ReadonlyObject): ObjectName {
  return { namespace: object.metadata?.namespace ?? "", name: object.metadata?.name ?? "" };
}

/** Reads what {@link formatObjectName} wrote. */
export function parseObjectName(text: string): ObjectName {
  return splitMetaNamespaceKey(text);
}

/** `namespace/name`, or `name` when the namespace is empty. */
export function formatObjectName({ namespace, name }: ObjectName): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** Orders by namespace, then by name: for `Array.prototype.sort`. */
export function compareObjectNames(left: ObjectName, right: ObjectName): number {
  return compareText(left.namespace, right.namespace) || compareText(left.name, right.name);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isDeletedKey(object: ReadonlyObject | DeletedKey): object is DeletedKey {
  return (object as DeletedKey).finalStateUnknown === true && typeof (object as DeletedKey).key === "string";
}
