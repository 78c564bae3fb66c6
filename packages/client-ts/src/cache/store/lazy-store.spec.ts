import { types } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  encodeEntry,
  type Entry,
  EntryContext,
  isEntry,
  plainEntry,
  type RawEntry,
  type Slab,
  SlabArena,
} from "../../codec/index.ts";
import type { DeepReadonly, KubeObject } from "../../meta/index.ts";
import { tombstone } from "../delta.ts";
import { AddEvent, DeleteEvent } from "../informer/events.ts";
import { KeyError } from "./key-error.ts";
import { LazyStore } from "./lazy-store.ts";
import { type Indexers, metaNamespaceIndexFunc, namespaceIndex } from "./store.ts";

interface Pod extends KubeObject {
  spec?: { nodeName?: string; tags?: readonly string[]; pad?: string; bad?: object };
}

const context = new EntryContext({ kind: "Pod", apiVersion: "v1" });

function pod(name: string, version: number, spec: Pod["spec"] = {}, namespace = "shop"): Pod {
  return { metadata: { name, namespace, uid: `u-${name}`, resourceVersion: String(version) }, spec };
}

function raw(object: Pod, arena: SlabArena = new SlabArena()): Entry<Pod> {
  return encodeEntry(object, context, arena);
}

const indexers: Indexers<Pod> = {
  [namespaceIndex]: metaNamespaceIndexFunc,
  node: "spec.nodeName",
  tags: (object: DeepReadonly<Pod>) => object.spec?.tags ?? [],
  letter: { entry: (entry) => [entry.name.slice(0, 1)] },
};

