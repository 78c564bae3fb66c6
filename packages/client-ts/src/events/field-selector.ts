import { InvalidArgumentError } from "../errors/index.ts";
import {
  apiVersionOf,
  type FieldSelector,
  fieldSelectorFromMap,
  getReference,
  type GroupVersionKind,
  type ObjectReference,
  type ReadonlyObject,
} from "../meta/index.ts";

/**
 * The field selector for the events of an object. The two APIs name the object differently; give the `Event` that you
 * list or watch.
 *
 * ```ts
 * const fieldSelector = eventFieldSelector(Event, pod);
 * const { items } = await client.resource(Event, { namespace: "shop" }).list({ fieldSelector });
 * ```
 *
 * Of a reference, the fields that it has are compared: `{ kind: "Pod" }` selects the events of all Pods.
 */
export function eventFieldSelector(
  resource: Pick<GroupVersionKind, "group" | "version">,
  regarding: ReadonlyObject | Readonly<ObjectReference>,
): FieldSelector {
  const prefix = prefixes[apiVersionOf(resource)];
  if (prefix === undefined)
    throw new InvalidArgumentError(
      `events of ${apiVersionOf(resource)} have no known fields: give the Event of api/core/v1 or api/events/v1`,
    );
  const { apiVersion, kind, name, uid } =
    "metadata" in regarding ? getReference(regarding) : (regarding as ObjectReference);
  const fields = Object.entries({ apiVersion, kind, name, uid })
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([field, value]) => [`${prefix}.${field}`, value as string]);
  return fieldSelectorFromMap(Object.fromEntries(fields));
}

const prefixes: Readonly<Record<string, string | undefined>> = {
  v1: "involvedObject",
  "events.k8s.io/v1": "regarding",
  "events.k8s.io/v1beta1": "regarding",
};
