import { afterEach, describe, expect, it } from "vitest";
import { FakeClock, nextTurn } from "../../util/index.ts";
import { Recorder, settled, stateOf, ThingKind } from "../test-support/informing.ts";
import { expired } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, type ScriptedWatch, type Thing, thing } from "../test-support/scripted-source.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import type { SharedIndexInformerOptions } from "./options.ts";
import { newSharedIndexInformer, type SharedIndexInformer, entriesOf } from "./shared-index-informer.ts";

interface Several<N extends string> {
  readonly informer: SharedIndexInformer<Thing>;
  readonly clock: FakeClock;
  readonly sources: Record<N, ScriptedSource>;
  readonly unexpected: unknown[];
}

const made: Several<string>[] = [];
afterEach(async () => {
  for (const { informer, clock } of made.splice(0)) {
    await informer.close();
    expect(clock.pending).toBe(0);
  }
});

/** An informer with one scripted source for each namespace. */
function over<N extends string>(namespaces: readonly N[], options: SharedIndexInformerOptions<Thing> = {}): Several<N> {
  const clock = (options.clock as FakeClock | undefined) ?? new FakeClock();
  const sources = Object.fromEntries(namespaces.map((namespace) => [namespace, new ScriptedSource()])) as Record<
    N,
    ScriptedSource
  >;
  const unexpected: unknown[] = [];
  const informer = newSharedIndexInformer<Thing>(
    namespaces.map((namespace) => ({ namespace, listerWatcher: sources[namespace] })),
    ThingKind,
    {
      random: () => 0.5,
      onWatchError: () => {},
      onUnexpectedError: (error) => void unexpected.push(error),
      ...options,
      clock,
    },
  );
  const all: Several<N> = { informer, clock, sources, unexpected };
  made.push(all);
  return all;
}

const many = (namespace: string, count: number, version = "5"): Thing[] =>
  Array.from({ length: count }, (_, n) => thing(`t${n}`, version, { namespace, uid: `uid-${namespace}-${n}` }));

/** Answers the first list of each source and gives their watches. */
async function begin<N extends string>(
  { informer, sources }: Several<N>,
  lists: Record<N, Thing[]>,
): Promise<Record<N, ScriptedWatch>> {
  void informer.run();
  const watches = {} as Record<N, ScriptedWatch>;
  let stored = 0;
  for (const namespace of Object.keys(lists) as N[]) {
    await (await sources[namespace].nextList()).answer(listOf("10", lists[namespace]));
    stored += lists[namespace].filter(({ metadata }) => metadata?.namespace === namespace).length;
    await until(() => entriesOf(informer).size >= stored);
    watches[namespace] = await sources[namespace].nextWatch();
  }
  return watches;
}

async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50_000 && !isDone(); turn++) await nextTurn();
  expect(isDone()).toBe(true);
}

