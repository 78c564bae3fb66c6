/** A storm of events through our broadcaster to the in-memory server, compared with client-go's correlator. */
import { connect } from "client-ts";
import { type Event, Namespace } from "client-ts/api/core/v1";
import { newBroadcaster } from "client-ts/events";
import { nextTurn } from "client-ts/internal";
import { type Clock, type Meter, systemClock } from "client-ts/util";
import { startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildGoCorrelator, comparable, type GoCorrelator, type StormCall, stormOf } from "./event-storm.ts";
import { hasGo } from "./go-program.ts";

const go = hasGo();
if (!go) console.log("skipped: the comparison of events with client-go's correlator needs `go` on the PATH");

describe.skipIf(!go)("a storm of 10,000 events of 100 objects", () => {
  let correlator: GoCorrelator;
  beforeAll(async () => {
    correlator = await buildGoCorrelator();
  }, 600_000);
  afterAll(() => correlator?.close());

  it("leads to the API calls of client-go's correlator, each with the same content (B205, B209 to B215)", async () => {
    const { seen, calls } = await play(10_000);
    const expected = await correlator.calls(seen);
    const count = (verb: string): number => calls.filter((call) => call.verb === verb).length;
    const combined = calls.filter((call) => JSON.stringify(call).includes("combined from similar")).length;
    console.log(
      `10,000 events: ${count("create")} creates, ${count("patch")} patches (${combined} calls for combined events), ` +
        `${count("skip")} skipped; client-go's correlator: ${expected.length} decisions`,
    );
    expect(comparable(calls)).toEqual(comparable(expected));
    // The storm must reach every rule.
    expect(Math.min(count("create"), count("patch"), count("skip"), combined)).toBeGreaterThan(100);
  }, 120_000);
});

/** Plays a storm: what each event looked like and the call that followed, in order. */
async function play(
  count: number,
): Promise<{ readonly seen: { atMs: number; event: Event }[]; readonly calls: StormCall[] }> {
  const calls: StormCall[] = [];
  const server = await startApiServer();
  const client = await connect({
    kubeconfigText: server.kubeconfig,
    interceptors: [
      (next) => (request) => {
        const path = request.path.split("?")[0] as string;
        const body = request.body === undefined ? undefined : JSON.parse(String(request.body));
        if (request.method === "POST" && path.endsWith("/events")) calls.push({ verb: "create", event: body });
        if (request.method === "PATCH")
          calls.push({ verb: "patch", name: path.slice(path.lastIndexOf("/") + 1), patch: body });
        return next(request);
      },
    ],
  });
  for (let team = 0; team < 3; team++) await client.resource(Namespace).create({ metadata: { name: `team-${team}` } });

  let nowMs = Date.UTC(2026, 0, 1);
  const clock: Clock = { ...systemClock, now: () => nowMs, monotonic: () => nowMs };
  // Every event ends in one of these counters.
  let ended = 0;
  let failed = 0;
  const meter: Meter = {
    counter: (name) => ({
      add(_value, labels) {
        if (name === "client_ts_events_written_total") ended++;
        if (name !== "client_ts_events_dropped_total") return;
        ended++;
        if (labels?.["reason"] === "spam") calls.push({ verb: "skip" });
        else failed++;
      },
    }),
    gauge: () => ({ set() {} }),
    histogram: () => ({ observe() {} }),
  };
  const broadcaster = newBroadcaster({ clock, meter, logger: false });
  broadcaster.startRecordingToSink(client, { api: "v1" });
  const seen: { atMs: number; event: Event }[] = [];
  broadcaster.startEventWatcher((event) => seen.push({ atMs: clock.now(), event }));
  const recorders = {
    kubelet: broadcaster.newRecorder({ component: "kubelet", host: "node-1" }),
    scheduler: broadcaster.newRecorder({ component: "scheduler" }),
  };
  for (const { afterMs, component, object, type, reason, message } of stormOf(count, 19)) {
    nowMs += afterMs;
    const before = ended;
    await recorders[component].event(object, type, reason, message);
    while (ended === before) await nextTurn();
  }
  await broadcaster.shutDown();
  await client.close();
  await server.close();
  expect([failed, seen.length]).toEqual([0, count]);
  return { seen, calls };
}
