import { describe, expect, it } from "vitest";
import { FIFOClosedError, RequeueError, tombstone } from "./delta.ts";
import { newDeltaFIFO } from "./delta-fifo.ts";
import { newFIFO } from "./fifo.ts";
import { newOrderedFIFO } from "./ordered-fifo.ts";
import type { Queue } from "./queue.ts";
import { type Named, named } from "./test-support/objects.ts";

/** One item of each kind of queue, for a key. */
type Item = Named | { readonly type: string; readonly object: Named };

interface Kind {
  /** A queue; its consumer knows the objects with these keys. */
  readonly make: (known?: readonly string[]) => Queue<Named, never>;
  /** What `addIfNotPresent` takes. */
  readonly item: (key: string) => Item | readonly Item[];
}

const knownObjects = (keys: readonly string[]) => ({
  listKeys: () => keys,
  getByKey: (key: string) => (keys.includes(key) ? named(key, "known") : undefined),
});

const kinds: Record<string, Kind> = {
  FIFO: { make: () => newFIFO<Named>() as unknown as Queue<Named, never>, item: (key) => named(key, 1) },
  DeltaFIFO: {
    make: (known = []) => newDeltaFIFO<Named>({ knownObjects: knownObjects(known) }) as unknown as Queue<Named, never>,
    item: (key) => [{ type: "Added", object: named(key, 1) }],
  },
  "OrderedFIFO, atomic": {
    make: () => newOrderedFIFO<Named>() as unknown as Queue<Named, never>,
    item: (key) => ({ type: "Added", object: named(key, 1) }),
  },
  "OrderedFIFO, object by object": {
    make: (known = []) =>
      newOrderedFIFO<Named>({ knownObjects: knownObjects(known) }) as unknown as Queue<Named, never>,
    item: (key) => ({ type: "Added", object: named(key, 1) }),
  },
};

