import { describe, expect, it } from "vitest";
import { ProtocolError, TransportError, UnexpectedObjectError } from "../../errors/index.ts";
import { UnknownEventError } from "../../codec/index.ts";
import { expired, refusedConnection, reset, status } from "../test-support/reflecting.ts";
import { type Decision, decide, type ListRead, type Outcome, planList, type WatchEnded } from "./decide.ts";
import { initialMemory, type ReflectorMemory } from "./reflector-memory.ts";
import { isVeryShortWatch } from "./very-short-watch-error.ts";

const settings = { name: "things", maxInternalErrorRetryMs: 60_000 };

/** A list at 10, answering a request for any version, of a reflector whose store is empty. */
const listRead: ListRead = {
  type: "list-read",
  requested: "0",
  resourceVersion: "10",
  held: "",
  paged: false,
  duplicates: 0,
};
/** A watch from version 10 that the server ended after a minute, without an event. */
const watchEnded: WatchEnded = {
  type: "watch-ended",
  ending: undefined,
  error: undefined,
  at: 1_000_000,
  openMs: 60_000,
  version: "10",
  events: 0,
  bookmarks: 0,
  initial: false,
};
const initialEnded = { type: "initial-ended", ending: undefined, error: undefined } as const;
const failed = (error: unknown, more: Partial<WatchEnded> = {}): WatchEnded => ({
  ...watchEnded,
  openMs: 0,
  error,
  ...more,
});
const listFailed = (error: unknown, requested = "10"): Outcome => ({ type: "list-failed", requested, error });
const cut = (error: unknown): Outcome => ({ ...initialEnded, error });
const busy = (retryAfterSeconds: number) => status("TooManyRequests", 429, { retryAfterSeconds });
const ahead = (retryAfterSeconds?: number) =>
  status("Timeout", 504, {
    cause: "ResourceVersionTooLarge",
    retryAfterSeconds,
  });
const large = new TransportError("too large", { code: "limit" });
const garbage = new ProtocolError("not JSON");

/** `list/backoff`, or with a delay named by the server `list/backoff>=5000`. */
function stepOf({ next }: Decision): string {
  if (next.to === "stay") return "stay";
  return `${next.to}/${next.pause}${next.minMs ? `>=${next.minMs}` : ""}`;
}

/** What differs between two memories. */
function changes(before: ReflectorMemory, after: ReflectorMemory): Partial<ReflectorMemory> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof ReflectorMemory]),
  ) as Partial<ReflectorMemory>;
}

/** What was reported: `failure list`, `anomaly older-list`, `log warn`, `short-watch`. */
function reportsOf({ reports }: Decision): string[] {
  return reports.map((report) => {
    if (report.type === "failure") return `failure ${report.during}`;
    if (report.type === "anomaly") return `anomaly ${report.what}${report.count > 1 ? ` x${report.count}` : ""}`;
    return report.type === "log" ? `log ${report.level}` : report.type;
  });
}

type Row = readonly [
  title: string,
  before: Partial<ReflectorMemory>,
  outcome: Outcome,
  next: string,
  after: Partial<ReflectorMemory>,
  reports: readonly string[],
];

const waited = { failures: 1 } as const;
const watched = { watchesSinceList: 1 } as const;
const ended = (ending: WatchEnded["ending"]): WatchEnded => failed(new Error("aborted"), { ending });

const short = (more: Partial<WatchEnded>): WatchEnded => ({ ...watchEnded, openMs: 999, ...more });

