import { describe, expect, it } from "vitest";
import type { Event } from "../api/events/v1.ts";
import { newStatus, StatusError, TransportError } from "../errors/index.ts";
import { FakeClock, noopMeter } from "../util/index.ts";
import type { EventRecord } from "./event-record.ts";
import { EventMetrics } from "./event-metrics.ts";
import { SeriesRecording } from "./series-recording.ts";
import { MemorySink, type SinkCall } from "./test-support/memory-sink.ts";

const notFound = new StatusError(newStatus("NotFound"));
const alreadyExists = new StatusError(newStatus("AlreadyExists"));
const noContact = new TransportError("no connection", { code: "refused" });

let names = 0;
function record(changes: Partial<EventRecord> = {}): EventRecord {
  return {
    name: `web.${++names}`,
    regarding: { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web", uid: "u1", resourceVersion: "1" },
    related: undefined,
    annotations: undefined,
    type: "Normal",
    reason: "Started",
    action: "Starting",
    message: "up",
    source: { component: "shop" },
    reportingInstance: "shop-node-1",
    timeMs: Date.UTC(2026, 0, 1),
    ...changes,
  };
}

function stage(lruCacheSize = 4096) {
  const clock = new FakeClock();
  const sink = new MemorySink<Event>();
  const draining = new AbortController();
  const dropped: string[] = [];
  const recording = new SeriesRecording(sink, lruCacheSize, {
    clock,
    random: () => 1,
    metrics: new EventMetrics(noopMeter),
    retryMs: 10_000,
    draining: draining.signal,
    ended: new AbortController().signal,
    nameFor: (object) => object,
    drop: (reason) => void dropped.push(reason),
    failed: () => {},
  });
  const counts = (): [string, number | undefined][] => sink.calls.map((call) => [call.verb, countOf(call)]);
  const finish = async (): Promise<void> => {
    draining.abort();
    await recording.finish();
  };
  return { clock, sink, recording, dropped, counts, finish };
}

function countOf(call: SinkCall<Event>): number | undefined {
  return (call.verb === "create" ? call.event : (call.patch as Event)).series?.count;
}

describe("a series of events", () => {
  it("begins with the second isomorphic event, and another action is another event (B226)", async () => {
    const { recording, clock, sink, counts, finish } = stage();
    await recording.record(record());
    await clock.advance(1_000);
    await recording.record(
      record({ message: "another note", regarding: { ...record().regarding, resourceVersion: "2" } }),
    );
    await clock.advance(1_000);
    await recording.record(record({ action: "Stopping" }));
    await clock.advance(1_000);
    expect(counts()).toEqual([
      ["create", undefined],
      ["patch", 2],
      ["create", undefined],
    ]);
    expect(sink.calls[1]).toEqual({
      verb: "patch",
      event: expect.objectContaining({ metadata: sink.calls[0]?.event.metadata, note: "up" }),
      patch: { series: { count: 2, lastObservedTime: "2026-01-01T00:00:01.000000Z" } },
    });
    for (let at = 0; at < 5; at++) await recording.record(record());
    await clock.advance(1_000);
    expect(counts()).toHaveLength(3);
    await finish();
    expect(counts().at(-1)).toEqual(["patch", 7]);
  });

  const pod = record().regarding;
  const node = { kind: "Node", name: "n1" };
  const others: [string, Partial<EventRecord>][] = [
    ["namespace of its object", { regarding: { ...pod, namespace: "other" } }],
    ["uid of its object", { regarding: { ...pod, uid: "u2" } }],
    ["part of its object", { regarding: { ...pod, fieldPath: "spec.containers{a}" } }],
    ["related object", { related: node }],
    ["type", { type: "Warning" }],
    ["reason", { reason: "Killing" }],
    ["controller", { source: { component: "other" } }],
    ["instance", { reportingInstance: "shop-node-2" }],
  ];
  it.each(others)("is another one for another %s (B226)", async (_, changes) => {
    const { recording, counts, finish } = stage();
    await recording.record(record());
    await recording.record(record(changes));
    await finish();
    expect(counts()).toEqual([
      ["create", undefined],
      ["create", undefined],
    ]);
  });

  it("stays one event when isomorphic events come together (B227)", async () => {
    const { recording, counts, finish } = stage();
    await Promise.all(Array.from({ length: 50 }, () => recording.record(record())));
    await finish();
    expect(counts().filter(([verb]) => verb === "create")).toHaveLength(1);
    expect(counts().at(-1)?.[1]).toBe(50);
  });

  it("is written a last time and forgotten after 6 minutes without an event; a fresh one stays (B228)", async () => {
    const { recording, clock, counts, finish } = stage();
    const fresh = record({ reason: "Fresh" });
    for (let at = 0; at < 3; at++) await recording.record(record());
    await recording.record(record({ reason: "Single" }));
    const first = [
      ["create", undefined],
      ["patch", 2],
      ["create", undefined],
    ];
    await clock.advance(6 * 60_000);
    // Exactly 6 minutes are not too old.
    expect(counts()).toEqual(first);
    await clock.advance(4 * 60_000);
    for (let at = 0; at < 3; at++) await recording.record(fresh);
    await clock.advance(2 * 60_000);
    expect(counts().slice(3)).toEqual([
      ["create", undefined],
      ["patch", 2],
      ["patch", 3],
    ]);
    await recording.record(record());
    await recording.record(record({ reason: "Single" }));
    await recording.record(fresh);
    await clock.advance(1);
    expect(counts().slice(6)).toEqual([
      ["create", undefined],
      ["create", undefined],
    ]);
    await finish();
    expect(counts().slice(8)).toEqual([["patch", 4]]);
  });

  it("is not forgotten when its event is seen again while it is written for the last time (B228)", async () => {
    const { recording, clock, sink, counts, finish } = stage();
    for (let at = 0; at < 3; at++) await recording.record(record());
    await clock.advance(1);
    const patch = sink.patch.bind(sink);
    sink.patch = async (...call) => {
      sink.patch = patch;
      await recording.record(record());
      return patch(...call);
    };
    await clock.advance(12 * 60_000);
    expect(counts().slice(2)).toEqual([["patch", 3]]);
    // A forgotten one would be created again.
    await recording.record(record());
    await finish();
    expect(counts().slice(3)).toEqual([["patch", 5]]);
  });

  it("of eight events is written at the same time, and the ninth waits for a worker", async () => {
    const { recording, clock, sink, finish } = stage();
    const open: (() => void)[] = [];
    const create = sink.create.bind(sink);
    sink.create = async (event) => {
      await new Promise<void>((resolve) => open.push(resolve));
      return create(event);
    };
    for (let at = 0; at < 9; at++) await recording.record(record({ reason: `Reason${at}` }));
    await clock.advance(0);
    expect(open).toHaveLength(8);
    open.shift()?.();
    await clock.advance(0);
    expect(open).toHaveLength(8);
    for (const answer of open) answer();
    await finish();
    expect(sink.calls).toHaveLength(9);
  });

  it("is kept when the last write fails, and written again later (B228)", async () => {
    const { recording, clock, sink, counts, finish } = stage();
    await recording.record(record());
    await clock.advance(1);
    await recording.record(record());
    await clock.advance(1);
    sink.failures.push(noContact);
    await clock.advance(12 * 60_000);
    expect(counts()).toEqual([
      ["create", undefined],
      ["patch", 2],
      ["patch", 2],
    ]);
    await clock.advance(6 * 60_000);
    expect(counts()).toHaveLength(4);
    await clock.advance(12 * 60_000);
    expect(counts()).toHaveLength(4);
    await finish();
  });

  it("is refreshed every 30 minutes and kept, also after an error (B229)", async () => {
    const { recording, clock, sink, counts, finish } = stage();
    for (let minute = 0; minute < 91; minute++) {
      await recording.record(record());
      if (minute === 59) sink.failures.push(noContact);
      await clock.advance(60_000);
    }
    expect(counts()).toEqual([
      ["create", undefined],
      ["patch", 2],
      ["patch", 30],
      ["patch", 60],
      ["patch", 90],
    ]);
    await finish();
    expect(counts().at(-1)).toEqual(["patch", 91]);
  });

  const arrivals: [string, unknown[], [string, number | undefined][]][] = [
    [
      "original first",
      [],
      [
        ["create", undefined],
        ["patch", 2],
      ],
    ],
    [
      "original lost",
      [undefined, notFound],
      [
        ["create", undefined],
        ["patch", 2],
        ["create", 2],
      ],
    ],
    [
      "answer lost",
      [noContact, alreadyExists],
      [
        ["create", undefined],
        ["create", 2],
        ["patch", 2],
      ],
    ],
    [
      "event appears between",
      [undefined, notFound, alreadyExists],
      [
        ["create", undefined],
        ["patch", 2],
        ["create", 2],
        ["patch", 2],
      ],
    ],
  ];
  it.each(arrivals)("ends as one event with its series: %s (B230)", async (_, failures, calls) => {
    const { recording, clock, sink, counts, dropped, finish } = stage();
    sink.failures.push(...failures);
    await recording.record(record());
    await clock.advance(1);
    await recording.record(record());
    await clock.advance(30_000);
    expect([counts(), dropped]).toEqual([calls, []]);
    await finish();
  });

  it("is complete when the answer to its first write was lost before the broadcaster shuts down (B230)", async () => {
    const { recording, clock, sink, counts, dropped, finish } = stage();
    sink.failures.push(noContact, alreadyExists);
    await recording.record(record());
    await clock.advance(1);
    await recording.record(record());
    await finish();
    expect([counts(), dropped]).toEqual([
      [
        ["create", undefined],
        ["create", 2],
        ["patch", 2],
      ],
      [],
    ]);
  });

  it("is tried 12 times, 10 to 12.5 s apart, and given up", async () => {
    const { recording, clock, sink, dropped, finish } = stage();
    sink.failure = noContact;
    await recording.record(record());
    await clock.advance(12_499);
    expect(sink.calls).toHaveLength(1);
    await clock.advance(1);
    expect(sink.calls).toHaveLength(2);
    await clock.advance(600_000);
    expect([sink.calls.length, dropped]).toEqual([12, ["retries_exhausted"]]);
    await finish();
  });

  it("is written before it is forgotten for lack of space", async () => {
    const { recording, clock, counts, finish } = stage(1);
    await recording.record(record());
    await clock.advance(1);
    for (let at = 0; at < 3; at++) await recording.record(record());
    await clock.advance(1);
    await recording.record(record({ reason: "Other" }));
    await clock.advance(1);
    expect(counts()).toEqual([
      ["create", undefined],
      ["patch", 2],
      ["patch", 4],
      ["create", undefined],
    ]);
    await recording.record(record());
    await clock.advance(1);
    expect(counts().at(-1)).toEqual(["create", undefined]);
    await finish();
    expect(clock.pending).toBe(0);
  });

  it("has fields within the limits of the API (B231)", async () => {
    const { recording, sink, finish } = stage();
    const long = record({
      message: "ä".repeat(600),
      reason: "R".repeat(200),
      action: undefined,
      annotations: { a: "b" },
      related: { kind: "Node", name: "n1" },
      regarding: { apiVersion: "v1", kind: "Node", name: "n1" },
    });
    await recording.record(long);
    await finish();
    const { event } = sink.calls[0] as SinkCall<Event>;
    expect(event).toMatchObject({
      apiVersion: "events.k8s.io/v1",
      metadata: { namespace: "default", annotations: { a: "b" } },
      eventTime: "2026-01-01T00:00:00.000000Z",
      reportingController: "shop",
      reportingInstance: "shop-node-1",
      type: "Normal",
      related: { kind: "Node", name: "n1" },
      note: `${"ä".repeat(510)}…`,
      reason: `${"R".repeat(125)}…`,
    });
    expect(event.action).toBe(event.reason);
  });
});
