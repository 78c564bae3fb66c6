import type { FieldSelectorLike, LabelSelectorLike } from "./selector-text.ts";

/** What a list or a watch is narrowed to, and how fresh it must be. Sent as query parameters. */
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
  /** At most so many items in one answer; `continue` in the list's metadata leads to the next page. */
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  /** Absent: the most recent state. `"0"`: any state the server has at hand. */
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan" | undefined;
  /** The server ends the call after so many seconds. */
  readonly timeoutSeconds?: number | undefined;
}

/** As {@link ListOptions}, and what only a watch can be asked. */
export interface WatchOptions extends Omit<ListOptions, "limit" | "continue"> {
  readonly allowWatchBookmarks?: boolean | undefined;
  /** Begin with the present objects and mark their end with a bookmark: a streaming list. */
  readonly sendInitialEvents?: boolean | undefined;
}

/** What every write takes. */
export interface WriteOptions {
  /** The name of the writer, as shown in `managedFields`. */
  readonly fieldManager?: string | undefined;
  /** Check and answer, but store nothing. */
  readonly dryRun?: boolean | undefined;
  /** What the server does with fields it does not know. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict" | undefined;
}

/** How a deletion goes about it. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  /** Delete only the object with this uid or version. */
  readonly preconditions?:
    | { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined }
    | undefined;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground" | undefined;
  readonly dryRun?: boolean | undefined;
}
