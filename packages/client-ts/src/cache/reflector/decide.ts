/**
 * What a reflector does next. The Reflector makes one request after the other and hands each result to `decide`, which
 * knows no clock, no store and no server: the same memory and the same outcome always give the same decision.
 *
 * | after | comes |
 * |---|---|
 * | a complete list | a watch from its version; a list older than the store is refused and requested again |
 * | a failed list | a list after a backoff; at once, at the most recent state, when only the version was the problem |
 * | a streaming list that did not complete | another after a backoff; a plain list where streaming does not work |
 * | a streaming list with an object that cannot be stored | another after a backoff: none of its objects is used |
 * | a streaming list during which another list was requested | that list, at once |
 * | a watch that ended | a watch from the last version; after a backoff from the second short one in a row on |
 * | a watch that broke | a watch from the last version, after a backoff |
 * | several watches in a row that brought nothing, from one version | a list after a backoff |
 * | InternalErrors of watches for longer than `maxInternalErrorRetryMs` | a list after a backoff |
 * | a watch that was refused, or an event that is too large | a list after a backoff |
 * | an event of an unknown type | a list |
 * | a watch whose version expired, or a cache that disagrees with the server | a list |
 * | an event that the store refuses, or a resync that fails during a watch | a list |
 *
 * "Several" is `tries` of `reflectorDefaults`, "the second" follows from `shortWatches`. A list because something
 * looked wrong is requested at once the first time, and after a backoff when that was less than `forcedRelistMs` ago.
 */

import { isClientError, ProtocolError, suggestsClientDelay } from "../../errors/index.ts";
import { compareResourceVersion } from "../../meta/index.ts";
import { classifyError, lacksStreaming } from "./classify-error.ts";
import { reflectorDefaults } from "./defaults.ts";
import type { ReflectorFailure } from "./options.ts";
import type { Anomaly } from "./reflector-metrics.ts";
import type { ReflectorMemory } from "./reflector-memory.ts";
import { extendRetryWindow, mayRetry } from "./retry-window.ts";
import type { Overdue } from "./stream-check.ts";
import { VeryShortWatchError } from "./very-short-watch-error.ts";

/** How a step of the loop went, which is a request or the pause before one. A request always follows. */
export type RequestOutcome =
  | { readonly type: "pause-over"; readonly next: RequestStep["to"] }
  | ListRead
  | { readonly type: "list-failed"; readonly requested: string; readonly error: unknown }
  | StreamEnd<"initial-ended">
  | WatchEnded
  | { readonly type: "step-failed"; readonly error: unknown };

/** How a step of the loop went, or what else happened: that can end the open stream, and be remembered. */
export type Outcome =
  | RequestOutcome
  | { readonly type: "started" }
  | { readonly type: "list-begins" }
  /** A list, an event or a bookmark has come in. */
  | { readonly type: "advanced" }
  | ObjectRefused
  | { readonly type: "store-failed"; readonly key: string; readonly error: unknown }
  | { readonly type: "resync-failed"; readonly error: unknown }
  | { readonly type: "relist-requested"; readonly reason: Anomaly }
  | { readonly type: "reselected" };

/** An object on an open stream cannot be stored. */
export interface ObjectRefused {
  readonly type: "object-refused";
  readonly error: ProtocolError;
  /** Whether it came before the initial events were complete: they are a list. */
  readonly initial: boolean;
}

/** All of a list was read; it is not in the store yet. */
export interface ListRead {
  readonly type: "list-read";
  /** The version that was requested: empty for the most recent state, `"0"` for any. */
  readonly requested: string;
  /** The version of the list. */
  readonly resourceVersion: string;
  /** The version that the store has reached. */
  readonly held: string;
  readonly paged: boolean;
  /** Keys that came more than once. */
  readonly duplicates: number;
}

/** Why the reflector ended a stream itself. */
export type Ending = Overdue | "relist" | "reselected" | "resync" | "older-list" | "refused-object";

/** A stream is over. `ending` is set when the reflector itself ended it, else `error` when it failed. */
export interface StreamEnd<Type extends string> {
  readonly type: Type;
  readonly ending: Ending | undefined;
  readonly error: unknown;
}

/** A watch is over, or the watch part of a streaming list. */
export interface WatchEnded extends StreamEnd<"watch-ended"> {
  /** When it ended, on the monotonic clock. */
  readonly at: number;
  /** For how long it was open; of a streaming list, since the initial events were complete. */
  readonly openMs: number;
  /** The version that the store has reached. */
  readonly version: string;
  /** Events that came in after the initial ones. */
  readonly events: number;
  /** Bookmarks that came in after the initial events. */
  readonly bookmarks: number;
  /** Whether it began as a streaming list. */
  readonly initial: boolean;
}

