import { describe, expect, it } from "vitest";
import { FIFOClosedError } from "./delta.ts";
import { Heap, newHeap } from "./heap.ts";
import { type Named, named } from "./test-support/objects.ts";

const make = () => newHeap<Named>({ less: (a, b) => (a.value as number) < (b.value as number) });

async function drain(heap: Heap<Named>): Promise<unknown[]> {
  const all: unknown[] = [];
  while (heap.length > 0) all.push((await heap.pop()).value);
  return all;
}

describe("Heap", () => {
  it("gives the least first however things came in, and moves what is added again (B55)", async () => {
    const heap = make();
    const numbers = Array.from({ length: 200 }, (_, n) => (n * 7919) % 200);
    for (const n of numbers.slice(0, 100)) heap.add(named(`k${n}`, n));
    heap.bulkAdd(numbers.slice(100).map((n) => named(`k${n}`, n)));
    expect(await drain(heap)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    heap.bulkAdd([named("a", 1), named("b", 2), named("c", 3)]);
    heap.add(named("a", 4));
    heap.update(named("c", 0));
    expect(heap.getByKey("a")).toEqual(named("a", 4));
    expect(heap.get(named("c", 9))).toEqual(named("c", 0));
    expect(heap.listKeys().sort()).toEqual(["a", "b", "c"]);
    expect(heap.list()).toHaveLength(3);
    expect(await drain(heap)).toEqual([0, 2, 4]);
  });

  it("leaves an element that is there, and refuses to delete one that is not (B56)", async () => {
    const heap = make();
    for (let n = 0; n < 20; n++) heap.add(named(`k${n}`, n));
    heap.addIfNotPresent(named("k3", 99));
    heap.addIfNotPresent(named("new", 100));
    heap.delete(named("k0", 0));
    heap.delete(named("k10", 0));
    heap.delete(named("new", 0));
    expect(() => heap.delete(named("new", 0))).toThrow('the heap has no element with the key "new"');
    expect(await drain(heap)).toEqual(Array.from({ length: 20 }, (_, n) => n).filter((n) => n !== 0 && n !== 10));
  });

  it("serves every pop that waits when many elements come, and in turn when one comes", async () => {
    const heap = make();
    const waiting = [heap.pop(), heap.pop(), heap.pop()];
    heap.bulkAdd([named("b", 2), named("a", 1)]);
    heap.addIfNotPresent(named("c", 3));
    expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual([1, 2, 3]);
  });

  it("gives elements of equal importance in the order in which they came", async () => {
    const heap = new Heap<Named>({ less: () => false });
    for (const key of ["x", "b", "y", "a"]) heap.add(named(key, key));
    expect(await drain(heap)).toEqual(["x", "b", "y", "a"]);
  });

  it("refuses elements after the close and ends waiting pops (B57)", async () => {
    const heap = make();
    const first = heap.pop();
    heap.add(named("a", 1));
    expect((await first).value).toBe(1);
    const waiting = Promise.allSettled([heap.pop(), heap.pop()]);
    heap.close();
    for (const end of await waiting)
      expect(end).toMatchObject({ status: "rejected", reason: expect.any(FIFOClosedError) });
    expect(() => heap.add(named("a", 1))).toThrow(FIFOClosedError);
    expect(() => heap.bulkAdd([named("a", 1)])).toThrow(FIFOClosedError);
    expect(() => heap.addIfNotPresent(named("a", 1))).toThrow(FIFOClosedError);
    await expect(heap.pop()).rejects.toThrow(FIFOClosedError);
    expect(heap.closed).toBe(true);
  });
});
