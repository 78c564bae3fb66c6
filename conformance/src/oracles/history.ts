import type { JournalEntry } from "client-ts-testing";

/** One call of a handler, as the recorder saw it. */
export interface Delivery {
  readonly type: "add" | "update" | "delete";
  readonly key: string;
  readonly uid: string;
  readonly rv: string;
  /** Of the object's bytes, as the journal makes it; for a tombstone, of the last known state. */
  readonly hash: string;
  /** With `update`: the old state that the handler received. */
  readonly oldRv?: string;
  readonly finalStateUnknown?: boolean;
  readonly resync?: boolean;
  readonly isInInitialList?: boolean;
}

/** What one handler received, in order. */
export interface HandlerHistory {
  readonly name: string;
  /** Versions may be merged for it, because it was too slow. */
  readonly merges: boolean;
  readonly deliveries: readonly Delivery[];
  /** How many deliveries it had when it said that it was synced; `undefined` when it never did. */
  readonly syncedAfter: number | undefined;
  /** Keys that were in the store when it came, for one that came late. */
  readonly presentAtStart?: readonly string[] | undefined;
}

/** One thing that was seen on the wire of the informer, in order of time. */
export type WireEvent = {
  /** The namespace that the request was about; `""` for all. Each is a source of its own. */
  readonly from: string;
} & (
  | /** A request went out; `rv` is what it asked for. */
  {
      readonly kind: "request";
      readonly verb: "list" | "watch";
      readonly rv: string | undefined;
      readonly initialEvents: boolean;
    }
  /** A list came in whole, or the initial events of a watch ended. */
  | { readonly kind: "list"; readonly rv: string; readonly keys: readonly string[] }
  /** One event of a watch. */
  | {
      readonly kind: "event";
      readonly type: string;
      readonly key: string;
      readonly rv: string;
      readonly initial: boolean;
    }
  | { readonly kind: "bookmark"; readonly rv: string }
  /** A request failed, an answer broke off or could not be read, or a watch ended without an event. */
  | { readonly kind: "trouble"; readonly what: string }
);

/** Everything that is known about one run. */
export interface History {
  /** What the server committed, as far as the informer's watches show it. */
  readonly journal: readonly JournalEntry[];
  readonly wire: readonly WireEvent[];
  readonly handlers: readonly HandlerHistory[];
  /** The store at the end: key to uid, version and hash. */
  readonly store: ReadonlyMap<string, { readonly uid: string; readonly rv: string; readonly hash: string }>;
  /** What a fresh list says at the end. */
  readonly server: ReadonlyMap<string, { readonly uid: string; readonly rv: string; readonly hash: string }>;
  /** Differences between a maintained index and a recomputed one, wherever they were looked for. */
  readonly indexDifferences: readonly string[];
  /** Objects whose content changed while they lay in the cache. */
  readonly mutated: readonly string[];
  /** Requests whose answers were still open some time after the stop. */
  readonly openAfterStop: number;
  /** Whether lists without a reason are reported (O10). */
  readonly listsNeedReasons: boolean;
  /** Reads at a version of one's own write that were answered without that write. */
  readonly earlyReads: readonly string[];
}

/** What a run adds up to. `missing` must be zero; the other two are legal and explained. */
export interface Totals {
  readonly versions: number;
  readonly delivered: number;
  readonly missing: number;
  readonly skippedByRelist: number;
  readonly coalesced: number;
}
