import type { FieldSelectorLike, LabelSelectorLike } from "./selector-text.ts";

/** Which objects a list or a watch is limited to, and how recent it must be. Sent as query parameters. */
export interface ListOptions {
  /** `app=web,tier in (front, back)`, a selector object, or the `LabelSelector` of a Deployment. */
  readonly labelSelector?: LabelSelectorLike | undefined;
  /** `status.phase=Running` or a selector object; which fields work depends on the kind. */
  readonly fieldSelector?: FieldSelectorLike | undefined;
  /**
   * Only objects whose uid or namespace has a hash in a range, where the server can do that (Kubernetes with the
   * feature `ShardedListAndWatch`); others ignore it. The list's `metadata.shardInfo` says whether it was honoured.
   */
  readonly shardSelector?: string | undefined;
  /** The largest number of items in one response; `continue` in the list's metadata leads to the next page. */
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  /** Absent: the most recent state. `"0"`: any state the server has at hand. */
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan" | undefined;
  /** The server ends the call after this many seconds. */
  readonly timeoutSeconds?: number | undefined;
}

/** The {@link ListOptions} that a watch has, and those that only a watch has. */
export interface WatchOptions extends Omit<ListOptions, "limit" | "continue"> {
  readonly allowWatchBookmarks?: boolean | undefined;
  /** Begin with the existing objects and mark their end with a bookmark: a streaming list. */
  readonly sendInitialEvents?: boolean | undefined;
}

/** What every write takes. */
export interface WriteOptions {
  /** The name of the writer, as shown in `managedFields`. */
  readonly fieldManager?: string | undefined;
  /** The server checks the request and answers it, but stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** What the server does with fields it does not know. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict" | undefined;
}

/** How an object is deleted. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  /** Delete only the object with this uid or version. */
  readonly preconditions?:
    | { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined }
    | undefined;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground" | undefined;
  readonly dryRun?: boolean | undefined;
}
