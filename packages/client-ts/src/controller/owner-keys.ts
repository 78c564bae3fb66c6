import { type DeepReadonly, formatObjectName, type ObjectMeta, parseApiVersion, type Resource } from "../meta/index.ts";

/**
 * Keys of the owners of one kind that an object names. The group and the kind count, the version does not: an owner
 * that was moved to another version of its API is the same owner. The owner is in the namespace of the object, unless
 * its kind has no namespaces.
 */
export function ownerKeys(
  meta: DeepReadonly<ObjectMeta> | undefined,
  owner: Resource,
  { controllerOnly }: { readonly controllerOnly: boolean },
): readonly string[] {
  const references = meta?.ownerReferences ?? [];
  return references
    .filter(
      (reference) =>
        reference.kind === owner.kind &&
        parseApiVersion(reference.apiVersion).group === owner.group &&
        (!controllerOnly || reference.controller === true),
    )
    .map(({ name }) =>
      formatObjectName({ namespace: owner.scope === "Namespaced" ? (meta?.namespace ?? "") : "", name }),
    );
}
