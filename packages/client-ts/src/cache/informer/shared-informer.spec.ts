import { afterEach, describe, expect, it } from "vitest";
import { ClosedError } from "../../errors/index.ts";
import { FakeControllerSource } from "../test-support/fake-controller-source.ts";
import { Recorder, informing, settled, stateOf, ThingKind } from "../test-support/informing.ts";
import { expired } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, type Thing, thing } from "../test-support/scripted-source.ts";
import { newSharedIndexInformer, type SharedIndexInformer } from "./shared-informer.ts";

const made: { informer: SharedIndexInformer<Thing>; clock: { pending: number } }[] = [];
function make<S extends FakeControllerSource | ScriptedSource = FakeControllerSource>(options: Parameters<typeof informing<S>>[0] = {}) {
  const all = informing<S>(options);
  made.push(all);
  return all;
}
afterEach(async () => {
  for (const { informer, clock } of made.splice(0)) {
    await informer.stop();
    expect(clock.pending).toBe(0);
  }
});
const start = async <I extends { informer: SharedIndexInformer<Thing> }>(all: I): Promise<I> => {
  void all.informer.run();
  await settled();
  return all;
};

describe("a shared informer", () => {
  it("indexes what comes, with indexes from the beginning and from later (B118)", async () => {
    const { source, informer } = make({ indexers: { value: ({ spec }) => (spec?.value === undefined ? [] : [String(spec.value)]) } });
    source.add(thing("a", "", { value: "x", namespace: "one" }));
    source.add(thing("b", "", { value: "y", namespace: "two" }));
    await start({ informer });
    expect(informer.indexer.indexKeys("value", "x")).toEqual(["one/a"]);
    informer.addIndexers({ name: (object) => [object.metadata?.name ?? ""], path: "spec.value" });
    expect(informer.indexer.indexKeys("name", "b")).toEqual(["two/b"]);
    source.add(thing("c", "", { value: "x", namespace: "two" }));
    await settled();
    expect(informer.indexer.indexKeys("value", "x")).toEqual(["one/a", "two/c"]);
    expect(informer.indexer.indexKeys("path", "x")).toEqual(["one/a", "two/c"]);
    expect(informer.indexer.byIndex("namespace", "two").map(({ metadata }) => metadata?.name)).toEqual(["b", "c"]);
  });

  it("shows everything again to each handler in its own rhythm (B119)", async () => {
    const { source, informer, clock } = make();
    source.add(thing("a", ""));
    const [never, two, three] = [new Recorder(), new Recorder(), new Recorder()];
    informer.addEventHandler(never, { resyncMs: 0 });
    informer.addEventHandler(two, { resyncMs: 2_000 });
    informer.addEventHandler(three, { resyncMs: 3_000 });
    await start({ informer });
    for (const recorder of [never, two, three]) expect(recorder.take()).toEqual(["+a@1!"]);
    await clock.advance(2_000);
    expect([never, two, three].map((recorder) => recorder.take())).toEqual([[], ["~a@1="], []]);
    await clock.advance(1_000);
    expect([never, two, three].map((recorder) => recorder.take())).toEqual([[], [], ["~a@1="]]);
    await clock.advance(3_000);
    expect([never, two, three].map((recorder) => recorder.take())).toEqual([[], ["~a@1=", "~a@1="], ["~a@1="]]);
  });

  it("resyncs a handler that came late and one whose callbacks are slow to begin (B120)", async () => {
    const { source, informer, clock } = make({ resyncMs: 1_000 });
    source.add(thing("a", ""));
    await start({ informer });
    await clock.advance(5_000);
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const heard: string[] = [];
    informer.addEventHandler({
      onAdd: () => gate,
      onUpdate: ({ key, resync }) => void heard.push(`${key} ${resync}`),
    });
    await clock.advance(3_500);
    release();
    await settled();
    expect(heard).toEqual(["a true", "a true", "a true"]);
  });

  it("resyncs as often as its most eager handler asks, and each handler as often as it asks itself (B121)", () => {
    const { informer } = make({ resyncMs: 12 * 3_600_000 });
    const check = (resyncMs?: number) => {
      const { resyncMs: own } = informer.addEventHandler({}, resyncMs === undefined ? {} : { resyncMs });
      return [own, informer.resyncCheckMs];
    };
    expect(check()).toEqual([12 * 3_600_000, 12 * 3_600_000]);
    expect(check(60_000)).toEqual([60_000, 60_000]);
    expect(check(55_000)).toEqual([55_000, 55_000]);
    expect(check(5_000)).toEqual([5_000, 5_000]);
    expect(check(3_600_000)).toEqual([3_600_000, 5_000]);
    expect(check(10)).toEqual([1_000, 1_000]);
  });

  it("takes handlers while it starts (B122)", async () => {
    const { source, informer } = make();
    source.add(thing("a", ""));
    const recorders = Array.from({ length: 20 }, () => new Recorder());
    const running = informer.run();
    for (const recorder of recorders) {
      informer.addEventHandler(recorder);
      await null;
    }
    await settled();
    for (const recorder of recorders) expect(recorder.heard).toEqual(["+a@1!"]);
    await informer.stop();
    await running;
  });

  it("tells only real changes after a relist, except to handlers that are due for a resync (B123, F-A23)", async () => {
    const { source, informer, clock } = make();
    source.add(thing("a", ""));
    source.add(thing("b", ""));
    const [plain, resyncing] = [new Recorder(), new Recorder()];
    informer.addEventHandler(plain);
    informer.addEventHandler(resyncing, { resyncMs: 1_000 });
    await start({ informer });
    expect(plain.take()).toEqual(["+a@1!", "+b@2!"]);
    await clock.advance(500);
    resyncing.take();
    source.dropped("ADDED", thing("c", ""));
    source.dropped("MODIFIED", thing("b", ""));
    source.dropped("DELETED", thing("a", ""));
    source.dropped("ADDED", thing("d", ""));
    source.resetWatch();
    await clock.advance(10_000);
    expect(plain.take()).toEqual(["-a@1?", "~b@2>4", "+c@3", "+d@6"]);
    expect(resyncing.take()).toContain("~b@4=");
    source.resetWatch();
    await clock.advance(10_000);
    expect(plain.take()).toEqual([]);
    expect(resyncing.heard.filter((line) => line.endsWith("="))).not.toEqual([]);
    expect(stateOf(informer)).toBe("b@4 c@3 d@6");
  });

  it("hands failed lists to the watch error handler (B124)", async () => {
    const all = make({ source: new ScriptedSource() });
    const failures: unknown[] = [];
    all.informer.setWatchErrorHandler(({ error }) => void failures.push(error));
    await start(all);
    await (await all.source.nextList()).fail(new Error("access denied"));
    expect(failures).toEqual([new Error("access denied")]);
  });

  it("takes transform and watch error handler before it runs and refuses them after (B125)", async () => {
    const { source, informer } = make();
    source.add(thing("a", "", { value: 1 }));
    informer.setTransform((object) => ({ ...object, spec: { value: 2 } }));
    informer.setWatchErrorHandler(() => {});
    void informer.run();
    expect(() => informer.setTransform((object) => object)).toThrow("after the informer has started");
    expect(() => informer.setWatchErrorHandler(() => {})).toThrow("after the informer has started");
    await settled();
    expect(informer.store.getByKey("a")?.spec?.value).toBe(2);
  });

  it("shows transformed objects in store, events and deletions; the transform may change what it gets (B126, B61, B62)", async () => {
    const { source, informer } = make({
      transform: (object) => {
        object.spec = { value: `${object.spec?.value}!` };
        return object;
      },
    });
    source.add(thing("a", "", { value: 1 }));
    source.add(thing("gone", "", { value: 1 }));
    const seen: unknown[] = [];
    informer.addEventHandler({
      onAdd: ({ object }) => void seen.push(object.spec?.value),
      onUpdate: ({ object, oldObject }) => void seen.push([oldObject.spec?.value, object.spec?.value]),
      onDelete: ({ object }) => void seen.push(["-", object?.spec?.value]),
    });
    await start({ informer });
    const reader = informer.store.getByKey("a");
    source.modify(thing("a", "", { value: 2 }));
    source.delete(thing("gone", "", { value: 3 }));
    await settled();
    expect(seen).toEqual(["1!", "1!", ["1!", "2!"], ["-", "3!"]]);
    expect(reader?.spec?.value).toBe("1!");
    expect(informer.store.getByKey("a")?.spec?.value).toBe("2!");
  });

  it("removes one handler and leaves the others (B127)", async () => {
    const { source, informer } = make();
    const [one, two] = [new Recorder(), new Recorder()];
    const first = informer.addEventHandler(one);
    informer.addEventHandler(two);
    await start({ informer });
    informer.removeEventHandler(first);
    source.add(thing("a", ""));
    await settled();
    expect([one.heard, two.heard]).toEqual([[], ["+a@1"]]);
  });

  it("does nothing with the registration of another informer (B128)", async () => {
    const [one, two] = [make(), make()];
    const recorder = new Recorder();
    const foreign = one.informer.addEventHandler(recorder);
    two.informer.addEventHandler(new Recorder());
    two.informer.removeEventHandler(foreign);
    await start(one);
    one.source.add(thing("a", ""));
    await settled();
    expect(recorder.heard).toEqual(["+a@1"]);
  });

  it("takes one options object with a handler or none; two are refused by type (B148)", () => {
    const { informer } = make();
    expect(informer.addEventHandler({}).resyncMs).toBe(0);
    expect(informer.addEventHandler({}, { resyncMs: 5_000 }).resyncMs).toBe(5_000);
    // @ts-expect-error a second options object has no meaning
    informer.addEventHandler({}, { resyncMs: 5_000 }, { resyncMs: 6_000 });
    expect(() => informer.addEventHandler({}, { resyncMs: -1 })).toThrow("negative");
  });

  it("takes the same handler twice as two (B129)", async () => {
    const { source, informer } = make();
    const recorder = new Recorder();
    const first = informer.addEventHandler(recorder);
    informer.addEventHandler(recorder);
    await start({ informer });
    source.add(thing("a", ""));
    await settled();
    informer.removeEventHandler(first);
    source.add(thing("b", ""));
    await settled();
    expect(recorder.heard).toEqual(["+a@1", "+a@1", "+b@2"]);
  });

  it("lets a handler be removed twice (B130)", async () => {
    const { informer } = make();
    const registration = informer.addEventHandler({});
    informer.removeEventHandler(registration);
    informer.removeEventHandler(registration);
    await informer.shutDownEventHandler(registration);
  });

  it("keeps its order while handlers come and go during events, also from inside callbacks (B131, F-E5)", async () => {
    const { source, informer } = make();
    const steady = new Recorder();
    informer.addEventHandler(steady);
    let inner = 0;
    informer.addEventHandler({
      onAdd: ({ key }) => {
        const registration = informer.addEventHandler({ onAdd: () => void inner++ });
        if (key.endsWith("5")) informer.removeEventHandler(registration);
      },
    });
    await start({ informer });
    for (let n = 0; n < 30; n++) {
      source.add(thing(`n${n}`, ""));
      await null;
    }
    await settled();
    expect(steady.heard).toEqual(Array.from({ length: 30 }, (_, n) => `+n${n}@${n + 1}`));
    expect(inner).toBeGreaterThan(0);
  });

  it("knows whether it was started and stopped (B132)", async () => {
    const { informer } = make();
    expect([informer.isStarted, informer.isStopped]).toEqual([false, false]);
    const running = informer.run();
    expect([informer.isStarted, informer.isStopped]).toEqual([true, false]);
    await informer.stop();
    await running;
    expect([informer.isStarted, informer.isStopped]).toEqual([true, true]);
    await informer.run();
  });

  it("takes no handler after it was stopped (B133)", async () => {
    const { informer } = make();
    await informer.stop();
    expect(() => informer.addEventHandler({})).toThrow(ClosedError);
    expect(() => informer.addIndexers({})).toThrow(ClosedError);
  });

  it("lets handlers be removed after it was stopped (B134)", async () => {
    const { informer } = make();
    const registration = informer.addEventHandler({});
    void informer.run();
    await informer.stop();
    informer.removeEventHandler(registration);
    await informer.shutDownEventHandler(registration);
  });

  it("calls a removed handler no more, whatever was waiting for it (B135)", async () => {
    const { source, informer } = make();
    const recorder = new Recorder();
    const registration = informer.addEventHandler(recorder);
    await start({ informer });
    source.add(thing("a", ""));
    await settled();
    source.add(thing("b", ""));
    informer.removeEventHandler(registration);
    await settled();
    expect(recorder.heard).toEqual(["+a@1"]);
    expect(registration.pending).toBe(0);
  });

  it("shows a late handler everything first; it has synced when that is delivered (B136, F-E6, O8)", async () => {
    const { source, informer } = make();
    source.add(thing("a", ""));
    source.add(thing("b", ""));
    await start({ informer });
    const heard: string[] = [];
    let go: () => void = () => {};
    const late = informer.addEventHandler({
      onAdd: async ({ key, isInInitialList }) => {
        heard.push(`+${key}${isInInitialList ? "!" : ""}`);
        await new Promise<void>((resolve) => {
          go = resolve;
        });
      },
    });
    source.add(thing("c", ""));
    await settled();
    expect(heard).toEqual(["+a!"]);
    expect(late.hasSynced()).toBe(false);
    go();
    await settled();
    expect(late.hasSynced()).toBe(false);
    go();
    await late.waitForSync();
    expect(late.hasSynced()).toBe(true);
    await settled();
    expect(heard).toEqual(["+a!", "+b!", "+c"]);
  });

  it("leaves nothing behind when it is stopped: while running, before running, or never run (B137, F-E10, O11)", async () => {
    const running = make();
    await start(running);
    expect(running.source.openWatches).toBe(1);
    await running.informer.stop();
    await running.informer.stop();
    expect([running.source.openWatches, running.clock.pending]).toEqual([0, 0]);
    const bySignal = make();
    const stopper = new AbortController();
    const run = bySignal.informer.run({ signal: stopper.signal });
    await settled();
    stopper.abort();
    await run;
    expect([bySignal.source.openWatches, bySignal.clock.pending, bySignal.informer.isStopped]).toEqual([0, 0, true]);
    const before = make();
    await before.informer.run({ signal: AbortSignal.abort() });
    expect(before.source.lists).toBe(0);
    await make().informer.stop();
    const listing = make({ source: new ScriptedSource() });
    void listing.informer.run();
    await listing.source.nextList();
    await listing.informer.stop();
    expect(listing.clock.pending).toBe(0);
    const waiting = make({ source: new ScriptedSource() });
    void waiting.informer.run();
    await (await waiting.source.nextList()).fail(new Error("down"));
    await waiting.informer.stop();
    expect(waiting.clock.pending).toBe(0);
  });

  it("gives a handler that threw the next event after a second, and lets it sync (F-E1)", async () => {
    const { source, informer, clock, unexpected } = make();
    for (const name of ["a", "b", "c"]) source.add(thing(name, ""));
    const heard: string[] = [];
    const other = new Recorder();
    const registration = informer.addEventHandler({
      onAdd: ({ key }) => {
        heard.push(key);
        if (key === "a") throw new Error("sync");
        if (key === "b") return Promise.reject(new Error("async"));
      },
    });
    informer.addEventHandler(other);
    await start({ informer });
    expect(heard).toEqual(["a"]);
    expect(other.heard).toHaveLength(3);
    await clock.advance(999);
    expect(heard).toEqual(["a"]);
    await clock.advance(1);
    expect(heard).toEqual(["a", "b"]);
    await clock.advance(1_000);
    expect(heard).toEqual(["a", "b", "c"]);
    expect(registration.hasSynced()).toBe(true);
    expect(unexpected.map(String)).toEqual(["Error: sync", "Error: async"]);
  });

  it("does not wait for a callback when a handler is just removed (B139)", async () => {
    const { source, informer } = make();
    let finished = false;
    let go: () => void = () => {};
    const registration = informer.addEventHandler({
      onAdd: async () => {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        finished = true;
      },
    });
    await start({ informer });
    source.add(thing("a", ""));
    await settled();
    informer.removeEventHandler(registration);
    expect(finished).toBe(false);
    const quiet = informer.shutDownEventHandler(registration);
    go();
    await quiet;
    expect(finished).toBe(true);
  });

  it("waits for the callback when a handler is shut down (B140, B141)", async () => {
    const { source, informer } = make();
    const never = make();
    await never.informer.shutDownEventHandler(never.informer.addEventHandler({}));
    const order: string[] = [];
    const slow = () => {
      let go: () => void = () => {};
      const registration = informer.addEventHandler({
        onAdd: async () => {
          await new Promise<void>((resolve) => {
            go = resolve;
          });
          order.push("callback");
        },
      });
      return { registration, go: () => go() };
    };
    const before = slow();
    await start({ informer });
    const after = slow();
    source.add(thing("a", ""));
    await settled();
    for (const { registration, go } of [before, after]) {
      const done = informer.shutDownEventHandler(registration).then(() => order.push("quiet"));
      await settled();
      go();
      await done;
    }
    expect(order).toEqual(["callback", "quiet", "callback", "quiet"]);
  });

  it("may be asked about its sync, stopped or waited for inside a callback (F-E5)", async () => {
    const { source, informer } = make();
    source.add(thing("a", ""));
    const heard: string[] = [];
    informer.addEventHandler({
      onAdd: async () => {
        await informer.waitForSync();
        heard.push("synced");
        await informer.stop();
        heard.push("stopped");
      },
    });
    await informer.run();
    await settled();
    expect(heard).toEqual(["synced", "stopped"]);
  });

  it("runs once however often it is started (F-E11)", async () => {
    const { source, informer } = make();
    const runs = [informer.run(), informer.run(), informer.controller.run()];
    await settled();
    expect([source.lists, source.watches]).toEqual([1, 1]);
    await informer.stop();
    await Promise.all(runs);
  });

  it("resyncs from the cache while there is no server, and says that it is a resync (F-E12)", async () => {
    const all = make({ source: new ScriptedSource(), resyncMs: 5_000 });
    const recorder = new Recorder();
    all.informer.addEventHandler(recorder);
    await start(all);
    await (await all.source.nextList()).answer(listOf("5", [thing("a", "1")]));
    await (await all.source.nextWatch()).fail(new Error("gone"));
    recorder.take();
    await all.clock.advance(5_000);
    expect(recorder.take()).toEqual(["~a@1="]);
  });

  it("ends the wait for its sync at the signal and goes on trying (F-E13)", async () => {
    const all = make({ source: new ScriptedSource() });
    await start(all);
    const stopper = new AbortController();
    const wait = all.informer.waitForSync({ signal: stopper.signal });
    await (await all.source.nextList()).fail(new Error("dead"));
    stopper.abort(new Error("deadline"));
    await expect(wait).rejects.toThrow("deadline");
    await all.clock.advance(2_000);
    await (await all.source.nextList()).answer(listOf("1", []));
    await all.informer.waitForSync();
  });

  it("rejects waits when it is stopped before the sync", async () => {
    const all = make({ source: new ScriptedSource() });
    const registration = all.informer.addEventHandler({});
    await start(all);
    const waits = Promise.allSettled([all.informer.waitForSync(), registration.waitForSync(), all.informer.atLeast("5")]);
    await all.informer.stop();
    for (const end of await waits) expect(end).toMatchObject({ status: "rejected", reason: expect.any(ClosedError) });
  });

  it("tells an update and an add after a lost watch, not as initial (B67)", async () => {
    const { source, informer, clock } = make();
    source.add(thing("a", ""));
    const recorder = new Recorder();
    informer.addEventHandler(recorder);
    await start({ informer });
    recorder.take();
    source.dropped("MODIFIED", thing("a", ""));
    source.dropped("ADDED", thing("b", ""));
    source.resetWatch();
    await clock.advance(10_000);
    expect(recorder.take()).toEqual(["~a@1>2", "+b@3"]);
  });

  it("tells the same about a relist in both queues: deletes first, then the list's order, with the store as it is now (B66)", async () => {
    for (const queue of ["ordered", "delta"] as const) {
      const all = make({ source: new ScriptedSource(), queue });
      const recorder = new Recorder();
      const stores: string[] = [];
      all.informer.addEventHandler(recorder);
      all.informer.addEventHandler({
        onDelete: () => void stores.push(stateOf(all.informer)),
        onUpdate: () => void stores.push(stateOf(all.informer)),
      });
      await start(all);
      await (await all.source.nextList()).answer(listOf("5", [thing("a", "1"), thing("b", "2"), thing("c", "3")]));
      await (await all.source.nextWatch()).fail(expired());
      recorder.take();
      await all.clock.advance(1_300);
      await (await all.source.nextList()).answer(listOf("9", [thing("d", "6"), thing("b", "7"), thing("c", "3")]));
      const heard = recorder.take();
      expect(heard.toSorted()).toEqual(["+d@6", "-a@1?", "~b@2>7"]);
      if (queue === "ordered") {
        expect(heard).toEqual(["-a@1?", "+d@6", "~b@2>7"]);
        expect(stores).toEqual(["d@6 b@7 c@3", "d@6 b@7 c@3"]);
      }
    }
  });

  it("follows the version of lists, events and bookmarks in its store (B68)", async () => {
    const all = make({ source: new ScriptedSource() });
    const version = () => all.informer.store.lastStoreSyncResourceVersion;
    await start(all);
    expect(version()).toBe("");
    await (await all.source.nextList()).answer(listOf("5", [thing("a", "1")]));
    expect(version()).toBe("5");
    const watch = await all.source.nextWatch();
    await watch.added(thing("b", "6"));
    expect(version()).toBe("6");
    await watch.modified(thing("b", "7"));
    expect(version()).toBe("7");
    await watch.deleted(thing("b", "8"));
    expect(version()).toBe("8");
    await watch.bookmark("12");
    expect(version()).toBe("12");
    expect(all.informer.lastSyncResourceVersion).toBe("12");
  });

  it("leaves its store's version at the list's when a transform strips the metadata, and refuses such objects (B69, F-E8)", async () => {
    let strip = false;
    const all = make({ source: new ScriptedSource(), transform: (object) => (strip ? ({ spec: object.spec } as Thing) : object) });
    await start(all);
    await (await all.source.nextList()).answer(listOf("5", [thing("a", "1")]));
    strip = true;
    const watch = await all.source.nextWatch();
    await watch.added(thing("b", "6"));
    await watch.modified(thing("a", "7"));
    expect(all.informer.store.lastStoreSyncResourceVersion).toBe("5");
    expect(stateOf(all.informer)).toBe("a@1");
    expect(all.unexpected).toHaveLength(2);
  });

  it("answers reads at a version as soon as the store has it", async () => {
    const all = make({ source: new ScriptedSource() });
    await start(all);
    await expect(all.informer.atLeast("x")).rejects.toThrow("not a version");
    const early = all.informer.atLeast("4");
    await (await all.source.nextList()).answer(listOf("5", [thing("a", "1")]));
    await early;
    const watch = await all.source.nextWatch();
    let reached = false;
    const own = all.informer.atLeast("7").then(() => {
      reached = true;
    });
    await watch.added(thing("b", "6"));
    expect(reached).toBe(false);
    await watch.bookmark("8");
    await own;
    await expect(all.informer.atLeast("9", { signal: AbortSignal.abort(new Error("late")) })).rejects.toThrow("late");
  });

  it("takes the sources of several namespaces into one cache, each list speaking for its own", async () => {
    const [one, two] = [new FakeControllerSource(), new FakeControllerSource()];
    one.add(thing("a", "", { namespace: "one" }));
    two.add(thing("b", "", { namespace: "two" }));
    two.add(thing("c", "", { namespace: "two" }));
    const { clock } = make();
    for (const queue of ["ordered", "delta"] as const) {
      const informer = newSharedIndexInformer<Thing>(
        [
          { namespace: "one", listerWatcher: one },
          { namespace: "two", listerWatcher: two },
        ],
        ThingKind,
        { clock, random: () => 0.5, queue },
      );
      const recorder = new Recorder();
      const registration = informer.addEventHandler(recorder, { resyncMs: 60_000 });
      void informer.run();
      await informer.waitForSync();
      await registration.waitForSync();
      expect(recorder.take().toSorted()).toEqual(
        queue === "ordered" ? ["+one/a@1!", "+two/b@1!", "+two/c@2!"] : ["+one/a@1!", "+two/b@1!"],
      );
      if (queue === "ordered") {
        two.dropped("DELETED", thing("c", "", { namespace: "two" }));
        two.resetWatch();
        await clock.advance(10_000);
        expect(recorder.take()).toEqual(["-two/c@2?"]);
        await clock.advance(50_000);
        expect(recorder.take().toSorted()).toEqual(["~one/a@1=", "~two/b@1="]);
      }
      await settled();
      expect(informer.lastSyncResourceVersion).toBe("1");
      expect(informer.indexer.indexKeys("namespace", "one")).toEqual(["one/a"]);
      expect([informer.state, informer.isStale]).toEqual(["watching", false]);
      await informer.stop();
    }
    expect(clock.pending).toBe(0);
  });

  it("gives the object as a lazily decoded, frozen value, and the same to everybody (F-E4)", async () => {
    const { source, informer, unexpected } = make();
    source.add(thing("a", "", { value: 1 }));
    const objects: unknown[] = [];
    for (let n = 0; n < 2; n++) {
      informer.addEventHandler({
        onAdd: ({ object }) => {
          objects.push(object);
          (object as Thing).spec = { value: 2 };
        },
      });
    }
    await start({ informer });
    expect(unexpected.map(String)).toEqual([expect.stringContaining("TypeError"), expect.stringContaining("TypeError")]);
    expect(objects[0]).toBe(objects[1]);
    expect(informer.store.getByKey("a")).toBe(objects[0]);
    expect(informer.store.getByKey("a")?.spec?.value).toBe(1);
  });
});
