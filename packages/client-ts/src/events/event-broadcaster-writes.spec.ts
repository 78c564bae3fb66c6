import { describe, expect, it } from "vitest";
import type { Event } from "../api/core/v1.ts";
import { InvalidArgumentError, newStatus, StatusError, TransportError } from "../errors/index.ts";
import { FakeClock, type MetricLabels, nextTurn } from "../util/index.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";
import type { EventRecord } from "./event-record.ts";
import { type BroadcasterOptions, newBroadcaster } from "./index.ts";
import { BroadcastRecorder } from "./broadcast-recorder.ts";
import { MemorySink } from "./test-support/memory-sink.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "u1" } };
const noContact = new TransportError("no connection", { code: "refused" });

function stage(options: BroadcasterOptions = {}) {
  const clock = new FakeClock();
  const sink = new MemorySink<Event>();
  const meter = new RecordingMeter();
  const broadcaster = newBroadcaster({ clock, meter, logger: false, random: () => 0.5, ...options });
  const recorder = broadcaster.newRecorder({ component: "shop" });
  const count = (name: string, labels?: MetricLabels): number => meter.total(`client_ts_${name}`, labels);
  return { broadcaster, recorder, clock, sink, count };
}

describe("the outcome for an event", () => {
  it("is measured: recorded, created, patched, tried again and dropped as spam", async () => {
    const { broadcaster, recorder, clock, sink, count } = stage();
    sink.failures.push(noContact);
    broadcaster.startRecordingToSink(sink);
    for (let at = 0; at < 30; at++) await recorder.event(pod, "Normal", "Started", "up");
    await clock.advance(10_000);
    await broadcaster.shutDown();
    expect({
      recorded: count("events_recorded_total"),
      created: count("events_written_total", { api: "v1", verb: "create" }),
      patched: count("events_written_total", { api: "v1", verb: "patch" }),
      retried: count("event_write_retries_total"),
      spam: count("events_dropped_total", { reason: "spam" }),
    }).toEqual({ recorded: 30, created: 1, patched: 24, retried: 1, spam: 5 });
  });

  it("is not counted as a loss when the event is there already: the answer to an earlier try was lost", async () => {
    const { broadcaster, recorder, clock, sink, count } = stage();
    sink.failures.push(noContact, new StatusError(newStatus("AlreadyExists")));
    broadcaster.startRecordingToSink(sink);
    await recorder.event(pod, "Normal", "Started", "up");
    await clock.advance(5_000);
    await broadcaster.shutDown();
    expect([sink.calls.length, count("events_dropped_total", { reason: "rejected" })]).toEqual([2, 0]);
  });

  it("follows the name under which a sink has stored the event", async () => {
    const { broadcaster, recorder, sink } = stage();
    const create = sink.create.bind(sink);
    sink.create = async (event) => {
      const stored = await create(event);
      return { ...stored, metadata: { ...stored.metadata, name: "stored" } };
    };
    broadcaster.startRecordingToSink(sink);
    await recorder.event(pod, "Normal", "Started", "up");
    await nextTurn();
    await recorder.event(pod, "Normal", "Started", "up");
    await broadcaster.shutDown();
    expect(sink.calls[1]).toMatchObject({ verb: "patch", event: { metadata: { name: "stored" }, count: 2 } });
  });

  it("is a copy for each watcher: what one changes, the others do not see", async () => {
    const { broadcaster, recorder, sink } = stage();
    broadcaster.startEventWatcher((event) => {
      event.message = "changed";
      event.involvedObject.name = "changed";
      if (event.source !== undefined) event.source.component = "changed";
      for (const key of Object.keys(event.metadata.annotations ?? {})) delete event.metadata.annotations?.[key];
    });
    broadcaster.startRecordingToSink(sink);
    const annotations = { team: "checkout" };
    for (let at = 0; at < 2; at++) await recorder.annotatedEventf(pod, annotations, "Normal", "Started", "up");
    await broadcaster.shutDown();
    expect(sink.calls).toHaveLength(2);
    for (const { event } of sink.calls)
      expect(event).toMatchObject({
        message: "up",
        involvedObject: { name: "web" },
        source: { component: "shop" },
        metadata: { annotations },
      });
    expect(annotations).toEqual({ team: "checkout" });
  });

  it("is counted when a recorder waits for a watcher that never takes the event", async () => {
    const { broadcaster, recorder, clock, count } = stage({ queueSize: 1, whenFull: "waitIfChannelFull" });
    broadcaster.startEventWatcher(() => new Promise(() => {}));
    const recorded = Promise.all([1, 2, 3, 4].map(() => recorder.event(pod, "Normal", "Started", "up")));
    await nextTurn();
    const ended = broadcaster.shutDown({ timeoutMs: 1_000 });
    await clock.advance(1_000);
    await ended;
    // One is with the handler; the recorders of all four go on.
    await recorded;
    expect(count("events_dropped_total", { reason: "shut_down" })).toBe(3);
  });

  it("is decided when a watcher is closed: it has handled what it took, and gets no more", async () => {
    const { broadcaster, recorder } = stage();
    const seen: string[] = [];
    const watch = broadcaster.startEventWatcher(async ({ message = "" }) => {
      await nextTurn();
      seen.push(message);
    });
    for (const message of ["one", "two", "three"]) await recorder.event(pod, "Normal", "Started", message);
    await watch.close();
    await recorder.event(pod, "Normal", "Started", "four");
    expect(seen).toEqual(["one", "two", "three"]);
    await broadcaster.shutDown();
    expect(seen).toHaveLength(3);
  });
});

describe("the instance that reports an event", () => {
  it.each([
    [{ component: "shop", host: "node-1" }, "shop-node-1"],
    [{ component: "shop" }, "shop-this-machine"],
  ])("is named by its component and its host: %j is %s (B231)", async (reporter, instance) => {
    const sent: EventRecord[] = [];
    const recorder = new BroadcastRecorder(reporter, {
      clock: new FakeClock(),
      hostName: () => "this-machine",
      nameFor: (name) => name,
      send: async (record) => void sent.push(record),
      drop() {},
      withoutRelated() {},
    });
    await recorder.event(pod, "Normal", "Started", "up");
    expect(sent.map(({ reportingInstance }) => reportingInstance)).toEqual([instance]);
  });
});

describe("a sink", () => {
  it("gets a signal that fires when the time to shut down is over", async () => {
    const { broadcaster, recorder, clock } = stage();
    let signal: AbortSignal | undefined;
    broadcaster.startRecordingToSink({
      create: (_event, options) => {
        signal = options.signal;
        return new Promise((_, reject) => options.signal.addEventListener("abort", () => reject(noContact)));
      },
      patch: async (event) => event,
    });
    await recorder.event(pod, "Normal", "Started", "up");
    await nextTurn();
    const ended = broadcaster.shutDown({ timeoutMs: 2_000 });
    await clock.advance(1_999);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    await ended;
    expect([signal?.aborted, clock.pending]).toEqual([true, 0]);
  });

  it("is written to through an API that is known", () => {
    const { broadcaster, sink } = stage();
    const api = "events.k8s.io/v1beta1" as "v1";
    expect(() => broadcaster.startRecordingToSink(sink, { api })).toThrow(InvalidArgumentError);
  });
});
