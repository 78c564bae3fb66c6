import { afterEach, describe, expect, it, vi } from "vitest";
import { encodeEntry, EntryContext, type RawEntry, SlabArena } from "../../codec/index.ts";
import { metaNamespaceKeyFunc } from "../../meta/index.ts";
import { FakeClock } from "../../util/index.ts";
import { tombstone } from "../delta.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { TimerClock } from "../test-support/timer-clock.ts";
import { newTTLStore, ttlPolicy } from "./expiring-store.ts";
import { LazyStore } from "./lazy-store.ts";
import { type CacheMutatedError, newCacheMutationDetector } from "./mutation-detector.ts";
import { newIndexer, newStore } from "./object-store.ts";
import { PartitionedStore } from "./partitioned-store.ts";
import { metaNamespaceIndexFunc, namespaceIndex } from "./store.ts";
import { metadataVersion, newThreadSafeStore, ThreadSafeStore, TransactionError } from "./thread-safe-store.ts";
import { wantsMutationDetector } from "./node/environment.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const raw = (object: Thing, arena = new SlabArena()): RawEntry<Thing> =>
  encodeEntry<Thing>(
    object,
    new EntryContext({ kind: "Thing", apiVersion: "example.com/v1" }),
    arena,
  ) as RawEntry<Thing>;

/** What a call throws. */
function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("the version of an object", () => {
  it("is metadata.resourceVersion where that is text", () => {
    const objects = [undefined, null, {}, { metadata: null }, { metadata: {} }, { metadata: { resourceVersion: 5 } }];
    expect(objects.map(metadataVersion)).toEqual(objects.map(() => undefined));
    expect(metadataVersion({ metadata: { resourceVersion: "5" } })).toBe("5");
  });
});

describe("a store addressed by key", () => {
  it("has and lists what was put in, in order, and forgets what was taken out", () => {
    const store = newThreadSafeStore<Thing>({ name: ({ metadata }) => [metadata?.name ?? ""] });
    const [a, b] = [thing("a", "1"), thing("b", "2")];
    store.add("a", a);
    store.update("b", b);
    store.resync();
    expect([store.size, store.list(), [...store.values()], store.listKeys()]).toEqual([2, [a, b], [a, b], ["a", "b"]]);
    expect([store.has("a"), store.has("c"), store.get("b"), store.get("c")]).toEqual([true, false, b, undefined]);
    expect([store.indexNames, store.index("name", a), store.byIndex("name", "b")]).toEqual([["name"], [a], [b]]);
    expect([store.delete("a"), store.delete("a"), store.size]).toEqual([a, undefined, 1]);
    store.replace(new Map([["c", a]]), "9");
    expect([store.listKeys(), store.get("c")]).toEqual([["c"], a]);
  });

  it("leaves its replacement out when that throws, and lets it go", () => {
    const left: Thing[] = [];
    const store = new ThreadSafeStore<Thing>(
      {
        value: ({ spec }) => {
          if (spec?.value === "bad") throw new Error("no such value");
          return [];
        },
      },
      { leave: (object) => void left.push(object) },
    );
    const [good, bad] = [thing("a", "1"), thing("b", "2", { value: "bad" })];
    expect(() => store.replace({ a: good, b: bad }, "5")).toThrow('index "value" failed on "b"');
    expect([store.size, store.lastStoreSyncResourceVersion, left]).toEqual([0, "", [good]]);
    // A replacement that has ended takes no part in later indexes.
    store.addIndexers({ name: ({ metadata }) => [metadata?.name ?? ""] });
    expect(store.indexNames).toEqual(["value", "name"]);
  });

  it("empties a replacement that has ended, and refuses to fill it", () => {
    const store = newThreadSafeStore<Thing>();
    for (const end of ["commit", "abandon"] as const) {
      const replacement = store.beginReplace();
      replacement.add("a", thing("a", "1"));
      expect([replacement.size, replacement.get("a")?.metadata?.name]).toEqual([1, "a"]);
      replacement[end]("5");
      expect([replacement.size, replacement.get("a")]).toEqual([0, undefined]);
      const message = "this replacement has been committed or abandoned";
      expect(() => replacement.add("b", thing("b", "2"))).toThrow(message);
      expect(() => replacement.commit("6")).toThrow(message);
      replacement.abandon();
      expect(store.lastStoreSyncResourceVersion).toBe("5");
    }
  });
});

