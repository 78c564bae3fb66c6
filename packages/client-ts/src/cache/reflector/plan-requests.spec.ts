import { describe, expect, it } from "vitest";
import { status } from "../test-support/reflecting.ts";
import { livenessOf } from "./contact.ts";
import { isListStreamed, planList, planWatch } from "./plan-requests.ts";
import { initialMemory } from "./reflector-memory.ts";

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

describe("planWatch", () => {
  const always = { allowWatchBookmarks: true, timeoutSeconds: 300 };
  const initial = { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
  it.each([
    ["a watch goes on at the version of the store", {}, "10", false, { ...always, resourceVersion: "10" }],
    [
      "also when a list may not ask for it",
      { versionUnavailable: true },
      "10",
      false,
      { ...always, resourceVersion: "10" },
    ],
    ["a first list as a stream accepts any version", {}, "", true, { ...always, ...initial }],
    [
      "a later one asks for at least that of the store",
      {},
      "10",
      true,
      { ...always, ...initial, resourceVersion: "10" },
    ],
    [
      "and for the most recent state when that is not to be had",
      { versionUnavailable: true },
      "10",
      true,
      { ...always, ...initial },
    ],
  ] as const)("%s", (_title, memory, version, isInitial, options) => {
    const input = { version, isInitial, minTimeoutMs: undefined, random: 0 };
    expect(planWatch({ ...initialMemory, ...memory }, input)).toStrictEqual({
      requested: "resourceVersion" in options ? options.resourceVersion : "",
      limitMs: 310_000,
      options,
    });
  });

  it.each([
    ["five minutes", undefined, 0, 300],
    ["up to twice as long, in whole seconds", undefined, 0.999_999, 599],
    ["what an option says", 900_000, 0, 900],
    ["up to twice that", 900_000, 0.5, 1_350],
    ["five minutes when an option says less", 1_000, 0, 300],
  ])("asks the server for %s, and gives the watch 10 seconds more", (_title, minTimeoutMs, random, seconds) => {
    const plan = planWatch(initialMemory, { version: "10", isInitial: false, minTimeoutMs, random });
    expect([plan.options.timeoutSeconds, plan.limitMs]).toEqual([seconds, seconds * 1000 + 10_000]);
  });
});

describe("isListStreamed", () => {
  it("is true unless an option, the source, the last answers or the other reflectors speak against it", () => {
    const all = { isAllowed: true, supportsWatchList: true, mayStream: true };
    expect(isListStreamed(initialMemory, all)).toBe(true);
    for (const one of ["isAllowed", "supportsWatchList", "mayStream"] as const)
      expect(isListStreamed(initialMemory, { ...all, [one]: false })).toBe(false);
    expect(isListStreamed({ ...initialMemory, plainListNext: true }, all)).toBe(false);
  });
});

describe("livenessOf", () => {
  const broken = new Error("cut");
  it.each([
    [
      "one that never opened, or that we ended, says nothing",
      { wasOpen: false, openMs: 0, events: 0, error: broken },
      "unknown",
    ],
    [
      "one that breaks at once without an event was fruitless",
      { wasOpen: true, openMs: 999, events: 0, error: broken },
      "fruitless",
    ],
    ["one that brought an event was not", { wasOpen: true, openMs: 999, events: 1, error: broken }, "unknown"],
    ["nor was one that was open for a second", { wasOpen: true, openMs: 1_000, events: 0, error: broken }, "unknown"],
    [
      "one that the server ended was live until then",
      { wasOpen: true, openMs: 10, events: 0, error: undefined },
      "live",
    ],
    [
      "also with an error of the server's",
      { wasOpen: true, openMs: 5_000, events: 0, error: status("InternalError", 500) },
      "live",
    ],
  ] as const)("%s", (_title, watch, liveness) => {
    expect(livenessOf(watch)).toBe(liveness);
  });
});
