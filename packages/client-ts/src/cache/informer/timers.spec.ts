import { describe, expect, it } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import { slicersFor } from "../../util/index.ts";
import { Contact } from "../reflector/contact.ts";
import { settled } from "../test-support/informing.ts";
import { RecordingMeter } from "../../util/test-support/recording-meter.ts";
import { refusedConnection } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, type Thing, thing } from "../test-support/scripted-source.ts";
import { stoppedInformers } from "../test-support/stopped-informers.ts";
import { TimerClock } from "../test-support/timer-clock.ts";
import { AddEvent } from "./events.ts";
import { Listener } from "./listener.ts";

const { make, start } = stoppedInformers();

describe("a timer of an informer", () => {
  it("does not keep the process alive when it only looks after the cache", async () => {
    const clock = new TimerClock();
    const contact = new Contact({ clock, staleAfterMs: 10_000, onChange: () => {}, onContact: () => {} });
    contact.start();
    expect(clock.timers.splice(0)).toEqual([[10_001, false]]);
    contact.stop();
    const { informer, source } = await start(
      make({ clock, source: new ScriptedSource(), onWatchError: () => {}, backoff: { next: () => 60_000 } }),
    );
    informer.addEventHandler({}, { resyncMs: 7_000 });
    expect(clock.timers.splice(0)).toContainEqual([7_000, false]);
    await (await source.nextList()).fail(refusedConnection());
    // The wait before the next list does: the informer runs on it.
    expect(clock.timers.splice(0)).toContainEqual([60_000, true]);
    await clock.advance(10_001);
    expect(clock.timers.filter(([delayMs]) => delayMs === 5_000)).toEqual([[5_000, false]]);
  });

  it("does not keep the process alive for a handler that pauses after a failure", () => {
    const clock = new TimerClock();
    const listener = new Listener<Thing>(
      {
        onAdd: () => {
          throw new Error("no");
        },
      },
      {
        name: "failing",
        resyncMs: 0,
        maxPending: 10,
        clock,
        slicer: slicersFor(clock).delivering,
        lastFailure: () => undefined,
        onError: () => {},
        onCoalesced: () => {},
        onPending: () => {},
        onRemoved: () => {},
      },
    );
    listener.push(new AddEvent(plainEntry(thing("a", "1")), false));
    listener.work(Number.POSITIVE_INFINITY);
    expect(clock.timers).toEqual([[1_000, false]]);
    listener.remove(new Error("done"));
    expect(clock.pending).toBe(0);
  });
});

describe("an informer that ends", () => {
  it("ends its series once, however often it is closed", async () => {
    const meter = new RecordingMeter();
    const { informer, source } = await start(make({ meter, source: new ScriptedSource(), name: "things" }));
    await (await source.nextList()).answer(listOf("10", [thing("a", "5")]));
    informer.addEventHandler({}, { name: "mine" });
    await settled();
    await informer.close();
    await informer.close();
    await informer[Symbol.asyncDispose]();
    const ended = meter.measured.filter(([, value]) => value === "ended").map(([name]) => name);
    expect(ended.toSorted()).toEqual([
      "client_ts_informer_coalesced_total",
      "client_ts_informer_handler_errors_total",
      "client_ts_informer_handler_pending",
      "client_ts_reflector_last_contact_timestamp_seconds",
      "client_ts_reflector_last_resource_version",
      "client_ts_reflector_stale",
      "informer_store_resource_version",
    ]);
    expect(meter.measured).toContainEqual([
      "informer_store_resource_version",
      10,
      { name: "things", group: "example.com", version: "v1", resource: "things" },
    ]);
  });
});
