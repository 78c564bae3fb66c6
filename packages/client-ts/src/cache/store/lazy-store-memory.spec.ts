import { describe, expect, it } from "vitest";
import { encodeEntry, EntryContext, type RawEntry, SlabArena } from "../../codec/index.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { LazyStore } from "./lazy-store.ts";

const context = new EntryContext({ kind: "Thing", apiVersion: "example.com/v1" });
const mebibyte = 1 << 20;

/** Entries of about four kilobytes, one behind the other in the same memory. */
function entriesIn(arena: SlabArena, count: number): RawEntry<Thing>[] {
  const value = "x".repeat(4_000);
  return Array.from({ length: count }, (_, n) => {
    const object = thing(`t${n}`, String(n + 1), { value });
    return encodeEntry<Thing>(object, context, arena) as RawEntry<Thing>;
  });
}

describe("the memory of a store of entries", () => {
  it("is left alone until 16 MiB of it are unused, then half of that is freed, and every object stays the same", () => {
    const arena = new SlabArena();
    const entries = entriesIn(arena, 6_500);
    arena.seal();
    const store = new LazyStore<Thing>();
    store.replace(entries, "1");
    const kept = entries.filter((_, n) => n % 4 === 0);
    const slabs = kept.map(({ slab }) => slab);
    const moved = (): number => kept.filter(({ slab }, n) => slab !== slabs[n]).length;
    const unusedBytes = (): number => {
      const { liveBytes, slabBytes } = store.stats();
      return slabBytes - liveBytes;
    };
    const begin = store.stats();
    expect(begin.liveBytes).toBe(entries.reduce((sum, { weight }) => sum + weight, 0));
    const atFirst = unusedBytes();
    let deleted = 0;
    let movedAt = 0;
    for (const [n, entry] of entries.entries()) {
      if (n % 4 === 0) continue;
      const before = unusedBytes();
      store.delete(entry);
      deleted += entry.weight;
      if (unusedBytes() >= before) continue;
      movedAt = deleted;
      break;
    }
    // A slab that is less than half unused is not worth moving: up to 4 MiB more may be unused.
    expect(movedAt).toBeGreaterThan(16 * mebibyte);
    expect(movedAt).toBeLessThan(20 * mebibyte);
    expect(unusedBytes() - atFirst).toBeLessThanOrEqual(8 * mebibyte);
    expect(unusedBytes() - atFirst).toBeGreaterThan(4 * mebibyte);
    expect(moved()).toBeGreaterThan(0);
    for (const { key, object } of kept) expect(store.getByKey(key)).toBe(object);
    store.compact();
    expect(unusedBytes() - atFirst).toBeLessThan(4 * mebibyte);
    expect(kept.every(({ object }, n) => object.metadata?.name === `t${n * 4}`)).toBe(true);
    store.replace([], "2");
    expect(store.stats()).toMatchObject({ objects: 0, liveBytes: 0, memoObjects: 0 });
  });

  it("of a slab that is unused is given back at once, when nothing more is written into it", () => {
    const arena = new SlabArena();
    const store = new LazyStore<Thing>();
    const [first, second] = entriesIn(arena, 2) as [RawEntry<Thing>, RawEntry<Thing>];
    store.add(first);
    store.add(second);
    store.delete(first);
    expect(store.stats()).toMatchObject({ slabs: 1, liveBytes: second.weight });
    arena.seal();
    store.delete(second);
    expect(store.stats()).toEqual({ objects: 0, liveBytes: 0, slabBytes: 0, slabs: 0, memoObjects: 0, memoBytes: 0 });
  });
});
