import { deepEqual } from "./deep-equal.ts";
import { FieldSet } from "./field-set.ts";
import type { JsonPatchOperation } from "./json-patch.ts";
import type { KubeObject, ManagedFieldsEntry } from "./object.ts";

/** Options of {@link upgradeManagedFields} and {@link upgradeManagedFieldsPatch}. */
export interface UpgradeManagedFieldsOptions {
  /** Which subresource's entries are upgraded. Default: those of the object itself. */
  readonly subresource?: string | undefined;
}

/**
 * Hands the fields that managers wrote by client-side apply over to a manager that applies on the server, so that
 * fields which disappear from its configuration are removed. Changes `object.metadata.managedFields` (to a new list).
 * An entry of `ssaManager` takes over the fields of the entry of each of `csaManagers` with the same apiVersion;
 * without one, the newest such entry becomes it. Their other entries go.
 */
export function upgradeManagedFields(
  object: KubeObject,
  csaManagers: Iterable<string>,
  ssaManager: string,
  options: UpgradeManagedFieldsOptions = {},
): void {
  const entries = object.metadata?.managedFields;
  if (entries === undefined || entries.length === 0) return;
  const upgraded = upgradeAll(entries, csaManagers, ssaManager, options);
  if (upgraded.length > 0) object.metadata!.managedFields = upgraded;
  else delete object.metadata!.managedFields;
}

/**
 * As {@link upgradeManagedFields}, as a JSON patch to send; `undefined` when there is nothing to do. The patch holds
 * the object's version, so that a server refuses it (with a conflict) when the object has changed meanwhile.
 */
export function upgradeManagedFieldsPatch(
  object: KubeObject,
  csaManagers: Iterable<string>,
  ssaManager: string,
  options: UpgradeManagedFieldsOptions = {},
): JsonPatchOperation[] | undefined {
  const entries = object.metadata?.managedFields ?? [];
  const upgraded = upgradeAll(entries, csaManagers, ssaManager, options);
  if (deepEqual(entries, upgraded)) return undefined;
  return [
    { op: "replace", path: "/metadata/managedFields", value: upgraded },
    { op: "replace", path: "/metadata/resourceVersion", value: object.metadata?.resourceVersion ?? "" },
  ];
}

/**
 * The entries of an operation that own all of these fields (given as `fieldsV1`). Entries that cannot be read own
 * nothing.
 */
export function findFieldsOwners(
  managedFields: readonly ManagedFieldsEntry[],
  operation: "Apply" | "Update",
  fieldsV1: object,
): ManagedFieldsEntry[] {
  const wanted = FieldSet.parse(fieldsV1);
  return managedFields.filter((entry) => {
    if (entry.operation !== operation) return false;
    try {
      return FieldSet.parse(entry.fieldsV1).includes(wanted);
    } catch {
      return false;
    }
  });
}

function upgradeAll(
  entries: readonly ManagedFieldsEntry[],
  csaManagers: Iterable<string>,
  ssaManager: string,
  { subresource = "" }: UpgradeManagedFieldsOptions,
): ManagedFieldsEntry[] {
  let upgraded = [...entries];
  for (const csaManager of csaManagers) upgraded = upgradeOne(upgraded, csaManager, ssaManager, subresource);
  return upgraded;
}

function upgradeOne(
  entries: ManagedFieldsEntry[],
  csaManager: string,
  ssaManager: string,
  subresource: string,
): ManagedFieldsEntry[] {
  const isOf = (entry: ManagedFieldsEntry, manager: string, operation: string): boolean =>
    (entry.manager ?? "") === manager && entry.operation === operation && (entry.subresource ?? "") === subresource;
  let target = entries.findIndex((entry) => isOf(entry, ssaManager, "Apply"));
  // The newest entry stands first.
  if (target < 0) target = entries.findIndex((entry) => isOf(entry, csaManager, "Update"));
  const chosen = entries[target];
  if (chosen === undefined) return entries;
  const applied: ManagedFieldsEntry = { ...chosen, manager: ssaManager, operation: "Apply" };
  const rest = entries.with(target, applied);
  const source = rest.find((entry) => isOf(entry, csaManager, "Update") && entry.apiVersion === applied.apiVersion);
  const own = FieldSet.parse(applied.fieldsV1);
  applied.fieldsV1 = (source === undefined ? own : own.union(FieldSet.parse(source.fieldsV1))).toFieldsV1();
  return rest.filter((entry) => !isOf(entry, csaManager, "Update"));
}
