import { defined } from "client-ts/internal";
import type { ManagedFieldsEntry } from "client-ts/meta";
import { ManagedFieldSet } from "./managed-field-set.ts";

/** One manager's share of an object. */
export interface FieldManager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
  time: string | undefined;
  set: ManagedFieldSet;
}

/** What tells managers apart: an applier keeps its share over all API versions. */
export function managerId({
  name,
  operation,
  apiVersion,
  subresource,
}: Pick<FieldManager, "name" | "operation" | "apiVersion" | "subresource">): string {
  return JSON.stringify([name, operation, operation === "Apply" ? "" : apiVersion, subresource]);
}

/** Reads `metadata.managedFields`. */
export function readManagers(entries: readonly ManagedFieldsEntry[] | undefined): Map<string, FieldManager> {
  const managers = new Map<string, FieldManager>();
  for (const entry of entries ?? []) {
    if (entry === null || typeof entry !== "object" || entry.operation === undefined) continue;
    const manager: FieldManager = {
      name: entry.manager ?? "",
      operation: entry.operation === "Apply" ? "Apply" : "Update",
      apiVersion: entry.apiVersion ?? "",
      subresource: entry.subresource ?? "",
      time: entry.time,
      set: ManagedFieldSet.fromJSON(entry.fieldsV1),
    };
    managers.set(managerId(manager), manager);
  }
  return managers;
}

/** Writes `metadata.managedFields`, in the real server's order. */
export function writeManagers(managers: Iterable<FieldManager>): ManagedFieldsEntry[] {
  const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...managers]
    .filter(({ set }) => !set.isEmpty)
    .sort(
      (a, b) =>
        compareText(a.operation, b.operation) ||
        compareText(a.time ?? "", b.time ?? "") ||
        compareText(a.name, b.name) ||
        compareText(a.apiVersion, b.apiVersion) ||
        compareText(a.subresource, b.subresource),
    )
    .map(({ name, operation, apiVersion, time, set, subresource }) => ({
      manager: name,
      operation,
      apiVersion,
      ...defined({ time }),
      fieldsType: "FieldsV1",
      fieldsV1: set.toJSON(),
      ...defined({ subresource: subresource || undefined }),
    }));
}

/** How a conflict message names a manager. */
export function managerText({ name, operation, apiVersion, subresource }: FieldManager): string {
  const text = JSON.stringify(name) + (subresource === "" ? "" : ` with subresource ${JSON.stringify(subresource)}`);
  return operation === "Update" ? `${text} using ${apiVersion}` : text;
}
