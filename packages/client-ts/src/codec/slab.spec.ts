import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Entry } from "./entry.ts";
import { EntryContext } from "./entry-context.ts";
import { encodeEntry } from "./make-entry.ts";
import { type Slab, SlabArena } from "./slab.ts";

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
    expect(take(arena, 100)).toBe(before);
    arena.seal();
    expect([before.sealed, take(arena, 100) === before]).toEqual([true, false]);
  });

  it("uses memory again only when nobody holds an entry that lies in it", async () => {
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
      // Collecting, and a turn for the registry to hear of it.
      collect();
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const { entry, mark } of held) expect((entry.object as { pad: string }).pad === mark.repeat(3000)).toBe(true);
  });
});