describe("a transaction in parts", () => {
  it("names the steps that were done, and what the others failed with", () => {
    const parts = new PartitionedStore<Thing>(["a", "b"]);
    parts.addIndexers(
      new Map([
        [
          "value",
          {
            values: ({ spec }: Thing) => {
              if (spec?.value === "bad") throw new Error("no such value");
              return [];
            },
          },
        ],
      ]),
    );
    parts.transaction({ type: "Add", key: "a/x", object: thing("x", "1") });
    const error = thrownBy(() =>
      parts.transaction(
        { type: "Add", key: "b/y", object: thing("y", "2") },
        { type: "Add", key: "c/z", object: thing("z", "3") },
        { type: "Update", key: "a/x", object: thing("x", "4", { value: "bad" }) },
        { type: "Delete", key: "a/x", object: thing("x", "5") },
      ),
    ) as TransactionError;
    expect(error).toBeInstanceOf(TransactionError);
    expect([error.successfulIndices, error.errors.map((each) => (each as Error).message)]).toEqual([
      [0, 3],
      ['this store has no part for namespace "c"', 'index "value" failed on "a/x"'],
    ]);
    expect([parts.listKeys(), parts.part("a").lastStoreSyncResourceVersion]).toEqual([["b/y"], "5"]);
  });

  it("has parts for its namespaces alone, and no version before it has parts with one", () => {
    const parts = new PartitionedStore<Thing>(["a", ""]);
    expect(() => parts.part("c")).toThrow('this store has no part for namespace "c"');
    parts.add("cluster", thing("cluster", "5"));
    expect([parts.part("").listKeys(), parts.lastStoreSyncResourceVersion]).toEqual([["cluster"], ""]);
    expect(new PartitionedStore<Thing>([]).lastStoreSyncResourceVersion).toBe("");
    const replacement = parts.beginReplace();
    replacement.add("a/x", thing("x", "6"));
    replacement.add("cluster", thing("cluster", "7"));
    expect([replacement.size, replacement.get("b/x")]).toEqual([2, undefined]);
  });
});

describe("an index by namespace", () => {
  it("has an empty value for objects without one, in every kind of store", () => {
    const stores = [
      new LazyStore<Thing>({ indexers: { [namespaceIndex]: metaNamespaceIndexFunc } }),
      newIndexer<Thing>(metaNamespaceKeyFunc, { [namespaceIndex]: metaNamespaceIndexFunc }),
    ];
    for (const store of stores) {
      store.add(thing("node", "1"));
      store.add(thing("pod", "2", { namespace: "shop" }));
      expect([store.indexKeys(namespaceIndex, ""), store.indexKeys(namespaceIndex, "shop")]).toEqual([
        ["node"],
        ["shop/pod"],
      ]);
    }
    expect(metaNamespaceIndexFunc({})).toEqual([""]);
  });
});

