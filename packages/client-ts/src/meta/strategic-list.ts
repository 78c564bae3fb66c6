import { isRecord } from "../util/index.ts";
import { PatchError } from "./json-patch.ts";
import { getOwn, hasOwn, type PlainObject } from "./plain-object.ts";

/** What a list that merges holds: objects, or values of one type. */
export type ElementKind = "object" | "text" | "integer" | "number" | "boolean";

/** What the elements of the lists are: all of one kind, or an error. */
export function elementKind(...lists: readonly (readonly unknown[])[]): ElementKind {
  let kind: ElementKind | undefined;
  for (const list of lists) {
    for (const element of list) {
      const own = kindOf(element);
      if (kind !== undefined && own !== kind) throw invalid("a list that merges has elements of different types");
      kind = own;
    }
  }
  if (kind === undefined) throw invalid("there is no element in any of the lists");
  return kind;
}

/** What tells an element of a list from the others: the value under the merge key, or a value itself. */
export function identityOf(element: unknown, mergeKey: string): unknown {
  return mergeKey === "" ? element : isRecord(element) ? getOwn(element, mergeKey) : undefined;
}

/** As {@link identityOf}, of an element that must have one. */
export function requireIdentity(element: unknown, mergeKey: string): unknown {
  if (mergeKey === "") {
    if (typeof element === "object") throw invalid("a list of objects needs a merge key");
    return element;
  }
  if (!isRecord(element)) throw invalid("an element of a list of objects is not an object");
  if (!hasOwn(element, mergeKey)) throw invalid(`an element has no merge key ${JSON.stringify(mergeKey)}`);
  return getOwn(element, mergeKey);
}

/** Whether an element of a patch's list says that what it names is to be deleted. */
export function isDeletion(element: unknown): boolean {
  return isRecord(element) && getOwn(element, "$patch") === "delete";
}

/**
 * Brings a merged list into order: elements that the patch orders follow `patchOrder`, the others keep their order on
 * the server, and the two are woven together by the server's order where both are known there.
 */
export function orderElements(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  serverOrder: readonly unknown[],
  mergeKey: string,
): unknown[] {
  const patchPlaces = places(patchOrder, mergeKey);
  const serverPlaces = places(serverOrder, mergeKey);
  const fromPatch: unknown[] = [];
  const serverOnly: unknown[] = [];
  for (const element of merged)
    (patchPlaces.has(requireIdentity(element, mergeKey)) ? fromPatch : serverOnly).push(element);
  const left = sortByPlace(serverOnly, serverPlaces, mergeKey);
  const right = sortByPlace(fromPatch, patchPlaces, mergeKey);
  const woven: unknown[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const leftPlace = serverPlaces.get(identityOf(left[i], mergeKey));
    const rightPlace = serverPlaces.get(identityOf(right[j], mergeKey));
    if (leftPlace !== undefined && rightPlace !== undefined && leftPlace < rightPlace) woven.push(left[i++]);
    else woven.push(right[j++]);
  }
  return [...woven, ...left.slice(i), ...right.slice(j)];
}

/**
 * Elements by their place in an order; deletions come last. Elements without a place end up in front, the later the
 * nearer. An element without a place stays before those that came before it, and so behind one that comes later and
 * belongs before all of these.
 */
export function sortByPlace(
  elements: readonly unknown[],
  order: ReadonlyMap<unknown, number>,
  mergeKey: string,
): unknown[] {
  const placed: { readonly element: unknown; readonly place: number }[] = [];
  const others: { readonly element: unknown; readonly before: number }[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    if (isDeletion(element)) continue;
    const place = order.get(identityOf(element, mergeKey));
    if (place === undefined) others.push({ element, before: lowest });
    else {
      placed.push({ element, place });
      lowest = Math.min(lowest, place);
    }
  }
  placed.sort((a, b) => a.place - b.place);
  const sorted: unknown[] = [];
  for (const { element, place } of placed) {
    while (others.length > 0 && others[others.length - 1]!.before <= place) sorted.push(others.pop()!.element);
    sorted.push(element);
  }
  while (others.length > 0) sorted.push(others.pop()!.element);
  return [...sorted, ...elements.filter(isDeletion)];
}

/** Where each element first stands in a list. Every element must have an identity. */
export function places(order: readonly unknown[], mergeKey: string): Map<unknown, number> {
  const found = new Map<unknown, number>();
  order.forEach((element, index) => {
    const identity = requireIdentity(element, mergeKey);
    if (!found.has(identity)) found.set(identity, index);
  });
  return found;
}

/** An error about a strategic merge patch that is not one. */
export function invalid(why: string): PatchError {
  return new PatchError("Invalid", `strategic merge patch: ${why}`);
}

/** An object among the elements of a list. */
export function asObject(element: unknown): PlainObject {
  if (!isRecord(element)) throw invalid("an element of a list of objects is not an object");
  return element;
}

function kindOf(element: unknown): ElementKind {
  switch (typeof element) {
    case "string":
      return "text";
    case "boolean":
      return "boolean";
    case "number":
      return Number.isInteger(element) && Math.abs(element) < 2 ** 63 ? "integer" : "number";
    default:
      if (isRecord(element)) return "object";
      throw invalid(
        element === null || element === undefined
          ? "a list that merges has a null element"
          : "a list of lists cannot be merged",
      );
  }
}