const lists: readonly Row[] = [
  ["a complete list leads to a watch", {}, listRead, "watch/free", {}, []],
  [
    "a first list in pages: the server has no cache",
    {},
    { ...listRead, paged: true },
    "watch/free",
    { serverPages: true },
    [],
  ],
  ["pages of another list say nothing", {}, { ...listRead, requested: "", paged: true }, "watch/free", {}, []],
  ["a later list does not change that", { serverPages: true }, { ...listRead, requested: "10" }, "watch/free", {}, []],
  [
    "duplicate keys are counted",
    {},
    { ...listRead, duplicates: 2 },
    "watch/free",
    {},
    ["anomaly duplicate-in-list x2"],
  ],
  [
    "a complete list resets every count of failures",
    {
      versionUnavailable: true,
      failures: 4,
      cutStreams: 2,
      olderLists: 2,
      aheadTries: 2,
      refusedObjects: 2,
      watchesSinceList: 7,
      internalErrors: { firstAt: 1, lastAt: 2 },
    },
    listRead,
    "watch/free",
    {
      versionUnavailable: false,
      failures: 0,
      cutStreams: 0,
      olderLists: 0,
      aheadTries: 0,
      refusedObjects: 0,
      watchesSinceList: 0,
      internalErrors: undefined,
    },
    [],
  ],
  [
    "a list older than the store is refused",
    {},
    { ...listRead, requested: "12", held: "12" },
    "list/backoff",
    { olderLists: 1, ...waited },
    ["anomaly older-list", "failure list"],
  ],
  [
    "the third older list leads to a request for the most recent state",
    { olderLists: 2 },
    { ...listRead, requested: "12", held: "12" },
    "list/backoff",
    { olderLists: 3, versionUnavailable: true, ...waited },
    ["anomaly older-list", "failure list"],
  ],
  [
    "a fourth older list is believed",
    { olderLists: 3 },
    { ...listRead, held: "12" },
    "watch/free",
    { olderLists: 0 },
    [],
  ],
  ["a list of the same version is not older", {}, { ...listRead, held: "10" }, "watch/free", {}, []],
  ["a list with a version that is not a number is not older", {}, { ...listRead, held: "zz" }, "watch/free", {}, []],
  ["a failed list is requested again", {}, listFailed(new Error("x")), "list/backoff", waited, ["failure list"]],
  ["a list waits as long as the server says", {}, listFailed(busy(5)), "list/backoff>=5000", waited, ["failure list"]],
  [
    "an expired version leads to a plain list of the most recent state at once",
    {},
    listFailed(expired()),
    "list/free",
    { versionUnavailable: true, plainListNext: true },
    ["failure list"],
  ],
  ["the most recent state cannot expire", {}, listFailed(expired(), ""), "list/backoff", waited, ["failure list"]],
  [
    "a version that the server has not reached, too",
    {},
    listFailed(ahead()),
    "list/free",
    { versionUnavailable: true, plainListNext: true },
    ["failure list"],
  ],
  [
    "a server that is behind is given the time that it asks for",
    { aheadTries: 1 },
    listFailed(ahead(2)),
    "list/backoff>=2000",
    { aheadTries: 2, ...waited },
    ["failure list"],
  ],
  [
    "but only twice",
    { aheadTries: 2 },
    listFailed(ahead(2)),
    "list/free",
    { aheadTries: 3, versionUnavailable: true, plainListNext: true },
    ["failure list"],
  ],
  [
    "a list that begins clears the requests for one",
    { plainListNext: true, relistRequested: true },
    { type: "list-begins" },
    "stay",
    { plainListNext: false, relistRequested: false },
    [],
  ],
  [
    "a cache that disagrees with the server leads to a list of the most recent state",
    {},
    { type: "relist-requested", reason: "older-state" },
    "list/budget",
    { versionUnavailable: true, relistRequested: true },
    ["anomaly older-state", "log warn"],
  ],
  ["an unexpected error in a step leads to a list", {}, { type: "step-failed" }, "list/backoff", waited, []],
];

const streams: readonly Row[] = [
  [
    "a streaming list that is refused gives way to a plain one",
    {},
    cut(status("Invalid", 422)),
    "list/budget",
    {},
    ["failure watch", "log info"],
  ],
  [
    "so does one whose end never comes",
    {},
    { ...initialEnded, ending: "no-initial-end", error: reset() },
    "list/budget",
    {},
    ["log info"],
  ],
  [
    "one that is older than the store is requested again",
    {},
    { ...initialEnded, ending: "older-list", error: reset() },
    "list/backoff",
    waited,
    [],
  ],
  [
    "an unavailable server is asked again for a streaming list",
    {},
    cut(refusedConnection()),
    "list/backoff",
    waited,
    ["failure watch"],
  ],
  ["after the time that it asks for", {}, cut(busy(7)), "list/backoff>=7000", waited, ["failure watch"]],
  ["an expired version is dropped", {}, cut(expired()), "list/budget", { versionUnavailable: true }, ["failure watch"]],
  [
    "without a version, expired is a failure",
    { versionUnavailable: true },
    cut(expired()),
    "list/backoff",
    waited,
    ["failure watch"],
  ],
  [
    "a server that fails is asked for a plain list",
    {},
    cut(status("InternalError", 500)),
    "list/budget",
    { plainListNext: true },
    ["failure watch"],
  ],
  [
    "with a wait when that is not the first failure",
    { failures: 1 },
    cut(new Error("x")),
    "list/backoff",
    { plainListNext: true, failures: 2 },
    ["failure watch"],
  ],
  ["a stream that ends early is requested again", {}, initialEnded, "list/backoff", { cutStreams: 1, ...waited }, []],
  [
    "a malformed stream, too",
    { cutStreams: 1 },
    cut(garbage),
    "list/backoff",
    { cutStreams: 2, ...waited },
    ["failure watch"],
  ],
  [
    "the third time a plain list follows",
    { cutStreams: 2 },
    initialEnded,
    "list/backoff",
    { cutStreams: 0, plainListNext: true, ...waited },
    [],
  ],
];

