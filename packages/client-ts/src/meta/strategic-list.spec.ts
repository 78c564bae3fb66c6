import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortByPlace } from "./strategic-list.ts";

/** What Go's sort does with few elements: each moves to the left while it may. */
function insertionSort(elements: readonly string[], places: ReadonlyMap<unknown, number>): string[] {
  const sorted = [...elements];
  for (let i = 1; i < sorted.length; i++) {
    for (let j = i; j > 0; j--) {
      const [before, after] = [places.get(sorted[j - 1]), places.get(sorted[j])];
      if (before !== undefined && after !== undefined && after >= before) break;
      [sorted[j - 1], sorted[j]] = [sorted[j]!, sorted[j - 1]!];
    }
  }
  return sorted;
}

describe("sortByPlace", () => {
  it("gives the order of an insertion sort, whatever elements have no place", () => {
    const elements = fc.array(fc.constantFrom("a", "b", "c", "d", "x", "y", "z"), { maxLength: 12, size: "max" });
    const places = new Map([
      ["a", 0],
      ["b", 1],
      ["c", 2],
      ["d", 3],
    ]);
    fc.assert(
      fc.property(elements, (list) => {
        expect(sortByPlace(list, places, "")).toEqual(insertionSort(list, places));
      }),
      { seed: 14, numRuns: 2_000 },
    );
  });
});
