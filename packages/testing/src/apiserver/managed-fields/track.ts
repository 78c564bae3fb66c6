import type { Call } from "../core.ts";
import { type ApiObject, apiTime, groupVersion, type Json } from "../objects.ts";
import type { WriteRequest } from "../write-options.ts";
import { compare } from "./compare.ts";
import { ManagedFieldSet } from "./managed-field-set.ts";
import { type FieldType, typeOf } from "./field-type.ts";
import { type FieldManager, managerId, readManagers, writeManagers } from "./managers.ts";

/** What kind of write it is: that decides who owns what afterwards. */
export type Change = "update" | "patch" | "apply";

/** Fields that no manager owns: the server's own. */
const unowned = new ManagedFieldSet();
for (const path of ["apiVersion", "kind", "metadata"]) unowned.insert([`f:${path}`]);
for (const name of [
  "name",
  "namespace",
  "creationTimestamp",
  "selfLink",
  "uid",
  "clusterName",
  "generation",
  "managedFields",
  "resourceVersion",
]) {
  unowned.insert(["f:metadata", `f:${name}`]);
}

/** Takes out what no manager owns, and what this path does not write. */
export function ownable(set: ManagedFieldSet, { resource, subresource }: Call): ManagedFieldSet {
  const left = set.difference(unowned);
  if (subresource === "status") {
    for (const element of [...left.children.keys()]) {
      if (element !== "f:status" && (element !== "f:metadata" || resource.custom !== undefined))
        left.children.delete(element);
    }
  } else if (resource.status) {
    left.children.delete("f:status");
  }
  return left;
}

/** The type of a call's objects. */
export function fieldTypeOf({ core, resource }: Call): FieldType {
  return typeOf(resource, core.table.find("", "v1", "pods")?.schema?.set);
}

/** Records in `metadata.managedFields` who owns what after a write. Apply has done so itself. */
export function trackChange(
  call: Call,
  object: ApiObject,
  old: ApiObject | undefined,
  request: WriteRequest,
  change: Change,
): void {
  if (change === "apply") return;
  const { resource, core, subresource } = call;
  const given = object.metadata.managedFields;
  const managers = readManagers(given ?? old?.metadata.managedFields);
  if (old !== undefined && managers.size === 0) {
    // No manager is known: nothing is recorded until the first apply.
    delete object.metadata.managedFields;
    return;
  }
  const before = withoutManaged(old ?? zeroOf(call));
  const comparison = compare(before, withoutManaged(object), fieldTypeOf(call));
  const changed = comparison.added.union(comparison.modified);
  for (const manager of managers.values()) manager.set = manager.set.difference(changed).difference(comparison.removed);
  const mine = ownable(changed, call);
  if (!mine.isEmpty) {
    const me: FieldManager = {
      name: request.manager,
      operation: "Update",
      apiVersion: groupVersion(resource),
      subresource: subresource === "binding" ? "" : subresource,
      time: apiTime(core.clock.now()),
      set: mine,
    };
    const known = managers.get(managerId(me));
    managers.set(managerId(me), known === undefined ? me : { ...me, set: known.set.union(mine) });
  }
  const entries = writeManagers(managers.values());
  if (entries.length > 0) object.metadata.managedFields = entries;
  else delete object.metadata.managedFields;
}

/** An object without its record of managers. */
export function withoutManaged(object: ApiObject): Json {
  const { managedFields: _managed, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** What an object of a kind is before anything was set: Go's zero value, as JSON shows it. It must not be changed. */
function zeroOf({ resource: { shape } }: Call): ApiObject {
  if (shape === undefined) return { metadata: {} };
  let zero = zeros.get(shape);
  if (zero === undefined) {
    zero = { metadata: {} };
    shape(zero);
    zeros.set(shape, zero);
  }
  return zero;
}

const zeros = new WeakMap<object, ApiObject>();
