import { describe, expect, it } from "vitest";
import type { Event } from "../api/core/v1.ts";
import { FakeClock } from "../util/index.ts";
import { type Correlation, type CorrelatorOptions, EventCorrelator } from "./event-correlator.ts";

function correlator(options: CorrelatorOptions = {}): { correlator: EventCorrelator; clock: FakeClock } {
  const clock = new FakeClock();
  let names = 0;
  const made = new EventCorrelator(options, {
    clock,
    nameFor: (object) => `${object}.${++names}`,
    timestamp: () => new Date(clock.now()).toISOString(),
  });
  return { correlator: made, clock };
}

let made = 0;
function event(message: string, changes: Partial<Event> = {}): Event {
  return {
    metadata: { name: `web.e${++made}`, namespace: "shop" },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web", uid: "u1" },
    source: { component: "kubelet", host: "node-1" },
    type: "Normal",
    reason: "Started",
    message,
    count: 1,
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    ...changes,
  };
}

/** What a correlator does with events of these messages, in order. */
function run(target: EventCorrelator, events: readonly Event[]): Correlation[] {
  return events.map((next) => {
    const result = target.correlate(next);
    if (result.action !== "skip") target.remember(result.event);
    return result;
  });
}

const actions = (results: readonly Correlation[]): string[] => results.map(({ action }) => action);
const last = (results: readonly Correlation[]): Event => {
  const result = results.at(-1);
  if (result === undefined || result.action === "skip") throw new Error("the last event was skipped");
  return result.event;
};
const different = (count: number, changes: Partial<Event> = {}): Event[] =>
  Array.from({ length: count }, (_, at) => event(`message ${at}`, changes));

describe("the aggregation of events", () => {
  it("puts events that differ in their message alone into one group, and other reasons into another (B205)", () => {
    const { correlator: target } = correlator({ maxEvents: 2 });
    run(target, [event("one")]);
    expect(last(run(target, [event("two", { reason: "Killing" })])).message).toBe("two");
    expect(last(run(target, [event("three")])).message).toContain("combined");
  });

  it("marks the message of a combined event (B206)", () => {
    const { correlator: target } = correlator();
    expect(last(run(target, different(10))).message).toBe("(combined from similar events): message 9");
    const own = correlator({ combinedMessage: ({ message }) => `several: ${message}` }).correlator;
    expect(last(run(own, different(10))).message).toBe("several: message 9");
  });

  it("combines from the tenth similar event on, with a count of its own (B212)", () => {
    const { correlator: target } = correlator();
    const results = run(target, different(10));
    expect(actions(results)).toEqual(Array(10).fill("create"));
    expect(last(results)).toMatchObject({
      metadata: { name: "web.1", namespace: "shop" },
      count: 1,
      reason: "Started",
      type: "Normal",
      source: { component: "kubelet", host: "node-1" },
    });
  });

  it("raises the count of the combined event with the next similar one (B213)", () => {
    const { correlator: target } = correlator();
    const results = run(target, different(12));
    expect(last(results)).toMatchObject({ metadata: { name: "web.1" }, count: 3 });
    expect(results.at(-1)).toMatchObject({
      action: "patch",
      patch: { count: 3, message: "(combined from similar events): message 11" },
    });
  });

  it("does not combine events that come slower than the interval (B215)", async () => {
    const { correlator: target, clock } = correlator();
    for (const next of different(20)) {
      await clock.advance(600_001);
      expect(run(target, [next])).toMatchObject([{ action: "create", event: { message: next.message } }]);
    }
  });

  it("combines events whose gaps are exactly the interval (B215)", async () => {
    const { correlator: target, clock } = correlator();
    let results: Correlation[] = [];
    for (const next of different(10)) {
      await clock.advance(600_000);
      results = run(target, [next]);
    }
    expect(last(results).message).toContain("combined");
  });
});

