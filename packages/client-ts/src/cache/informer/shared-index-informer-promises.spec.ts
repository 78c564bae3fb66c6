import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import { newPrometheusMeter } from "../../prometheus/index.ts";
import type { Controller } from "../controller.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import type { ReflectorState } from "../reflector/options.ts";
import { Recorder, settled, ThingKind } from "../test-support/informing.ts";
import { expired, refusedConnection } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, type Thing, thing } from "../test-support/scripted-source.ts";
import { stoppedInformers } from "../test-support/stopped-informers.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import { JoinedController } from "./joined-controller.ts";
import type { SharedIndexInformerOptions } from "./options.ts";
import { newSharedIndexInformer } from "./shared-index-informer.ts";

const { make, start } = stoppedInformers();

/** An informer that has listed `a@5` at version 10 and watches. */
async function watching(options: SharedIndexInformerOptions<Thing> = {}) {
  const all = await start(make({ source: new ScriptedSource(), ...options }));
  await (await all.source.nextList()).answer(listOf("10", [thing("a", "5")]));
  const watch = await all.source.nextWatch();
  watch.open();
  await settled();
  return { ...all, watch };
}

describe("a read at a version", () => {
  it("is answered at that version exactly, with either queue, and leaves nothing on the signal", async () => {
    for (const queue of ["ordered", "delta"] as const) {
      const { informer, watch } = await watching({ queue });
      const { signal } = new AbortController();
      await informer.atLeast("10");
      const answered: string[] = [];
      for (const version of ["11", "12", "13"])
        void informer.atLeast(version, { signal }).then(() => answered.push(version));
      expect(getEventListeners(signal, "abort")).toHaveLength(3);
      await watch.added(thing("b", "11"));
      expect(answered).toEqual(["11"]);
      await watch.bookmark("12");
      expect(answered).toEqual(["11", "12"]);
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      await watch.deleted(thing("b", "14"));
      expect(answered).toEqual(["11", "12", "13"]);
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
    }
  });

  it("is refused once the informer has stopped, unless it has the version, and when it was aborted", async () => {
    const { informer } = await watching();
    const waiting = expect(informer.atLeast("99")).rejects.toMatchObject({ name: "ClosedError" });
    await expect(informer.atLeast("99", { signal: AbortSignal.abort(new Error("too late")) })).rejects.toThrow(
      "too late",
    );
    await informer.close();
    await waiting;
    await expect(informer.atLeast("99")).rejects.toMatchObject({ name: "ClosedError" });
    await informer.atLeast("10");
    await expect(informer.atLeast("newest")).rejects.toThrow("not a version that can be waited for");
  });
});