/** What comes next. `stay`: the current request goes on. Else another request, after a pause. */
export type Step = { readonly to: "stay" } | RequestStep;

/**
 * The next request: `free` at once, `budget` as soon as the retry budget that reflectors share allows it, `backoff`
 * after a wait that grows, and that is at least `minMs`.
 */
export interface RequestStep {
  readonly to: "list" | "watch";
  readonly pause: "free" | "budget" | "backoff";
  readonly minMs?: number | undefined;
}

/** A list or a watch failed. */
export interface FailureReport extends Omit<ReflectorFailure, "name"> {
  readonly type: "failure";
}

/** What the reflector tells others: a failure, an unexpected error, a log line, or a count. */
export type Report =
  | FailureReport
  | { readonly type: "unexpected"; readonly error: unknown; readonly where: string }
  | {
      readonly type: "log";
      readonly level: "info" | "warn";
      readonly message: string;
      readonly reason?: string | undefined;
    }
  | { readonly type: "anomaly"; readonly what: Anomaly; readonly count: number }
  | { readonly type: "short-watch" };

/** The answer to an outcome. */
export interface Decision<S extends Step = Step> {
  readonly next: S;
  readonly memory: ReflectorMemory;
  readonly reports: readonly Report[];
  /** Why the open stream ends, if there is one. */
  readonly end?: Ending | undefined;
  /** Whether a list that was read goes into the store. */
  readonly accepted?: boolean | undefined;
  /** Whether no reflector of this client should request a streaming list for a while. */
  readonly streamingUnavailable?: boolean | undefined;
  /** Whether the server was healthy: the next wait is the shortest again. */
  readonly resetBackoff?: boolean | undefined;
}

/** What differs from one reflector to the other. */
export interface DecideSettings {
  /** The reflector's name, for messages. */
  readonly name: string;
  readonly maxInternalErrorRetryMs: number;
}

const { tries, shortWatches: freeShortWatches } = reflectorDefaults;
const stay: Step = { to: "stay" };
const watchAtOnce: RequestStep = { to: "watch", pause: "free" };
const watchSoon: RequestStep = { to: "watch", pause: "budget" };
const watchLater: RequestStep = { to: "watch", pause: "backoff" };
const listAtOnce: RequestStep = { to: "list", pause: "free" };
const listSoon: RequestStep = { to: "list", pause: "budget" };
const listLater: RequestStep = { to: "list", pause: "backoff" };
/** The next request is a list of the most recent state. */
const relist = { versionUnavailable: true, relistRequested: true } as const;

/** Decides what follows an outcome: the next step, what to remember, and what to report. */
export function decide(
  memory: ReflectorMemory,
  outcome: RequestOutcome,
  settings: DecideSettings,
): Decision<RequestStep>;
export function decide(memory: ReflectorMemory, outcome: Outcome, settings: DecideSettings): Decision;
export function decide(memory: ReflectorMemory, outcome: Outcome, settings: DecideSettings): Decision {
  const decision = decideStep(memory, outcome, settings);
  const { next, reports, accepted = false } = decision;
  const waits = next.to !== "stay" && next.pause === "backoff";
  const failed = reports.findLast(isFailure);
  if (!waits && !accepted && failed === undefined) return decision;
  const { failures, listed, lastFailure } = decision.memory;
  return {
    ...decision,
    memory: {
      ...decision.memory,
      failures: waits ? failures + 1 : failures,
      listed: listed || accepted,
      lastFailure: failed === undefined ? lastFailure : reflectorFailure(failed, settings),
    },
  };
}

/** What the reflector shows and reports of a failure. */
export function reflectorFailure(report: FailureReport, { name }: DecideSettings): ReflectorFailure {
  const { during, error, expired } = report;
  return { name, during, error, expired };
}

/** Whether a report is one of a failure. An expired version is none: it is normal after a disconnect. */
function isFailure(report: Report): report is FailureReport {
  return report.type === "failure" && !report.expired;
}

