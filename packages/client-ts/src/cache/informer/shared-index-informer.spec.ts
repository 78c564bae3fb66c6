import { describe, expect, it } from "vitest";
import { ClosedError } from "../../errors/index.ts";
import { FakeControllerSource } from "../test-support/fake-controller-source.ts";
import { Recorder, settled, ThingKind } from "../test-support/informing.ts";
import { listOf, ScriptedSource, type Thing, thing } from "../test-support/scripted-source.ts";
import { stoppedInformers } from "../test-support/stopped-informers.ts";
import { newSharedIndexInformer } from "./shared-index-informer.ts";

const { make, start } = stoppedInformers();

describe("a shared informer", () => {
  it("indexes what comes, with indexes from the beginning and from later (B118)", async () => {
    const { source, informer } = make({
      indexers: { value: ({ spec }) => (spec?.value === undefined ? [] : [String(spec.value)]) },
    });
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

  it("is named after its resource, its group and its namespace, unless it has a name", () => {
    const source = new FakeControllerSource();
    const name = (resource: object, options: object = {}): string =>
      newSharedIndexInformer<Thing>(source, { ...ThingKind, ...resource }, options).name;
    expect([
      name({}),
      name({ group: "" }),
      name({}, { namespace: "shop" }),
      name({ group: "" }, { namespace: "shop" }),
      name({}, { namespace: "shop", name: "mine" }),
    ]).toEqual(["things.example.com", "things", "things.example.com in shop", "things in shop", "mine"]);
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

  it("knows whether it was started and stopped (B132)", async () => {
    const { informer } = make();
    expect([informer.isStarted, informer.isStopped]).toEqual([false, false]);
    const running = informer.run();
    expect([informer.isStarted, informer.isStopped]).toEqual([true, false]);
    await informer.close();
    await running;
    expect([informer.isStarted, informer.isStopped]).toEqual([true, true]);
    await informer.run();
  });

  it("takes no handler after it was stopped (B133)", async () => {
    const { informer } = make();
    await informer.close();
    expect(() => informer.addEventHandler({})).toThrow(ClosedError);
    expect(() => informer.addIndexers({})).toThrow(ClosedError);
  });

  it("leaves nothing behind when it is closed while running or before running (B137, F-E10, O11)", async () => {
    const running = make();
    await start(running);
    expect(running.source.openWatches).toBe(1);
    await running.informer.close();
    await running.informer.close();
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
    await make().informer.close();
    const listing = make({ source: new ScriptedSource() });
    void listing.informer.run();
    await listing.source.nextList();
    await listing.informer.close();
    expect(listing.clock.pending).toBe(0);
    const waiting = make({ source: new ScriptedSource() });
    void waiting.informer.run();
    await (await waiting.source.nextList()).fail(new Error("down"));
    await waiting.informer.close();
    expect(waiting.clock.pending).toBe(0);
  });

  it("may be asked about its sync, stopped or waited for inside a callback (F-E5)", async () => {
    const { source, informer } = make();
    source.add(thing("a", ""));
    const seen: string[] = [];
    informer.addEventHandler({
      onAdd: async () => {
        await informer.waitForSync();
        seen.push("synced");
        await informer.close();
        seen.push("stopped");
      },
    });
    await informer.run();
    await settled();
    expect(seen).toEqual(["synced", "stopped"]);
  });

  it("runs once however often it is started (F-E11)", async () => {
    const { source, informer } = make();
    const runs = [informer.run(), informer.run(), informer.controller.run()];
    await settled();
    expect([source.lists, source.watches]).toEqual([1, 1]);
    await informer.close();
    await Promise.all(runs);
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
    const waits = Promise.allSettled([
      all.informer.waitForSync(),
      registration.waitForSync(),
      all.informer.atLeast("5"),
    ]);
    await all.informer.close();
    for (const end of await waits) expect(end).toMatchObject({ status: "rejected", reason: expect.any(ClosedError) });
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
        { clock, random: () => 0.5, queue, logger: false },
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
      await informer.close();
    }
    expect(clock.pending).toBe(0);
  });

  it("gives the object as a lazily decoded, frozen value, the same one to every handler (F-E4)", async () => {
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
    expect(unexpected.map(String)).toEqual([
      expect.stringContaining("TypeError"),
      expect.stringContaining("TypeError"),
    ]);
    expect(objects[0]).toBe(objects[1]);
    expect(informer.store.getByKey("a")).toBe(objects[0]);
    expect(informer.store.getByKey("a")?.spec?.value).toBe(1);
  });
});
