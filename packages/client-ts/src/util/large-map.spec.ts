import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LargeMap } from "./large-map.ts";

type Step = readonly ["set" | "delete", number] | readonly ["clear", 0];

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.tuple(fc.constant("set" as const), fc.nat(40)), weight: 6 },
  { arbitrary: fc.tuple(fc.constant("delete" as const), fc.nat(40)), weight: 4 },
  { arbitrary: fc.constant(["clear", 0] as const), weight: 1 },
);

function sorted<T>(all: Iterable<T>): T[] {
  return [...all].sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

describe("a large map", () => {
  it("has what a Map has, whatever was done to both, in any number of parts", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.constantFrom(4, 8, 1024), (steps, partSize) => {
        const [large, map] = [
          new LargeMap<string, number | undefined>(partSize),
          new Map<string, number | undefined>(),
        ];
        for (const [at, [what, n]] of steps.entries()) {
          const key = `k${n}`;
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
          // Every part but one is at least half full.
          expect(large.parts).toBeLessThanOrEqual(1 + Math.ceil((2 * 41) / partSize));
        }
        expect(sorted(large)).toEqual(sorted(map));
        expect(sorted(large.keys())).toEqual(sorted(map.keys()));
        expect(sorted(large.values())).toEqual(sorted(map.values()));
        for (let n = 0; n <= 40; n++) expect(large.get(`k${n}`)).toBe(map.get(`k${n}`));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps the order of insertion while nothing is deleted, and an undefined value", () => {
    const map = new LargeMap<number, number | undefined>(4);
    for (let n = 0; n < 11; n++) map.set(n, n * 2);
    map.set(3, undefined);
    expect([...map.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([map.parts, map.has(3), map.get(3), map.size]).toEqual([3, true, undefined, 11]);
  });

  it("never puts more into one part than it holds without growing, and takes no second part before that", () => {
    const map = new LargeMap<number, number>(8);
    for (let n = 0; n < 8; n++) map.set(n, n);
    expect(map.parts).toBe(1);
    for (let n = 0; n < 8; n++) map.set(n, -n);
    expect(map.parts).toBe(1);
    map.delete(0);
    // The place of a deleted entry is not free before half of the part is.
    map.set(8, 8);
    expect(map.parts).toBe(2);
    for (let n = 1; n < 5; n++) map.delete(n);
    for (let n = 9; n < 16; n++) map.set(n, n);
    expect([map.parts, map.size]).toEqual([2, 11]);
  });

  it("is one Map again when the others are empty", () => {
    const map = new LargeMap<number, number>(4);
    for (let n = 0; n < 20; n++) map.set(n, n);
    expect(map.parts).toBe(5);
    for (let n = 4; n < 20; n++) expect(map.delete(n)).toBe(true);
    expect([map.parts, [...map.keys()]]).toEqual([1, [0, 1, 2, 3]]);
    expect(map.delete(4)).toBe(false);
  });
});
