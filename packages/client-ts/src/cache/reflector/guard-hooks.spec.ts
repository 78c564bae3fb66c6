import { describe, expect, it } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import type { KubeObject } from "../../meta/index.ts";
import { newPrometheusMeter } from "../../prometheus/index.ts";
import { FakeClock, silentLogger } from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { reflecting, refusedConnection, status } from "../test-support/reflecting.ts";
import { listOf, settled, type Thing, thing } from "../test-support/scripted-source.ts";
import { checkConsistency } from "./consistency-check.ts";
import { reflectorDefaults } from "./defaults.ts";
import { whyRefused } from "./expected-kind.ts";
import { guardHooks } from "./guard-hooks.ts";
import { ReflectorMetrics } from "./reflector-metrics.ts";
import { ReflectorSharing } from "./reflector-sharing.ts";
import { ListSnapshot } from "./list-snapshot.ts";

const fail = (): never => {
  throw new Error("the hook failed");
};

describe("a hook of a reflector that fails", () => {
  it.each([
    ["throws", fail],
    ["gives infinity", () => Number.POSITIVE_INFINITY],
    ["gives no number", () => Number.NaN],
    ["gives a promise", () => Promise.resolve(5) as unknown as number],
  ])("waits half a minute when the backoff %s", (_title, next) => {
    const errors: string[] = [];
    const { backoff } = guardHooks(
      { backoff: { next, reset: fail }, onUnexpectedError: (_error, where) => void errors.push(where) },
      "things",
      silentLogger,
    );
    expect(backoff?.next()).toBe(30_000);
    backoff?.reset?.();
    expect(errors).toEqual(["the backoff of reflector things", "the backoff of reflector things"]);
  });

  it("resyncs when it does not say whether to, and passes on what the others say", () => {
    const errors: unknown[] = [];
    const guarded = (shouldResync: () => boolean) =>
      guardHooks({ shouldResync, onUnexpectedError: (error) => void errors.push(error) }, "things", silentLogger);
    expect(guarded(fail).shouldResync?.()).toBe(true);
    expect(guarded(() => Promise.resolve(false) as unknown as boolean).shouldResync?.()).toBe(true);
    expect(errors).toHaveLength(2);
    expect([guarded(() => false).shouldResync?.(), guarded(() => true).shouldResync?.()]).toEqual([false, true]);
  });
});

describe("what a reflector stores", () => {
  const pod = { group: "", version: "v1", kind: "Pod" };
  const refused = (object: KubeObject, needsVersion = true): string | undefined =>
    whyRefused(plainEntry(object), pod, needsVersion)?.message;
  const metadata = { name: "a", namespace: "shop", resourceVersion: "5" };

  it("has the expected kind, or says nothing about it", () => {
    expect(refused({ apiVersion: "v1", kind: "Pod", metadata })).toBeUndefined();
    expect(refused({ kind: "Pod", metadata })).toBeUndefined();
    expect(refused({ apiVersion: "v2", metadata })).toBeUndefined();
    expect(refused({ metadata })).toBeUndefined();
    expect(refused({ apiVersion: "v1", kind: "Node", metadata })).toBe("expected v1 Pod, got v1 Node");
    expect(refused({ apiVersion: "v2", kind: "Pod", metadata })).toBe("expected v1 Pod, got v2 Pod");
    expect(refused({ kind: "Node", metadata })).toBe("expected v1 Pod, got  Node");
  });

  it("has the expected group and version", () => {
    const expected = { group: "apps", version: "v1", kind: "Deployment" };
    const said = (apiVersion: string): string | undefined =>
      whyRefused(plainEntry({ apiVersion, kind: "Deployment", metadata }), expected, true)?.message;
    expect([said("apps/v1"), said("")]).toEqual([undefined, undefined]);
    for (const other of ["v1", "apps/v2", "appz/v1", "apps-v1", "apps/v1/", "appsv1", "apps/v11"])
      expect(said(other)).toBe(`expected apps/v1 Deployment, got ${other} Deployment`);
  });

  it("has a name, and in a watch a version", () => {
    expect(refused({ metadata: { resourceVersion: "5" } })).toBe("an object without a name cannot be stored");
    expect(refused({ metadata: { name: "a" } })).toBe("a: an event's object without resourceVersion cannot be stored");
    expect(refused({ metadata: { name: "a" } }, false)).toBeUndefined();
  });
});