function decideStep(memory: ReflectorMemory, outcome: Outcome, settings: DecideSettings): Decision {
  switch (outcome.type) {
    case "list-read":
      return afterListRead(memory, outcome, settings);
    case "list-failed":
      return afterListFailed(memory, outcome.requested, outcome.error);
    case "initial-ended":
      return afterInitial(memory, outcome);
    case "watch-ended":
      return afterWatch(memory, outcome, settings);
    case "object-refused":
      return afterRefusedObject(memory, outcome, settings);
    case "relist-requested":
      return afterRelistRequest(memory, outcome.reason);
    case "store-failed":
      // The version does not advance past an event that the store refused: only a list can repair that.
      return afterOwnFailure(memory, outcome.error, `storing ${outcome.key} in`, "relist");
    case "resync-failed":
      return afterOwnFailure(memory, outcome.error, "the resync of", "resync");
    case "reselected":
      return { next: stay, memory: { ...memory, ...relist }, reports: [], end: "reselected" };
    case "pause-over":
      return {
        next: outcome.next === "list" || memory.relistRequested ? listAtOnce : watchAtOnce,
        memory,
        reports: [],
      };
    case "started":
      return { next: stay, memory: { ...memory, listed: false }, reports: [] };
    case "advanced":
      return { next: stay, memory: { ...memory, lastFailure: undefined }, reports: [] };
    case "list-begins":
      return { next: stay, memory: { ...memory, plainListNext: false, relistRequested: false }, reports: [] };
    case "step-failed":
      return { next: listLater, memory, reports: [unexpected(outcome.error, "the loop of")] };
  }
}

/**
 * Whether one round of `listAndWatch` goes on with this step. A list that follows at once on another, which was not
 * accepted, belongs to the same round.
 */
export function roundWith({ to, pause }: RequestStep, listed: boolean): "goes on" | "is over" | "has failed" {
  if (to === "watch" || (!listed && pause === "free")) return "goes on";
  return listed ? "is over" : "has failed";
}

// ── Lists ──────────────────────────────────────────────────

function afterListRead(before: ReflectorMemory, list: ListRead, { name }: DecideSettings): Decision {
  const { requested, resourceVersion, held, paged, duplicates } = list;
  const memory = { ...before, serverPages: before.serverPages || (requested === "0" && paged) };
  const olderLists = memory.olderLists + 1;
  if (compareResourceVersion(resourceVersion, held) === -1 && olderLists <= tries) {
    const older = `${name}: the server's list (${resourceVersion}) is older than what the cache has (${held})`;
    return {
      next: listLater,
      memory: {
        ...memory,
        olderLists,
        versionUnavailable: memory.versionUnavailable || (requested !== "" && olderLists === tries),
      },
      reports: [anomaly("older-list"), failure("list", new ProtocolError(older))],
      end: "older-list",
      accepted: false,
    };
  }
  return {
    next: memory.relistRequested ? listAtOnce : watchAtOnce,
    memory: {
      ...memory,
      // Requested while this list was being read: the next one asks for the most recent state.
      versionUnavailable: memory.relistRequested,
      failures: 0,
      cutStreams: 0,
      olderLists: 0,
      aheadTries: 0,
      refusedObjects: 0,
      watchesSinceList: 0,
      internalErrors: undefined,
    },
    reports: duplicates > 0 ? [anomaly("duplicate-in-list", duplicates)] : [],
    accepted: true,
  };
}

function afterListFailed(memory: ReflectorMemory, requested: string, error: unknown): Decision {
  const reports = [failure("list", error)];
  const minMs = serverDelayMs(error);
  const kind = classifyError(error);
  // A server that is only behind the version is given a short time, when it says how long.
  const aheadTries = kind === "ahead" && minMs > 0 ? memory.aheadTries + 1 : memory.aheadTries;
  const wait = kind === "ahead" && minMs > 0 && aheadTries < tries;
  if ((kind === "expired" || kind === "ahead") && requested !== "" && !wait) {
    return {
      next: listAtOnce,
      memory: { ...memory, aheadTries, versionUnavailable: true, plainListNext: true },
      reports,
    };
  }
  return { next: { ...listLater, minMs }, memory: { ...memory, aheadTries }, reports };
}

function afterInitial(memory: ReflectorMemory, { ending, error }: StreamEnd<"initial-ended">): Decision {
  const reports: Report[] = ending === undefined && error !== undefined ? [failure("watch", error)] : [];
  const minMs = serverDelayMs(error);
  if (ending === "no-initial-end" || lacksStreaming(error)) {
    reports.push({
      type: "log",
      level: "info",
      message: "the server does not support streaming lists: the reflector uses plain lists",
    });
    return { next: soon(listSoon, minMs), memory, reports, streamingUnavailable: true };
  }
  if (ending === "older-list") return { next: listLater, memory, reports };
  if (ending === "reselected" || ending === "relist") return { next: listSoon, memory, reports };
  if (reports.length > 0) {
    const kind = classifyError(error);
    if (kind === "busy" || kind === "unavailable") return { next: { ...listLater, minMs }, memory, reports };
    if (kind === "expired" || kind === "ahead") {
      const next = memory.versionUnavailable ? { ...listLater, minMs } : soon(listSoon, minMs);
      return { next, memory: { ...memory, versionUnavailable: true }, reports };
    }
    if (kind !== "malformed") {
      const next = memory.failures === 0 ? soon(listSoon, minMs) : { ...listLater, minMs };
      return { next, memory: { ...memory, plainListNext: true }, reports };
    }
  }
  const cutStreams = memory.cutStreams + 1;
  if (cutStreams < tries) return { next: listLater, memory: { ...memory, cutStreams }, reports };
  return { next: listLater, memory: { ...memory, cutStreams: 0, plainListNext: true }, reports };
}