const watches: readonly Row[] = [
  [
    "a first short watch that brought something is opened again soon",
    {},
    short({ bookmarks: 1 }),
    "watch/budget",
    { ...watched, shortWatches: 1 },
    [],
  ],
  [
    "the second in a row waits",
    { shortWatches: 1 },
    short({ events: 1 }),
    "watch/backoff",
    { ...watched, shortWatches: 2, ...waited },
    [],
  ],
  [
    "so does a streaming list that ends when it is complete",
    { shortWatches: 1 },
    short({ initial: true }),
    "watch/backoff",
    { ...watched, shortWatches: 2, ...waited },
    [],
  ],
  [
    "a longer watch ends the row",
    { shortWatches: 5 },
    { ...watchEnded, openMs: 1_000 },
    "watch/budget",
    { ...watched, shortWatches: 0 },
    [],
  ],
  [
    "a longer watch that breaks, too",
    { shortWatches: 5 },
    failed(reset(), { openMs: 1_000 }),
    "watch/backoff",
    { ...watched, shortWatches: 0, ...waited },
    ["failure watch"],
  ],
  ["a watch that the server ends is opened again", {}, watchEnded, "watch/budget", watched, []],
  [
    "a good end forgets internal errors",
    { internalErrors: { firstAt: 1, lastAt: 1 } },
    watchEnded,
    "watch/budget",
    { ...watched, internalErrors: undefined },
    [],
  ],
  [
    "a good end forgets watches that brought nothing",
    { fruitlessWatches: 2 },
    watchEnded,
    "watch/budget",
    { ...watched, fruitlessWatches: 0 },
    [],
  ],
  [
    "an internal error after an event is the first",
    { internalErrors: { firstAt: 900_000, lastAt: 999_000 } },
    failed(status("InternalError", 500), { events: 1 }),
    "watch/backoff",
    { ...watched, internalErrors: { firstAt: 1_000_000, lastAt: 1_000_000 }, ...waited },
    ["failure watch"],
  ],
  [
    "an event forgets failures",
    { failures: 3 },
    { ...watchEnded, events: 1 },
    "watch/budget",
    { ...watched, failures: 0 },
    [],
  ],
  ["a watch past its limit is opened again", {}, ended("limit"), "watch/budget", watched, []],
  ["a silent watch is opened again", {}, ended("silence"), "watch/budget", watched, []],
  [
    "a watch ended for a list leads to one",
    {},
    ended("relist"),
    "list/budget",
    { ...watched, forcedListAt: 1_000_000 },
    [],
  ],
  [
    "a second such list within a minute waits",
    { forcedListAt: 940_001 },
    ended("resync"),
    "list/backoff",
    { ...watched, forcedListAt: 1_000_000, ...waited },
    [],
  ],
  [
    "but not after a minute",
    { forcedListAt: 940_000 },
    ended("resync"),
    "list/budget",
    { ...watched, forcedListAt: 1_000_000 },
    [],
  ],
  [
    "a watch that ends immediately is opened again with a wait",
    {},
    failed(undefined),
    "watch/backoff",
    { ...watched, fruitlessVersion: "10", fruitlessWatches: 1, ...waited },
    ["short-watch", "failure watch"],
  ],
  [
    "the third from the same version leads to a list",
    { fruitlessVersion: "10", fruitlessWatches: 2 },
    failed(undefined),
    "list/backoff",
    { ...watched, fruitlessWatches: 0, ...waited },
    ["short-watch", "failure watch"],
  ],
  [
    "one from another version counts as the first",
    { fruitlessVersion: "9", fruitlessWatches: 2 },
    failed(undefined),
    "watch/backoff",
    { ...watched, fruitlessVersion: "10", fruitlessWatches: 1, ...waited },
    ["short-watch", "failure watch"],
  ],
  [
    "a broken connection is opened again with a wait",
    {},
    failed(reset()),
    "watch/backoff",
    { ...watched, ...waited },
    ["failure watch"],
  ],
  [
    "a refusal for lack of rights, too",
    {},
    failed(status("Forbidden", 403)),
    "watch/backoff",
    { ...watched, ...waited },
    ["failure watch"],
  ],
  [
    "a busy server is given the time that it asks for",
    {},
    failed(busy(9)),
    "watch/backoff>=9000",
    { ...watched, ...waited },
    ["failure watch"],
  ],
  [
    "an unknown error leads to a list",
    {},
    failed(new Error("x")),
    "list/backoff",
    { ...watched, ...waited },
    ["failure watch"],
  ],
  [
    "an oversized event leads to a list",
    {},
    failed(large),
    "list/backoff",
    { ...watched, ...waited },
    ["failure watch"],
  ],
  [
    "a malformed stream is opened again",
    {},
    failed(garbage),
    "watch/backoff",
    { ...watched, fruitlessVersion: "10", fruitlessWatches: 1, ...waited },
    ["failure watch"],
  ],
  [
    "an event of unknown type leads to a list",
    {},
    failed(new UnknownEventError("RENAMED")),
    "list/budget",
    { ...watched, forcedListAt: 1_000_000 },
    ["failure watch", "anomaly unknown-event"],
  ],
  [
    "an internal error is retried",
    {},
    failed(status("InternalError", 500)),
    "watch/backoff",
    { ...watched, internalErrors: { firstAt: 1_000_000, lastAt: 1_000_000 }, ...waited },
    ["failure watch"],
  ],
  [
    "so is an ERROR event that is no Status",
    { internalErrors: { firstAt: 950_000, lastAt: 999_000 } },
    failed(new UnexpectedObjectError({ odd: true })),
    "watch/backoff",
    { ...watched, internalErrors: { firstAt: 950_000, lastAt: 1_000_000 }, ...waited },
    ["failure watch"],
  ],
  [
    "after a minute of internal errors a list follows",
    { internalErrors: { firstAt: 940_000, lastAt: 999_000 } },
    failed(status("InternalError", 500)),
    "list/backoff",
    { ...watched, internalErrors: { firstAt: 940_000, lastAt: 1_000_000 }, ...waited },
    ["failure watch"],
  ],
  [
    "a version that the server has not reached is tried again",
    {},
    failed(ahead(3)),
    "watch/backoff>=3000",
    { ...watched, fruitlessVersion: "10", fruitlessWatches: 1, ...waited },
    ["failure watch"],
  ],
  [
    "the third time the most recent state is listed",
    { fruitlessVersion: "10", fruitlessWatches: 2 },
    failed(ahead()),
    "list/backoff",
    { ...watched, fruitlessWatches: 0, versionUnavailable: true, ...waited },
    ["failure watch"],
  ],
  [
    "an expired version in the first watch is a list that took too long",
    {},
    failed(expired()),
    "list/budget",
    { ...watched, historyMisses: 1, forcedListAt: 1_000_000 },
    ["failure watch"],
  ],
  [
    "the third in a row changes how lists are requested",
    { historyMisses: 2 },
    failed(expired()),
    "list/budget",
    { ...watched, historyMisses: 0, unpaged: true, plainListNext: true, forcedListAt: 1_000_000 },
    ["failure watch", "log warn", "failure list"],
  ],
  [
    "an expired version after an event is not",
    { historyMisses: 2 },
    failed(expired(), { events: 1 }),
    "list/budget",
    { ...watched, historyMisses: 0, forcedListAt: 1_000_000 },
    ["failure watch"],
  ],
  [
    "nor in a later watch",
    { historyMisses: 2, watchesSinceList: 1 },
    failed(expired()),
    "list/budget",
    { watchesSinceList: 2, historyMisses: 0, forcedListAt: 1_000_000 },
    ["failure watch"],
  ],
  [
    "an expired version with a delay waits for it",
    {},
    failed(status("Expired", 410, { retryAfterSeconds: 4 })),
    "list/backoff>=4000",
    { ...watched, historyMisses: 1, ...waited },
    ["failure watch"],
  ],
  [
    "an object that cannot be stored is reported",
    {},
    { type: "object-refused", error: garbage },
    "stay",
    { refusedObjects: 1 },
    ["anomaly refused-object", "failure watch"],
  ],
  [
    "the third leads to a list",
    { refusedObjects: 2 },
    { type: "object-refused", error: garbage },
    "list/budget",
    { refusedObjects: 0 },
    ["anomaly refused-object", "failure watch", "failure watch"],
  ],
];

