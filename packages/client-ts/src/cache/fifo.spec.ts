import { describe, expect, it } from "vitest";
import { FIFOClosedError } from "./delta.ts";
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
});
