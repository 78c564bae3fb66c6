import { type ApiObject, apiTime, field, isObject, type Json } from "./objects.ts";

/** What is left of one resource in a namespace that ends. */
export interface Remains {
  count: number;
  /** How many objects have which finalizer. */
  readonly finalizers: Map<string, number>;
}

/** Counts an object that is still there. */
export function addRemains(left: Map<string, Remains>, resource: string, { metadata }: ApiObject): void {
  const remains = left.get(resource) ?? { count: 0, finalizers: new Map<string, number>() };
  remains.count++;
  for (const name of metadata.finalizers ?? []) remains.finalizers.set(name, (remains.finalizers.get(name) ?? 0) + 1);
  left.set(resource, remains);
}

/** The status of a namespace that ends, with the conditions that say what it waits for. */
export function terminatingStatus(status: unknown, left: ReadonlyMap<string, Remains>, nowMs: number): Json {
  const known = field(status, "conditions");
  const before = Array.isArray(known) ? known.filter(isObject) : [];
  const contents = [...left].map(
    ([resource, { count }]) => `${resource.includes(".") ? resource : `${resource}.`} has ${count} resource instances`,
  );
  const finalizers = new Map<string, number>();
  for (const remains of left.values())
    for (const [name, count] of remains.finalizers) finalizers.set(name, (finalizers.get(name) ?? 0) + count);
  const waits = [...finalizers].map(([name, count]) => `${name} in ${count} resource instances`);
  const conditions = [
    ["NamespaceDeletionDiscoveryFailure", "False", "ResourcesDiscovered", "All resources successfully discovered"],
    [
      "NamespaceDeletionGroupVersionParsingFailure",
      "False",
      "ParsedGroupVersions",
      "All legacy kube types successfully parsed",
    ],
    [
      "NamespaceDeletionContentFailure",
      "False",
      "ContentDeleted",
      "All content successfully deleted, may be waiting on finalization",
    ],
    contents.length === 0
      ? ["NamespaceContentRemaining", "False", "ContentRemoved", "All content successfully removed"]
      : [
          "NamespaceContentRemaining",
          "True",
          "SomeResourcesRemain",
          `Some resources are remaining: ${contents.sort().join(", ")}`,
        ],
    waits.length === 0
      ? [
          "NamespaceFinalizersRemaining",
          "False",
          "ContentHasNoFinalizers",
          "All content-preserving finalizers finished",
        ]
      : [
          "NamespaceFinalizersRemaining",
          "True",
          "SomeFinalizersRemain",
          `Some content in the namespace has finalizers remaining: ${waits.sort().join(", ")}`,
        ],
  ].map(([type, value, reason, message]) => {
    const old = before.find((one) => one["type"] === type);
    const since = old?.["status"] === value ? old?.["lastTransitionTime"] : undefined;
    return { type, status: value, lastTransitionTime: since ?? apiTime(nowMs), reason, message };
  });
  return { ...(isObject(status) && status), conditions };
}
