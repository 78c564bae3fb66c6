import { describe, expect, it } from "vitest";
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
    expect([...sizes]).toEqual([64 << 10, 256 << 10, 1 << 20, 4 << 20]);
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
});
