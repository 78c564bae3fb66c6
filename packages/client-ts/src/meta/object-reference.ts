import { InvalidArgumentError } from "../errors/index.ts";
import { defined, isRecord } from "../util/index.ts";
import { isList } from "./accessor.ts";
import type { GroupVersionKind } from "./resource.ts";
import { apiVersionOf } from "./resource.ts";
import type { ListMeta, ObjectMeta } from "./object.ts";

/** A reference to an object, as events carry it. */
export interface ObjectReference {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  resourceVersion?: string;
  /** Which part of the object: `spec.containers{web}`. */
  fieldPath?: string;
}

/** Options of {@link getReference}. */
export interface GetReferenceOptions {
  /** The object's kind, for objects that do not say it themselves. */
  readonly resource?: GroupVersionKind | undefined;
  /** Which part of the object is meant. */
  readonly fieldPath?: string | undefined;
}

/**
 * A reference to an object: its kind from itself, else from `resource` (a descriptor will do); without either it is an
 * error. A reference is returned as it is, and of a list only kind and version are known.
 */
export function getReference(object: unknown, { resource, fieldPath }: GetReferenceOptions = {}): ObjectReference {
  if (!isRecord(object)) throw new InvalidArgumentError("only an object can be referred to");
  const part = defined({ fieldPath });
  if (isReference(object)) return { ...(object as ObjectReference), ...part };
  const kind = text(object["kind"]) ?? resource?.kind;
  const apiVersion = text(object["apiVersion"]) ?? (resource === undefined ? undefined : apiVersionOf(resource));
  if (kind === undefined || apiVersion === undefined) {
    throw new InvalidArgumentError("a reference needs the object's kind: it has none, and no resource was given");
  }
  if (isList(object))
    return {
      apiVersion,
      kind,
      ...defined({ resourceVersion: (object.metadata as ListMeta | undefined)?.resourceVersion || undefined }),
      ...part,
    };
  if (!isRecord(object["metadata"])) throw new InvalidArgumentError(`a ${kind} without metadata cannot be referred to`);
  const { namespace, name, uid, resourceVersion } = object["metadata"] as ObjectMeta;
  const identity = defined({
    namespace: namespace || undefined,
    name: name || undefined,
    uid: uid || undefined,
    resourceVersion: resourceVersion || undefined,
  });
  return { apiVersion, kind, ...identity, ...part };
}

/** A reference has its identity at the top, where an object has `metadata`. */
function isReference(object: { [key: string]: unknown }): boolean {
  return object["metadata"] === undefined && typeof object["name"] === "string" && !isList(object);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
