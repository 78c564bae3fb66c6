/**
 * Predicates decide which changes cause a reconcile. They filter events, never the cache: selectors choose what a cache
 * holds. The predicates here filter only updates: creations and deletions always pass.
 */

import { type DeepReadonly, deepEqual, type KubeObject } from "../meta/index.ts";
import type { ChangeEvent } from "./change-event.ts";

/** Whether a change causes a reconcile. Must not wait and must not change anything. */
export type Predicate<T extends KubeObject = KubeObject> = (event: ChangeEvent<T>) => boolean;

/**
 * Passes updates that changed `metadata.generation`: those of the spec, not those of the status. Kinds without a
 * generation, such as ConfigMap and Secret, pass with every change of their resourceVersion. The beginning of a
 * deletion always passes. Changes of labels, annotations and finalizers do not.
 */
export function generationChanged(event: ChangeEvent): boolean {
  const { meta, oldMeta } = event;
  if (event.type !== "update" || oldMeta === undefined || deletionBegan(event)) return true;
  return meta.generation === undefined || meta.generation === 0
    ? meta.resourceVersion !== oldMeta.resourceVersion
    : meta.generation !== oldMeta.generation;
}

/** Passes updates that changed labels, and the beginning of a deletion. */
export function labelsChanged(event: ChangeEvent): boolean {
  return updated(event, () => !deepEqual(event.meta.labels ?? {}, event.oldMeta?.labels ?? {}));
}

/** Passes updates that changed annotations, and the beginning of a deletion. */
export function annotationsChanged(event: ChangeEvent): boolean {
  return updated(event, () => !deepEqual(event.meta.annotations ?? {}, event.oldMeta?.annotations ?? {}));
}

/**
 * Passes updates that changed a part of the object: `changed((pod) => pod.status?.phase)`. The beginning of a deletion
 * passes as well.
 */
export function changed<T extends KubeObject>(part: (object: DeepReadonly<T>) => unknown): Predicate<T> {
  return (event) =>
    updated(event, () => event.old === undefined || !deepEqual(part(event.object) ?? null, part(event.old) ?? null));
}

/** Whether every predicate lets the change pass. */
export function passes<T extends KubeObject>(
  when: Predicate<T> | readonly Predicate<T>[] | undefined,
  event: ChangeEvent<T>,
): boolean {
  if (when === undefined) return true;
  return typeof when === "function" ? when(event) : when.every((one) => one(event));
}

type MetaChange = Pick<ChangeEvent, "type" | "meta" | "oldMeta">;

function updated(event: MetaChange, isOther: () => boolean): boolean {
  return event.type !== "update" || event.oldMeta === undefined || deletionBegan(event) || isOther();
}

function deletionBegan({ meta, oldMeta }: MetaChange): boolean {
  return meta.deletionTimestamp !== undefined && oldMeta?.deletionTimestamp === undefined;
}
