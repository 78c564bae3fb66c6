import type { StatusCause } from "client-ts/errors";
import { ApiError, failure } from "../api-error.ts";
import type { Call } from "../core.ts";
import { type ApiObject, apiTime, copyJson, field, groupVersion, isObject, type Json, sameJson } from "../objects.ts";
import type { WriteRequest } from "../write-options.ts";
import { compare, DuplicateItemError, fieldsOf } from "./compare.ts";
import { ManagedFieldSet, pathText } from "./managed-field-set.ts";
import { type FieldManager, managerId, managerText, readManagers, writeManagers } from "./managers.ts";
import { mergeObjects, removeFields } from "./merge.ts";
import { fieldTypeOf, ownable, withoutManaged } from "./track.ts";

/**
 * Server-side apply: the live object with the configuration over it, without what this manager applied before and now
 * leaves out (unless another manager owns it too). Fields that others own with other values are conflicts; `force`
 * takes them over. The result's `managedFields` say who owns what afterwards.
 */
export function applyFields(
  call: Call,
  config: ApiObject,
  current: ApiObject | undefined,
  request: WriteRequest,
  emptied: readonly string[],
): ApiObject {
  const { resource, core, subresource } = call;
  const type = fieldTypeOf(call);
  const managers = readManagers(current?.metadata.managedFields);
  const me: FieldManager = {
    name: request.manager,
    operation: "Apply",
    apiVersion: groupVersion(resource),
    subresource,
    time: apiTime(core.clock.now()),
    set: new ManagedFieldSet(),
  };
  const id = managerId(me);
  const last = managers.get(id);
  const configured = withoutManaged(config);
  const mine = configuredFields(call, configured, type);
  for (const name of emptied) mine.insert([`f:${name}`]);
  me.set = ownable(mine, call);
  const live = current === undefined ? { metadata: {} } : withoutManaged(current);
  const merged = mergeObjects(live, configured, type);
  if (current !== undefined && managers.size === 0) {
    // No manager is known: existing fields count as owned, or the first apply would take all of them silently.
    const before: FieldManager = {
      name: "before-first-apply",
      operation: "Update",
      apiVersion: me.apiVersion,
      subresource: "",
      time: me.time,
      set: ownable(compare({ metadata: {} }, live, type).added, call),
    };
    managers.set(managerId(before), before);
  }
  const others = [...managers.entries()].filter(([one]) => one !== id).map(([, manager]) => manager);
  const gone = last === undefined ? new ManagedFieldSet() : droppable(last.set, union(me.set, others));
  const result = removeFields(merged, gone, type);
  // A container that lost everything counts as there: its owner still owns it.
  const comparison = compare(live, removeFields(merged, gone, type, true), type);
  const changed = comparison.added.union(comparison.modified);
  const conflicts: { manager: FieldManager; set: ManagedFieldSet }[] = [];
  for (const manager of others) {
    const both = manager.set.intersection(changed);
    if (!both.isEmpty) conflicts.push({ manager, set: both });
  }
  if (conflicts.length > 0 && !request.force) {
    const allowed = request.manager === "kubectl" ? lastAppliedFields(live, type) : new ManagedFieldSet();
    const left = conflicts
      .map(({ manager, set }) => ({ manager, set: set.difference(allowed) }))
      .filter(({ set }) => !set.isEmpty);
    if (left.length > 0) throw conflictError(left);
  }
  for (const manager of others) manager.set = manager.set.difference(changed).difference(comparison.removed);
  // An apply that changes nothing leaves no time, or the one that was there.
  if (current !== undefined && sameJson(result, live)) me.time = last?.time;
  managers.set(id, me);
  const object = copyJson(result) as ApiObject;
  if (request.manager === "kubectl") refreshLastApplied(object, configured);
  const entries = writeManagers(managers.values());
  if (entries.length > 0) object.metadata.managedFields = entries;
  return object;
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * Fields that client-side apply set and that are as it set them. Server-side apply by kubectl takes them over without a
 * conflict, so that one can move from one to the other.
 */
function lastAppliedFields(live: Json, type: ReturnType<typeof fieldTypeOf>): ManagedFieldSet {
  const annotation = field(live, "metadata", "annotations", lastApplied);
  if (typeof annotation !== "string") return new ManagedFieldSet();
  let applied: unknown;
  try {
    applied = JSON.parse(annotation);
  } catch {
    return new ManagedFieldSet();
  }
  if (!isObject(applied)) return new ManagedFieldSet();
  const { added, modified, removed } = compare(applied, live, type);
  return fieldsOf(applied, type).difference(added).difference(modified).difference(removed);
}

/** An object that has the annotation of client-side apply gets a new one: what kubectl applied now. */
function refreshLastApplied(object: ApiObject, configured: Json): void {
  const { annotations } = object.metadata;
  if (annotations?.[lastApplied] === undefined) return;
  const applied = copyJson(configured) as ApiObject;
  delete applied.metadata.annotations?.[lastApplied];
  annotations[lastApplied] = `${JSON.stringify(sortedKeys(applied))}\n`;
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortedKeys(value[name])]));
}

function configuredFields(call: Call, configured: Json, type: ReturnType<typeof fieldTypeOf>): ManagedFieldSet {
  try {
    return fieldsOf(configured, type);
  } catch (error) {
    if (!(error instanceof DuplicateItemError)) throw error;
    const { group, version, kind } = call.resource;
    const where = `(/${call.name}; ${group}/${version}, Kind=${kind})`;
    const text = `${pathText(error.path)}: duplicate entries for key ${pathText([error.element])}`;
    throw new ApiError(failure(500, "", `failed to create typed patch object ${where}: ${text}`));
  }
}

function union(mine: ManagedFieldSet, others: readonly FieldManager[]): ManagedFieldSet {
  return others.reduce((all, { set }) => all.union(set), mine);
}

/**
 * Paths that may go: applied before, not applied now, and no other manager's. A named field above a field that is
 * kept must stay itself. An item of a list stays only when another manager has it as an item: a manager that only
 * set a field inside of it, by an update, does not hold it.
 */
function droppable(last: ManagedFieldSet, kept: ManagedFieldSet | undefined, isItem = false): ManagedFieldSet {
  const result = new ManagedFieldSet(last.member && (kept === undefined || (isItem ? !kept.member : kept.isEmpty)));
  if (isItem && result.member) return result;
  for (const [element, child] of last.children) {
    const below = droppable(child, kept?.children.get(element), !element.startsWith("f:"));
    if (!below.isEmpty) result.children.set(element, below);
  }
  return result;
}

function conflictError(
  conflicts: readonly { readonly manager: FieldManager; readonly set: ManagedFieldSet }[],
): ApiError {
  const sorted = [...conflicts].sort((a, b) => (managerId(a.manager) < managerId(b.manager) ? -1 : 1));
  const all = sorted.flatMap(({ manager, set }) => [...set.paths()].map((path) => ({ manager, path: pathText(path) })));
  const causes: StatusCause[] = all.map(({ manager, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${managerText(manager)}`,
    field: path,
  }));
  let message: string;
  if (all.length === 1) {
    message = `Apply failed with 1 conflict: conflict with ${managerText(all[0]!.manager)}: ${all[0]!.path}`;
  } else {
    const lines = sorted.flatMap(({ manager, set }) => [
      `conflicts with ${managerText(manager)}:`,
      ...[...set.paths()].map((path) => `- ${pathText(path)}`),
    ]);
    message = `Apply failed with ${all.length} conflicts: ${lines.join("\n")}`;
  }
  return new ApiError(failure(409, "Conflict", message, { causes }));
}
