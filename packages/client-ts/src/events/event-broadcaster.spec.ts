import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import type { Event } from "../api/core/v1.ts";
import {
  AbortedError,
  ClosedError,
  InvalidArgumentError,
  newStatus,
  StatusError,
  TransportError,
  UnexpectedObjectError,
} from "../errors/index.ts";
import { FakeClock, nextTurn } from "../util/index.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";
import { type BroadcasterOptions, type EventBroadcaster, newBroadcaster, newFakeRecorder } from "./index.ts";
import { MemorySink } from "./test-support/memory-sink.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop", uid: "u1", resourceVersion: "7" },
};
const regarding = { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web", uid: "u1", resourceVersion: "7" };
const noContact = new TransportError("no connection", { code: "refused" });

interface Stage {
  readonly broadcaster: EventBroadcaster;
  readonly clock: FakeClock;
  readonly sink: MemorySink<Event>;
  readonly lines: string[];
  dropped(reason: string): number;
}

function stage(options: BroadcasterOptions = {}): Stage {
  const clock = new FakeClock();
  const sink = new MemorySink<Event>();
  const meter = new RecordingMeter();
  const lines: string[] = [];
  const line = (message: string): void => void lines.push(message);
  const logger = { debug() {}, info: line, warn: line, error: line };
  const broadcaster = newBroadcaster({ clock, meter, logger, random: () => 0.5, ...options });
  const dropped = (reason: string): number => meter.total("client_ts_events_dropped_total", { reason });
  return { broadcaster, clock, sink, lines, dropped };
}

describe("a recorder", () => {
  it("fills in every field, creates the first event and patches the next (B217)", async () => {
    const { broadcaster, sink, clock } = stage();
    broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ component: "shop", host: "node-1" });
    await recorder.eventf(pod, "Normal", "Started", "some verbose message: %d", 1);
    await clock.advance(2_000);
    await recorder.eventf(pod, "Normal", "Started", "some verbose message: %d", 1);
    await recorder.eventf({ ...regarding, fieldPath: "spec.containers{a}" }, "Normal", "Started", "other %s", "part");
    await broadcaster.shutDown();
    const first = {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: expect.stringMatching(/^web\.[0-9a-f]+$/), namespace: "shop" },
      involvedObject: regarding,
      reason: "Started",
      message: "some verbose message: 1",
      source: { component: "shop", host: "node-1" },
      firstTimestamp: "2026-01-01T00:00:00Z",
      lastTimestamp: "2026-01-01T00:00:00Z",
      count: 1,
      type: "Normal",
      reportingComponent: "shop",
      reportingInstance: "node-1",
    };
    expect(sink.calls[0]).toEqual({ verb: "create", event: first });
    expect(sink.calls[1]).toMatchObject({
      verb: "patch",
      event: {
        metadata: { name: sink.calls[0]?.event.metadata.name },
        firstTimestamp: "2026-01-01T00:00:00Z",
        count: 2,
      },
      patch: { count: 2, lastTimestamp: "2026-01-01T00:00:02Z", message: "some verbose message: 1" },
    });
    expect(sink.calls[2]).toMatchObject({
      verb: "create",
      event: { involvedObject: { fieldPath: "spec.containers{a}" }, message: "other part", count: 1 },
    });
    expect(sink.calls).toHaveLength(3);
  });

  it("writes events of objects without a namespace to the namespace default (B222)", async () => {
    const { broadcaster, sink } = stage();
    broadcaster.startRecordingToSink(sink);
    const node = { apiVersion: "v1", kind: "Node", metadata: { name: "n1", uid: "u" } };
    await broadcaster.newRecorder({ component: "shop" }).event(node, "Normal", "Ready", "is ready");
    await broadcaster.shutDown();
    expect(sink.calls[0]?.event).toMatchObject({
      metadata: { namespace: "default" },
      involvedObject: { kind: "Node", name: "n1" },
      reportingInstance: "",
    });
    expect(sink.calls[0]?.event.involvedObject.namespace).toBeUndefined();
  });

  it("takes annotations, a time of its own, an action and a related object (B217)", async () => {
    const { broadcaster, sink } = stage();
    broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ component: "shop" });
    await recorder.annotatedEventf(pod, { team: "checkout" }, "Warning", "Failed", "%j", { code: 7 });
    await recorder.pastEventf(pod, new Date("2025-12-24T18:00:00Z"), "Normal", "Opened", "the %s", "shop");
    await recorder.pastEventf(pod, "2025-12-24T19:00:00.5+01:00", "Normal", "Closed", "the shop");
    await recorder.event(pod, "Normal", "Scheduled", "on n1", {
      action: "Binding",
      related: { kind: "Node", name: "n1" },
    });
    await broadcaster.shutDown();
    expect(sink.calls.map(({ event }) => event)).toMatchObject([
      { metadata: { annotations: { team: "checkout" } }, type: "Warning", message: '{"code":7}' },
      { message: "the shop", firstTimestamp: "2025-12-24T18:00:00Z", lastTimestamp: "2025-12-24T18:00:00Z" },
      { firstTimestamp: "2025-12-24T18:00:00Z" },
      { action: "Binding", related: { kind: "Node", name: "n1" } },
    ]);
  });

  it("never throws: what cannot be reported is logged, counted and dropped", async () => {
    const { broadcaster, sink, lines, dropped } = stage();
    broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ component: "shop" });
    const hostile = {
      toString: () => {
        throw new Error("no text");
      },
    };
    await recorder.event(pod, "Fatal" as "Normal", "Started", "up");
    await recorder.event(undefined as unknown as object, "Normal", "Started", "up");
    await recorder.event({ metadata: { name: "web" } }, "Normal", "Started", "up");
    await recorder.event(pod, "Normal", "Started", hostile as unknown as string);
    await recorder.pastEventf(pod, "yesterday", "Normal", "Started", "up");
    await recorder.pastEventf(pod, new Date(Number.NaN), "Normal", "Started", "up");
    await recorder.pastEventf(pod, new Date(-8e15), "Normal", "Started", "up");
    await recorder.pastEventf(pod, new Date(Date.UTC(10_000, 0)), "Normal", "Started", "up");
    await recorder.event(pod, "Fatal" as "Normal", hostile as unknown as string, "up");
    await recorder.event(pod, "Normal", hostile as unknown as string, "up");
    await recorder.event(pod, "Normal", "Started", "up", null as unknown as object);
    await recorder.event(pod, "Normal", "Started", "up", { related: {} });
    await broadcaster.shutDown();
    await recorder.event(pod, "Normal", "Started", "too late");
    expect([dropped("unsupported_type"), dropped("no_reference"), dropped("invalid"), dropped("shut_down")]).toEqual([
      2, 2, 7, 1,
    ]);
    expect(lines).toContain("an event was dropped: its type is not supported");
    expect(sink.calls.map(({ event }) => event.message)).toEqual(["up"]);
  });

  it("needs the name of its component", () => {
    expect(() => stage().broadcaster.newRecorder({ component: "" })).toThrow(InvalidArgumentError);
  });

  it("has a fake that keeps one line for each event", async () => {
    const recorder = newFakeRecorder();
    await recorder.event(pod, "Normal", "Started", "up");
    await recorder.eventf(pod, "Warning", "Failed", "exit code %d", 7);
    await recorder.pastEventf(pod, "2026-01-01T00:00:00Z", "Normal", "Opened", "at %s", "ten");
    await recorder.annotatedEventf(pod, {}, "Normal", "Closed", "at six");
    expect(recorder.events).toEqual([
      "Normal Started up",
      "Warning Failed exit code 7",
      "Normal Opened at ten",
      "Normal Closed at six",
    ]);
  });
});

