import { defined } from "client-ts/internal";
import { ageColumn, ageOf, type Column, nameColumn } from "./columns/column.ts";
import { clusterColumns } from "./columns/cluster-columns.ts";
import { podColumns } from "./columns/pod-columns.ts";
import { workloadColumns } from "./columns/workload-columns.ts";
import { type ApiObject, field, type Json } from "./objects.ts";
import type { ServedResource } from "./resources.ts";

/** A Table with its columns, as `kubectl get` asks for one. */
export function tableOf(resource: ServedResource, rows: readonly Json[], metadata: Json): Json {
  const columnDefinitions = columnsOf(resource).map(({ cell: _cell, ...column }) => column);
  return { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata, columnDefinitions, rows };
}

/** The rows of objects; each carries its object's metadata. */
export function tableRows(
  objects: readonly ApiObject[],
  resource: ServedResource,
  nowMs: number,
  include: string = "Metadata",
): Json[] {
  const columns = columnsOf(resource);
  const included = (object: ApiObject): Json | undefined => {
    if (include === "None") return undefined;
    if (include === "Object") return object;
    return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata };
  };
  return objects.map((object) =>
    defined({ cells: columns.map((column) => column.cell(object, nowMs)), object: included(object) }),
  );
}

function columnsOf(resource: ServedResource): readonly Column[] {
  if (resource.custom !== undefined) {
    const custom = resource.custom.columns.map((one) => ({
      name: one.name,
      type: one.type,
      format: one.format,
      description:
        one.description === ""
          ? `Custom resource definition column (in JSONPath format): ${one.jsonPath}`
          : one.description,
      priority: one.priority,
      cell: (object: ApiObject, nowMs: number) => customCell(object, one.jsonPath, one.type, nowMs),
    }));
    return resource.custom.columns.length > 0 ? [nameColumn, ...custom] : [nameColumn, ageColumn];
  }
  const own = known[resource.collection];
  if (resource.collection === "events") return own ?? [];
  return [nameColumn, ...(own ?? [ageColumn])];
}

/** The columns of built-in kinds behind the name; others have their age. */
const known: Readonly<Record<string, readonly Column[]>> = {
  pods: podColumns,
  ...workloadColumns,
  ...clusterColumns,
};

function customCell(object: ApiObject, path: string, type: string, nowMs: number): unknown {
  const value = simplePath(object, path);
  if (value === undefined) return type === "date" ? "<unknown>" : null;
  if (type === "date") return typeof value === "string" ? ageOf(value, nowMs) : "<invalid>";
  if (type === "string") return typeof value === "string" ? value : JSON.stringify(value);
  return value;
}

/** Printer columns use plain paths and `[?(@.type=="Ready")]`; anything else gives nothing. */
function simplePath(object: unknown, path: string): unknown {
  let value = object;
  for (const [, name, index, filterKey, filterValue] of path.matchAll(
    /\.([A-Za-z0-9_\-\\./]*?[A-Za-z0-9_-])(?=[.[]|$)|\[(?:([0-9]+)|\?\(@\.([A-Za-z0-9_]+)\s*==\s*["']([^"']*)["']\))\]/g,
  )) {
    if (name !== undefined) value = field(value, name.replace(/\\/g, ""));
    else if (!Array.isArray(value)) return undefined;
    else if (index !== undefined) value = value[Number(index)];
    else value = value.find((one) => field(one, filterKey!) === filterValue);
  }
  return value ?? undefined;
}
