import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyedHeap } from "./keyed-heap.ts";

describe("a keyed heap", () => {
  it("pops in order whatever was set, changed and deleted", () => {
    const key = fc.integer({ min: 0, max: 12 });
    const call = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ call: fc.constant("set" as const), key, value: fc.integer({ min: 0, max: 5 }) }),
      },
      { weight: 1, arbitrary: fc.record({ call: fc.constant("delete" as const), key }) },
      { weight: 1, arbitrary: fc.record({ call: fc.constant("pop" as const) }) },
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 200, size: "max" }), (calls) => {
        const heap = new KeyedHeap<number, number>((a, b) => a - b);
        let model: [key: number, value: number][] = [];
        const front = (): [number, number] | undefined => model.toSorted((a, b) => a[1] - b[1])[0];
        for (const step of calls) {
          if (step.call === "set") {
            heap.set(step.key, step.value);
            model = [...model.filter(([k]) => k !== step.key), [step.key, step.value]];
          } else if (step.call === "delete") {
            expect(heap.delete(step.key)).toBe(model.some(([k]) => k === step.key));
            model = model.filter(([k]) => k !== step.key);
          } else {
            const expected = front();
            expect(heap.peek()).toEqual(expected);
            expect(heap.pop()).toEqual(expected);
            model = model.filter(([k]) => k !== expected?.[0]);
          }
          expect(heap.size).toBe(model.length);
          for (const [k, v] of model) expect([heap.has(k), heap.get(k)]).toEqual([true, v]);
          expect([...heap.keys()].toSorted()).toEqual(model.map(([k]) => k).toSorted());
          expect([...heap.values()].toSorted()).toEqual(model.map(([, v]) => v).toSorted());
        }
        for (const entry of model.toSorted((a, b) => a[1] - b[1])) expect(heap.pop()).toEqual(entry);
        heap.set(1, 1);
        heap.clear();
        expect([heap.pop(), heap.peek(), heap.size]).toEqual([undefined, undefined, 0]);
      }),
    );
  });

  it("needs no more than a few comparisons per change among 100,000 entries", () => {
    let comparisons = 0;
    const heap = new KeyedHeap<number, number>((a, b) => {
      comparisons++;
      return a - b;
    });
    const n = 100_000;
    for (let i = 0; i < n; i++) heap.set(i, n - i);
    for (let i = 0; i < n; i++) heap.set(i, (i * 7919) % n);
    for (let i = 0; i < n; i += 2) heap.delete(i);
    while (heap.pop() !== undefined);
    expect(comparisons).toBeLessThan(3 * n * 2 * 17);
  });
});