describe("the counting of events", () => {
  it("creates a single event with the count 1 (B207)", () => {
    const { correlator: target } = correlator();
    const only = event("up");
    expect(target.correlate(only)).toEqual({ action: "create", event: only });
  });

  it("patches the first event when an identical one follows (B208)", () => {
    const { correlator: target } = correlator();
    const first = event("up");
    const second = event("up", { lastTimestamp: "2026-01-01T00:00:09Z", firstTimestamp: "2026-01-01T00:00:09Z" });
    const results = run(target, [first, second]);
    expect(results[1]).toMatchObject({
      action: "patch",
      event: { metadata: { name: first.metadata.name }, count: 2, firstTimestamp: "2026-01-01T00:00:00Z" },
      patch: { count: 2, lastTimestamp: "2026-01-01T00:00:09Z", message: "up" },
    });
    expect(second.count).toBe(1);
  });

  it("counts identical events above the aggregation's limit without combining them (B209)", () => {
    const { correlator: target } = correlator();
    const results = run(
      target,
      Array.from({ length: 11 }, () => event("up")),
    );
    expect(last(results)).toMatchObject({ message: "up", count: 11 });
  });

  it("keeps events of different containers apart (B214)", () => {
    const { correlator: target } = correlator();
    const of = (container: string): Event => {
      const { involvedObject, ...rest } = event("up");
      return { ...rest, involvedObject: { ...involvedObject, fieldPath: `spec.containers{${container}}` } };
    };
    expect(actions(run(target, [of("a"), of("b"), of("a")]))).toEqual(["create", "create", "patch"]);
  });

  const subject = event("up").involvedObject;
  const otherEvents: [string, Partial<Event>][] = [
    ["namespace", { involvedObject: { ...subject, namespace: "other" } }],
    ["name", { involvedObject: { ...subject, name: "other" } }],
    ["uid", { involvedObject: { ...subject, uid: "u2" } }],
    ["kind", { involvedObject: { ...subject, kind: "Deployment" } }],
    ["apiVersion", { involvedObject: { ...subject, apiVersion: "v2" } }],
    ["component", { source: { component: "scheduler", host: "node-1" } }],
    ["host", { source: { component: "kubelet", host: "node-2" } }],
    ["type", { type: "Warning" }],
    ["reason", { reason: "Killing" }],
  ];
  it.each(otherEvents)("counts events apart that differ in their %s (B208, B216)", (field, changes) => {
    const { correlator: target } = correlator({ burst: 2 });
    const [first, second] = [event("up"), event("up", changes)];
    expect(actions(run(target, [first, second, first, second]))).toEqual(
      // All reasons of an object and type have one budget.
      field === "reason" ? ["create", "create", "skip", "skip"] : ["create", "create", "patch", "patch"],
    );
  });

  it("does not confuse names that are equal only when they are joined", () => {
    const { correlator: target } = correlator();
    const of = (namespace: string, name: string): Event => {
      const { involvedObject, ...rest } = event("up");
      return { ...rest, involvedObject: { ...involvedObject, namespace, name } };
    };
    expect(actions(run(target, [of("a", "bc"), of("ab", "c")]))).toEqual(["create", "create"]);
  });

  it("forgets the events that it saw least recently", () => {
    const { correlator: target } = correlator({ lruCacheSize: 2, maxEvents: 100 });
    const texts = ["a", "b", "a", "c", "a", "b"];
    const results = run(
      target,
      texts.map((text) => event(text)),
    );
    expect(actions(results)).toEqual(["create", "create", "patch", "create", "patch", "create"]);
  });
});

describe("the spam filter of events", () => {
  it("skips what comes above the burst, and lets one through every 300 s (B210)", async () => {
    const { correlator: target, clock } = correlator();
    const identical = (): Event[] => Array.from({ length: 27 }, () => event("up"));
    expect(actions(run(target, identical()))).toEqual(["create", ...Array(24).fill("patch"), "skip", "skip"]);
    await clock.advance(300_000);
    const later = run(target, [event("up"), event("up")]);
    expect(actions(later)).toEqual(["patch", "skip"]);
    // Skipped events were counted.
    expect(later[0]).toMatchObject({ patch: { count: 28 } });
  });

  it("creates 30 events of different objects (B211)", () => {
    const { correlator: target } = correlator();
    const events = Array.from({ length: 30 }, (_, at) =>
      event("up", { involvedObject: { kind: "Pod", name: `web-${at}` } }),
    );
    expect(actions(run(target, events))).toEqual(Array(30).fill("create"));
  });

  it("gives all reasons of an object one budget, unless a key says otherwise (B216)", () => {
    const events = Array.from({ length: 40 }, (_, at) => event("up", { reason: `Reason${at}` }));
    expect(actions(run(correlator().correlator, events)).filter((action) => action === "skip")).toHaveLength(15);
    const byReason = correlator({ spamKey: ({ reason = "" }) => reason }).correlator;
    expect(actions(run(byReason, events))).toEqual(Array(40).fill("create"));
    // Another type of the same object has a budget of its own.
    const { correlator: target } = correlator();
    run(target, events);
    expect(actions(run(target, [event("bad", { type: "Warning" })]))).toEqual(["create"]);
  });

  it.each([
    [{ burst: 0 }, "correlator.burst"],
    [{ qps: 0 }, "correlator.qps"],
    [{ maxEvents: 1.5 }, "correlator.maxEvents"],
    [{ lruCacheSize: 0 }, "correlator.lruCacheSize"],
    [{ maxIntervalMs: Number.NaN }, "correlator.maxIntervalMs"],
  ] as [CorrelatorOptions, string][])("refuses %j", (options, name) => {
    expect(() => correlator(options)).toThrow(name);
  });
});
