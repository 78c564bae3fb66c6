import type { ApiObject, Json } from "./objects.ts";
import { field } from "./objects.ts";
import type { ServedResource } from "./resources.ts";

/** One column of a Table. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  /** The cell of an object. */
  readonly cell: (object: ApiObject, nowMs: number) => unknown;
}

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
  return objects.map((object) => ({
    cells: columns.map((column) => column.cell(object, nowMs)),
    ...(include === "None"
      ? {}
      : include === "Object"
        ? { object }
        : { object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata } }),
  }));
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
  return [nameColumn, ...(known[resource.collection] ?? []), ageColumn, ...(wide[resource.collection] ?? [])];
}

function column(name: string, type: string, cell: Column["cell"], priority = 0): Column {
  return { name, type, format: "", description: "", priority, cell };
}

const nameColumn: Column = { ...column("Name", "string", (object) => object.metadata.name ?? ""), format: "name" };
const ageColumn: Column = column("Age", "string", (object, nowMs) => ageOf(object.metadata.creationTimestamp, nowMs));

const count = (object: ApiObject, ...path: string[]): number => {
  const value = field(object, ...path);
  return typeof value === "number" ? value : 0;
};

const known: Readonly<Record<string, readonly Column[]>> = {
  pods: [
    column("Ready", "string", (pod) => {
      const statuses = field(pod, "status", "containerStatuses");
      const containers = field(pod, "spec", "containers");
      const ready = Array.isArray(statuses) ? statuses.filter((one) => field(one, "ready") === true).length : 0;
      return `${ready}/${Array.isArray(containers) ? containers.length : 0}`;
    }),
    column("Status", "string", (pod) =>
      pod.metadata.deletionTimestamp
        ? "Terminating"
        : (field(pod, "status", "reason") ?? field(pod, "status", "phase") ?? "Unknown"),
    ),
    column("Restarts", "string", (pod) => {
      const statuses = field(pod, "status", "containerStatuses");
      return String(
        Array.isArray(statuses)
          ? statuses.reduce((sum: number, one) => sum + Number(field(one, "restartCount") ?? 0), 0)
          : 0,
      );
    }),
  ],
  namespaces: [column("Status", "string", (one) => field(one, "status", "phase") ?? "")],
  configmaps: [
    column(
      "Data",
      "string",
      (one) =>
        Object.keys((field(one, "data") as Json) ?? {}).length +
        Object.keys((field(one, "binaryData") as Json) ?? {}).length,
    ),
  ],
  secrets: [
    column("Type", "string", (one) => field(one, "type") ?? ""),
    column("Data", "string", (one) => Object.keys((field(one, "data") as Json) ?? {}).length),
  ],
  serviceaccounts: [column("Secrets", "string", (one) => ((field(one, "secrets") as unknown[]) ?? []).length)],
  nodes: [
    column("Status", "string", (one) => {
      const conditions = field(one, "status", "conditions");
      const ready = Array.isArray(conditions)
        ? conditions.find((condition) => field(condition, "type") === "Ready")
        : undefined;
      return ready === undefined ? "Unknown" : field(ready, "status") === "True" ? "Ready" : "NotReady";
    }),
    column("Roles", "string", () => "<none>"),
  ],
  services: [
    column("Type", "string", (one) => field(one, "spec", "type") ?? ""),
    column("Cluster-IP", "string", (one) => field(one, "spec", "clusterIP") ?? "<none>"),
    column("External-IP", "string", () => "<none>"),
    column("Port(s)", "string", (one) =>
      ((field(one, "spec", "ports") as unknown[]) ?? [])
        .map((port) => `${field(port, "port")}/${field(port, "protocol") ?? "TCP"}`)
        .join(","),
    ),
  ],
  "deployments.apps": [
    column("Ready", "string", (one) => `${count(one, "status", "readyReplicas")}/${count(one, "spec", "replicas")}`),
    column("Up-to-date", "string", (one) => count(one, "status", "updatedReplicas")),
    column("Available", "string", (one) => count(one, "status", "availableReplicas")),
  ],
  "replicasets.apps": [
    column("Desired", "integer", (one) => count(one, "spec", "replicas")),
    column("Current", "integer", (one) => count(one, "status", "replicas")),
    column("Ready", "integer", (one) => count(one, "status", "readyReplicas")),
  ],
  "statefulsets.apps": [
    column("Ready", "string", (one) => `${count(one, "status", "readyReplicas")}/${count(one, "spec", "replicas")}`),
  ],
  "jobs.batch": [
    column("Status", "string", () => "Running"),
    column(
      "Completions",
      "string",
      (one) => `${count(one, "status", "succeeded")}/${count(one, "spec", "completions") || 1}`,
    ),
  ],
  "leases.coordination.k8s.io": [column("Holder", "string", (one) => field(one, "spec", "holderIdentity") ?? "")],
  events: [
    column("Type", "string", (one) => field(one, "type") ?? ""),
    column("Reason", "string", (one) => field(one, "reason") ?? ""),
    column(
      "Object",
      "string",
      (one) =>
        `${String(field(one, "involvedObject", "kind") ?? "").toLowerCase()}/${field(one, "involvedObject", "name") ?? ""}`,
    ),
    column("Message", "string", (one) => field(one, "message") ?? ""),
  ],
};

const labelText = (labels: unknown): string => {
  const text = Object.entries((labels as Json | undefined) ?? {}).map(([key, value]) => `${key}=${String(value)}`);
  return text.length === 0 ? "<none>" : text.sort().join(",");
};
const containers = (one: ApiObject): unknown[] =>
  (field(one, "spec", "template", "spec", "containers") as unknown[] | undefined) ?? [];

/** Columns that show with `-o wide`. */
const wide: Readonly<Record<string, readonly Column[]>> = {
  pods: [
    column("IP", "string", (pod) => field(pod, "status", "podIP") ?? "<none>", 1),
    column("Node", "string", (pod) => field(pod, "spec", "nodeName") ?? "<none>", 1),
    column("Nominated Node", "string", (pod) => field(pod, "status", "nominatedNodeName") ?? "<none>", 1),
    column("Readiness Gates", "string", () => "<none>", 1),
  ],
  services: [column("Selector", "string", (one) => labelText(field(one, "spec", "selector")), 1)],
  "deployments.apps": [
    column(
      "Containers",
      "string",
      (one) =>
        containers(one)
          .map((each) => field(each, "name"))
          .join(","),
      1,
    ),
    column(
      "Images",
      "string",
      (one) =>
        containers(one)
          .map((each) => field(each, "image"))
          .join(","),
      1,
    ),
    column("Selector", "string", (one) => labelText(field(one, "spec", "selector", "matchLabels")), 1),
  ],
};

/** A duration since a time, in kubectl's short form: `5m3s`, `2d4h`. */
function ageOf(time: string | undefined, nowMs: number): string {
  if (time === undefined) return "<unknown>";
  const seconds = Math.floor((nowMs - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds) || seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return hours % 24 === 0 ? `${days}d` : `${days}d${hours % 24}h`;
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return days % 365 === 0 ? `${years}y` : `${years}y${days % 365}d`;
}

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