describe("the numbers of a reflector", () => {
  it("are those that the documentation names", () => {
    expect(reflectorDefaults).toEqual({
      pageSize: 500,
      maxEmptyPages: 100,
      snapshotPart: 65_536,
      listHeadersTimeoutMs: 60_000,
      listIdleTimeoutMs: 30_000,
      minWatchTimeoutMs: 300_000,
      watchMarginMs: 10_000,
      bookmarkSilenceMs: 150_000,
      bookmarksExpectedAfter: 2,
      initialWarnMs: 10_000,
      initialLimitMs: 30_000,
      noStreamingMs: 600_000,
      tries: 3,
      shortWatchMs: 1_000,
      shortWatches: 1,
      healthyWatchMs: 5_000,
      forcedRelistMs: 60_000,
      maxInternalErrorRetryMs: 60_000,
      internalErrorCalmMs: 60_000,
      logPeriodMs: 60_000,
      staleAfterMs: 10_000,
      staleWarnMs: 5_000,
      contactPeriodMs: 1_000,
      consistencyRetryMs: 1_000,
      consistencyTries: 5,
      consistencyExamples: 10,
      resyncMs: 0,
      maxWaiting: 2_000,
      retriesPerSecond: 20,
      retryBurst: 10,
      concurrentLists: 25,
      backoff: { baseMs: 800, factor: 2, capMs: 30_000, jitter: 1, steps: 38, resetAfterMs: 120_000 },
    });
  });

  it("keep a server that refused a streaming list from being asked for one for ten minutes", async () => {
    const clock = new FakeClock();
    const sharing = new ReflectorSharing({ clock });
    const { source, reflector } = reflecting({ clock, sharing, streamingSource: true });
    void reflector.run();
    await (await source.nextWatch()).fail(status("Invalid", 422));
    await reflector.close();
    await clock.advance(599_999);
    expect(sharing.mayStream).toBe(false);
    await clock.advance(1);
    expect(sharing.mayStream).toBe(true);
  });

  it("show no version that is not a number, and no count of zero", () => {
    const meter = newPrometheusMeter();
    const metrics = new ReflectorMetrics(meter, "things");
    metrics.version("12");
    metrics.version("v-a");
    metrics.anomaly("duplicate-event", 0);
    expect(meter.text()).toContain('client_ts_reflector_last_resource_version{name="things"} 12');
    expect(meter.text()).not.toContain("duplicate-event");
  });
});

describe("the comparison of a streaming list with a plain one", () => {
  const source = (list: ListerWatcher<Thing>["list"]): ListerWatcher<Thing> => ({
    list,
    watch: () => Promise.reject(refusedConnection()),
  });
  const snapshot = (...things: Thing[]): ListSnapshot<Thing> => {
    const made = new ListSnapshot<Thing>();
    for (const one of things) made.listed(plainEntry(one));
    return made;
  };

  it("finds what only one of them has, and what differs", async () => {
    const { signal } = new AbortController();
    const plain = source(async () => listOf("10", [thing("b", "2"), thing("c", "4"), thing("same", "5")]));
    const streamed = snapshot(thing("a", "1"), thing("c", "3"), thing("same", "5"));
    const checked = checkConsistency(plain, streamed, "10", { signal, clock: new FakeClock() });
    await expect(checked).rejects.toMatchObject({ keys: ["a", "c", "b"] });
  });

  it("is tried five times, a second apart, and not once more when the reflector was stopped", async () => {
    const clock = new FakeClock();
    const stopper = new AbortController();
    let lists = 0;
    const failing = source(async () => {
      lists++;
      throw refusedConnection();
    });
    const { signal } = stopper;
    const checked = expect(checkConsistency(failing, snapshot(), "10", { signal, clock })).rejects.toMatchObject({
      code: "refused",
    });
    await clock.advance(3_999);
    expect(lists).toBe(4);
    await clock.advance(60_000);
    await checked;
    expect(lists).toBe(5);
    const second = expect(checkConsistency(failing, snapshot(), "10", { signal, clock })).rejects.toBeDefined();
    await settled();
    stopper.abort(new Error("stopped"));
    await second;
    expect([lists, clock.pending]).toEqual([6, 0]);
  });
});
