import { inspect, types } from "node:util";
import { describe, expect, it } from "vitest";
import { EntryContext, encodeEntry, type RawEntry, readList, SlabArena } from "../../codec/index.ts";
import { bodyOf } from "../../codec/test-support/bodies.ts";
import type { KubeObject } from "../../meta/index.ts";
import { everything, parseSelector } from "../../meta/index.ts";
import { lazyList } from "./lazy-list.ts";
import { LazyStore } from "./lazy-store.ts";
import { listAll } from "./list-all.ts";

interface Item extends KubeObject {
  readonly spec: { readonly number: number; readonly node: string };
}

const context = new EntryContext({ kind: "Item", apiVersion: "v1" });

function entry(number: number): RawEntry<Item> {
  const metadata = { name: `i-${number}`, uid: `u-${number}`, resourceVersion: "1", labels: { odd: `${number % 2}` } };
  const object: Item = { kind: "Item", apiVersion: "v1", metadata, spec: { number, node: `n-${number % 2}` } };
  return encodeEntry(object, context, new SlabArena()) as RawEntry<Item>;
}

const entries = (count: number): RawEntry<Item>[] => Array.from({ length: count }, (_, number) => entry(number));

describe("a list of many objects from a cache", () => {
  it("decodes an object when it is read, and keeps it", () => {
    const all = entries(1_000);
    const list = lazyList([...all]);
    expect(all.filter(({ decoded }) => decoded !== undefined)).toHaveLength(0);
    // So that the last index is there, the last object is decoded.
    expect(list).toHaveLength(1_000);
    expect(list[7]!.spec.number).toBe(7);
    expect(list.at(-1)!.spec.number).toBe(999);
    expect(all.filter(({ decoded }) => decoded !== undefined)).toHaveLength(2);
    expect(list[7]).toBe(list[7]);
    expect(list[7]).toBe(all[7]!.object);
  });

  it("behaves as an array: loops, copies, filters, sorts, changes and prints", () => {
    const list = lazyList(entries(100));
    expect(Array.isArray(list)).toBe(true);
    let sum = 0;
    for (const { spec } of list) sum += spec.number;
    expect(sum).toBe(4_950);
    expect(list.filter(({ spec }) => spec.number > 90).map(({ spec }) => spec.number)).toHaveLength(9);
    expect([...list, ...list]).toHaveLength(200);
    expect(
      lazyList(entries(100))
        .slice(10, 12)
        .map(({ spec }) => spec.number),
    ).toEqual([10, 11]);
    expect(Object.values(lazyList(entries(100)))[3]).toMatchObject({ spec: { number: 3 } });
    expect(JSON.parse(JSON.stringify(lazyList(entries(100))))[99]).toMatchObject({ spec: { number: 99 } });
    const sorted = lazyList(entries(100)).sort((a, b) => b.spec.number - a.spec.number);
    expect([sorted[0]!.spec.number, sorted[99]!.spec.number]).toEqual([99, 0]);
    const changed = lazyList(entries(100));
    changed.push(entry(100).object);
    changed.reverse();
    expect([changed.length, changed.shift()!.spec.number, changed.pop()!.spec.number]).toEqual([101, 100, 0]);
    expect(inspect(lazyList(entries(100)), { depth: 3 })).toContain("number: 42");
  });

  it("decodes as far as a loop goes, and the loop sees what is added or taken out meanwhile", () => {
    const all = entries(100);
    const list = lazyList([...all]);
    for (const { spec } of list) if (spec.number === 9) break;
    expect(all.filter(({ decoded }) => decoded !== undefined)).toHaveLength(10);
    const seen: number[] = [];
    for (const { spec } of list) {
      seen.push(spec.number);
      if (spec.number === 0) list.length = 50;
      if (spec.number === 20) list.push(entry(100).object);
      if (spec.number === 30) list.splice(0, 1);
    }
    expect(seen).toEqual([
      ...Array.from({ length: 31 }, (_, i) => i),
      ...Array.from({ length: 18 }, (_, i) => 32 + i),
      100,
    ]);
    const [first, , third] = list;
    expect([first!.spec.number, third!.spec.number]).toEqual([1, 3]);
  });

  it("gives the same objects by a loop, by number, by its descriptors and by the methods of an array", () => {
    const all = entries(100);
    const read: readonly ((list: readonly object[]) => readonly unknown[])[] = [
      (list) => [...list],
      (list) => Array.from(list),
      (list) => Array.from(list.values()),
      (list) => Array.from(list.entries(), ([, object]) => object),
      (list) => list.map((_, i) => list[i]),
      (list) =>
        Object.values(Object.getOwnPropertyDescriptors(list)).flatMap(({ enumerable, value }) =>
          enumerable ? [value as unknown] : [],
        ),
      (list) => list.concat(),
    ];
    for (const way of read) {
      const found = way(lazyList([...all]));
      expect(found).toHaveLength(100);
      expect(found.every((object, i) => object === all[i]!.object)).toBe(true);
      for (const each of all) each.evict();
    }
    expect((lazyList([...all]) as unknown as Record<string, unknown>)["01"]).toBeUndefined();
  });

  it("gives few objects as a plain array of decoded objects", () => {
    const few = entries(10);
    const list = lazyList([...few]);
    expect(few.every(({ decoded }) => decoded !== undefined)).toBe(true);
    expect(structuredClone(list)).toHaveLength(10);
  });

  it("leaves out what cannot be decoded, also when that shows only when it is read", async () => {
    const store = new LazyStore<Item>();
    const items = Array.from({ length: 100 }, (_, number) => {
      const metadata = `{"name":"i-${number}","uid":"u","resourceVersion":"1"}`;
      return `{"metadata":${metadata},"spec":{"number":${number % 10 === 5 || number === 99 ? "bad" : number}}}`;
    });
    const body = `{"kind":"ItemList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[${items.join()}]}`;
    await readList<Item>(bodyOf(body), { kind: "Item", onItem: (item) => store.add(item) });
    const read = [];
    for (const { spec } of store.list()) read.push(spec.number);
    expect(read).toHaveLength(89);
    expect(read.some((number) => number % 10 === 5)).toBe(false);
    expect(store.list()).toHaveLength(89);
  });

  it("comes from lists, selectors and indexes of a store, cold and warm", () => {
    const store = new LazyStore<Item>({ indexers: { node: "spec.node" } });
    const all = entries(200);
    for (const each of all) store.add(each);
    const decoded = (): number => all.filter((each) => each.decoded !== undefined).length;
    const lists = [
      store.list(),
      store.byIndex("node", "n-1"),
      listAll(store, parseSelector("odd=1")),
      listAll(store, everything()),
    ];
    expect(decoded()).toBe(0);
    expect(lists.map(({ length }) => length)).toEqual([200, 100, 100, 200]);
    for (const each of store.list()) expect(Object.isFrozen(each)).toBe(true);
    expect(decoded()).toBe(200);
    expect(store.list()[3]).toBe(all[3]!.object);
    expect(store.byIndex("node", "n-0")).toContain(all[4]!.object);
  });

  it("shows a replacement that was committed after the empty store was listed", () => {
    const store = new LazyStore<Item>();
    const replacement = store.beginReplace();
    replacement.add(entry(1));
    expect(store.list()).toEqual([]);
    replacement.commit("1");
    expect(store.list()).toHaveLength(1);
  });

  it("decodes 32 objects at once, more when they are read", () => {
    for (const [count, isLazy] of [
      [32, false],
      [33, true],
    ] as const) {
      expect(types.isProxy(lazyList(entries(count)))).toBe(isLazy);
    }
  });
});
