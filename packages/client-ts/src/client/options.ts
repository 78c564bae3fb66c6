import type {
  DeleteOptions,
  FieldSelectorLike,
  JsonPatchOperation,
  KubeObject,
  LabelSelectorLike,
  ListOptions,
  WatchOptions,
  WriteOptions,
} from "../meta/index.ts";

/** Options of every call. */
export interface RequestOptions {
  /** Ends the call with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
  /** Limit for the whole call, retries included. Default: the client's. A watch has none. */
  readonly timeoutMs?: number | undefined;
}

/** Options of `get`. */
export interface GetCallOptions extends RequestOptions {
  /** Absent: the most recent state. `"0"`: any state that the server has in its cache. */
  readonly resourceVersion?: string | undefined;
}

/** Options of `list` and `listPage`. */
export interface ListCallOptions extends ListOptions, RequestOptions {}

/** Options of `watch`. */
export interface WatchCallOptions extends WatchOptions {
  /** Ends the watch with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
  /** Limit until the server accepts the watch. Default: none. */
  readonly headersTimeoutMs?: number | undefined;
  /** Limit of silence between two events; ask for bookmarks when you set it. Default: none. */
  readonly idleTimeoutMs?: number | undefined;
}

/** Options of `create`, `update` and the methods like them. */
export interface WriteCallOptions extends WriteOptions, RequestOptions {}

/** Options of the patch methods. */
export interface PatchCallOptions extends WriteCallOptions {
  /** The part to patch: `status`. Default: the object itself. */
  readonly subresource?: string | undefined;
}

/** Options of `apply` and `applyStatus`. */
export interface ApplyCallOptions extends WriteCallOptions {
  /**
   * Take over fields that other managers own. Default `false`: a conflict is a StatusError for which `isConflict` is
   * true.
   */
  readonly force?: boolean | undefined;
}

/** Options of `delete`, also that of a subresource, and of `evict`. */
export interface DeleteCallOptions extends DeleteOptions, RequestOptions {
  /** An object that is gone already is a success, as with `kubectl delete --ignore-not-found`. Default `false`. */
  readonly ignoreNotFound?: boolean | undefined;
}

/** Which objects of a collection are deleted. Deleting all of them needs an explicit `all: true`. */
export type CollectionChoice =
  | {
      readonly labelSelector: LabelSelectorLike;
      readonly fieldSelector?: FieldSelectorLike | undefined;
      readonly all?: never;
    }
  | {
      readonly fieldSelector: FieldSelectorLike;
      readonly labelSelector?: LabelSelectorLike | undefined;
      readonly all?: never;
    }
  | { readonly all: true; readonly labelSelector?: never; readonly fieldSelector?: never };

/** Options of `deleteCollection`. */
export type DeleteCollectionCallOptions = CollectionChoice & Omit<DeleteCallOptions, "ignoreNotFound">;

/** Options of `modify`. */
export interface ModifyCallOptions extends WriteCallOptions {
  /** How many times at most the object is read and written when there are conflicts. Default 5. */
  readonly tries?: number | undefined;
}

/** The body of a JSON patch (RFC 6902). */
export type JsonPatch = readonly JsonPatchOperation[];

/** The body of a merge patch (RFC 7386): its fields are set, `null` removes a field, lists are replaced as a whole. */
export type MergePatch<T extends KubeObject> = PatchFields<T>;

/**
 * The body of a strategic merge patch: as a merge patch, but lists that have a key are merged by it. Directives such as
 * `$patch` and `$retainKeys` may stand in every object. Custom resources do not support it.
 */
export type StrategicMergePatch<T extends KubeObject> = PatchFields<T> & Directives;

type Directives = { readonly [directive: `$${string}`]: unknown };

/** A field whose type is not known takes any value. */
type PatchFields<T> = {
  readonly [K in keyof T]?: unknown extends T[K] ? unknown : PatchValue<NonNullable<T[K]>> | null;
};

type PatchValue<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer E)[]
    ? readonly (E extends object ? PatchFields<E> & Partial<Directives> : E)[]
    : T extends object
      ? PatchFields<T> & Partial<Directives>
      : T;
