import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LargeMap } from "./large-map.ts";

type Step = readonly ["set" | "delete", number] | readonly ["clear", 0];

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.tuple(fc.constant("set" as const), fc.nat(12)), weight: 60 },
  { arbitrary: fc.tuple(fc.constant("delete" as const), fc.nat(12)), weight: 40 },
  { arbitrary: fc.constant(["clear", 0] as const), weight: 1 },
);

function sorted<T>(all: Iterable<T>): T[] {
  return [...all].sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

describe("a large map", () => {
  it("has what a Map has, whatever was done to both, in one Map and in several", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 100, maxLength: 200, size: "max" }),
        fc.constantFrom(4, 8, 1024),
        (steps, size) => {
          const large = new LargeMap<number | undefined>(size);
          const map = new Map<string, number | undefined>();
          for (const [at, [what, n]] of steps.entries()) {
            const key = n === 0 ? "" : `k${n}`;
            if (what === "set") {
              large.set(key, at);
              map.set(key, at);
            } else if (what === "delete") expect(large.delete(key)).toBe(map.delete(key));
            else {
              large.clear();
              map.clear();
            }
            expect(large.size).toBe(map.size);
            expect([large.get(key), large.has(key)]).toEqual([map.get(key), map.has(key)]);
            expect(large.sizeOfFirst).toBeLessThanOrEqual(size);
          }
          expect(sorted(large)).toEqual(sorted(map));
          expect(sorted(large.keys())).toEqual(sorted(map.keys()));
          expect(sorted(large.values())).toEqual(sorted(map.values()));
          for (let n = 0; n <= 12; n++) expect(large.get(`k${n}`)).toBe(map.get(`k${n}`));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("keeps the order of insertion in one Map, and an undefined value", () => {
    const map = new LargeMap<number | undefined>(4);
    for (const key of ["a", "c", "b"]) map.set(key, 1);
    map.set("c", undefined);
    expect([[...map.keys()], map.has("c"), map.get("c"), map.size]).toEqual([["a", "c", "b"], true, undefined, 3]);
    for (const key of ["d", "e"]) map.set(key, undefined);
    expect([map.sizeOfFirst, map.has("e"), map.get("e"), map.size]).toEqual([4, true, undefined, 5]);
  });

  it("puts no more into the first Map than it holds without growing, and uses it again when half is free", () => {
    const map = new LargeMap<number>(8);
    for (let round = 0; round < 2; round++) for (let n = 0; n < 8; n++) map.set(`k${n}`, n);
    expect(map.sizeOfFirst).toBe(8);
    map.delete("k0");
    // The place of a deleted entry is not free before half of the Map is.
    map.set("k8", 8);
    expect([map.sizeOfFirst, map.size]).toEqual([7, 8]);
    for (let n = 1; n < 4; n++) map.delete(`k${n}`);
    for (let n = 9; n < 16; n++) map.set(`k${n}`, n);
    expect([map.sizeOfFirst, map.size]).toEqual([8, 12]);
  });

  it("spreads the names of Pods over its parts", () => {
    /** How many of 20,000 entries are in the largest part. */
    const largest = (nameOf: (n: number) => string): number => {
      const map = new LargeMap<number>(1);
      for (let n = 0; n < 20_000; n++) map.set(nameOf(n), n);
      // The entries of one part follow one another in order of insertion: a fall begins the next part.
      let [most, length, before] = [0, 0, -1];
      for (const n of map.values()) {
        length = n > before ? length + 1 : 1;
        most = Math.max(most, length);
        before = n;
      }
      return most;
    };
    const suffix = (n: number): string => (Math.imul(n + 1, 0x9e37_79b1) >>> 0).toString(36).slice(-5);
    expect(largest((n) => `shop/web-7f9c6d5b8-${suffix(n)}`)).toBeLessThan(2_000);
    expect(largest((n) => `shop/db-${n}`)).toBeLessThan(3_000);
  });
});
