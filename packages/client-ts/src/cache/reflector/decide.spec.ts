import { describe, expect, it } from "vitest";
import {
  ahead,
  busy,
  cut,
  decides,
  ended,
  failed,
  garbage,
  initialEnded,
  listFailed,
  listRead,
  type Row,
  settings,
  stepOf,
  waited,
} from "../test-support/deciding.ts";
import { expired, refusedConnection, reset, status } from "../test-support/reflecting.ts";
import { decide, roundWith } from "./decide.ts";
import { initialMemory } from "./reflector-memory.ts";
import { isVeryShortWatch } from "./very-short-watch-error.ts";

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
    "list/backoff, end older-list",
    { olderLists: 1, ...waited },
    ["anomaly older-list", "failure list"],
  ],
  [
    "the third older list leads to a request for the most recent state",
    { olderLists: 2 },
    { ...listRead, requested: "12", held: "12" },
    "list/backoff, end older-list",
    { olderLists: 3, versionUnavailable: true, ...waited },
    ["anomaly older-list", "failure list"],
  ],
  [
    "a fourth older list is accepted",
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
    "stay, end relist",
    { versionUnavailable: true, relistRequested: true },
    ["anomaly older-state", "log warn"],
  ],
  [
    "a source that chooses other objects leads to a list of the most recent state, without a warning",
    {},
    { type: "reselected" },
    "stay, end reselected",
    { versionUnavailable: true, relistRequested: true },
    [],
  ],
  [
    "an unexpected error in a step leads to a list",
    {},
    { type: "step-failed", error: new Error("x") },
    "list/backoff",
    waited,
    ["unexpected: the loop of"],
  ],
  [
    "a pause is followed by the request that was decided",
    {},
    { type: "pause-over", next: "watch" },
    "watch/free",
    {},
    [],
  ],
  ["or by the list that was", {}, { type: "pause-over", next: "list" }, "list/free", {}, []],
  [
    "or by a list that was requested during the pause",
    { relistRequested: true },
    { type: "pause-over", next: "watch" },
    "list/free",
    {},
    [],
  ],
  [
    "a list during which another was requested leads to that one, at the most recent state",
    { relistRequested: true },
    listRead,
    "list/free",
    { versionUnavailable: true },
    [],
  ],
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
    "one whose source chooses other objects is requested again at once",
    {},
    { ...initialEnded, ending: "reselected", error: reset() },
    "list/budget",
    {},
    [],
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
    "one during which a list is requested is not a failure",
    { cutStreams: 2, failures: 1 },
    { ...initialEnded, ending: "relist", error: reset() },
    "list/budget",
    {},
    [],
  ],
  [
    "an object that cannot be stored ends it",
    { refusedObjects: 1 },
    { type: "object-refused", error: garbage, initial: true },
    "stay, end refused-object",
    {},
    ["anomaly refused-object", "failure list"],
  ],
  [
    "one with such an object is requested again",
    {},
    { ...initialEnded, ending: "refused-object", error: reset() },
    "list/backoff",
    { cutStreams: 1, ...waited },
    [],
  ],
  [
    "the third one gives way to a plain list",
    { cutStreams: 2 },
    { ...initialEnded, ending: "refused-object", error: reset() },
    "list/backoff",
    { cutStreams: 0, plainListNext: true, ...waited },
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

describe("decide, lists:", () => decides(lists));
describe("decide, streaming lists:", () => decides(streams));

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

  it("remembers the last failure until something comes in, and an expired version as none", () => {
    const error = reset();
    const failure = { name: "things", during: "watch", error, expired: false };
    const after = decide(initialMemory, failed(error), settings).memory;
    expect(after.lastFailure).toEqual(failure);
    expect(decide(after, failed(expired()), settings).memory.lastFailure).toEqual(failure);
    expect(decide(after, { type: "list-begins" }, settings).memory.lastFailure).toEqual(failure);
    const came = decide(after, { type: "advanced" }, settings);
    expect([stepOf(came), came.memory, came.reports]).toEqual(["stay", { ...after, lastFailure: undefined }, []]);
    expect(decide(came.memory, failed(expired()), settings).memory.lastFailure).toBeUndefined();
  });

  it("remembers since the start whether a list was accepted", () => {
    const { memory } = decide(initialMemory, listRead, settings);
    expect(memory.listed).toBe(true);
    const older = { ...listRead, held: "12" };
    expect(decide(memory, older, settings).memory.listed).toBe(true);
    const started = decide(memory, { type: "started" }, settings);
    expect([stepOf(started), started.memory, started.reports]).toEqual(["stay", { ...memory, listed: false }, []]);
    expect(decide(started.memory, older, settings).memory.listed).toBe(false);
  });

  it.each([
    ["goes on with a watch", "watch", "free", true, "goes on"],
    ["goes on with a watch after a wait", "watch", "backoff", true, "goes on"],
    ["is over when another list is needed", "list", "free", true, "is over"],
    ["is over when another list is needed after a wait", "list", "backoff", true, "is over"],
    ["goes on with another list when only the version was the problem", "list", "free", false, "goes on"],
    ["has failed when its list did", "list", "backoff", false, "has failed"],
    ["has failed when its streaming list did", "list", "budget", false, "has failed"],
  ] as const)("says that a round %s", (_title, to, pause, listed, expected) => {
    expect(roundWith({ to, pause }, listed)).toBe(expected);
  });
});