describe.each([
  ["lists", lists],
  ["streaming lists", streams],
  ["watches", watches],
])("decide, %s:", (_, rows) => {
  it.each(rows)("%s", (_title, before, outcome, next, after, reports) => {
    const memory = { ...initialMemory, ...before };
    const decision = decide(memory, outcome, settings);
    expect(stepOf(decision)).toBe(next);
    expect(changes(memory, decision.memory)).toEqual(after);
    expect(reportsOf(decision)).toEqual(reports);
    expect(memory).toEqual({ ...initialMemory, ...before });
  });
});

describe("decide", () => {
  it("says whether a list that was read goes into the store", () => {
    expect(decide(initialMemory, listRead, settings).accepted).toBe(true);
    expect(decide(initialMemory, { ...listRead, held: "12" }, settings).accepted).toBe(false);
  });

  it("says that streaming lists are not available only when the server does not support them", () => {
    expect(decide(initialMemory, cut(status("Invalid", 422)), settings).streamingUnavailable).toBe(true);
    expect(decide(initialMemory, { ...initialEnded, ending: "no-initial-end" }, settings).streamingUnavailable).toBe(
      true,
    );
    expect(decide(initialMemory, cut(status("InternalError", 500)), settings).streamingUnavailable).toBeUndefined();
  });

  it("says that the backoff starts again after a healthy watch, but not when a list follows", () => {
    const healthy = { openMs: 5_000 };
    expect(decide(initialMemory, failed(reset(), healthy), settings).resetBackoff).toBe(true);
    expect(decide(initialMemory, failed(undefined, healthy), settings).resetBackoff).toBe(true);
    expect(decide(initialMemory, failed(reset(), { openMs: 4_999 }), settings).resetBackoff).toBeUndefined();
    expect(decide(initialMemory, failed(expired(), healthy), settings).resetBackoff).toBeUndefined();
    expect(decide(initialMemory, { ...ended("relist"), ...healthy }, settings).resetBackoff).toBeUndefined();
  });

  it.each([
    ["a streaming list that is not supported", cut(status("Invalid", 422, { retryAfterSeconds: 8 }))],
    ["a streaming list whose version expired", cut(status("Expired", 410, { retryAfterSeconds: 8 }))],
    ["a streaming list that failed", cut(status("InternalError", 500, { retryAfterSeconds: 8 }))],
    ["a watch that is refused", failed(status("NotFound", 404, { retryAfterSeconds: 8 }))],
    ["a watch whose version expired", failed(status("Expired", 410, { retryAfterSeconds: 8 }))],
    ["a watch that failed", failed(status("InternalError", 500, { retryAfterSeconds: 8 }))],
  ])("waits as long as the server asks for after %s", (_title, outcome) => {
    expect(stepOf(decide(initialMemory, outcome, settings))).toMatch(/backoff>=8000$/);
    const exhausted = {
      ...initialMemory,
      versionUnavailable: true,
      failures: 3,
      internalErrors: { firstAt: 0, lastAt: 999_999 },
    };
    expect(stepOf(decide(exhausted, outcome, settings))).toMatch(/^list\/backoff>=8000$/);
  });

  it("names the reflector in the errors that it reports", () => {
    const { reports } = decide(initialMemory, failed(undefined), settings);
    const error = reports.map((report) => (report.type === "failure" ? report.error : undefined)).find(Boolean);
    expect(isVeryShortWatch(error)).toBe(true);
    expect(String(error)).toContain("things: ");
  });
});

describe("planList", () => {
  it.each([
    ["a first list accepts any version, in pages", {}, "", undefined, "0", 500],
    ["a later list asks for at least the version of the store, at once", {}, "10", undefined, "10", 0],
    ["in pages where the server has no cache", { serverPages: true }, "10", undefined, "10", 500],
    ["the most recent state comes in pages", { versionUnavailable: true }, "10", undefined, "", 500],
    ["unless lists took too long", { versionUnavailable: true, unpaged: true }, "10", undefined, "", 0],
    ["an option decides the page size", { unpaged: true }, "10", 7, "10", 7],
  ] as const)("%s", (_title, memory, version, pageSize, resourceVersion, expectedPageSize) => {
    const plan = planList({ ...initialMemory, ...memory }, { version, pageSize });
    expect(plan).toEqual({ resourceVersion, pageSize: expectedPageSize });
  });
});
