import { entriesOf } from "./shared-index-informer.ts";
import { afterEach, describe, expect, it } from "vitest";
import { Recorder, informing, type Informing, settled, stateOf } from "../test-support/informing.ts";
import { expired } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, type ScriptedWatch, type Thing, thing } from "../test-support/scripted-source.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import type { SharedIndexInformerOptions } from "./options.ts";

const made: Informing<ScriptedSource>[] = [];
afterEach(async () => {
  for (const { informer, clock } of made.splice(0)) {
    await informer.close();
    expect(clock.pending).toBe(0);
  }
});

/** An informer that has listed `items` at version 10 and watches, with a handler that has seen of them. */
async function watching(
  items: Thing[] = [thing("a", "5")],
  options: SharedIndexInformerOptions<Thing> = {},
): Promise<Informing<ScriptedSource> & { watch: ScriptedWatch; recorder: Recorder; relist(): Promise<void> }> {
  const all = informing({ source: new ScriptedSource(), ...options });
  made.push(all);
  const recorder = new Recorder();
  all.informer.addEventHandler(recorder);
  void all.informer.run();
  await (await all.source.nextList()).answer(listOf("10", items));
  recorder.take();
  const relist = async (): Promise<void> => {
    for (let n = 0; n < 50 && all.source.lists.length === 1; n++) await all.clock.advance(100);
  };
  return { ...all, watch: await all.source.nextWatch(), recorder, relist };
}

