import { InvalidArgumentError } from "../errors/index.ts";
import { isRecord } from "../util/index.ts";
import type { KubeList, ListMeta, ObjectMeta } from "./object.ts";

/** The metadata of an object that came from somewhere; an object without any is an error, and so is a list. */
export function objectMeta(object: unknown): ObjectMeta {
  if (!isRecord(object)) throw new InvalidArgumentError(`not a Kubernetes object: ${describeType(object)}`);
  if (!isRecord(object["metadata"])) {
    throw new InvalidArgumentError(
      `not a Kubernetes object: no metadata${typeof object["kind"] === "string" ? ` (kind ${object["kind"]})` : ""}`,
    );
  }
  return object["metadata"] as ObjectMeta;
}

/** Whether a value is a list as servers send it: it has `items`. */
export function isList(value: unknown): value is KubeList<unknown> {
  return isRecord(value) && Object.hasOwn(value, "items") && (Array.isArray(value["items"]) || value["items"] === null);
}

/** The metadata of a list; empty when it has none. Something that is not a list is an error. */
export function listMeta(list: unknown): ListMeta {
  if (!isList(list)) throw new InvalidArgumentError(`not a list: ${describeType(list)} without items`);
  return isRecord(list.metadata) ? (list.metadata as ListMeta) : {};
}

/**
 * The items of a list, each with the `apiVersion` and `kind` that a server leaves out inside a typed list (`PodList`
 * holds `Pod`s). Items that have their own keep them. The list is not changed.
 */
export function extractList<T = unknown>(list: unknown): T[] {
  if (!isList(list)) throw new InvalidArgumentError(`not a list: ${describeType(list)} without items`);
  const items = (list.items ?? []) as unknown[];
  const { apiVersion, kind } = list;
  if (typeof kind !== "string" || typeof apiVersion !== "string" || kind === "List" || !kind.endsWith("List"))
    return [...items] as T[];
  const itemKind = kind.slice(0, -"List".length);
  return items.map((item) =>
    isRecord(item) && item["kind"] === undefined ? { apiVersion, kind: itemKind, ...item } : item,
  ) as T[];
}

function describeType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