describe("the lazy store", () => {
  it("counts the bytes that it holds: none of an uncommitted replacement, and none twice", () => {
    const store = new LazyStore<Pod>();
    const entries = Array.from({ length: 4 }, (_, i) => raw(pod(`p-${i}`, i + 1, { pad: "x".repeat(1_000) })));
    const bytesOf = (held: readonly Entry<Pod>[]): number =>
      held.reduce((sum, entry) => sum + (entry as RawEntry<Pod>).weight + 256, 0);
    store.replace(entries, "4");
    expect(store.heldBytes()).toBe(bytesOf(entries));
    const fresh = raw(pod("fresh", 9, { pad: "x".repeat(5_000) }));
    const abandoned = store.beginReplace();
    for (const entry of [entries[0]!, fresh]) abandoned.add(entry);
    expect(store.heldBytes()).toBe(bytesOf(entries));
    abandoned.abandon();
    expect(store.heldBytes()).toBe(bytesOf(entries));
    const committed = store.beginReplace();
    for (const entry of [entries[0]!, fresh]) committed.add(entry);
    store.delete(entries[1]!);
    expect(store.heldBytes()).toBe(bytesOf([entries[0]!, entries[2]!, entries[3]!]));
    committed.commit("9");
    committed.abandon();
    expect(store.heldBytes()).toBe(bytesOf([entries[0]!, fresh]));
    store.delete(fresh);
    store.add(pod("plain", 10));
    expect(store.heldBytes()).toBe(bytesOf([entries[0]!]) + 256);
  });

  it("does not take what a relist shows unchanged for dead bytes", () => {
    const store = new LazyStore<Pod>();
    const arena = new SlabArena();
    const entries = Array.from({ length: 100 }, (_, i) =>
      raw(pod(`p-${i}`, i + 1, { pad: "x".repeat(100_000) }), arena),
    );
    for (let relist = 0; relist < 4; relist++) store.replace(entries, "100");
    const before = store.stats().slabBytes;
    for (const [i, entry] of entries.entries()) if (i % 4 !== 0) store.delete(entry);
    // 7.5 MB are dead, and so few are left alone.
    expect(store.stats().slabBytes).toBe(before);
  });

  it("gives the metadata of an object that is heavier than all that it may keep decoded, by entry and by event", () => {
    const heavy = pod("heavy", 1, { pad: "x".repeat(5_000) });
    for (const memoBytes of [0, 1_000]) {
      const store = new LazyStore<Pod>({ memoBytes });
      const entry = raw(heavy);
      store.add(entry);
      expect(store.entry("shop/heavy")?.meta).toEqual(heavy.metadata);
      expect(new AddEvent(entry, false).meta).toEqual(heavy.metadata);
      expect(new DeleteEvent("shop/heavy", entry, false).meta).toEqual(heavy.metadata);
    }
  });

  it("takes entries and objects, and reads objects, keys and entries (B161)", () => {
    const store = new LazyStore<Pod>();
    store.add(raw(pod("a", 1, { nodeName: "n1" })));
    store.update(pod("b", 2));
    expect(store.listKeys()).toEqual(["shop/a", "shop/b"]);
    expect(store.getByKey("shop/a")).toMatchObject({ kind: "Pod", spec: { nodeName: "n1" } });
    expect(store.get(pod("b", 9))).toMatchObject({ metadata: { resourceVersion: "2" } });
    expect(store.list().map(({ metadata }) => metadata?.name)).toEqual(["a", "b"]);
    expect(isEntry(store.entry("shop/a"))).toBe(true);
    expect([...store.entries()].map(({ name }) => name)).toEqual(["a", "b"]);
    store.resync();
    store.delete(raw(pod("a", 3)));
    store.delete(tombstone<Pod>("shop/b", undefined));
    expect([store.size, store.list(), store.getByKey("shop/a")]).toEqual([0, [], undefined]);
    expect(() => store.add({ metadata: {} })).toThrow(KeyError);
  });

  it("knows its version: that of the last object, bookmark or list (B68, B160)", () => {
    const store = new LazyStore<Pod>();
    const seen = [store.lastStoreSyncResourceVersion];
    const step = (run: () => void): void => {
      run();
      seen.push(store.lastStoreSyncResourceVersion);
    };
    step(() => store.add(raw(pod("a", 1))));
    step(() => store.update(raw(pod("a", 2))));
    step(() => store.delete(raw(pod("a", 3))));
    step(() => store.bookmark("10"));
    step(() => store.delete(tombstone<Pod>("shop/a", raw(pod("a", 4)))));
    step(() => store.replace([raw(pod("b", 5))], "20"));
    step(() => store.deleteKey("shop/b"));
    expect(seen).toEqual(["", "1", "2", "3", "10", "10", "20", "20"]);
  });

  it("indexes by a path in the bytes, a function of the object and a function of the entry (B159, B163, B167)", () => {
    const store = new LazyStore<Pod>({ indexers });
    store.add(raw(pod("a", 1, { nodeName: "n1", tags: ["x", "y"] })));
    store.add(raw(pod("b", 2, { nodeName: "n1" })));
    store.add(raw(pod("c", 3, { tags: ["y"] }, "other")));
    expect(store.indexKeys("node", "n1")).toEqual(["shop/a", "shop/b"]);
    expect(store.listIndexFuncValues("node")).toEqual(["n1"]);
    expect(store.byIndex("tags", "y").map(({ metadata }) => metadata?.name)).toEqual(["a", "c"]);
    expect(store.entriesByIndex("letter", "b").map(({ key }) => key)).toEqual(["shop/b"]);
    expect(store.index(namespaceIndex, raw(pod("probe", 9)))).toHaveLength(2);
    store.update(raw(pod("a", 4, { nodeName: "n2", tags: [] })));
    expect([store.indexKeys("node", "n1"), store.indexKeys("node", "n2"), store.indexKeys("tags", "y")]).toEqual([
      ["shop/b"],
      ["shop/a"],
      ["other/c"],
    ]);
    store.deleteKey("other/c");
    expect(store.listIndexFuncValues(namespaceIndex)).toEqual(["shop"]);
    expect(Object.keys(store.getIndexers())).toEqual(Object.keys(indexers));
  });

  it("decodes nothing for a path, an entry function or the namespace", () => {
    const { [namespaceIndex]: namespace, node, letter } = indexers;
    const store = new LazyStore<Pod>({ indexers: { [namespaceIndex]: namespace!, node: node!, letter: letter! } });
    store.add(raw(pod("a", 1, { nodeName: "n1" })));
    expect(store.stats().memoObjects).toBe(0);
    expect((store.entry("shop/a") as RawEntry<Pod>).decoded).toBeUndefined();
  });

  it("takes indexes when objects are there, and refuses a name that is taken", () => {
    const store = new LazyStore<Pod>();
    store.add(raw(pod("a", 1, { nodeName: "n1" })));
    store.addIndexers({ node: "spec.nodeName" });
    expect(store.indexKeys("node", "n1")).toEqual(["shop/a"]);
    expect(() => store.addIndexers({ node: "spec.other" })).toThrow('"node" exists already');
    expect(() => store.addIndexers({ x: "spec..y" })).toThrow("empty step");
  });

  it("refuses an object whose index fails, and store and indexes stay equal (F-E9)", () => {
    const tags = Array.from({ length: 10_000 }, (_, i) => `t${i}`);
    const failing: readonly (readonly [Pod["spec"], Indexers<Pod>])[] = [
      [{ tags }, indexers],
      [{ tags: [1 as unknown as string] }, indexers],
      [{ bad: {} }, { bad: "spec.bad" }],
      [
        { pad: "x" },
        {
          pad: (object: DeepReadonly<Pod>) => {
            if (object.spec?.pad !== undefined) throw new Error("boom");
            return ["fine"];
          },
        },
      ],
    ];
    for (const [spec, some] of failing) {
      const store = new LazyStore<Pod>({ indexers: { ...some, all: { entry: () => ["1"] } } });
      store.add(raw(pod("a", 1, { nodeName: "n1" })));
      const before = [
        store.listKeys(),
        store.getByKey("shop/a"),
        store.indexKeys("all", "1"),
        store.lastStoreSyncResourceVersion,
      ];
      expect(() => store.update(raw(pod("a", 2, spec)))).toThrow(/index "/);
      expect(() => store.add(raw(pod("b", 2, spec)))).toThrow(/index "/);
      expect(() => store.replace([raw(pod("c", 3)), raw(pod("b", 2, spec))], "9")).toThrow(/index "/);
      expect([
        store.listKeys(),
        store.getByKey("shop/a"),
        store.indexKeys("all", "1"),
        store.lastStoreSyncResourceVersion,
      ]).toEqual(before);
      expect(store.stats().liveBytes).toBe((store.entry("shop/a") as RawEntry<Pod>).weight);
    }
  });

  it("hands out objects that cannot be changed (F-E4)", () => {
    const store = new LazyStore<Pod>();
    store.add(encodeEntry(pod("a", 1, { nodeName: "n" }), new EntryContext({ freeze: "always" }), new SlabArena()));
    expect(() => Object.assign(store.getByKey("shop/a")!.spec!, { nodeName: "m" })).toThrow(TypeError);
  });

  it("shows each change in the next list, also when the list before it was kept", () => {
    const store = new LazyStore<Pod>();
    const listed = (): string => {
      // The second list is the one that was kept.
      const [first, second] = [store.list(), store.list()].map((objects) =>
        objects.map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`).join(" "),
      );
      expect(second).toBe(first);
      return second!;
    };
    store.add(raw(pod("a", 1)));
    expect(listed()).toBe("a@1");
    store.add(raw(pod("b", 2)));
    expect(listed()).toBe("a@1 b@2");
    store.update(raw(pod("a", 3)));
    expect(listed()).toBe("a@3 b@2");
    const replacement = store.beginReplace();
    replacement.add(raw(pod("c", 4)));
    expect(listed()).toBe("a@3 b@2");
    replacement.commit("4");
    expect(listed()).toBe("c@4");
    store.add(raw(pod("d", 5)));
    store.deleteKey("shop/c");
    expect(listed()).toBe("d@5");
  });

  it("gives the same object on every read, and the array to the caller alone", () => {
    const store = new LazyStore<Pod>();
    for (let i = 0; i < 5; i++) store.add(raw(pod(`p${i}`, i)));
    const first = store.list();
    expect(store.list()).toEqual(first);
    expect(store.list().every((object, i) => object === first[i])).toBe(true);
    store.list().reverse();
    store.list().length = 0;
    expect(store.list()[0]).toBe(first[0]);
    expect(store.getByKey("shop/p3")).toBe(first[3]);
    store.update(raw(pod("p3", 9)));
    expect(store.list()[3]).not.toBe(first[3]);
    expect(store.list()[2]).toBe(first[2]);
    store.deleteKey("shop/p0");
    expect(store.list()).toHaveLength(4);
  });

  it("keeps decoded objects up to a number of bytes, and the same identity beyond it while it is referenced", () => {
    const store = new LazyStore<Pod>({ memoBytes: 3000 });
    for (let i = 0; i < 100; i++) store.add(raw(pod(`p${i}`, i, { pad: "x".repeat(200) })));
    const held = store.list();
    expect(store.stats().memoBytes).toBeLessThanOrEqual(3000);
    expect(store.stats().memoObjects).toBeLessThan(12);
    expect(store.list().every((object, i) => object === held[i])).toBe(true);
    expect(store.stats().memoBytes).toBeLessThanOrEqual(3000);
  });

  it("lists what the memo dropped without decoding it again while it is in memory", () => {
    const store = new LazyStore<Pod>({ memoBytes: 3000 });
    for (let i = 0; i < 100; i++) store.add(raw(pod(`p${i}`, i, { pad: "x".repeat(200) })));
    expect(types.isProxy(store.list())).toBe(true);
    const held = [...store.list()];
    const kept = (): string[] =>
      [...store.entries()].filter((entry) => (entry as RawEntry<Pod>).decoded !== undefined).map(({ key }) => key);
    const before = kept();
    const again = store.list();
    expect(types.isProxy(again)).toBe(false);
    expect(again.every((object, i) => object === held[i])).toBe(true);
    // A loop over more than the memo holds does not make it drop one for each that it takes back.
    expect(kept()).toEqual(before);
  });

  it("keeps what is read again and again when others are read once", () => {
    const store = new LazyStore<Pod>({ memoBytes: 5000 });
    for (let i = 0; i < 200; i++) store.add(raw(pod(`p${i}`, i, { pad: "x".repeat(200) })));
    for (let i = 1; i < 200; i++) {
      void store.getByKey("shop/p0");
      void store.getByKey(`shop/p${i}`);
    }
    expect((store.entry("shop/p0") as RawEntry<Pod>).decoded).toBeDefined();
  });

  it("moves what is left of a slab that is mostly dead, and every byte stays true", () => {
    const arena = new SlabArena();
    const store = new LazyStore<Pod>({ indexers });
    const objects = new Map<string, Pod>();
    const put = (i: number, version: number): void => {
      const object = pod(`p${i}`, version, { nodeName: `n${i % 7}`, pad: String(version).repeat(100) });
      objects.set(`shop/p${i}`, object);
      store.update(raw(object, arena));
    };
    for (let i = 0; i < 2000; i++) put(i, i);
    const old = store.entry("shop/p1") as RawEntry<Pod>;
    for (let round = 1; round <= 10; round++)
      for (let i = 0; i < 2000; i++) if (i % 10 !== 0) put(i, round * 10_000 + i);
    const { liveBytes, slabBytes, slabs } = store.stats();
    expect(slabBytes).toBeLessThan(liveBytes * 2 + (4 << 20));
    expect(slabs).toBeLessThan(12);
    for (const [key, object] of objects) {
      expect(store.getByKey(key)).toEqual({ ...object, kind: "Pod", apiVersion: "v1" });
      expect(store.entry(key)!.uid).toBe(object.metadata!.uid);
    }
    // A caller still holds an entry that left the store long ago.
    expect(old.object.metadata?.resourceVersion).toBe("1");
    expect(old.uid).toBe("u-p1");
  });

  it("drops the slabs of objects that change often instead of copying them", () => {
    const arena = new SlabArena();
    const store = new LazyStore<Pod>();
    const filler = "x".repeat(4000);
    const put = (i: number, version: number): RawEntry<Pod> => {
      const entry = raw(pod(`p${i}`, version, { pad: filler }), arena) as RawEntry<Pod>;
      store.update(entry);
      return entry;
    };
    // Everything changes in turn: whole slabs become unused, and nothing in them moves before that.
    const first = new Map<number, { readonly entry: RawEntry<Pod>; readonly slab: Slab }>();
    let moved = 0;
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 1000; i++) {
        const before = first.get(i);
        if (before !== undefined && before.entry.slab !== before.slab) moved++;
        const entry = put(i, round * 1000 + i);
        first.set(i, { entry, slab: entry.slab });
      }
    }
    expect(moved).toBe(0);
    const { liveBytes, slabBytes } = store.stats();
    expect(slabBytes - liveBytes).toBeLessThan(16 << 20);
    // One in ten never changes: what they keep alive is bounded by what is live, and 16 MiB.
    for (let round = 0; round < 30; round++)
      for (let i = 0; i < 1000; i++) if (i % 10 !== 0) put(i, 100_000 + round * 1000 + i);
    const later = store.stats();
    expect(later.slabBytes - later.liveBytes).toBeLessThan((16 << 20) + (8 << 20));
  });

  it("moves the few that stay of many that come and go: memory is bounded by what is live, and 16 MiB", () => {
    const arena = new SlabArena();
    const store = new LazyStore<Pod>();
    const filler = "x".repeat(4000);
    for (let round = 0; round < 12; round++) {
      for (let i = 0; i < 1000; i++) store.add(raw(pod(`p${round}-${i}`, i + 1, { pad: filler }), arena));
      for (let i = 0; i < 1000; i++) if (i % 10 !== 0) store.deleteKey(`shop/p${round}-${i}`);
      const { liveBytes, slabBytes } = store.stats();
      expect(slabBytes - liveBytes, `round ${round}`).toBeLessThan((16 << 20) + (8 << 20));
    }
    expect(store.size).toBe(1_200);
    for (const round of [0, 5, 11]) expect(store.getByKey(`shop/p${round}-990`)?.metadata?.name).toBe(`p${round}-990`);
  });

  it("forgets memory whose last object left while it was being written, when the next comes", () => {
    const arena = new SlabArena();
    const store = new LazyStore<Pod>();
    for (let version = 1; version <= 20; version++) {
      store.add(raw(pod("a", version), arena));
      store.deleteKey("shop/a");
      arena.seal();
    }
    store.add(raw(pod("b", 99), arena));
    expect(store.stats()).toMatchObject({ objects: 1, slabs: 1 });
  });

  it("moves nothing of a list that arrived before it is stored, in whatever order", () => {
    const byName = (a: Entry<Pod>, b: Entry<Pod>): number => (a.key < b.key ? -1 : 1);
    for (const sorted of [false, true]) {
      for (const whole of [false, true]) {
        const arena = new SlabArena();
        const entries = Array.from(
          { length: 3000 },
          (_, i) => raw(pod(`p${i}`, i, { pad: "x".repeat(1000) }), arena) as RawEntry<Pod>,
        );
        arena.seal();
        const slabs = entries.map(({ slab }) => slab);
        const order = sorted ? [...entries].sort(byName) : entries;
        const store = new LazyStore<Pod>();
        if (whole) store.replace(order, "1");
        else for (const entry of order) store.add(entry);
        expect(entries.every(({ slab }, i) => slab === slabs[i])).toBe(true);
      }
    }
  });

  it("frees the slabs of what a filter leaves out", () => {
    const arena = new SlabArena();
    const store = new LazyStore<Pod>();
    for (let i = 0; i < 3000; i++) {
      const entry = raw(pod(`p${i}`, i, { pad: "x".repeat(1000) }), arena);
      if (i % 100 === 0) store.add(entry);
    }
    store.compact();
    const { liveBytes, slabBytes } = store.stats();
    expect(slabBytes).toBeLessThan(liveBytes * 4 + (4 << 20));
    expect(store.list().map(({ metadata }) => metadata?.name)).toEqual(
      Array.from({ length: 30 }, (_, i) => `p${i * 100}`),
    );
  });

  it("replaces piece by piece, unseen until it is complete, and uses entries again that it has", () => {
    const store = new LazyStore<Pod>({ indexers });
    store.replace([raw(pod("a", 1, { nodeName: "n1" })), raw(pod("b", 2, { nodeName: "n1" }))], "2");
    const kept = store.entry("shop/a")!;
    const object = kept.object;
    const replacement = store.beginReplace();
    replacement.add(kept);
    replacement.add(raw(pod("c", 3, { nodeName: "n2" })));
    replacement.add(raw(pod("c", 4, { nodeName: "n3" })));
    expect([store.listKeys(), store.indexKeys("node", "n3")]).toEqual([["shop/a", "shop/b"], []]);
    replacement.commit("5");
    expect([store.listKeys(), store.indexKeys("node", "n1"), store.listIndexFuncValues("node")]).toEqual([
      ["shop/a", "shop/c"],
      ["shop/a"],
      ["n1", "n3"],
    ]);
    expect(store.getByKey("shop/a")).toBe(object);
    expect(store.lastStoreSyncResourceVersion).toBe("5");
    const weights = [...store.entries()].reduce((sum, entry) => sum + (entry as RawEntry<Pod>).weight, 0);
    expect(store.stats().liveBytes).toBe(weights);
    const given = store.beginReplace();
    given.add(kept);
    given.add(raw(pod("z", 9)));
    given.abandon();
    expect(store.stats().liveBytes).toBe(weights);
    expect(store.listKeys()).toEqual(["shop/a", "shop/c"]);
  });

  it("does the good steps of a transaction (B165)", () => {
    const store = new LazyStore<Pod>({ indexers });
    const bad = raw(pod("b", 2, { tags: [1 as unknown as string] }));
    expect(() =>
      store.transaction(
        { type: "Add", key: "shop/a", object: raw(pod("a", 1)) },
        { type: "Add", key: "shop/b", object: bad },
        { type: "Add", key: "shop/c", object: raw(pod("c", 3)) },
      ),
    ).toThrow("1 of 3 steps");
    expect(store.listKeys()).toEqual(["shop/a", "shop/c"]);
    expect(store.lastStoreSyncResourceVersion).toBe("3");
  });

  it("agrees with a plain map after any sequence of changes, indexes and memory included (B157, B158, B159)", () => {
    const name = fc.constantFrom("a", "b", "c", "d", "e");
    const spec = fc.record({
      nodeName: fc.option(fc.constantFrom("n1", "n2"), { nil: undefined }),
      tags: fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 3 }),
    });
    const made = fc.record({ name, spec, plain: fc.boolean() });
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.record({ do: fc.constant("put" as const), made }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant("delete" as const), name }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant("read" as const), name }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant("replace" as const), all: fc.array(made, { maxLength: 5 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60, size: "max" }),
        fc.constantFrom(0, 300, 1 << 20),
        (steps, memoBytes) => {
          const store = new LazyStore<Pod>({ indexers, memoBytes, freeze: "never" });
          const arena = new SlabArena();
          const model = new Map<string, Pod>();
          let version = 0;
          const make = ({
            name,
            spec,
            plain,
          }: {
            name: string;
            spec: { nodeName: string | undefined; tags: string[] };
            plain: boolean;
          }): Entry<Pod> => {
            const object = JSON.parse(JSON.stringify(pod(name, ++version, spec as Pod["spec"]))) as Pod;
            return plain ? plainEntry({ ...object, kind: "Pod", apiVersion: "v1" }) : raw(object, arena);
          };
          for (const each of steps) {
            if (each.do === "put") {
              const entry = make(each.made);
              store.update(entry);
              model.set(entry.key, entry.object);
            } else if (each.do === "delete") {
              store.deleteKey(`shop/${each.name}`);
              model.delete(`shop/${each.name}`);
            } else if (each.do === "read")
              expect(store.getByKey(`shop/${each.name}`)).toEqual(model.get(`shop/${each.name}`));
            else if (each.do === "replace") {
              const entries = each.all.map(make);
              store.replace(entries, String(++version));
              model.clear();
              for (const entry of entries) model.set(entry.key, entry.object);
            } else {
              arena.seal();
              store.compact();
            }
            const having = (of: (object: Pod) => readonly string[]): Record<string, string[]> => {
              const found: Record<string, string[]> = {};
              for (const [key, object] of model)
                for (const value of new Set(of(object))) found[value] = [...(found[value] ?? []), key];
              return found;
            };
            for (const [index, of] of [
              ["node", (object: Pod) => (object.spec?.nodeName === undefined ? [] : [object.spec.nodeName])],
              ["tags", (object: Pod) => object.spec?.tags ?? []],
              [namespaceIndex, (object: Pod) => [object.metadata?.namespace ?? ""]],
            ] as const) {
              const wanted = having(of);
              expect(store.listIndexFuncValues(index).sort()).toEqual(Object.keys(wanted).sort());
              for (const [value, keys] of Object.entries(wanted))
                expect(store.indexKeys(index, value).sort()).toEqual([...keys].sort());
            }
          }
          expect(new Map(store.listKeys().map((key) => [key, store.getByKey(key)]))).toEqual(model);
          expect(store.list()).toEqual([...store.entries()].map(({ object }) => object));
          const live = [...store.entries()].reduce(
            (sum, entry) => sum + ((entry as Partial<RawEntry<Pod>>).weight ?? 0),
            0,
          );
          expect(store.stats().liveBytes).toBe(live);
          expect(store.stats().memoBytes).toBeLessThanOrEqual(memoBytes);
        },
      ),
      { numRuns: 400 },
    );
  });
});
