import type { ReflectorFailure } from "./options.ts";
import type { RetryWindow } from "./retry-window.ts";

/**
 * What a reflector remembers from one request to the next, in addition to the version that it has reached. Never
 * changed in place.
 */
export interface ReflectorMemory {
  /** The server no longer has our version, or not yet: the next list asks for the most recent state. */
  readonly versionUnavailable: boolean;
  /** The first list came in pages although the server's cache could have answered it: the server has no cache. */
  readonly serverPages: boolean;
  /** The next list is a plain one, even where streaming lists are available. */
  readonly plainListNext: boolean;
  /** Lists in pages take longer than the server keeps its history: request all objects at once. */
  readonly unpaged: boolean;
  /** A list was requested from outside and has not begun. */
  readonly relistRequested: boolean;
  /** Waits with backoff since the last complete list or event. */
  readonly failures: number;
  /** Streaming lists that ended before they were complete, since the last complete list. */
  readonly cutStreams: number;
  /** Lists older than what the store holds, since the last accepted one. */
  readonly olderLists: number;
  /** Lists at a version that the server had not reached, since the last complete list. */
  readonly aheadTries: number;
  /** Objects that could not be stored, since the last complete list. */
  readonly refusedObjects: number;
  /** Watches that ended since the last complete list. */
  readonly watchesSinceList: number;
  /** Watches in a row that brought nothing, all from `fruitlessVersion`. */
  readonly fruitlessWatches: number;
  readonly fruitlessVersion: string;
  /** Watches in a row that the server ended as soon as they were open. */
  readonly shortWatches: number;
  /** Lists in a row whose version had expired before the first watch brought anything. */
  readonly historyMisses: number;
  /** When a list was last requested at once because something looked wrong. */
  readonly forcedListAt: number;
  /** Watches that failed with InternalError. */
  readonly internalErrors: RetryWindow | undefined;
  /** Whether a list was accepted since the last start. */
  readonly listed: boolean;
  /** Why the last list or watch failed; `undefined` when something has come in since. */
  readonly lastFailure: ReflectorFailure | undefined;
}

/** The memory of a reflector that has not made a request. */
export const initialMemory: ReflectorMemory = {
  versionUnavailable: false,
  serverPages: false,
  plainListNext: false,
  unpaged: false,
  relistRequested: false,
  failures: 0,
  cutStreams: 0,
  olderLists: 0,
  aheadTries: 0,
  refusedObjects: 0,
  watchesSinceList: 0,
  fruitlessWatches: 0,
  fruitlessVersion: "",
  shortWatches: 0,
  historyMisses: 0,
  forcedListAt: Number.NEGATIVE_INFINITY,
  internalErrors: undefined,
  listed: false,
  lastFailure: undefined,
};