function afterRelistRequest(memory: ReflectorMemory, reason: Anomaly): Decision {
  const message = "the cache differs from the server: the reflector lists again";
  return {
    next: stay,
    memory: { ...memory, ...relist },
    reports: [anomaly(reason), { type: "log", level: "warn", message, reason }],
    end: "relist",
  };
}

// ── Watches ──────────────────────────────────────────────────

function afterWatch(before: ReflectorMemory, watch: WatchEnded, settings: DecideSettings): Decision {
  const memory = {
    ...before,
    watchesSinceList: before.watchesSinceList + 1,
    failures: watch.events > 0 ? 0 : before.failures,
    shortWatches: isShort(watch) ? before.shortWatches : 0,
    // A watch that makes progress between its failures needs no list.
    internalErrors: broughtSomething(watch) ? undefined : before.internalErrors,
  };
  const decision = afterStream(memory, watch, settings);
  // Lists are expensive: a healthy watch between them does not make them more frequent.
  if (watch.openMs < reflectorDefaults.healthyWatchMs || decision.next.to !== "watch") return decision;
  return { ...decision, resetBackoff: true };
}

function afterStream(memory: ReflectorMemory, watch: WatchEnded, settings: DecideSettings): Decision {
  switch (watch.ending) {
    case "limit":
    case "silence":
      return { next: watchSoon, memory, reports: [] };
    case "reselected":
      return { next: listSoon, memory, reports: [] };
    case "relist":
    case "resync":
    case "older-list":
      return forcedList(memory, watch.at, []);
    case "no-initial-end":
    case "refused-object":
    case undefined:
      return watch.error === undefined
        ? afterWatchEnd(memory, watch, settings)
        : afterWatchError(memory, watch, settings);
  }
}

/** The server ended the watch without an error. */
function afterWatchEnd(before: ReflectorMemory, watch: WatchEnded, { name }: DecideSettings): Decision {
  const memory = { ...before, internalErrors: undefined };
  if (!isShort(watch)) return { next: watchSoon, memory: { ...memory, fruitlessWatches: 0 }, reports: [] };
  if (watch.initial || broughtSomething(watch)) {
    const shortWatches = memory.shortWatches + 1;
    return {
      next: shortWatches > freeShortWatches ? watchLater : watchSoon,
      memory: { ...memory, shortWatches },
      reports: [],
    };
  }
  return fruitlessWatch(memory, watch, [{ type: "short-watch" }, failure("watch", new VeryShortWatchError(name))]);
}

function afterWatchError(memory: ReflectorMemory, watch: WatchEnded, settings: DecideSettings): Decision {
  const { error, at, version } = watch;
  const minMs = serverDelayMs(error);
  const reports: Report[] = [failure("watch", error)];
  switch (classifyError(error)) {
    case "expired":
      return afterExpiredWatch(memory, watch, settings);
    case "ahead": {
      const counted = countFruitless(memory, version);
      if (counted.fruitlessWatches > 0) return { next: { ...watchLater, minMs }, memory: counted, reports };
      return { next: { ...listLater, minMs }, memory: { ...counted, versionUnavailable: true }, reports };
    }
    case "busy":
    case "unavailable":
      return { next: { ...watchLater, minMs }, memory, reports };
    case "internal": {
      const internalErrors = extendRetryWindow(memory.internalErrors, at, reflectorDefaults.internalErrorCalmMs);
      const retry = mayRetry(internalErrors, settings.maxInternalErrorRetryMs);
      return { next: { ...(retry ? watchLater : listLater), minMs }, memory: { ...memory, internalErrors }, reports };
    }
    case "malformed":
      if (!isUnknownEvent(error)) return fruitlessWatch(memory, watch, reports);
      return forcedList(memory, at, [...reports, anomaly("unknown-event")]);
    case "oversized":
    case "refused":
      return { next: { ...listLater, minMs }, memory, reports };
  }
}