describe("a write of an event that fails", () => {
  const answers: [string, unknown, number, string][] = [
    ["a request that cannot be made", new InvalidArgumentError("bad name"), 1, "rejected"],
    ["an answer of the server", new StatusError(newStatus("Forbidden")), 1, "rejected"],
    ["an object instead of an answer", new UnexpectedObjectError({}), 12, "retries_exhausted"],
    ["any other failure", noContact, 12, "retries_exhausted"],
    ["a closed client", new ClosedError("the client is closed"), 1, "rejected"],
  ];
  it.each(answers)("after %s is tried as often as that can help (B218)", async (_, failure, tries, reason) => {
    const { broadcaster, sink, clock, dropped } = stage();
    sink.failure = failure;
    broadcaster.startRecordingToSink(sink);
    await broadcaster.newRecorder({ component: "shop" }).event(pod, "Normal", "Started", "up");
    await clock.advance(600_000);
    expect([sink.calls.length, dropped(reason)]).toEqual([tries, 1]);
    await broadcaster.shutDown();
  });

  it("is tried again after 0 to 10 s, then every 10 s, and no more once it succeeds (B218)", async () => {
    const { broadcaster, sink, clock } = stage();
    sink.failures.push(noContact, noContact);
    broadcaster.startRecordingToSink(sink);
    await broadcaster.newRecorder({ component: "shop" }).event(pod, "Normal", "Started", "up");
    const made: number[] = [];
    for (const ms of [0, 4_999, 1, 9_999, 1, 100_000]) {
      await clock.advance(ms);
      made.push(sink.calls.length);
    }
    expect(made).toEqual([1, 1, 2, 2, 3, 3]);
    await broadcaster.shutDown();
  });

  it("is made as a create without a version when the event has expired (B219)", async () => {
    const { broadcaster, sink } = stage();
    broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ component: "shop" });
    await recorder.event(pod, "Normal", "Started", "up");
    await nextTurn();
    sink.failures.push(new StatusError(newStatus("NotFound")));
    await recorder.event(pod, "Normal", "Started", "up");
    await broadcaster.shutDown();
    expect(sink.calls.map(({ verb }) => verb)).toEqual(["create", "patch", "create"]);
    expect(sink.calls[2]?.event).toMatchObject({ count: 2, metadata: { name: sink.calls[0]?.event.metadata.name } });
    expect(sink.calls[2]?.event.metadata.resourceVersion).toBeUndefined();
  });

  it("has one try and no wait when the broadcaster's signal has fired (B220)", async () => {
    const end = new AbortController();
    const { broadcaster, sink, clock, dropped } = stage({ signal: end.signal });
    sink.failure = noContact;
    broadcaster.startRecordingToSink(sink);
    void broadcaster.newRecorder({ component: "shop" }).event(pod, "Normal", "Started", "up");
    end.abort();
    await broadcaster.shutDown();
    expect([sink.calls.length, dropped("shut_down"), clock.pending]).toEqual([1, 1, 0]);
  });

  it("has one last try when the broadcaster shuts down while it waits (B220)", async () => {
    const { broadcaster, sink, dropped } = stage();
    sink.failures.push(noContact);
    broadcaster.startRecordingToSink(sink);
    await broadcaster.newRecorder({ component: "shop" }).event(pod, "Normal", "Started", "up");
    await nextTurn();
    expect(sink.calls).toHaveLength(1);
    await broadcaster.shutDown();
    expect([sink.calls.length, dropped("shut_down")]).toEqual([2, 0]);
  });
});

