import type { Table, TableColumnDefinition, TableRow } from "../api/meta/v1.ts";
import { formatColumns } from "../discovery/index.ts";
import { ProtocolError } from "../errors/index.ts";
import { getNested, type KubeList, type KubeObject, type Resource, type ResourceTraits } from "../meta/index.ts";
import type { Request, WatchStream } from "../rest/index.ts";
import type { Client } from "./client.ts";
import type { ListCallOptions, WatchCallOptions } from "./options.ts";
import { escapeForPrint } from "../errors/index.ts";
import { defined } from "../util/index.ts";

/** Options of {@link asTable}. */
export interface TableCallOptions extends ListCallOptions {
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
  { namespace, name, includeObject, signal, timeoutMs, ...list }: TableCallOptions = {},
): Promise<Table> {
  const request = tableRequest(client, resource, namespace);
  if (name !== undefined) request.name(name);
  if (timeoutMs !== undefined) request.timeoutMs(timeoutMs);
  request.versionedParams({ ...list, includeObject });
  const answer = (await request.do<Table | KubeList<KubeObject> | KubeObject>({ signal })).into();
  if (isTable(answer)) return answer;
  const items = "items" in answer ? answer.items : [answer];
  if (!Array.isArray(items))
    throw new ProtocolError(`expected a table of ${resource.plural}, but the server sent something else`);
  return plainTable(items as KubeObject[], "items" in answer ? answer.metadata : {});
}

/** Options of {@link watchTable}. */
export interface WatchTableOptions extends WatchCallOptions, Pick<TableCallOptions, "namespace" | "includeObject"> {}

/**
 * Watches objects as the server prints them for kubectl: each event holds a table of one row, with the columns of the
 * kind. It ends as `watch` does. Without a resourceVersion it begins with the present objects.
 *
 * ```ts
 * const { metadata } = await asTable(client, Pod, { namespace: "shop" });
 * const { resourceVersion } = metadata ?? {};
 * for await (const event of watchTable(client, Pod, { namespace: "shop", resourceVersion })) {
 *   if (event.type !== "BOOKMARK") process.stdout.write(formatTable(event.object, { headers: false }));
 * }
 * ```
 */
export function watchTable<T extends KubeObject, R extends ResourceTraits>(
  client: Client,
  resource: Resource<T, R>,
  options: WatchTableOptions = {},
): WatchStream<Table> {
  const { namespace, includeObject, signal, headersTimeoutMs, idleTimeoutMs, ...listOptions } = options;
  // The server sends the columns with the first row alone.
  let columns: Table["columnDefinitions"] | undefined;
  const decode = (object: KubeObject): Table => {
    const own = (object as Partial<Table>).columnDefinitions;
    const complete = { ...object, columnDefinitions: own ?? columns };
    const table = isTable(complete) ? complete : plainTable([object], {});
    columns = table.columnDefinitions;
    return table;
  };
  return tableRequest(client, resource, namespace)
    .versionedParams({ ...listOptions, includeObject })
    .watch<Table>({ signal, headersTimeoutMs, idleTimeoutMs, decode });
}

/** Options of {@link formatTable}. */
export interface FormatTableOptions {
  /** All columns, not only the narrow ones, as `kubectl get -o wide`. Default `false`. */
  readonly wide?: boolean | undefined;
  /**
   * A first column NAMESPACE, as `kubectl get --all-namespaces`. It needs rows with their metadata, which is the
   * default of {@link asTable}. Default `false`.
   */
  readonly namespace?: boolean | undefined;
  /**
   * The line with the names of the columns. Without it, the rows of a watch follow those of a list; a column is always
   * at least as wide as its name. Default `true`.
   */
  readonly headers?: boolean | undefined;
}

/** Columns and rows of your own. */
interface OwnTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * A table as kubectl prints it: one of a server, or your own columns and rows. A cell without a value is `<none>`, and
 * control characters are escaped. `wide` and `namespace` are for tables of a server.
 *
 * ```ts
 * const { items } = await client.resource(Pod, { namespace: "shop" }).list();
 * const rows = items.map(({ metadata, spec }) => [metadata.name, spec?.nodeName]);
 * process.stdout.write(formatTable({ columns: ["Pod", "Node"], rows }));
 * ```
 */
export function formatTable(table: Table | OwnTable, options: FormatTableOptions = {}): string {
  const text = formatColumns("columns" in table ? ownLines(table) : linesOf(table, options));
  return options.headers === false ? text.slice(text.indexOf("\n") + 1) : text;
}

function ownLines({ columns, rows }: OwnTable): string[][] {
  const head = columns.map((name) => cellText(name.toUpperCase()));
  return [head, ...rows.map((cells) => columns.map((_, index) => cellText(cells[index])))];
}

function linesOf(table: Table, { wide = false, namespace = false }: FormatTableOptions): string[][] {
  const shown = table.columnDefinitions
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => wide || !column.priority);
  const head = shown.map(({ column }) => column.name.toUpperCase());
  const rows = (table.rows ?? []).map(({ cells, object }) => {
    const row = shown.map(({ index }) => cellText(cells[index]));
    return namespace ? [cellText(getNested(object, ["metadata", "namespace"])), ...row] : row;
  });
  return [namespace ? ["NAMESPACE", ...head] : head, ...rows];
}

function tableRequest(client: Client, resource: Resource, namespace: string | undefined): Request {
  const request = client.context.restFor(resource).get().resource(resource.plural);
  if (namespace !== undefined) request.namespace(namespace);
  return request.setHeader("accept", "application/json;as=Table;g=meta.k8s.io;v=v1,application/json");
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
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    ...defined({ metadata: metadata ?? undefined }),
    columnDefinitions,
    rows,
  };
}

/** The text of a cell comes from users of the cluster, so that control characters in it are escaped. */
function cellText(cell: unknown): string {
  const text =
    cell === null || cell === undefined ? "<none>" : typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  return escapeForPrint(text, { singleLine: true });
}