/**
 * The version of a watch has expired. In the first watch after a list, before anything came in, that means that the
 * list took longer than the server keeps its history. Later it only means that the reflector was disconnected for some
 * time.
 */
function afterExpiredWatch(before: ReflectorMemory, watch: WatchEnded, { name }: DecideSettings): Decision {
  const reports: Report[] = [failure("watch", watch.error)];
  const historyMisses = broughtSomething(watch) || before.watchesSinceList > 1 ? 0 : before.historyMisses + 1;
  let memory = { ...before, historyMisses };
  if (historyMisses >= tries) {
    memory = { ...memory, historyMisses: 0, unpaged: true, plainListNext: true };
    const message = "lists take longer than the server keeps its history: the reflector requests all objects at once";
    reports.push({ type: "log", level: "warn", message });
    reports.push(failure("list", new ProtocolError(`${name}: lists take longer than the server keeps its history`)));
  }
  const minMs = serverDelayMs(watch.error);
  if (minMs > 0) return { next: { ...listLater, minMs }, memory, reports };
  // The server answers and wants a list: after an outage, one more wait would only make the cache older.
  return forcedList(memory, watch.at, reports);
}

/** A watch brought nothing: another one, or a list after several from the same version. */
function fruitlessWatch(before: ReflectorMemory, { version }: WatchEnded, reports: readonly Report[]): Decision {
  const memory = countFruitless(before, version);
  return { next: memory.fruitlessWatches === 0 ? listLater : watchLater, memory, reports };
}

/** Counts a watch from this version that brought nothing. After several in a row the count is zero again. */
function countFruitless(memory: ReflectorMemory, version: string): ReflectorMemory {
  const count = version === memory.fruitlessVersion ? memory.fruitlessWatches + 1 : 1;
  return { ...memory, fruitlessVersion: version, fruitlessWatches: count < tries ? count : 0 };
}

/**
 * Among the initial events, the list is not used, as a plain list with such an object is not: without the object, it
 * would count as deleted. On a watch the other changes are good, and only a list can show whether this one was lost.
 */
function afterRefusedObject(memory: ReflectorMemory, refused: ObjectRefused, { name }: DecideSettings): Decision {
  const { error, initial } = refused;
  const reports = [anomaly("refused-object"), failure(initial ? "list" : "watch", error)];
  if (initial) return { next: stay, memory, reports, end: "refused-object" };
  const refusedObjects = memory.refusedObjects + 1;
  if (refusedObjects < tries) return { next: stay, memory: { ...memory, refusedObjects }, reports };
  const repeated = new ProtocolError(`${name}: the server repeatedly sends objects that cannot be stored`, {
    cause: error,
  });
  return {
    next: stay,
    memory: { ...memory, refusedObjects: 0 },
    reports: [...reports, failure("watch", repeated)],
    end: "relist",
  };
}

/** Something failed in this process, not in the server: the open stream ends, and a list follows. */
function afterOwnFailure(memory: ReflectorMemory, error: unknown, where: string, end: Ending): Decision {
  return { next: stay, memory, reports: [unexpected(error, where)], end };
}

/** A list because something looked wrong: at once the first time, then only with backoff. */
function forcedList(memory: ReflectorMemory, at: number, reports: readonly Report[]): Decision {
  const recent = at - memory.forcedListAt < reflectorDefaults.forcedRelistMs;
  return { next: recent ? listLater : listSoon, memory: { ...memory, forcedListAt: at }, reports };
}

// ── Helpers ──────────────────────────────────────────────────

/** A step without backoff, unless the server asks for a delay. */
function soon(step: RequestStep, minMs: number): RequestStep {
  return minMs > 0 ? { to: step.to, pause: "backoff", minMs } : step;
}

function isShort({ openMs }: WatchEnded): boolean {
  return openMs < reflectorDefaults.shortWatchMs;
}

function broughtSomething({ events, bookmarks }: WatchEnded): boolean {
  return events > 0 || bookmarks > 0;
}

function isUnknownEvent(error: unknown): boolean {
  return isClientError(error, "Protocol") && error.name === "UnknownEventError";
}

function serverDelayMs(error: unknown): number {
  return (suggestsClientDelay(error) ?? 0) * 1_000;
}

function failure(during: "list" | "watch", error: unknown): Report {
  return { type: "failure", during, error, expired: classifyError(error) === "expired" };
}

function unexpected(error: unknown, where: string): Report {
  return { type: "unexpected", error, where };
}

function anomaly(what: Anomaly, count = 1): Report {
  return { type: "anomaly", what, count };
}
