import { describe, expect, it } from "vitest";
import { FIFOClosedError, RequeueError } from "./delta.ts";
import { FIFO } from "./fifo.ts";
import { type Named, named } from "./test-support/objects.ts";

const values = async (queue: FIFO<Named>): Promise<unknown[]> => {
  const all: unknown[] = [];
  while (queue.length > 0) all.push((await queue.pop(() => {})).value);
  return all;
};

describe("FIFO", () => {
  it("keeps only the newest object of each key (B52)", async () => {
    const queue = new FIFO<Named>();
    queue.add(named("a", 1));
    queue.update(named("a", 2));
    queue.add(named("b", 1));
    queue.delete(named("b", 1));
    expect(queue.get(named("a", 0))).toEqual(named("a", 2));
    expect(queue.getByKey("b")).toBeUndefined();
    expect(await values(queue)).toEqual([2]);
    queue.add(named("a", 10));
    queue.add(named("gone", 1));
    queue.replace([named("a", 15)], "0");
    expect(queue.list()).toEqual([named("a", 15)]);
    expect(queue.listKeys()).toEqual(["a"]);
    queue.addIfNotPresent(named("a", 16));
    expect(await values(queue)).toEqual([15]);
  });

  it("does not move a key forward when it is updated (B53)", async () => {
    const queue = new FIFO<Named>();
    for (const [key, value] of [
      ["foo", 10],
      ["bar", 1],
      ["foo", 11],
      ["foo", 13],
      ["zab", 30],
    ] as const)
      queue.add(named(key, value));
    expect(await values(queue)).toEqual([13, 1, 30]);
  });

  it("has synced after the first objects were popped, and ends waiting pops when closed (B54)", async () => {
    const queue = new FIFO<Named>();
    expect(queue.hasSynced()).toBe(false);
    queue.replace([named("a", 1), named("b", 2), named("c", 3)], "0");
    expect(queue.hasSynced()).toBe(false);
    await queue.pop(() => {});
    queue.delete(named("b", 2));
    expect(queue.hasSynced()).toBe(false);
    await queue.pop((_, initial) => expect(initial).toBe(true));
    expect(queue.hasSynced()).toBe(true);
    const waiting = queue.pop(() => {});
    queue.close();
    await expect(waiting).rejects.toThrow(FIFOClosedError);
  });

  it("has synced although a second list left out what was not popped of the first", async () => {
    const queue = new FIFO<Named>();
    queue.replace([named("a", 1), named("b", 2)], "1");
    queue.replace([named("b", 3)], "2");
    expect(queue.hasSynced()).toBe(false);
    await queue.pop((_, initial) => expect(initial).toBe(true));
    expect(queue.hasSynced()).toBe(true);
    queue.add(named("a", 4));
    await queue.pop((_, initial) => expect(initial).toBe(false));
  });

  it("has not synced while an object of the first list is being processed, and has when that failed", async () => {
    const queue = new FIFO<Named>();
    queue.replace([named("a", 1)], "1");
    let fail = (_error: Error): void => {};
    const popped = queue.pop(
      () =>
        new Promise<void>((_, reject) => {
          fail = reject;
        }),
    );
    expect([queue.length, queue.hasSynced()]).toEqual([0, false]);
    fail(new Error("planted"));
    await expect(popped).rejects.toThrow("planted");
    expect(queue.hasSynced()).toBe(true);
  });

  it("has synced after a single change, and takes an object back unless a newer one waits", async () => {
    const queue = new FIFO<Named>();
    queue.add(named("a", 1));
    expect(queue.hasSynced()).toBe(true);
    const again = (): never => {
      throw new RequeueError();
    };
    await expect(queue.pop(again)).rejects.toThrow("process again");
    expect(queue.list()).toEqual([named("a", 1)]);
    const late = queue.pop(async () => {
      queue.add(named("a", 2));
      again();
    });
    await expect(late).rejects.toThrow("process again");
    expect(await values(queue)).toEqual([2]);
  });

  it("serves a pop that waits before its consumer, and calls a consumer no more once that has ended", async () => {
    const queue = new FIFO<Named>();
    const calls: string[] = [];
    const endFirst = queue.consume(() => calls.push("first"));
    const waiting = queue.pop(() => {});
    queue.add(named("a", 1));
    expect([(await waiting).value, calls]).toEqual([1, []]);
    queue.add(named("b", 2));
    expect(calls).toEqual(["first"]);
    endFirst();
    const endSecond = queue.consume(() => calls.push("second"));
    queue.replace([named("c", 3)], "1");
    expect(calls).toEqual(["first", "second"]);
    endSecond();
    queue.add(named("d", 4));
    expect(calls).toEqual(["first", "second"]);
  });
});