describe("an informer that was stopped", () => {
  it("before it ran makes no request, and one that starts with an aborted signal has stopped", async () => {
    const closed = make({ source: new ScriptedSource() });
    await closed.informer.close();
    await closed.informer.run();
    expect(closed.source.lists).toHaveLength(0);
    const aborted = make({ source: new ScriptedSource() });
    await aborted.informer.run({ signal: AbortSignal.abort() });
    expect([aborted.source.lists.length, aborted.informer.isStopped]).toEqual([0, true]);
    expect(() => aborted.informer.addIndexers({})).toThrow("the informer was closed");
    expect(() => aborted.informer.addEventHandler({})).toThrow("the informer was closed");
  });

  it("stores nothing more of a long list", async () => {
    const all = await start(make({ source: new ScriptedSource(), clock: new StridedClock() }));
    const list = await all.source.nextList();
    void list.answer(
      listOf(
        "10",
        Array.from({ length: 5_000 }, (_, n) => thing(`t${n}`, "5")),
      ),
    );
    for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(all.informer.store.listKeys()).toHaveLength(0);
    await all.informer.close();
    for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(all.informer.store.listKeys()).toHaveLength(0);
  });

  it("has no series in the metrics that describe the present", async () => {
    const meter = newPrometheusMeter();
    const { informer } = await watching({ meter, name: "things" });
    informer.addEventHandler(new Recorder(), { name: "mine" });
    await settled();
    expect(meter.text()).toMatch(/store.*version\{.*name="things"/);
    await informer.close();
    expect(meter.text()).not.toMatch(/store.*version\{.*name="things"/);
    expect(meter.text()).not.toContain('handler="mine"');
  });
});

describe("a handler", () => {
  it("has the informer's resync and limit unless it has its own, and a second at least", () => {
    const { informer } = make({ resyncMs: 30_000, maxPending: 7 });
    expect(informer.addEventHandler({}).resyncMs).toBe(30_000);
    expect(informer.addEventHandler({}, { resyncMs: 0 }).resyncMs).toBe(0);
    expect(informer.addEventHandler({}, { resyncMs: 1 }).resyncMs).toBe(1_000);
    for (const maxPending of [0, Number.NaN, -1])
      expect(() => informer.addEventHandler({}, { maxPending })).toThrow("maxPending at least 1");
    expect(informer.resyncCheckMs).toBe(1_000);
    const { informer: other } = make({});
    expect(other.resyncCheckMs).toBe(0);
    other.addEventHandler({}, { resyncMs: 5_000 });
    expect(other.resyncCheckMs).toBe(5_000);
  });

  it("that hangs is merged above the informer's limit, with one line, and counted", async () => {
    const meter = newPrometheusMeter();
    const { informer, watch, lines } = await watching({ maxPending: 3, meter, name: "things" });
    const hung = informer.addEventHandler({ onAdd: () => new Promise<void>(() => {}) }, { name: "hung" });
    for (let n = 0; n < 10; n++) await watch.modified(thing("a", String(11 + n)));
    // The mark of the sync and two changes wait one by one; the other eight are merged into one.
    expect(hung.pending).toBe(4);
    expect(hung.coalesced).toBe(7);
    expect(lines.filter((line) => line.includes("a handler is slow"))).toHaveLength(1);
    expect(meter.text()).toContain('client_ts_informer_coalesced_total{handler="hung",name="things"} 7');
  });

  it("that hangs is not given a mark of the sync again and again", async () => {
    const { informer, watch } = await watching();
    const hung = informer.addEventHandler({ onAdd: () => new Promise<void>(() => {}) });
    await settled();
    const { pending } = hung;
    for (let n = 0; n < 5; n++) await watch.bookmark(String(11 + n));
    expect(hung.pending).toBe(pending);
  });

  it("sets the timer of the resyncs when it is added, and the last one that is removed cancels it", async () => {
    const { informer, clock } = await watching();
    const before = clock.pending;
    const first = informer.addEventHandler({}, { resyncMs: 5_000 });
    const second = informer.addEventHandler({}, { resyncMs: 60_000 });
    expect(clock.pending).toBe(before + 1);
    informer.removeEventHandler(first);
    expect(clock.pending).toBe(before + 1);
    informer.removeEventHandler(second);
    expect(clock.pending).toBe(before);
  });

  it("that fails is counted, and reported under its name", async () => {
    const meter = newPrometheusMeter();
    const { informer, unexpected } = await watching({ meter, name: "things" });
    const failing = {
      onAdd: () => {
        throw new Error("no");
      },
    };
    informer.addEventHandler(failing, { name: "failing" });
    await settled();
    expect(unexpected).toEqual([new Error("no")]);
    expect(meter.text()).toContain('client_ts_informer_handler_errors_total{handler="failing",name="things"} 1');
  });
});

describe("the source of an informer", () => {
  it("brings logger and meter where the informer has none, and learns what the cache has", async () => {
    const meter = newPrometheusMeter();
    const lines: string[] = [];
    const line = (message: string): void => void lines.push(message);
    const known: (string | undefined)[] = [];
    const source: ListerWatcher<Thing> = {
      logger: { debug: line, info: line, warn: line, error: line },
      meter,
      list: () => Promise.reject(refusedConnection()),
      watch: () => Promise.reject(refusedConnection()),
      supportsWatchList: false,
      raw: {
        list: async (_options, sink) => {
          known.push(sink.known("a")?.resourceVersion);
          if (known.length > 1) throw refusedConnection();
          sink.onItem(plainEntry(thing("a", "5")));
          return { resourceVersion: "10" };
        },
        watch: () => Promise.reject(expired()),
      },
    };
    const informer = newSharedIndexInformer<Thing>(source, ThingKind, { name: "things" });
    void informer.run();
    await settled();
    await informer.close();
    expect(known).toEqual([undefined, "5"]);
    expect(lines).toContain("list of things failed, trying again");
    expect(meter.text()).toContain('client_ts_reflector_lists_total{name="things"} 2');
  });

  it("of one namespace says nothing about the others, with the queue that gathers by key too", async () => {
    const sources = { a: new ScriptedSource(), b: new ScriptedSource() };
    const { clock } = make();
    const unexpected: unknown[] = [];
    const informer = newSharedIndexInformer<Thing>(
      Object.entries(sources).map(([namespace, listerWatcher]) => ({ namespace, listerWatcher })),
      ThingKind,
      { queue: "delta", clock, onWatchError: () => {}, onUnexpectedError: (error) => void unexpected.push(error) },
    );
    void informer.run();
    for (const [namespace, source] of Object.entries(sources))
      await (await source.nextList()).answer(listOf("10", [thing("x", "5", { namespace })]));
    expect(informer.hasSynced()).toBe(true);
    await (await sources.a.nextWatch()).fail(expired());
    await (await sources.a.nextList()).answer(listOf("20", []));
    expect(informer.store.listKeys()).toEqual(["b/x"]);
    expect(unexpected).toEqual([]);
    await informer.close();
  });
});

describe("several controllers together", () => {
  const part = (version: string, state: ReflectorState, ageMs: number, isStale: boolean): Controller => ({
    run: async () => {},
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
    hasSynced: () => true,
    lastSyncResourceVersion: version,
    state,
    lastContactAgeMs: ageMs,
    isStale,
  });
  const owner = { run: async () => {}, close: async () => {}, hasSynced: () => true, waitForSync: async () => {} };
  const joined = (...parts: Controller[]): JoinedController => new JoinedController(owner, () => parts);

  it("have the lowest version and the worst state of all of them", () => {
    const both = joined(part("10", "watching", 5, false), part("9", "listing", 50, true));
    expect([both.lastSyncResourceVersion, both.state, both.lastContactAgeMs, both.isStale]).toEqual([
      "9",
      "listing",
      50,
      true,
    ]);
    expect(joined(part("10", "watching", 5, false), part("", "waiting", 5, false)).lastSyncResourceVersion).toBe("");
    expect(joined(part("10", "watching", 5, false), part("11", "watching", 9, false)).state).toBe("watching");
  });

  it("are idle before there are any", () => {
    const none = joined();
    expect([none.lastSyncResourceVersion, none.state, none.lastContactAgeMs, none.isStale]).toEqual([
      "",
      "idle",
      0,
      false,
    ]);
  });
});
