import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isClientError } from "../../errors/index.ts";
import { ThreadSafeStore, TransactionError } from "./thread-safe-store.ts";

interface Thing {
  readonly values?: readonly string[];
  readonly metadata?: { readonly resourceVersion?: string };
}

function things(): ThreadSafeStore<Thing> {
  return new ThreadSafeStore<Thing>({ values: ({ values }) => [...(values ?? [])] });
}

function version(resourceVersion: string): Thing {
  return { metadata: { resourceVersion } };
}

describe("a store addressed by key", () => {
  it("forgets an index value with the last key that has it (B157)", () => {
    const store = things();
    store.add("a", { values: ["red"] });
    expect(store.listIndexFuncValues("values")).toEqual(["red"]);
    store.delete("a");
    expect(store.listIndexFuncValues("values")).toEqual([]);
    expect(store.indexKeys("values", "red")).toEqual([]);
  });

  it("keeps an index value while another key has it (B158)", () => {
    const store = things();
    store.add("a", { values: ["red"] });
    store.add("b", { values: ["red"] });
    store.delete("a");
    expect(store.indexKeys("values", "red")).toEqual(["b"]);
    expect(store.listIndexFuncValues("values")).toEqual(["red"]);
  });

  it("moves a key between index values as its object's values change, from none to some and back (B159)", () => {
    const store = things();
    const steps: readonly (readonly string[])[] = [
      [],
      ["red"],
      ["red", "blue"],
      ["blue", "green"],
      ["red", "red"],
      [],
      ["green"],
    ];
    for (const values of steps) {
      store.update("a", { values });
      for (const value of ["red", "blue", "green"])
        expect(store.indexKeys("values", value)).toEqual(values.includes(value) ? ["a"] : []);
      expect(store.listIndexFuncValues("values").sort()).toEqual([...new Set(values)].sort());
    }
  });

  it("follows the version of what was done last (B68, B160)", () => {
    const store = things();
    expect(store.lastStoreSyncResourceVersion).toBe("");
    store.add("a", version("1"));
    expect(store.lastStoreSyncResourceVersion).toBe("1");
    store.update("a", version("2"));
    expect(store.lastStoreSyncResourceVersion).toBe("2");
    store.add("b", {});
    expect(store.lastStoreSyncResourceVersion).toBe("2");
    store.delete("a");
    expect(store.lastStoreSyncResourceVersion).toBe("2");
    store.delete("b", version("4"));
    expect(store.lastStoreSyncResourceVersion).toBe("4");
    store.transaction(
      { type: "Add", key: "c", object: version("5") },
      { type: "Delete", key: "c", object: version("6") },
    );
    expect(store.lastStoreSyncResourceVersion).toBe("6");
    store.bookmark("9");
    expect(store.lastStoreSyncResourceVersion).toBe("9");
    store.replace({ d: version("3") }, "10");
    expect(store.lastStoreSyncResourceVersion).toBe("10");
    expect(store.listKeys()).toEqual(["d"]);
  });

  it("leaves out the steps of a transaction that fail, and says which were done (B165)", () => {
    const store = new ThreadSafeStore<Thing>({
      values: ({ values }) => {
        if (values === undefined) throw new Error("no values");
        return values;
      },
    });
    let error: unknown;
    try {
      store.transaction(
        { type: "Add", key: "a", object: { values: ["x"] } },
        { type: "Add", key: "b", object: {} },
        { type: "Add", key: "c", object: { values: ["x"] } },
      );
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(TransactionError);
    expect(error).toMatchObject({ successfulIndices: [0, 2], totalTransactions: 3 });
    expect(store.indexKeys("values", "x")).toEqual(["a", "c"]);
    expect(store.listKeys()).toEqual(["a", "c"]);
  });

  it("refuses an object whose index function fails, and stays as it was (F-E9)", () => {
    const many = Array.from({ length: 10_000 }, (_, i) => String(i));
    for (const values of [many, [1], "text", undefined, null, [null], { 0: "a" }]) {
      const store = new ThreadSafeStore<Thing>({
        first: () => ["1"],
        values: (thing) => (thing as { values: string[] }).values,
      });
      store.add("a", { values: ["old"] });
      const error = ((): unknown => {
        try {
          store.update("a", { values } as unknown as Thing);
        } catch (caught) {
          return caught;
        }
        return undefined;
      })();
      expect(isClientError(error, "InvalidArgument")).toBe(true);
      expect((error as Error).message).toContain('index "values"');
      expect(store.get("a")).toEqual({ values: ["old"] });
      expect(store.indexKeys("values", "old")).toEqual(["a"]);
      expect(store.listIndexFuncValues("values")).toEqual(["old"]);
      expect(() => store.add("b", { values } as unknown as Thing)).toThrow();
      expect([store.has("b"), store.indexKeys("first", "1")]).toEqual([false, ["a"]]);
    }
  });

  it("shows a replacement only when it is complete", () => {
    const store = things();
    store.add("a", { values: ["red"] });
    const replacement = store.beginReplace();
    replacement.add("b", { values: ["blue"] });
    expect(store.listKeys()).toEqual(["a"]);
    expect(replacement.size).toBe(1);
    store.addIndexers({ length: ({ values }) => [String(values?.length)] });
    replacement.commit("7");
    expect(store.listKeys()).toEqual(["b"]);
    expect(store.indexKeys("values", "red")).toEqual([]);
    expect(store.indexKeys("length", "1")).toEqual(["b"]);
    expect(() => replacement.add("c", {})).toThrow("committed");
    store.addIndexers({ first: ({ values }) => values?.slice(0, 1) ?? [] });
    expect(store.indexKeys("first", "blue")).toEqual(["b"]);
    const given = store.beginReplace();
    given.add("z", {});
    given.abandon();
    expect(store.listKeys()).toEqual(["b"]);
  });

  it("adds an index to the store and to its open replacements, or to none of them", () => {
    const store = things();
    store.add("a", { values: ["red"] });
    const replacement = store.beginReplace();
    replacement.add("b", {});
    const picky = {
      picky: ({ values }: Thing) => {
        if (values === undefined) throw new Error("no values");
        return values;
      },
    };
    expect(() => store.addIndexers(picky)).toThrow('index "picky"');
    expect(store.indexNames).not.toContain("picky");
    replacement.abandon();
    const second = store.beginReplace();
    second.add("c", { values: ["blue"] });
    store.addIndexers(picky);
    expect(() => second.add("d", {})).toThrow('index "picky"');
    second.commit("2");
    expect([store.listKeys(), store.indexKeys("picky", "blue"), store.indexKeys("picky", "red")]).toEqual([
      ["c"],
      ["c"],
      [],
    ]);
  });

  it("reports each object that comes or goes once, also in replacements that are committed or abandoned", () => {
    const held = new Map<Thing, number>();
    const count = (object: Thing, by: number): void => void held.set(object, (held.get(object) ?? 0) + by);
    let entered = 0;
    const enter = (object: Thing): void => {
      entered++;
      count(object, 1);
    };
    const store = new ThreadSafeStore<Thing>({}, { enter, leave: (object) => count(object, -1) });
    const [a, b, c] = [version("1"), version("2"), version("3")];
    store.add("a", a);
    store.add("a", a);
    expect([held.get(a), entered]).toEqual([1, 1]);
    store.add("a", b);
    expect([held.get(a), held.get(b)]).toEqual([0, 1]);
    const abandoned = store.beginReplace();
    abandoned.add("x", a);
    abandoned.add("x", c);
    expect([held.get(a), held.get(c)]).toEqual([0, 1]);
    abandoned.abandon();
    abandoned.abandon();
    expect([held.get(a), held.get(b), held.get(c)]).toEqual([0, 1, 0]);
    const committed = store.beginReplace();
    committed.add("a", b);
    committed.add("c", c);
    committed.commit("9");
    committed.abandon();
    expect([held.get(a), held.get(b), held.get(c)]).toEqual([0, 1, 1]);
    store.delete("a");
    store.delete("a");
    expect(held.get(b)).toBe(0);
  });

  it("keeps its version when an object has none", () => {
    const store = things();
    store.add("a", version("5"));
    store.add("b", {});
    store.add("c", version(""));
    expect(store.lastStoreSyncResourceVersion).toBe("5");
  });

  it("finds every object that shares a value, each once", () => {
    const store = things();
    store.add("a", { values: ["red", "blue"] });
    store.add("b", { values: ["red"] });
    store.add("c", { values: ["blue", "red"] });
    store.add("d", { values: ["green"] });
    expect(store.index("values", { values: ["red", "blue"] })).toHaveLength(3);
  });

  it("finds by an index what the objects say now, however often it was asked before and whatever changed since", () => {
    const [keys, colours] = [fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("red", "blue", "green")];
    const values = fc.uniqueArray(colours, { maxLength: 3 });
    const step = fc.oneof(
      fc.record({ do: fc.constant("add" as const), key: keys, values }),
      fc.record({ do: fc.constant("delete" as const), key: keys, values }),
      fc.record({ do: fc.constant("replace" as const), key: keys, values }),
      fc.record({ do: fc.constant("index" as const), key: keys, values }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: "max" }), (steps) => {
        let store = things();
        for (const [turn, { do: what, key, values }] of steps.entries()) {
          if (what === "add") store.add(key, { values });
          else if (what === "delete") store.delete(key);
          else if (what === "replace") store.replace({ [key]: { values }, e: { values } }, String(turn));
          else {
            const objects = new Map(store.listKeys().map((each) => [each, store.get(each)!]));
            store = new ThreadSafeStore<Thing>();
            store.replace(objects, "1");
            store.addIndexers({ values: (thing) => [...(thing.values ?? [])] });
          }
          for (const colour of ["red", "blue", "green"]) {
            const wanted = store.list().filter((thing) => thing.values?.includes(colour));
            const found = store.byIndex("values", colour);
            expect(new Set(found)).toEqual(new Set(wanted));
            expect(found.every((thing) => wanted.includes(thing))).toBe(true);
            // A list is the caller's own.
            found.length = 0;
            expect(store.byIndex("values", colour)).toHaveLength(wanted.length);
          }
        }
      }),
    );
  });

  it("finds objects of more values than it remembers lookups of", () => {
    const store = new ThreadSafeStore<Thing>({ values: ({ values }) => [...(values ?? [])] });
    const add = (key: string, i: number): void => store.add(key + i, { values: [String(i)] });
    const count = 5_000;
    for (let i = 0; i < count; i++) for (const key of ["a", "b"]) add(key, i);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < count; i++) expect(store.byIndex("values", String(i))).toHaveLength(2 + round);
      for (let i = 0; i < count; i++) if (round === 0) add("c", i);
    }
  });

  it("keeps, replaces and deletes more objects than one Map takes without a long step", () => {
    const count = 140_000;
    const keyOf = (i: number): string => `shop/web-${i}`;
    const store = new ThreadSafeStore<Thing>({ values: ({ values }) => [...(values ?? [])] });
    for (let i = 0; i < count; i++) store.add(keyOf(i), { values: [String(i % 1_000)] });
    const check = (from: number): void => {
      expect([store.size, store.listKeys().length, store.list().length]).toEqual(Array(3).fill(count - from));
      expect([store.has(keyOf(from)), store.get(keyOf(count - 1))]).toEqual([true, { values: ["999"] }]);
      expect(store.byIndex("values", "999")).toHaveLength((count - from) / 1_000);
      expect(new Set(store.values()).size).toBe(count - from);
    };
    check(0);
    let gone = 0;
    for (let i = 0; i < 100_000; i++) if (store.delete(keyOf(i)) !== undefined) gone++;
    expect(gone).toBe(100_000);
    expect(store.has(keyOf(99_999))).toBe(false);
    check(100_000);
    const all = new Map(Array.from({ length: count }, (_, i) => [keyOf(i), { values: [String(i % 1_000)] }]));
    store.replace(all, "7");
    check(0);
  });
});
