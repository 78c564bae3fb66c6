import { type Entry, type FreezePolicy, plainEntry } from "../../codec/index.ts";
import { errorFromObject, ProtocolError } from "../../errors/index.ts";
import type { GroupVersionKind, KubeList, KubeObject, ListMeta, ListOptions } from "../../meta/index.ts";
import { abortable, type Clock, isRecord } from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { decidePage, type PageOutcome } from "./decide-page.ts";
import { isTable, whyRefused } from "./expected-kind.ts";
import type { ListSnapshot } from "./list-snapshot.ts";

/** What to request. */
export interface ListPlan<T> {
  /** Empty: the most recent state. `"0"`: any. Else: not older than this. */
  readonly resourceVersion: string;
  /** Items of a page; 0 requests everything at once. */
  readonly pageSize: number;
  /** The state at exactly this version, instead of one that is not older. */
  readonly exact?: boolean | undefined;
  readonly expected: GroupVersionKind | undefined;
  readonly signal: AbortSignal;
  /** Whether objects are frozen. Default: as the source says. */
  readonly freeze?: FreezePolicy | undefined;
  readonly clock?: Clock | undefined;
  /** What the cache has under a key. */
  readonly known: (key: string) => Entry<T> | undefined;
  /** Called after each page. */
  readonly onPage: () => void;
}

/** What a complete list says about itself. */
export interface Listed {
  readonly resourceVersion: string;
  /** Whether it came in more than one page. */
  readonly paged: boolean;
}

/**
 * Reads a whole list into a snapshot, page by page. All pages have the same version: when the continue token has
 * expired, or a page has another version than the first, everything read so far is dropped and the list is requested in
 * one piece. Rejects when a continue token comes again, or when too many pages in a row bring no new object.
 */
export async function listIntoSnapshot<T extends KubeObject>(
  source: ListerWatcher<T>,
  plan: ListPlan<T>,
  snapshot: ListSnapshot<T>,
): Promise<Listed> {
  const first = await readPage(
    source,
    plan,
    { ...at(plan), limit: plan.pageSize > 0 ? plan.pageSize : undefined },
    snapshot,
  );
  let token = first.continue ?? "";
  const paged = token !== "";
  const tokens = new Set<string>();
  let emptyPages = 0;
  while (token !== "") {
    tokens.add(token);
    const page = await nextPage(source, plan, token, snapshot);
    if (page.type === "failed" && plan.signal.aborted) throw page.error;
    const step = decidePage({ resourceVersion: first.resourceVersion, tokens, emptyPages }, page);
    if (step.to === "list at once") return { ...(await listAtOnce(source, plan, snapshot)), paged };
    if (step.to === "fail") throw step.error;
    if (step.to === "refuse") throw new ProtocolError(step.why);
    if (step.to === "end") break;
    ({ token, emptyPages } = step);
  }
  return { resourceVersion: versionOf(first), paged };
}

async function nextPage<T extends KubeObject>(
  source: ListerWatcher<T>,
  plan: ListPlan<T>,
  token: string,
  snapshot: ListSnapshot<T>,
): Promise<PageOutcome> {
  const before = snapshot.size;
  try {
    const meta = await readPage(source, plan, { limit: plan.pageSize, continue: token }, snapshot);
    return { type: "read", meta, newObjects: snapshot.size - before };
  } catch (error) {
    return { type: "failed", error };
  }
}

async function listAtOnce<T extends KubeObject>(
  source: ListerWatcher<T>,
  plan: ListPlan<T>,
  snapshot: ListSnapshot<T>,
): Promise<Listed> {
  snapshot.clear();
  const meta = await readPage(source, plan, plan.resourceVersion === "0" ? {} : at(plan), snapshot);
  if (meta.continue) throw new ProtocolError("the server sent pages although the list was requested without a limit");
  return { resourceVersion: versionOf(meta), paged: false };
}

/** "NotOlderThan" is explicit: with a limit, servers would otherwise take the version as exact. */
function at<T>({ resourceVersion, exact = false }: ListPlan<T>): ListOptions {
  if (resourceVersion === "") return {};
  return resourceVersion === "0"
    ? { resourceVersion }
    : { resourceVersion, resourceVersionMatch: exact ? "Exact" : "NotOlderThan" };
}

async function readPage<T extends KubeObject>(
  source: ListerWatcher<T>,
  { signal, freeze, clock, expected, onPage, known }: ListPlan<T>,
  options: ListOptions,
  snapshot: ListSnapshot<T>,
): Promise<ListMeta> {
  let meta: ListMeta;
  if (source.raw !== undefined) {
    let refused: ProtocolError | undefined;
    const onItem = (entry: Entry<T>): void => {
      refused ??= whyRefused(entry, expected, false);
      snapshot.listed(entry);
    };
    meta = await abortable(source.raw.list({ ...options, signal, clock, freeze }, { onItem, known }), signal);
    if (refused !== undefined) throw refused;
  } else {
    const list = checkedList(await abortable(source.list({ ...options, signal }), signal));
    for (const item of list.items) {
      const entry = plainEntry(checkedItem(item), { freeze });
      const refused = whyRefused(entry, expected, false);
      if (refused !== undefined) throw refused;
      snapshot.listed(entry);
    }
    meta = list.metadata;
  }
  versionOf(meta);
  onPage();
  return meta;
}

function versionOf({ resourceVersion }: ListMeta): string {
  if (typeof resourceVersion !== "string" || resourceVersion === "")
    throw new ProtocolError("a list without metadata.resourceVersion cannot be used");
  return resourceVersion;
}

/**
 * A list as the source returned it. Anything else, an empty object above all, must never be taken for an empty list.
 */
function checkedList<T>(list: KubeList<T>): KubeList<T> {
  if (!isRecord(list))
    throw new ProtocolError("expected a list, but the server sent something else, such as a login page");
  if (list.kind === "Status") throw errorFromObject(list);
  if (isTable(list)) throw new ProtocolError("expected a list, got a Table");
  if (typeof list.metadata !== "object" || list.metadata === null)
    throw new ProtocolError("a list without metadata cannot be used");
  if (Array.isArray(list.items)) return list;
  if ((list.items ?? null) === null && list.kind?.endsWith("List")) return { ...list, items: [] };
  throw new ProtocolError("a list without items cannot be used");
}

function checkedItem<T>(item: T): T {
  if (!isRecord(item)) throw new ProtocolError("the list has an item that is not an object");
  return item;
}
