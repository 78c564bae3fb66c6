import type { Table, TableColumnDefinition, TableRow } from "../api/meta/v1.ts";
import { formatColumns } from "../discovery/index.ts";
import { ProtocolError } from "../errors/index.ts";
import type { KubeList, KubeObject, Resource, ResourceTraits } from "../meta/index.ts";
import type { Client } from "./client.ts";
import type { ListCallOptions } from "./options.ts";
import { escapeForPrint } from "../errors/index.ts";

/** Options of {@link asTable}. */
export interface TableOptions extends ListCallOptions {
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  /** Only this object. */
  readonly name?: string | undefined;
  /** How much of each object its row carries. Default `Metadata`. */
  readonly includeObject?: "None" | "Metadata" | "Object" | undefined;
}

/**
 * Objects as the server prints them for kubectl: columns and rows. Custom resources have the columns of their
 * definition. A server that prints no tables sends the objects, and gets columns for name and age from us.
 */
export async function asTable<T extends KubeObject, R extends ResourceTraits>(
  client: Client,
  resource: Resource<T, R>,
  { namespace, name, includeObject, signal, timeoutMs, ...list }: TableOptions = {},
): Promise<Table> {
  const request = client.context.restFor(resource).get().resource(resource.plural);
  if (namespace !== undefined) request.namespace(namespace);
  if (name !== undefined) request.name(name);
  if (timeoutMs !== undefined) request.timeoutMs(timeoutMs);
  request
    .setHeader("accept", "application/json;as=Table;g=meta.k8s.io;v=v1,application/json")
    .versionedParams({ ...list, includeObject });
  const answer = (
    await request.do<Table | KubeList<KubeObject> | KubeObject>(signal === undefined ? {} : { signal })
  ).into();
  if (isTable(answer)) return answer;
  const items = "items" in answer ? answer.items : [answer];
  if (!Array.isArray(items))
    throw new ProtocolError(`a table of ${resource.plural} was due, and the server sent something else`);
  return plainTable(items as KubeObject[], "items" in answer ? answer.metadata : {});
}

/** A table as kubectl prints it: narrow columns only, or with `wide` all of them. */
export function formatTable(table: Table, { wide = false }: { readonly wide?: boolean | undefined } = {}): string {
  const shown = table.columnDefinitions
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => wide || !column.priority);
  const head = shown.map(({ column }) => column.name.toUpperCase());
  const rows = (table.rows ?? []).map(({ cells }) => shown.map(({ index }) => cellText(cells[index])));
  return formatColumns([head, ...rows]);
}

function isTable(answer: object): answer is Table {
  const { kind, columnDefinitions, rows } = answer as Partial<Table>;
  if (kind !== "Table") return false;
  if (!Array.isArray(columnDefinitions) || !Array.isArray(rows ?? []))
    throw new ProtocolError("the server sent a table without columns or rows");
  (answer as Table).rows ??= [];
  return true;
}

function plainTable(items: readonly KubeObject[], metadata: Table["metadata"]): Table {
  const column = (name: string, type: string, format: string): TableColumnDefinition => ({
    name,
    type,
    format,
    description: "",
    priority: 0,
  });
  const rows: TableRow[] = items.map((item) => ({
    cells: [item.metadata?.name ?? "", item.metadata?.creationTimestamp ?? ""],
    object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: item.metadata },
  }));
  const columnDefinitions = [column("Name", "string", "name"), column("Created At", "date", "")];
  return { kind: "Table", apiVersion: "meta.k8s.io/v1", ...(metadata && { metadata }), columnDefinitions, rows };
}

/** What stands in a cell is the server's text, and through it anybody's: nothing in it may steer a terminal. */
function cellText(cell: unknown): string {
  const text =
    cell === null || cell === undefined ? "<none>" : typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  return escapeForPrint(text, { singleLine: true });
}