describe("an index of the wrong kind", () => {
  it("says what it gave, for which object", () => {
    const gives = (values: unknown): string => {
      const store = newThreadSafeStore<Thing>({ wrong: () => values as string[] });
      const error = thrownBy(() => store.add("shop/a", thing("a", "1"))) as Error;
      const cause = error.cause === undefined ? "" : ` (${(error.cause as Error).message})`;
      return `${error.name}: ${error.message}${cause}`;
    };
    const refused = 'InvalidArgumentError: index "wrong" gave';
    expect(gives("text")).toBe(`${refused} something that is not a list for "shop/a"`);
    expect(gives(["a", 1])).toBe(`${refused} a value that is not a string for "shop/a"`);
    expect(gives(Array.from({ length: 1_001 }, String))).toBe(`${refused} 1001 values for "shop/a"`);
    expect(gives(Promise.resolve(["a"]))).toMatch(
      /^InvalidArgumentError: index "wrong" failed on "shop\/a" \(the result of an index function must be a value/,
    );
    const store = newThreadSafeStore<Thing>({ none: () => [], twice: () => ["a", "a"] });
    store.add("x", thing("x", "1"));
    expect([store.index("none", thing("y", "1")), store.index("twice", thing("y", "1")).length]).toEqual([[], 1]);
    expect(() => store.indexKeys("missing", "a")).toThrow('there is no index named "missing"');
    expect(() => store.addIndexers({ none: () => [] })).toThrow('an index named "none" exists already');
  });
});

describe("a store whose objects expire", () => {
  it("takes objects without a name for what they are, and deletes by tombstone", () => {
    const store = newTTLStore<Thing>(metaNamespaceKeyFunc, 1_000, { clock: new FakeClock() });
    const nameless = { metadata: {} } as Thing;
    for (const call of [
      () => store.add(nameless),
      () => store.delete(nameless),
      () => store.get(nameless),
      () => store.replace([thing("b", "1"), nameless], "5"),
    ])
      expect(thrownBy(call)).toMatchObject({ name: "KeyError", object: nameless });
    store.add(thing("a", "1"));
    store.resync();
    store.delete(tombstone<Thing>("a", undefined));
    expect([store.listKeys(), store.list(), store.get(thing("a", "1"))]).toEqual([[], [], undefined]);
  });

  it("counts from when each object was put in, and never with a time of zero or less", async () => {
    const clock = new FakeClock();
    const entry = { key: "a", object: 1, timestampMs: 500 };
    await clock.advance(1_500);
    const isExpired = (ttlMs: number): boolean => ttlPolicy<number>(ttlMs, { clock }).isExpired(entry);
    expect([999, 1_000, 1_001, 0, -1].map(isExpired)).toEqual([true, false, false, false, false]);
  });
});

describe("a mutation detector", () => {
  it("compares every second, keeps objects for two minutes, and lets the process end", async () => {
    const clock = new TimerClock();
    const keys: string[] = [];
    const onMutation = ({ key }: CacheMutatedError): void => void keys.push(key);
    const detector = newCacheMutationDetector("things", { enabled: true, clock, onMutation })!;
    const running = detector.start();
    const object = thing("a", "1");
    detector.add("a", object);
    await clock.advance(999);
    object.spec = { value: 1 };
    expect(keys).toEqual([]);
    await clock.advance(1);
    expect(keys).toEqual(["a"]);
    expect(clock.timers).toEqual([
      [1_000, false],
      [1_000, false],
    ]);
    running.close();
    running.close();
    expect(clock.pending).toBe(0);
  });

  it("is asked for by what Go reads as true, and by nothing else", () => {
    const wants = (value: string | undefined): boolean => {
      vi.stubEnv("KUBE_CACHE_MUTATION_DETECTOR", value);
      return wantsMutationDetector();
    };
    expect(["1", "t", "T", "true", "TRUE", "True"].map(wants)).toEqual([true, true, true, true, true, true]);
    expect([undefined, "", "0", "false", "yes", "tRUE"].map(wants)).toEqual([false, false, false, false, false, false]);
  });
});

describe("a store of entries", () => {
  it("has parts only when it was made with namespaces", () => {
    const whole = new LazyStore<Thing>();
    for (const call of [
      () => whole.listKeys("shop"),
      () => whole.entries("shop"),
      () => whole.beginReplace("shop"),
      () => whole.bookmark("5", "shop"),
      () => whole.heldBytes("shop"),
    ])
      expect(call).toThrow("this store has no parts by namespace");
    const parts = new LazyStore<Thing>({ namespaces: ["shop", "other"] });
    parts.add(raw(thing("a", "1", { namespace: "shop" })));
    parts.add(raw(thing("b", "2", { namespace: "other", value: "x".repeat(100) })));
    parts.bookmark("9", "shop");
    expect([parts.listKeys("shop"), [...parts.entries("other")].map(({ key }) => key)]).toEqual([
      ["shop/a"],
      ["other/b"],
    ]);
    expect(parts.lastStoreSyncResourceVersion).toBe("2");
    expect(parts.heldBytes("shop") + parts.heldBytes("other")).toBe(parts.heldBytes());
    expect(parts.heldBytes("shop")).toBeLessThan(parts.heldBytes("other"));
    expect(() => parts.add(thing("c", "3"))).toThrow('this store has no part for namespace ""');
  });

  it("says what has no name, and freezes objects as it was asked to", () => {
    const nameless = { metadata: { namespace: "shop" } } as Thing;
    for (const freeze of ["always", "never"] as const) {
      const store = new LazyStore<Thing>({ freeze });
      expect(thrownBy(() => store.add(nameless))).toMatchObject({
        name: "KeyError",
        message: "the object has no key: an object without metadata.name has no key",
        object: nameless,
      });
      const object = thing("a", "1", { value: { deep: 1 } });
      store.add(object);
      expect(Object.isFrozen(object.spec)).toBe(freeze === "always");
    }
  });

  it("counts what its memory holds, decoded and not, and forgets it with the objects", () => {
    const arena = new SlabArena();
    const store = new LazyStore<Thing>();
    const entries = ["a", "b"].map((name, n) => raw(thing(name, String(n + 1), { value: "x".repeat(50) }), arena));
    for (const entry of entries) store.add(entry);
    const weight = entries[0]!.weight + entries[1]!.weight;
    expect(store.stats()).toMatchObject({ objects: 2, liveBytes: weight, slabs: 1, memoObjects: 0, memoBytes: 0 });
    expect(store.stats().slabBytes).toBeGreaterThanOrEqual(weight);
    void store.getByKey("a");
    expect(store.stats()).toMatchObject({ memoObjects: 1, memoBytes: entries[0]!.weight });
    arena.seal();
    store.replace([], "5");
    expect(store.stats()).toEqual({ objects: 0, liveBytes: 0, slabBytes: 0, slabs: 0, memoObjects: 0, memoBytes: 0 });
    expect(store.heldBytes()).toBe(0);
  });

  it("keeps its list only while the memo keeps every object of it", () => {
    const store = new LazyStore<Thing>({ memoBytes: 0 });
    store.add(raw(thing("a", "1")));
    const [first] = store.list();
    expect(store.list()[0]).toBe(first);
    expect(store.stats().memoObjects).toBe(0);
    const plain = newStore<Thing>(metaNamespaceKeyFunc);
    plain.add(thing("a", "1"));
    plain.list().length = 0;
    expect(plain.list()).toHaveLength(1);
  });

  it("publishes its version, and shows an abandoned replacement to no reader", () => {
    const versions: string[] = [];
    const metrics = { setResourceVersion: (version: string) => void versions.push(version), end: () => {} };
    const store = new LazyStore<Thing>({ metrics });
    store.add(raw(thing("a", "1")));
    store.bookmark("2");
    const replacement = store.beginReplace();
    replacement.add(raw(thing("b", "3")));
    expect([replacement.size, replacement.get("b")?.resourceVersion, store.size]).toEqual([1, "3", 1]);
    replacement.abandon();
    store.replace([raw(thing("c", "4"))], "5");
    store.deleteKey("c");
    expect([versions, store.size]).toEqual([["1", "2", "5"], 0]);
  });
});
