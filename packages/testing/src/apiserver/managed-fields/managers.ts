import { defined } from "client-ts/internal";
import type { ManagedFieldsEntry } from "client-ts/meta";
import { FieldSet } from "./field-set.ts";

/** One manager's share of an object. */
export interface Manager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
  time: string | undefined;
  set: FieldSet;
}

/** What tells managers apart: an applier keeps its share over all API versions. */
export function managerId({
  name,
  operation,
  apiVersion,
  subresource,
}: Pick<Manager, "name" | "operation" | "apiVersion" | "subresource">): string {
  return JSON.stringify([name, operation, operation === "Apply" ? "" : apiVersion, subresource]);
}

/** Reads `metadata.managedFields`. */
export function readManagers(entries: readonly ManagedFieldsEntry[] | undefined): Map<string, Manager> {
  const managers = new Map<string, Manager>();
  for (const entry of entries ?? []) {
    if (entry === null || typeof entry !== "object" || entry.operation === undefined) continue;
    const manager: Manager = {
      name: entry.manager ?? "",
      operation: entry.operation === "Apply" ? "Apply" : "Update",
      apiVersion: entry.apiVersion ?? "",
      subresource: entry.subresource ?? "",
      time: entry.time,
      set: FieldSet.fromJSON(entry.fieldsV1),
    };
    managers.set(managerId(manager), manager);
  }
  return managers;
}

/** Writes `metadata.managedFields`, in the real server's order. */
export function writeManagers(managers: Iterable<Manager>): ManagedFieldsEntry[] {
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
      ...(subresource !== "" && { subresource }),
    }));
}

/** How a conflict message names a manager. */
export function managerText({ name, operation, apiVersion, subresource }: Manager): string {
  const text = JSON.stringify(name) + (subresource === "" ? "" : ` with subresource ${JSON.stringify(subresource)}`);
  return operation === "Update" ? `${text} using ${apiVersion}` : text;
}