describe("an informer over several namespaces", () => {
  for (const queue of ["ordered", "delta"] as const) {
    it(`keeps every change of a namespace while a list of another is stored (${queue} queue, O1, O3, O9)`, async () => {
      const all = over(["a", "b"], {
        queue,
        clock: new StridedClock(),
        indexers: { value: "spec.value" },
      });
      const recorder = new Recorder();
      all.informer.addEventHandler(recorder, { overflow: "keep" });
      const watches = await begin(all, { b: many("b", 14_000), a: many("a", 60) });
      await until(() => all.informer.hasSynced());
      await watches.b.fail(expired());
      while (all.sources.b.lists.length === 1) await all.clock.advance(100);
      const list = await all.sources.b.nextList();
      void list.answer(listOf("20", many("b", 14_000, "15")));
      let wasOld = 0;
      for (let n = 0; n < 60; n++) {
        const extra = { namespace: "a", uid: `uid-a-${n}`, value: `new-${n}` };
        const version = String(100 + n);
        if (n % 3 === 0) void watches.a.deleted(thing(`t${n}`, version, extra));
        else if (n % 3 === 1) void watches.a.modified(thing(`t${n}`, version, extra));
        else void watches.a.added(thing(`fresh${n}`, version, { ...extra, uid: `uid-fresh-${n}` }));
        await nextTurn();
        await nextTurn();
        if (entriesOf(all.informer).entry("b/t13999")?.resourceVersion === "5") wasOld++;
      }
      // The changes came while the list was being compared, up to the end of it.
      expect(wasOld).toBeGreaterThan(20);
      if (queue === "ordered") expect(wasOld).toBeLessThan(60);
      await until(() => recorder.seen.length >= 60 + 60 + 28_000);
      const { indexer, store } = all.informer;
      const lost: string[] = [];
      for (let n = 0; n < 60; n++) {
        const name = n % 3 === 2 ? `fresh${n}` : `t${n}`;
        const version = store.getByKey(`a/${name}`)?.metadata?.resourceVersion;
        const wanted = n % 3 === 0 ? undefined : String(100 + n);
        if (version !== wanted) lost.push(`${name} is at ${version}, not ${wanted}`);
        const indexed = indexer.indexKeys("value", `new-${n}`);
        if (indexed.join() !== (wanted === undefined ? "" : `a/${name}`))
          lost.push(`the index has ${indexed} for ${name}`);
      }
      expect(lost).toEqual([]);
      expect(store.listKeys()).toHaveLength(60 + 14_000);
      expect(indexer.indexKeys("namespace", "b")).toHaveLength(14_000);
      expect(all.unexpected).toEqual([]);
    });
  }

  for (const queue of ["ordered", "delta"] as const) {
    it(`deletes only objects of the namespace that was listed, with similar names (${queue} queue)`, async () => {
      const all = over(["a", "ab"], { queue });
      const recorder = new Recorder();
      all.informer.addEventHandler(recorder);
      const watches = await begin(all, { a: many("a", 2), ab: many("ab", 2) });
      await settled();
      recorder.take();
      for (const namespace of ["a", "ab"] as const) {
        await watches[namespace].fail(expired());
        while (all.sources[namespace].lists.length === 1) await all.clock.advance(100);
        await (await all.sources[namespace].nextList()).answer(listOf("20", []));
        await settled();
        expect(recorder.take().toSorted()).toEqual([`-${namespace}/t0@5?`, `-${namespace}/t1@5?`]);
      }
      expect(stateOf(all.informer)).toBe("");
    });

    it(`has reached a version when every namespace has (${queue} queue)`, async () => {
      const all = over(["a", "b", "c"], { queue });
      const watches = await begin(all, { a: [], b: many("b", 1), c: [] });
      const reached: string[] = [];
      for (const version of ["10", "15", "20"]) void all.informer.atLeast(version).then(() => reached.push(version));
      const store = () => all.informer.store.lastStoreSyncResourceVersion;
      await settled();
      expect([reached, store()]).toEqual([["10"], "10"]);
      await watches.a.bookmark("20");
      await watches.c.bookmark("15");
      expect([reached, store()]).toEqual([["10"], "10"]);
      await watches.b.modified(thing("t0", "17", { namespace: "b", uid: "uid-b-0" }));
      expect([reached, store()]).toEqual([["10", "15"], "15"]);
      await watches.c.bookmark("22");
      expect([reached, store()]).toEqual([["10", "15"], "17"]);
      await watches.b.bookmark("20");
      expect([reached, store()]).toEqual([["10", "15", "20"], "20"]);
    });

    it(`refuses an object of another namespace in lists, events and deletions (${queue} queue)`, async () => {
      const all = over(["a", "b"], { queue });
      const watches = await begin(all, {
        a: many("a", 1),
        b: [...many("b", 1), thing("t1", "9", { namespace: "a" }), thing("none", "9")],
      });
      expect(stateOf(all.informer)).toBe("a/t0@5 b/t0@5");
      await watches.b.modified(thing("t0", "30", { namespace: "a", uid: "uid-a-0" }));
      await watches.b.deleted(thing("t0", "31", { namespace: "a", uid: "uid-a-0" }));
      await watches.a.added(thing("elsewhere", "32", { namespace: "c" }), thing("near", "33", { namespace: "ab" }));
      expect(stateOf(all.informer)).toBe("a/t0@5 b/t0@5");
      expect(all.unexpected.map((error) => (error as Error).message)).toEqual([
        "the source of namespace b gave a/t1",
        "the source of namespace b gave none",
        "the source of namespace b gave a/t0",
        "the source of namespace b gave a/t0",
        "the source of namespace a gave c/elsewhere",
        "the source of namespace a gave ab/near",
      ]);
    });
  }

  it("stores long lists of two namespaces at the same time", async () => {
    const all = over(["a", "b"], { clock: new StridedClock(), indexers: { value: "spec.value" } });
    const recorder = new Recorder();
    all.informer.addEventHandler(recorder, { overflow: "keep" });
    void all.informer.run();
    const [a, b] = [await all.sources.a.nextList(), await all.sources.b.nextList()];
    void a.answer(listOf("10", many("a", 3_000)));
    void b.answer(listOf("11", many("b", 4_000)));
    await nextTurn();
    await nextTurn();
    // An index that comes while both are being compared has everything in the end.
    all.informer.addIndexers({ uid: { entry: ({ uid }) => [uid] } });
    expect(entriesOf(all.informer).size).toBe(0);
    await until(() => recorder.seen.length >= 7_000);
    const { indexer } = all.informer;
    expect([indexer.indexKeys("namespace", "a").length, indexer.indexKeys("namespace", "b").length]).toEqual([
      3_000, 4_000,
    ]);
    expect(indexer.listIndexFuncValues("namespace")).toEqual(["a", "b"]);
    expect(indexer.listIndexFuncValues("uid")).toHaveLength(7_000);
    expect(indexer.indexKeys("uid", "uid-b-3999")).toEqual(["b/t3999"]);
    expect(all.informer.store.lastStoreSyncResourceVersion).toBe("10");
  });

  it("shows no object of a list in a resync before the list itself is delivered (O6)", async () => {
    const all = over(["a", "b"], { clock: new StridedClock() });
    const recorder = new Recorder();
    const registration = all.informer.addEventHandler(recorder, { overflow: "keep", resyncMs: 3_000 });
    const watches = await begin(all, { b: many("b", 6_000), a: many("a", 1) });
    await registration.waitForSync();
    recorder.take();
    await watches.b.fail(expired());
    while (all.sources.b.lists.length === 1) await all.clock.advance(100);
    void (await all.sources.b.nextList()).answer(listOf("20", many("b", 6_000, "15")));
    await until(() => entriesOf(all.informer).entry("b/t5999")?.resourceVersion === "15");
    // The new states are stored, and most of them not told yet.
    void all.clock.advance(3_000);
    await until(() => recorder.seen.filter((line) => line.endsWith("=")).length >= 6_001);
    const wrong = new Set<string>();
    const versions = new Map<string, string>();
    for (const line of recorder.seen) {
      const [, key = "", version = ""] = /^~(.*)@([0-9]+)/.exec(line) ?? [];
      if (line.endsWith("=") && versions.get(key) !== undefined && versions.get(key) !== version) wrong.add(line);
      if (line.endsWith("@15=") && !versions.has(key)) wrong.add(line);
      versions.set(key, line.endsWith("=") ? version : line.slice(line.indexOf(">") + 1));
    }
    expect([...wrong].slice(0, 5)).toEqual([]);
    expect(recorder.seen.filter((line) => line === "~a/t0@5=")).toHaveLength(1);
  });

  for (const queue of ["ordered", "delta"] as const) {
    it(`delivers each resync of each namespace once, also when they overlap (${queue} queue)`, async () => {
      const all = over(["a", "b"], { queue, clock: new StridedClock() });
      const recorders = [new Recorder(), new Recorder()];
      const registrations = recorders.map((recorder, n) =>
        all.informer.addEventHandler(recorder, { overflow: "keep", resyncMs: 60_000 + n * 20_000 }),
      );
      const watches = await begin(all, { b: many("b", 3_000), a: many("a", 1) });
      for (const registration of registrations) await registration.waitForSync();
      let passedMs = 0;
      const advance = (ms: number): Promise<void> => {
        passedMs += ms;
        return all.clock.advance(ms);
      };
      if (queue === "ordered") {
        await watches.b.fail(expired());
        while (all.sources.b.lists.length === 1) await advance(100);
      }
      await advance(59_000 - passedMs);
      for (const recorder of recorders) recorder.take();
      // Both resyncs wait behind this list. The other queue leaves out what waits: there they wait for each other.
      if (queue === "ordered") void (await all.sources.b.nextList()).answer(listOf("20", many("b", 3_000, "15")));
      void advance(21_001);
      const resyncs = (key: string): readonly number[] =>
        recorders.map(({ seen }) => seen.filter((line) => line.startsWith(`~${key}@`) && line.endsWith("=")).length);
      await until(() => resyncs("b/t2999").some((count) => count > 0));
      await until(() => registrations.every(({ pending }) => pending === 0));
      expect([resyncs("a/t0"), resyncs("b/t0"), resyncs("b/t2999")]).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
      ]);
    });
  }

  it("is in the state of a namespace that does not watch yet, and then watches", async () => {
    const all = over(["a", "b"]);
    void all.informer.run();
    await (await all.sources.a.nextList()).answer(listOf("10", []));
    (await all.sources.a.nextWatch()).open();
    expect([all.informer.state, all.informer.lastSyncResourceVersion, all.informer.hasSynced()]).toEqual([
      "listing",
      "",
      false,
    ]);
    await (await all.sources.b.nextList()).answer(listOf("12", []));
    (await all.sources.b.nextWatch()).open();
    expect([all.informer.state, all.informer.lastSyncResourceVersion, all.informer.hasSynced()]).toEqual([
      "watching",
      "10",
      true,
    ]);
  });

  it("lists every namespace again, for the most recent state, when its sources choose other objects", async () => {
    const all = over(["a", "b"]);
    const watches = await begin(all, { a: many("a", 1), b: many("b", 1) });
    for (const watch of Object.values(watches)) watch.open();
    await settled();
    all.informer.relist();
    await settled();
    for (const namespace of ["a", "b"] as const) {
      expect(watches[namespace].stops).toBe(1);
      const list = await all.sources[namespace].nextList();
      expect(list.options.resourceVersion).toBeUndefined();
      await list.answer(listOf("20", []));
    }
    expect(stateOf(all.informer)).toBe("");
  });

  it("refuses sources that could write the same object", () => {
    const source = new ScriptedSource();
    for (const namespaces of [
      ["a", "a"],
      ["a", ""],
    ]) {
      const sources = namespaces.map((namespace) => ({ namespace, listerWatcher: source }));
      expect(() => newSharedIndexInformer<Thing>(sources, ThingKind)).toThrow("a namespace of its own");
    }
  });
});
