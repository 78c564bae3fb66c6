import type { APIResource } from "../api/meta/v1.ts";
import { apiVersionOf, parseApiVersion } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import type { GroupDiscoveryFailedError } from "./errors.ts";
import { extractGroupVersions } from "./helpers.ts";
import { formatColumns } from "./format-columns.ts";
import type { Discovery, DiscoveryCall } from "./types.ts";

/** The group versions that a server serves, in order, as `kubectl api-versions` prints them. */
export async function apiVersions(
  discovery: Pick<Discovery, "serverGroups">,
  options: DiscoveryCall = {},
): Promise<string[]> {
  return extractGroupVersions(await discovery.serverGroups(options)).sort();
}

/** Options of {@link apiResources}. */
export interface ApiResourcesOptions extends DiscoveryCall {
  /** Only this group; empty for the core group. */
  readonly group?: string | undefined;
  /** Only namespaced resources, or only those that are not. */
  readonly namespaced?: boolean | undefined;
  /** Only resources with all of these verbs. */
  readonly verbs?: readonly string[] | undefined;
  /** Only resources in all of these categories. */
  readonly categories?: readonly string[] | undefined;
  /** The order of the rows. Default: by group, then by name. */
  readonly sortBy?: "name" | "kind" | undefined;
}

/** One line of {@link apiResources}. */
export interface ApiResourceRow {
  readonly name: string;
  readonly shortNames: readonly string[];
  readonly apiVersion: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly categories: readonly string[];
}

/** The resources of a server. `error` lists the group versions that could not be asked. */
export interface ApiResources {
  readonly resources: readonly ApiResourceRow[];
  readonly error?: GroupDiscoveryFailedError | undefined;
}

/**
 * The resources of a server, each in its preferred version, in the order of `kubectl api-resources`. An aggregated
 * API that does not answer is in `error`.
 */
export async function apiResources(
  discovery: Pick<Discovery, "serverPreferredResources">,
  { group, namespaced, verbs = [], categories = [], sortBy, ...call }: ApiResourcesOptions = {},
): Promise<ApiResources> {
  const { resources: lists, error } = await discovery.serverPreferredResources(call);
  const rows = lists
    .filter((list) => group === undefined || parseApiVersion(list.groupVersion).group === group)
    .flatMap((list) =>
      list.resources.filter((one) => (one.verbs ?? []).length > 0).map((one) => rowOf(list.groupVersion, one)),
    )
    .filter((row) => namespaced === undefined || row.namespaced === namespaced)
    .filter((row) => verbs.every((verb) => row.verbs.includes(verb)))
    .filter((row) => categories.every((category) => row.categories.includes(category)));
  const key = (row: ApiResourceRow): string =>
    sortBy === undefined ? parseApiVersion(row.apiVersion).group : row[sortBy];
  rows.sort((a, b) => compare(key(a), key(b)) || compare(a.name, b.name));
  return { resources: rows, ...defined({ error }) };
}

/** Rows as `kubectl api-resources` prints them; with `wide` as `-o wide` does. */
export function formatApiResources(
  rows: readonly ApiResourceRow[],
  { wide = false }: { readonly wide?: boolean | undefined } = {},
): string {
  const head = ["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND", ...(wide ? ["VERBS", "CATEGORIES"] : [])];
  const lines = rows.map((row) => [
    row.name,
    row.shortNames.join(","),
    row.apiVersion,
    String(row.namespaced),
    row.kind,
    ...(wide ? [row.verbs.join(","), row.categories.join(",")] : []),
  ]);
  return formatColumns([head, ...lines]);
}

function rowOf(groupVersion: string, resource: APIResource): ApiResourceRow {
  return {
    name: resource.name,
    shortNames: resource.shortNames ?? [],
    apiVersion: apiVersionOf(parseApiVersion(groupVersion)),
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: resource.verbs ?? [],
    categories: resource.categories ?? [],
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