describe("a broadcaster", () => {
  it("delivers 1000 events that come at once (B221)", async () => {
    const { broadcaster, dropped } = stage();
    const seen: string[] = [];
    broadcaster.startEventWatcher(({ message = "" }) => seen.push(message));
    const recorder = broadcaster.newRecorder({ component: "shop" });
    for (let at = 0; at < 1_000; at++) void recorder.event(pod, "Normal", "Started", `${at}`);
    await broadcaster.shutDown();
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, at) => `${at}`));
    expect(dropped("queue_full")).toBe(0);
  });

  it("drops and counts what a slow watcher has no space for, and the other watchers get it", async () => {
    const { broadcaster, dropped } = stage({ queueSize: 10 });
    const [slow, fast]: [string[], string[]] = [[], []];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    broadcaster.startEventWatcher(async ({ message = "" }) => {
      slow.push(message);
      await held;
    });
    broadcaster.startEventWatcher(({ message = "" }) => fast.push(message));
    const recorder = broadcaster.newRecorder({ component: "shop" });
    for (let at = 0; at < 100; at++) {
      await recorder.event(pod, "Normal", "Started", `${at}`);
      await nextTurn();
    }
    expect([fast.length, slow.length, dropped("queue_full")]).toEqual([100, 1, 89]);
    release();
    await broadcaster.shutDown();
    expect(slow).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  });

  it("makes a recorder wait with waitIfChannelFull, and loses nothing", async () => {
    const { broadcaster, dropped } = stage({ queueSize: 2, whenFull: "waitIfChannelFull" });
    const seen: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    broadcaster.startEventWatcher(async ({ message = "" }) => {
      await held;
      seen.push(message);
    });
    const recorder = broadcaster.newRecorder({ component: "shop" });
    const settled: number[] = [];
    for (let at = 0; at < 6; at++) void recorder.event(pod, "Normal", "Started", `${at}`).then(() => settled.push(at));
    await nextTurn();
    expect(settled).toEqual([0, 1, 2]);
    const ended = broadcaster.shutDown();
    release();
    await ended;
    expect(seen).toEqual(["0", "1", "2", "3", "4", "5"]);
    expect([settled.length, dropped("shut_down"), dropped("queue_full")]).toEqual([6, 0, 0]);
  });

  it("keeps the counters of two sinks apart (B223)", async () => {
    const { broadcaster, sink } = stage();
    const second = new MemorySink<Event>();
    const watch = broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ component: "shop" });
    await recorder.event(pod, "Normal", "Started", "up");
    broadcaster.startRecordingToSink(second);
    await recorder.event(pod, "Normal", "Started", "up");
    await watch.close();
    await recorder.event(pod, "Normal", "Started", "up");
    await broadcaster.shutDown();
    expect(sink.calls.map(({ verb }) => verb)).toEqual(["create", "patch"]);
    expect(second.calls.map(({ verb }) => verb)).toEqual(["create", "patch"]);
  });

  it("ends its watchers when it shuts down during traffic, and drops what comes later (B224)", async () => {
    const { broadcaster, sink, dropped, clock } = stage();
    let handled = 0;
    broadcaster.startEventWatcher(() => void handled++);
    broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ component: "shop" });
    const traffic = (async () => {
      for (let at = 0; at < 200; at++) {
        await recorder.event(pod, "Normal", "Started", "up");
        if (at === 100) void broadcaster.shutDown();
      }
    })();
    await traffic;
    await broadcaster.shutDown();
    expect([handled, dropped("shut_down"), clock.pending]).toEqual([101, 99, 0]);
    expect(() => broadcaster.startEventWatcher(() => {})).toThrow(ClosedError);
  });

  it("gives up on a handler that never settles when its time is over (B224)", async () => {
    const { broadcaster, clock, dropped } = stage();
    broadcaster.startEventWatcher(() => new Promise(() => {}));
    const recorder = broadcaster.newRecorder({ component: "shop" });
    for (let at = 0; at < 5; at++) await recorder.event(pod, "Normal", "Started", "up");
    const ended = broadcaster.shutDown({ timeoutMs: 3_000 });
    await clock.advance(3_000);
    await ended;
    expect([dropped("shut_down"), clock.pending]).toEqual([4, 0]);
  });

  it("gives its watchers ten seconds to end, and less when its signal fires first (B224)", async () => {
    for (const limit of ["time", "signal"] as const) {
      const { broadcaster, clock, dropped } = stage();
      broadcaster.startEventWatcher(() => new Promise(() => {}));
      const recorder = broadcaster.newRecorder({ component: "shop" });
      for (let at = 0; at < 3; at++) await recorder.event(pod, "Normal", "Started", "up");
      const giveUp = new AbortController();
      let settled = false;
      const ended = broadcaster.shutDown({ signal: giveUp.signal }).then(() => {
        settled = true;
      });
      await clock.advance(9_999);
      expect([settled, dropped("shut_down")]).toEqual([false, 0]);
      if (limit === "signal") giveUp.abort();
      else await clock.advance(1);
      await ended;
      expect([dropped("shut_down"), clock.pending]).toEqual([2, 0]);
    }
  });

  it("leaves nothing on its signal, and forgets watchers that were closed", async () => {
    const { signal } = new AbortController();
    const { broadcaster, dropped } = stage({ signal, queueSize: 1 });
    const watch = broadcaster.startEventWatcher(() => {});
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await watch.close();
    const recorder = broadcaster.newRecorder({ component: "shop" });
    const given: unknown[] = [];
    const seen = broadcaster.startEventWatcher((event) => given.push(event));
    for (let at = 0; at < 3; at++) {
      await recorder.event(pod, "Normal", "Started", "up");
      await nextTurn();
    }
    await seen.close();
    await broadcaster.shutDown();
    expect([given.length, dropped("queue_full"), dropped("shut_down")]).toEqual([3, 0, 0]);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("writes one line a minute for each reason why events are dropped", async () => {
    const { broadcaster, clock, lines } = stage({ queueSize: 1 });
    broadcaster.startEventWatcher(() => new Promise(() => {}));
    const recorder = broadcaster.newRecorder({ component: "shop" });
    const full = async (): Promise<number> => {
      for (let at = 0; at < 5; at++) await recorder.event(pod, "Normal", "Started", "up");
      return lines.filter((line) => line.includes("too many events wait")).length;
    };
    expect(await full()).toBe(1);
    await clock.advance(59_999);
    expect(await full()).toBe(1);
    await clock.advance(1);
    expect(await full()).toBe(2);
    const ended = broadcaster.shutDown({ timeoutMs: 0 });
    await clock.advance(0);
    await ended;
  });

  it("reports a handler that throws and goes on with the next event", async () => {
    const { broadcaster, lines } = stage();
    const seen: string[] = [];
    broadcaster.startEventWatcher(({ message = "" }) => {
      seen.push(message);
      if (seen.length === 1) throw new AbortedError();
    });
    const recorder = broadcaster.newRecorder({ component: "shop" });
    await recorder.event(pod, "Normal", "Started", "one");
    await recorder.event(pod, "Normal", "Started", "two");
    await broadcaster.shutDown();
    expect([seen, lines]).toEqual([["one", "two"], ["a watcher of events failed"]]);
  });

  it("logs events as lines that are safe to print, and as fields", async () => {
    const { broadcaster } = stage();
    const lines: unknown[][] = [];
    broadcaster.startLogging({ info: (...line) => void lines.push(line) });
    broadcaster.startStructuredLogging({ info: (...line) => void lines.push(line) });
    await broadcaster.newRecorder({ component: "shop" }).event(pod, "Warning", "Failed", "exit\u001b[2J");
    await broadcaster.shutDown();
    expect(lines).toEqual([
      ["event of v1 Pod shop/web: type=Warning reason=Failed exit\\x1b[2J"],
      [
        "an event occurred",
        {
          object: "shop/web",
          apiVersion: "v1",
          kind: "Pod",
          fieldPath: undefined,
          type: "Warning",
          reason: "Failed",
          message: "exit\u001b[2J",
        },
      ],
    ]);
  });

  it.each([
    [{ whenFull: "block" as "dropIfChannelFull" }, "whenFull"],
    [{ queueSize: 0 }, "queueSize"],
    [{ retryMs: -1 }, "retryMs"],
    [{ correlator: { burst: 0 } }, "correlator.burst"],
  ])("refuses %j", (options, name) => {
    expect(() => newBroadcaster(options)).toThrow(InvalidArgumentError);
    expect(() => newBroadcaster(options)).toThrow(name);
  });
});
