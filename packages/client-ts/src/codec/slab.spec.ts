import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Entry } from "./entry.ts";
import { EntryContext } from "./entry-context.ts";
import { encodeEntry } from "./make-entry.ts";
import { ObjectMemo } from "./object-memo.ts";
import type { RawEntry } from "./raw-entry.ts";
import { evacuate, isSparse, Slab, SlabArena, SlabPool } from "./slab.ts";

function take(arena: SlabArena, length: number): Slab {
  const slab = arena.reserve(length);
  slab.used += length;
  return slab;
}

describe("an arena of slabs", () => {
  it("begins small and grows, so that two hundred small caches do not take a gigabyte", () => {
    const arena = new SlabArena();
    const sizes = new Set<number>();
    for (let i = 0; i < 5000; i++) sizes.add(take(arena, 4000).bytes.length);
    expect([...sizes]).toEqual([64, 128, 256, 512, 1024, 2048, 4096].map((kib) => kib << 10));
  });

  it("never hands out the same bytes twice", () => {
    const arena = new SlabArena();
    const slabs = new Map<Slab, number>();
    for (let i = 1; i < 3000; i++) {
      const slab = arena.reserve(i);
      expect(slab.used).toBe(slabs.get(slab) ?? 0);
      slab.used += i;
      expect(slab.used).toBeLessThanOrEqual(slab.bytes.length);
      slabs.set(slab, slab.used);
    }
  });

  it("gives a large object a slab of its own, of just its size, and goes on with the other", () => {
    const arena = new SlabArena();
    const before = take(arena, 100);
    const large = take(arena, 3 << 20);
    expect([large.bytes.length, large.sealed]).toEqual([3 << 20, true]);
    expect(take(arena, 100) === before).toBe(true);
    arena.seal();
    expect([before.sealed, take(arena, 100) === before]).toEqual([true, false]);
  });

  it("uses memory again only when no caller holds an entry in it", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const context = new EntryContext();
    const held: { readonly entry: Entry<unknown>; readonly mark: string }[] = [];
    for (let round = 0; round < 6; round++) {
      const arena = new SlabArena();
      for (let i = 0; i < 600; i++) {
        const mark = `${round}-${i}`;
        const entry = encodeEntry({ metadata: { name: mark }, pad: mark.repeat(3000) }, context, arena);
        if (i % 200 === 0 && round % 2 === 0) held.push({ entry, mark });
      }
      // Collect garbage, then one turn for the registry to be notified.
      collect();
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const { entry, mark } of held) expect((entry.object as { pad: string }).pad === mark.repeat(3000)).toBe(true);
  });

  it("keeps the memory of at most eight large slabs for those to come", () => {
    const pool = new SlabPool();
    const memory: Buffer[] = Array.from({ length: 20 }, () => Buffer.alloc(1));
    for (const bytes of memory) pool.give(bytes);
    const taken = Array.from({ length: 20 }, () => pool.take());
    // Compared as positions: the buffers are equal.
    expect(taken.map((bytes) => memory.indexOf(bytes!))).toEqual([
      ...[7, 6, 5, 4, 3, 2, 1, 0],
      ...Array.from({ length: 12 }, () => -1),
    ]);
    pool.give(memory[0]!);
    expect(pool.take() === memory[0]).toBe(true);
  });

  it("takes the memory of large slabs that no reader holds any more", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const large = 4 << 20;
    // What other tests have left is in use first.
    const inUse = Array.from({ length: 8 }, () => new Slab(large));
    const memory = new Set<Buffer>(Array.from({ length: 20 }, () => new Slab(large).bytes));
    // The collector decides when the registry learns of a slab: the loop ends with the first one.
    let again: Slab[] = [];
    for (let round = 0; round < 100 && !again.some(({ bytes }) => memory.has(bytes)); round++) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
      again = Array.from({ length: 9 }, () => new Slab(large));
    }
    const reused = again.filter(({ bytes }) => memory.has(bytes)).length;
    expect([reused > 0, reused <= 8]).toEqual([true, true]);
    expect(new Set([...inUse, ...again].map(({ bytes }) => bytes)).size).toBe(17);
  });

  it("fills a slab to its last byte before it begins another", () => {
    const arena = new SlabArena();
    const first = take(arena, 10_000);
    const rest = first.bytes.length - first.used;
    // Compared outside of `expect`, which would print a slab byte by byte.
    const isFirst = (length: number): boolean => take(arena, length) === first;
    expect([isFirst(10_000), isFirst(10_000), isFirst(10_000), isFirst(rest - 30_000)]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([first.used, isFirst(1)]).toEqual([first.bytes.length, false]);
  });

  it("takes slabs four times as large as an object at least, and above 1 MiB one of its own", () => {
    const sizes = (...lengths: number[]): number[] => {
      const arena = new SlabArena();
      return lengths.map((length) => take(arena, length).bytes.length >> 10);
    };
    expect(sizes(16 << 10)).toEqual([64]);
    expect(sizes((16 << 10) + 1)).toEqual([128]);
    expect(sizes(64 << 10)).toEqual([256]);
    expect(sizes(1 << 20)).toEqual([4096]);
    expect(sizes((1 << 20) + 1024)).toEqual([1025]);
    // The next slab is twice as large as the one before, and what is left of that is used no more.
    expect(sizes(40_000, 100, 250_000, 100)).toEqual([256, 256, 1024, 1024]);
    // With slabs of 4 MiB nothing grows any more.
    expect(sizes(1 << 20, 1 << 20, 1 << 20, 1 << 20, (1 << 20) + 1024, 100)).toEqual([
      4096, 4096, 4096, 4096, 1025, 4096,
    ]);
  });

  it("ends the slab before when it begins another, and can be ended before anything was taken", () => {
    const arena = new SlabArena();
    arena.seal();
    const first = take(arena, 16_000);
    for (let n = 0; n < 3; n++) take(arena, 16_000);
    const second = take(arena, 10_000);
    expect([first === second, first.sealed, second.sealed]).toEqual([false, true, false]);
    expect([first.used, second.used, second.live, second.residents.length]).toEqual([64_000, 10_000, 0, 0]);
  });

  it("calls a slab sparse when less than half is live, and never while it is being written", () => {
    const slab = new Slab(1_000);
    slab.used = 100;
    slab.live = 49;
    expect(isSparse(slab)).toBe(false);
    slab.sealed = true;
    expect(isSparse(slab)).toBe(true);
    slab.live = 50;
    expect(isSparse(slab)).toBe(false);
  });

  it("moves each held entry once, also after it was released and held again, and no other entry", () => {
    const [memo, arena, target] = [new ObjectMemo(), new SlabArena(), new SlabArena()];
    const entries = ["a", "b"].map(
      (name) => encodeEntry({ metadata: { name } }, new EntryContext(), arena) as RawEntry<unknown>,
    );
    for (const entry of entries) {
      entry.retain(memo);
      entry.release();
    }
    entries[0]!.retain(memo);
    const { slab, weight } = entries[0]!;
    const targets = [...evacuate(slab, target)];
    expect(targets.map(({ used, live }) => [used, live])).toEqual([[weight, weight]]);
    expect([slab.live, entries[0]!.slab === targets[0], entries[1]!.slab === slab]).toEqual([0, true, true]);
    // What was moved can be moved again.
    const again = [...evacuate(targets[0]!, new SlabArena())];
    expect(again.map(({ live }) => live)).toEqual([weight]);
    expect(targets[0]!.live).toBe(0);
    expect(entries.map(({ object }) => object)).toEqual([{ metadata: { name: "a" } }, { metadata: { name: "b" } }]);
  });
});