describe("the cache", () => {
  it("refuses an older state of an object and lists once, for the most recent state (F-A19, O2)", async () => {
    const { watch, source, informer, recorder } = await watching([thing("a", "9")]);
    await watch.modified(thing("a", "12"));
    await watch.modified(thing("a", "11"));
    expect(stateOf(informer)).toBe("a@12");
    expect(watch.stops).toBe(1);
    const list = await source.nextList();
    expect(list.options.resourceVersion).toBeUndefined();
    await list.answer(listOf("20", [thing("a", "12")]));
    expect((await source.nextWatch()).options.resourceVersion).toBe("20");
    expect(recorder.seen).toEqual(["~a@9>12"]);
    expect(source.lists).toHaveLength(2);
  });

  it("drops an event that it has already seen (F-A20)", async () => {
    const { watch, informer, recorder, source } = await watching();
    await watch.modified(thing("a", "11"), thing("a", "11"));
    await watch.added(thing("a", "11"));
    expect(recorder.take()).toEqual(["~a@5>11"]);
    expect(stateOf(informer)).toBe("a@11");
    expect(source.lists).toHaveLength(1);
  });

  it("decides from what it has, not from the event's type: add, update or nothing (F-A21)", async () => {
    const { watch, informer, recorder } = await watching();
    await watch.modified(thing("new", "11"));
    await watch.added(thing("a", "12"));
    await watch.deleted(thing("unknown", "13"));
    expect(recorder.take()).toEqual(["+new@11", "~a@5>12"]);
    expect(informer.lastSyncResourceVersion).toBe("13");
    expect(informer.store.lastStoreSyncResourceVersion).toBe("13");
  });

  it("ignores a deletion that is older than what it has, and lists (F-A22)", async () => {
    const { watch, source, informer, recorder } = await watching([thing("a", "9")]);
    await watch.modified(thing("a", "12"));
    await watch.deleted(thing("a", "11"));
    expect(stateOf(informer)).toBe("a@12");
    await (await source.nextList()).answer(listOf("20", [thing("a", "12")]));
    expect(recorder.seen).toEqual(["~a@9>12"]);
  });

  it("does not bring back what was deleted when an old event comes late (O3)", async () => {
    const { watch, source, informer, recorder } = await watching();
    await watch.deleted(thing("a", "15"));
    await watch.modified(thing("a", "12"));
    expect(stateOf(informer)).toBe("");
    await (await source.nextList()).answer(listOf("20", []));
    expect(recorder.seen).toEqual(["-a@15"]);
  });

  it("reports a deletion that was missed, with the last known state and a note that it is that (F-A23)", async () => {
    const { watch, source, recorder, relist } = await watching([thing("a", "5", { value: 1 })]);
    await watch.fail(expired());
    await relist();
    await (await source.nextList()).answer(listOf("20", []));
    expect(recorder.take()).toEqual(["-a@5?"]);
  });

  it("tells delete and add when a name is another object now, after a relist or in a watch (F-A24)", async () => {
    const { watch, source, recorder, relist } = await watching([thing("a", "5"), thing("b", "6")]);
    await watch.modified(thing("b", "11", { uid: "second" }));
    expect(recorder.take()).toEqual(["-b@6?", "+b@11"]);
    await watch.fail(expired());
    await relist();
    await (await source.nextList()).answer(
      listOf("20", [thing("a", "15", { uid: "second" }), thing("b", "11", { uid: "second" })]),
    );
    expect(recorder.take()).toEqual(["-a@5?", "+a@15"]);
  });

  it("deletes what it has when the deletion of a later object of that name comes", async () => {
    const { watch, recorder } = await watching();
    await watch.deleted(thing("a", "12", { uid: "second" }));
    expect(recorder.take()).toEqual(["-a@5?"]);
  });

  it("keeps an object out whose transform fails, and takes it with the next event or list (F-E7)", async () => {
    const bad = new Set(["a", "b"]);
    const { watch, source, informer, recorder, unexpected, relist } = await watching(
      [thing("a", "5"), thing("ok", "6")],
      {
        transform: (object) => {
          if (bad.has(object.metadata?.name ?? "")) throw new Error(`no ${object.metadata?.name}`);
          return object;
        },
      },
    );
    expect(stateOf(informer)).toBe("ok@6");
    await watch.added(thing("b", "11"));
    expect(unexpected.map(String)).toEqual(["Error: no a", "Error: no b"]);
    bad.delete("b");
    await watch.modified(thing("b", "12"));
    expect(recorder.take()).toEqual(["+b@12"]);
    bad.clear();
    bad.add("ok");
    await watch.fail(expired());
    await relist();
    await (await source.nextList()).answer(listOf("20", [thing("a", "5"), thing("ok", "15"), thing("b", "12")]));
    // An object that cannot be stored does not replace the one that is there.
    expect(stateOf(informer)).toBe("a@5 ok@6 b@12");
    expect(recorder.take()).toEqual(["+a@5"]);
  });

  it("keeps the managed fields that its source gives, also when a transform returns the object", async () => {
    const managedFields = [{ manager: "kubectl", operation: "Update" }];
    const given = thing("a", "5");
    given.metadata = { ...given.metadata, managedFields };
    const { informer } = await watching([given], { transform: (object) => ({ ...object, spec: { value: 1 } }) });
    expect(informer.store.getByKey("a")).toMatchObject({ metadata: { managedFields }, spec: { value: 1 } });
  });

  it("refuses an object that an index refuses; store and index stay equal (F-E9, B65, O9)", async () => {
    const indexers = {
      picky: ({ spec }: { readonly spec?: { readonly value?: unknown } | undefined }) => {
        if (spec?.value === "throw") throw new Error("picky");
        if (spec?.value === "number") return [1] as unknown as string[];
        return [String(spec?.value)];
      },
    };
    const all = await watching([thing("good", "5", { value: "x" }), thing("bad", "6", { value: "throw" })], {
      indexers,
    });
    expect(stateOf(all.informer)).toBe("good@5");
    await all.watch.added(thing("odd", "11", { value: "number" }));
    await all.watch.modified(thing("good", "12", { value: "throw" }));
    await all.watch.added(thing("fine", "13", { value: "y" }));
    expect(stateOf(all.informer)).toBe("good@5 fine@13");
    expect(all.informer.indexer.listIndexFuncValues("picky").toSorted()).toEqual(["x", "y"]);
    expect(all.informer.indexer.indexKeys("picky", "x")).toEqual(["good"]);
    expect(all.recorder.take()).toEqual(["+fine@13"]);
    expect(all.unexpected).toHaveLength(3);
    const none = await watching([thing("bad", "6", { value: "throw" })], { indexers });
    expect([stateOf(none.informer), none.unexpected.length, none.informer.hasSynced()]).toEqual(["", 1, true]);
  });

  it("takes a list older than what it has when the server insists: it may have been restored (F-B6)", async () => {
    const { watch, source, informer, clock, recorder } = await watching([thing("a", "5"), thing("b", "6")]);
    await watch.modified(thing("b", "15"));
    recorder.take();
    await watch.fail(expired());
    for (let n = 1; n <= 4; n++) {
      await (await source.nextList()).answer(listOf("12", [thing("b", "7")]));
      const lists = source.lists.length;
      while (n < 4 && source.lists.length === lists) await clock.advance(500);
    }
    expect(stateOf(informer)).toBe("b@7");
    expect(recorder.take()).toEqual(["-a@5?", "~b@15>7"]);
  });

  it("compares a long list piece by piece and shows it in one step (O9, F-A34)", async () => {
    const { systemClock } = await import("../../util/index.ts");
    const all = informing({ source: new ScriptedSource(), clock: systemClock });
    const recorder = new Recorder();
    const registration = all.informer.addEventHandler(recorder);
    const sizes = new Set<number>();
    let done = false;
    const look = (): void => {
      sizes.add(all.informer.store.listKeys().length);
      if (!done) setImmediate(look);
    };
    look();
    void all.informer.run();
    await (await all.source.nextList()).answer(
      listOf(
        "10",
        Array.from({ length: 20_000 }, (_, n) => thing(`t${n}`, "5")),
      ),
    );
    await registration.waitForSync();
    done = true;
    await settled();
    expect([...sizes]).toEqual([0, 20_000]);
    expect(recorder.seen).toHaveLength(20_000);
    await all.informer.close();
  });

  it("shows a relist's deletions in the store before it calls any handler", async () => {
    const all = informing({ source: new ScriptedSource(), clock: new StridedClock() });
    const early = new Set<string>();
    let deletions = 0;
    all.informer.addEventHandler({
      onDelete: ({ key }) => {
        deletions++;
        if (all.informer.store.getByKey(key) !== undefined || entriesOf(all.informer).size !== 1) early.add(key);
      },
    });
    void all.informer.run();
    const things = Array.from({ length: 4_000 }, (_, n) => thing(`t${n}`, "5"));
    await (await all.source.nextList()).answer(listOf("10", things));
    while (!all.informer.hasSynced()) await settled();
    await (await all.source.nextWatch()).fail(expired());
    while (all.source.lists.length === 1) await all.clock.advance(100);
    await (await all.source.nextList()).answer(listOf("20", [thing("kept", "15")]));
    while (deletions < 4_000) await settled();
    expect([...early]).toEqual([]);
    await all.informer.close();
  });

  for (const queue of ["ordered", "delta"] as const) {
    it(`is not set back by an event or a bookmark of the past (${queue} queue)`, async () => {
      const { watch, informer, source } = await watching([thing("a", "5")], { queue });
      await watch.modified(thing("a", "12"));
      await watch.added(thing("b", "14"));
      await watch.modified(thing("a", "12"));
      await watch.bookmark("11");
      await watch.deleted(thing("unknown", "10"));
      let isThere = false;
      void informer.atLeast("14").then(() => {
        isThere = true;
      });
      await settled();
      expect(isThere).toBe(true);
      expect([informer.store.lastStoreSyncResourceVersion, informer.lastSyncResourceVersion]).toEqual(["14", "14"]);
      expect(source.lists).toHaveLength(1);
    });

    it(`continues from a list older than the store, once it is accepted (${queue} queue, F-B6)`, async () => {
      const { watch, source, informer, clock } = await watching([thing("a", "5")], { queue });
      await watch.modified(thing("a", "50"));
      await watch.fail(expired());
      for (let n = 1; n <= 4; n++) {
        await (await source.nextList()).answer(listOf("12", [thing("a", "5")]));
        const lists = source.lists.length;
        while (n < 4 && source.lists.length === lists) await clock.advance(500);
      }
      const second = await source.nextWatch();
      let isThere = false;
      void informer.atLeast("14").then(() => {
        isThere = true;
      });
      await second.added(thing("b", "13"));
      expect([stateOf(informer), isThere]).toEqual(["a@5 b@13", false]);
      expect(informer.store.lastStoreSyncResourceVersion).toBe("13");
      await second.bookmark("14");
      expect(isThere).toBe(true);
      expect(source.lists).toHaveLength(5);
    });

    it(`detects that a server's versions have no order, and accepts all its events (${queue} queue)`, async () => {
      const { watch, source, informer } = await watching([thing("a", "5")], { queue });
      await watch.added(thing("b", "3"));
      expect(stateOf(informer)).toBe("a@5");
      await (await source.nextList()).answer(listOf("20", [thing("a", "5"), thing("b", "3")]));
      const second = await source.nextWatch();
      await second.added(thing("c", "2"));
      expect(stateOf(informer)).toBe("a@5 b@3 c@2");
      expect(source.lists).toHaveLength(2);
    });
  }

  it("takes changes that the queue has gathered by key for what they are, though they come out of order", async () => {
    const { informer, source, clock } = informing({
      source: new ScriptedSource(),
      queue: "delta",
      clock: new StridedClock(),
    });
    const reached: string[] = [];
    void informer.run();
    // So long that the queue is still busy with it when the changes come.
    await (await source.nextList()).answer(
      listOf(
        "10",
        Array.from({ length: 2_000 }, (_, n) => thing(`t${n}`, "5")),
      ),
    );
    const watch = await source.nextWatch();
    for (const version of ["11", "12", "13", "16"]) {
      const names = () =>
        `${version}:${["x", "y", "z"].filter((name) => entriesOf(informer).entry(name) !== undefined).join("")}`;
      void informer.atLeast(version).then(() => reached.push(names()));
    }
    await watch.added(thing("x", "11"), thing("y", "12"));
    await watch.modified(thing("x", "13"));
    await watch.added(thing("z", "14"));
    await watch.deleted(thing("z", "15"));
    // Of the past: it must not bring z back.
    await watch.modified(thing("z", "14"));
    await watch.bookmark("16");
    expect(informer.hasSynced()).toBe(false);
    while (reached.length < 4) await settled();
    expect(reached).toEqual(["11:xy", "12:xy", "13:xy", "16:xy"]);
    expect(entriesOf(informer).entry("x")?.resourceVersion).toBe("13");
    await informer.close();
    expect(clock.pending).toBe(0);
  });

  it("takes another object with the same name and version for another object", async () => {
    const { watch, recorder } = await watching();
    await watch.modified(thing("a", "5", { uid: "second" }));
    expect(recorder.take()).toEqual(["-a@5?", "+a@5"]);
  });

  it("does not learn from a list with a later state that versions have no order", async () => {
    const { watch, source, informer } = await watching();
    await watch.added(thing("b", "3"));
    await (await source.nextList()).answer(listOf("20", [thing("a", "5"), thing("b", "15")]));
    await (await source.nextWatch()).added(thing("c", "2"));
    expect(stateOf(informer)).toBe("a@5 b@15");
  });

  it("says of the first list's objects that they are of the first list, in both queues", async () => {
    for (const queue of ["ordered", "delta"] as const) {
      const all = informing({ source: new ScriptedSource(), queue });
      made.push(all);
      const recorder = new Recorder();
      all.informer.addEventHandler(recorder);
      void all.informer.run();
      await (await all.source.nextList()).answer(listOf("10", [thing("a", "5"), thing("b", "6")]));
      await (await all.source.nextWatch()).added(thing("c", "11"));
      expect(recorder.take()).toEqual(["+a@5!", "+b@6!", "+c@11"]);
    }
  });

  it("has a list's version when the store shows the list, and shows a handler added then only that list", async () => {
    const all = informing({ source: new ScriptedSource(), clock: new StridedClock() });
    const things = (version: string) => Array.from({ length: 3_000 }, (_, n) => thing(`t${n}`, version));
    void all.informer.run();
    await (await all.source.nextList()).answer(listOf("10", things("5")));
    while (!all.informer.hasSynced()) await settled();
    await (await all.source.nextWatch()).fail(expired());
    while (all.source.lists.length === 1) await all.clock.advance(100);
    const versions: (string | undefined)[] = [];
    const late = new Recorder();
    const reached = all.informer.atLeast("20").then(() => {
      versions.push(entriesOf(all.informer).entry("t2999")?.resourceVersion);
      all.informer.addEventHandler(late, { overflow: "keep" });
    });
    await (await all.source.nextList()).answer(listOf("20", things("15")));
    await reached;
    for (let turn = 0; turn < 1_000 && late.seen.length < 3_000; turn++) await settled();
    expect(versions).toEqual(["15"]);
    expect(late.seen).toHaveLength(3_000);
    expect(late.seen.filter((line) => !line.endsWith("@15!"))).toEqual([]);
    await all.informer.close();
  });

  it("does not bring back what a list no longer has, with the delta queue still busy with that list (O3)", async () => {
    const { informer, source, clock } = informing({
      source: new ScriptedSource(),
      queue: "delta",
      clock: new StridedClock(),
    });
    const things = (version: string) => Array.from({ length: 2_000 }, (_, n) => thing(`t${n}`, version));
    void informer.run();
    await (await source.nextList()).answer(listOf("10", [...things("5"), thing("z", "9")]));
    while (!informer.hasSynced()) await settled();
    await (await source.nextWatch()).fail(expired());
    while (source.lists.length === 1) await clock.advance(100);
    await (await source.nextList()).answer(listOf("20", things("15")));
    const watch = await source.nextWatch();
    await watch.modified(thing("z", "8"));
    expect(entriesOf(informer).entry("t1999")?.resourceVersion).toBe("5");
    while (entriesOf(informer).entry("z") !== undefined || entriesOf(informer).entry("t1999")?.resourceVersion !== "15")
      await settled();
    await settled();
    expect(entriesOf(informer).entry("z")).toBeUndefined();
    await informer.close();
    expect(clock.pending).toBe(0);
  });

  it("stores a name that no server should give as it is, and escapes it where it is printed (F-B18)", async () => {
    const name = "we\u001b[31mb\nline";
    const { watch, informer, recorder } = await watching();
    await watch.added(thing(name, "11"));
    expect(informer.store.getByKey(name)?.metadata?.name).toBe(name);
    expect(recorder.take()).toEqual([`+${name}@11`]);
    const { newGenericLister } = await import("../generic-lister.ts");
    const { ThingKind } = await import("../test-support/informing.ts");
    const missing = () => newGenericLister(informer.indexer, ThingKind).get(`${name}2`);
    expect(missing).toThrow("NotFound");
    try {
      missing();
    } catch (error) {
      expect((error as Error).message).not.toContain("\u001b");
    }
  });

  it("gives up a long list when it is stopped in the middle of it", async () => {
    const { systemClock } = await import("../../util/index.ts");
    const all = informing({ source: new ScriptedSource(), clock: systemClock });
    const recorder = new Recorder();
    all.informer.addEventHandler(recorder);
    void all.informer.run();
    const list = await all.source.nextList();
    void list.answer(
      listOf(
        "10",
        Array.from({ length: 20_000 }, (_, n) => thing(`t${n}`, "5")),
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await all.informer.close();
    await settled();
    expect([recorder.seen.length, all.informer.hasSynced()]).toEqual([0, false]);
  });
});