describe.each(Object.entries(kinds))("a queue: %s", (_title, { make, item }) => {
  const fill: Record<string, (queue: Queue<Named, never>) => void> = {
    add: (queue) => queue.add(named("a", 1)),
    update: (queue) => queue.update(named("a", 1)),
    addIfNotPresent: (queue) => queue.addIfNotPresent(item("a") as never),
  };

  it.each(Object.keys(fill))("has synced when the first thing to come is one change by %s", (how) => {
    const queue = make();
    expect([queue.hasSynced(), queue.length]).toEqual([false, 0]);
    fill[how]!(queue);
    expect([queue.hasSynced(), queue.length]).toEqual([true, 1]);
  });

  it("has synced when the first thing to come is a deletion", () => {
    for (const first of [
      (queue: Queue<Named, never>) => queue.delete(named("a", 1)),
      (queue: Queue<Named, never>) => queue.delete(tombstone<Named>("a", undefined)),
    ]) {
      const queue = make();
      first(queue);
      expect(queue.hasSynced()).toBe(true);
    }
  });

  it.each(Object.keys(fill))("wakes one consumer that waits, else the one that is called, by %s", async (how) => {
    const queue = make();
    let calls = 0;
    const end = queue.consume(() => void calls++);
    const waiting = queue.pop(() => {});
    await Promise.resolve();
    fill[how]!(queue);
    await waiting;
    expect([calls, queue.length]).toEqual([0, 0]);
    fill[how]!(queue);
    expect(calls).toBe(1);
    end();
    end();
    while (queue.tryPop(() => {}) !== false);
    fill[how]!(queue);
    expect(calls).toBe(1);
  });

  it("has one consumer at a time, and takes another once that has ended", () => {
    const queue = make();
    const calls: string[] = [];
    const endFirst = queue.consume(() => void calls.push("first"));
    expect(() => queue.consume(() => {})).toThrow("the queue has a controller already");
    queue.add(named("a", 1));
    endFirst();
    const endSecond = queue.consume(() => void calls.push("second"));
    endFirst();
    queue.add(named("b", 1));
    expect(calls).toEqual(["first", "second"]);
    endSecond();
    queue.add(named("c", 1));
    expect(calls).toEqual(["first", "second"]);
  });

  it("wakes all waiting callers for a list, and calls its consumer", async () => {
    const queue = make();
    let calls = 0;
    queue.consume(() => void calls++);
    const popped: unknown[] = [];
    const waiting = [1, 2].map(() => queue.pop(() => void popped.push("one")));
    await Promise.resolve();
    queue.replace([named("a", 1), named("b", 1)], "5");
    queue.add(named("c", 1));
    await Promise.all(waiting);
    expect([popped.length, calls > 0]).toEqual([2, true]);
  });

  it("hands out nothing more once it is closed, and ends the calls that wait", async () => {
    const queue = make();
    const waiting = [1, 2].map(() => queue.pop(() => {}));
    const ended = Promise.allSettled(waiting);
    await Promise.resolve();
    queue.close();
    for (const end of await ended) expect(end).toMatchObject({ reason: expect.any(FIFOClosedError) });
    queue.add(named("a", 1));
    expect([queue.closed, queue.tryPop(() => expect.unreachable("it was closed"))]).toEqual([true, false]);
    await expect(queue.pop(() => expect.unreachable("it was closed"))).rejects.toThrow("the queue was closed");
  });

  it("counts what waits, and keeps its order, however much was taken out before", async () => {
    const queue = make();
    const popped: (string | undefined)[] = [];
    const pop = (): boolean | Promise<void> =>
      queue.tryPop((one) => void popped.push(/"key":"(\w+)"/.exec(JSON.stringify(one))?.[1]));
    for (let n = 0; n < 3_000; n++) queue.add(named(`k${n}`, n));
    for (let left = 2_999; left >= 500; left--) {
      pop();
      expect(queue.length).toBe(left);
    }
    for (let n = 3_000; n < 3_010; n++) queue.add(named(`k${n}`, n));
    expect(queue.length).toBe(510);
    while (pop() === true);
    expect(popped).toEqual(Array.from({ length: 3_010 }, (_, n) => `k${n}`));
    expect(queue.length).toBe(0);
  });

  it("hands out half a million items in seconds, not in minutes", () => {
    const queue = make();
    const element = named("", 1);
    for (let n = 0; n < 500_000; n++) queue.add({ ...element, key: `k${n}` });
    let popped = 0;
    while (queue.tryPop(() => void popped++) === true);
    expect([popped, queue.length]).toEqual([500_000, 0]);
  });

  it("says whether something was processed, and passes on what fails", async () => {
    const queue = make();
    expect(queue.tryPop(() => {})).toBe(false);
    queue.add(named("a", 1));
    expect(queue.tryPop(() => {})).toBe(true);
    const failing = { name: "Error", message: "not today" };
    for (const asynchronous of [false, true]) {
      queue.add(named("a", 1));
      const fail = (): Promise<void> => {
        if (asynchronous) return Promise.reject(new Error("not today"));
        throw new Error("not today");
      };
      if (asynchronous) await expect(queue.tryPop(fail)).rejects.toMatchObject(failing);
      else expect(() => queue.tryPop(fail)).toThrow("not today");
      expect(queue.length).toBe(0);
      queue.add(named("a", 1));
      await expect(queue.pop(fail)).rejects.toMatchObject(failing);
      expect(queue.length).toBe(0);
    }
  });

  it("takes back an item that is to come again, and rejects with the reason", async () => {
    for (const cause of [new Error("busy"), undefined]) {
      for (const asynchronous of [false, true]) {
        const queue = make();
        queue.add(named("a", 1));
        const again = (): Promise<void> => {
          const error = cause === undefined ? new RequeueError() : new RequeueError("later", { cause });
          if (asynchronous) return Promise.reject(error);
          throw error;
        };
        await expect(queue.pop(again)).rejects.toThrow(cause?.message ?? "process again");
        expect([queue.length, queue.hasSynced()]).toEqual([1, true]);
      }
    }
  });

  it("leaves alone what waits for a key when an item of it is put back", async () => {
    const queue = make();
    queue.add(named("a", "newer"));
    queue.addIfNotPresent(item("a") as never);
    queue.addIfNotPresent(item("b") as never);
    expect(queue.length).toBe(2);
    const popped: string[] = [];
    await queue.pop((one) => void popped.push(JSON.stringify(one)));
    expect(popped[0]).toContain("newer");
  });
});

describe("a queue that knows what its consumer has", () => {
  it("shows it again in a resync, except for what waits, and wakes all waiting callers", async () => {
    for (const name of ["DeltaFIFO", "OrderedFIFO, object by object"]) {
      const queue = kinds[name]!.make(["a", "b"]);
      let calls = 0;
      queue.consume(() => void calls++);
      queue.add(named("a", "newer"));
      calls = 0;
      queue.resync?.();
      expect([queue.length, calls]).toEqual([2, 1]);
      const items: string[] = [];
      while (queue.tryPop((one) => void items.push(JSON.stringify(one))) === true);
      expect(items.map((one) => /"type":"(\w+)".*"key":"(\w+)"/.exec(one)?.slice(1).join(" "))).toEqual([
        "Added a",
        "Sync b",
      ]);
    }
  });
});

it("a queue is closed at the end of its block", async () => {
  const queues = [newFIFO<Named>(), newDeltaFIFO<Named>(), newOrderedFIFO<Named>()];
  for (const queue of queues) {
    {
      using block = queue;
      block.add(named("a", 1));
    }
    await expect(queue.pop(() => {})).rejects.toThrow(FIFOClosedError);
  }
});
