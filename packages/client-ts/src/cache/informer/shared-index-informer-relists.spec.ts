import { describe, expect, it } from "vitest";
import { FakeControllerSource } from "../test-support/fake-controller-source.ts";
import { Recorder, settled, stateOf } from "../test-support/informing.ts";
import { expired } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, type Thing, thing } from "../test-support/scripted-source.ts";
import { stoppedInformers } from "../test-support/stopped-informers.ts";

const { make, start } = stoppedInformers();

describe("a shared informer", () => {
  for (const streaming of [false, true]) {
    it(`lists again when a callback of its state asks for it (${streaming ? "streaming" : "paged"} list)`, async () => {
      for (const asked of ["listing", "streaming", "watching"] as const) {
        if (asked === (streaming ? "listing" : "streaming")) continue;
        const source = new FakeControllerSource({ streaming });
        source.add(thing("a", ""));
        const states: string[] = [];
        const { informer, clock } = make({
          source,
          onState: (state: string) => {
            states.push(state);
            if (states.filter((one) => one === asked).length === 1 && state === asked) informer.relist();
          },
        });
        await start({ informer });
        for (let wait = 0; wait < 50; wait++) await clock.advance(100);
        const lists = streaming ? source.watches : source.lists;
        expect([asked, lists, states.at(-1), stateOf(informer)]).toEqual([asked, 2, "watching", "a@1"]);
        await informer.close();
      }
    });
  }

  it("shows everything again to each handler at its own interval (B119)", async () => {
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
    const seen: string[] = [];
    informer.addEventHandler({
      onAdd: () => gate,
      onUpdate: ({ key, resync }) => void seen.push(`${key} ${resync}`),
    });
    await clock.advance(3_500);
    release();
    await settled();
    expect(seen).toEqual(["a true", "a true", "a true"]);
  });

  it("resyncs as often as the handler with the shortest period asks, and each handler as it asks itself (B121)", () => {
    const { informer } = make({ resyncMs: 12 * 3_600_000 });
    const check = (resyncMs?: number) => {
      const { resyncMs: own } = informer.addEventHandler({}, { resyncMs });
      return [own, informer.resyncCheckMs];
    };
    expect(check()).toEqual([12 * 3_600_000, 12 * 3_600_000]);
    expect(check(60_000)).toEqual([60_000, 60_000]);
    expect(check(55_000)).toEqual([55_000, 55_000]);
    expect(check(5_000)).toEqual([5_000, 5_000]);
    expect(check(3_600_000)).toEqual([3_600_000, 5_000]);
    expect(check(10)).toEqual([1_000, 1_000]);
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
    expect(resyncing.seen.filter((line) => line.endsWith("="))).not.toEqual([]);
    expect(stateOf(informer)).toBe("b@4 c@3 d@6");
  });

  it("shows transformed objects everywhere; a transform may change its argument (B126, B61, B62)", async () => {
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

  it("delivers a relist equally with both queues: deletions first, then the list in its order (B66)", async () => {
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
      const seen = recorder.take();
      expect(seen.toSorted()).toEqual(["+d@6", "-a@1?", "~b@2>7"]);
      if (queue === "ordered") {
        expect(seen).toEqual(["-a@1?", "+d@6", "~b@2>7"]);
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

  it("keeps the list's version when a transform strips the metadata, and refuses the objects (B69, F-E8)", async () => {
    let strip = false;
    const all = make({
      source: new ScriptedSource(),
      transform: (object) => (strip ? ({ spec: object.spec } as Thing) : object),
    });
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
});
