import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import { lowPriority, PriorityQueue, type PriorityQueueOptions } from "./priority-queue.ts";

function setUp(options: PriorityQueueOptions<string> = {}): {
  clock: FakeClock;
  queue: PriorityQueue<string>;
  take: () => string | undefined;
} {
  const clock = new FakeClock();
  const queue = new PriorityQueue<string>({ clock, ...options });
  const take = (): string | undefined => {
    const taken = queue.tryGet();
    return taken === undefined || taken.shutDown ? undefined : taken.key;
  };
  return { clock, queue, take };
}

const takeAll = (take: () => string | undefined): string[] => {
  const keys: string[] = [];
  for (let key = take(); key !== undefined; key = take()) keys.push(key);
  return keys;
};

describe("a priority queue", () => {
  it("hands out higher priorities first, within one first in, first out", () => {
    const { queue, take } = setUp();
    queue.add("l1", { priority: lowPriority });
    queue.add("n1");
    queue.add("l2", { priority: lowPriority });
    queue.add("h", { priority: 10 });
    queue.add("n2");
    expect(queue.len).toBe(5);
    expect(takeAll(take)).toEqual(["h", "n1", "n2", "l1", "l2"]);
  });

  it("never lowers the priority of a key that waits; a higher one moves it behind its new equals", () => {
    const { queue, take } = setUp();
    queue.add("a", { priority: lowPriority });
    queue.add("b");
    queue.add("a");
    queue.add("b", { priority: lowPriority });
    expect([queue.priorityOf("a"), queue.priorityOf("b"), queue.len]).toEqual([0, 0, 2]);
    expect(takeAll(take)).toEqual(["b", "a"]);
  });

  it("runs a key that was added while taken with the highest priority that was asked for", () => {
    const { queue, take } = setUp();
    queue.add("a", { priority: lowPriority });
    expect([take(), queue.priorityOf("a")]).toEqual(["a", lowPriority]);
    queue.add("n");
    queue.add("a", { priority: 5 });
    queue.add("a", { priority: lowPriority });
    queue.done("a");
    expect(queue.priorityOf("a")).toBe(5);
    expect(takeAll(take)).toEqual(["a", "n"]);
    queue.done("a");
    expect(queue.priorityOf("a")).toBeUndefined();
  });

  it("keeps the priority of a key that its worker adds for later, unless another one is given", async () => {
    const { clock, queue, take } = setUp();
    queue.add("kept", { priority: lowPriority });
    queue.add("raised", { priority: lowPriority });
    for (const key of [take(), take()] as string[]) {
      if (key === "kept") queue.addRateLimited(key);
      else queue.addAfter(key, 5, { priority: 1 });
      queue.done(key);
    }
    await clock.advance(10);
    expect([queue.priorityOf("kept"), queue.priorityOf("raised"), queue.len, queue.numRequeues("kept")]).toEqual([
      lowPriority,
      1,
      2,
      1,
    ]);
  });

  it("keeps the priority of a later time when the key is also added for now", async () => {
    const { clock, queue, take } = setUp();
    queue.addAfter("a", 10, { priority: 3 });
    queue.addAfter("a", 0, { priority: lowPriority });
    expect(queue.priorityOf("a")).toBe(lowPriority);
    expect(take()).toBe("a");
    queue.done("a");
    await clock.advance(10);
    expect(queue.priorityOf("a")).toBe(3);
  });

  it("does not keep the priority of a delay that is over, zero or negative", async () => {
    const { clock, queue, take } = setUp();
    // The time of the first delay comes, and the next one is an ordinary one again.
    queue.addAfter("a", 10, { priority: 7 });
    await clock.advance(10);
    expect([queue.priorityOf("a"), take()]).toEqual([7, "a"]);
    queue.done("a");
    queue.addAfter("a", 10);
    await clock.advance(10);
    expect([queue.priorityOf("a"), take()]).toEqual([0, "a"]);
    queue.done("a");
    for (const now of [0, -1]) {
      queue.addAfter("a", now, { priority: 9 });
      expect([queue.priorityOf("a"), take()]).toEqual([9, "a"]);
      queue.done("a");
      queue.addAfter("a", 10, { priority: 1 });
      await clock.advance(10);
      expect([queue.priorityOf("a"), take()]).toEqual([1, "a"]);
      queue.done("a");
    }
  });

  it("takes the highest priority of several delays of one key, and keeps none that was refused", async () => {
    const { clock, queue } = setUp();
    queue.addAfter("a", 10, { priority: 2 });
    queue.addAfter("a", 20, { priority: 5 });
    queue.addAfter("a", 5, { priority: 1 });
    queue.addAfter("b", 10, { priority: 1 });
    for (const refused of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => queue.addAfter("b", refused, { priority: 8 })).toThrow("finite");
    }
    await clock.advance(10);
    expect([queue.priorityOf("a"), queue.priorityOf("b")]).toEqual([5, 1]);
  });

  it("knows the priority of a key that goes from one worker straight to the next", async () => {
    const { queue, take } = setUp();
    queue.add("a", { priority: 1 });
    expect(take()).toBe("a");
    const next = queue.get();
    queue.add("a", { priority: 4 });
    queue.done("a");
    expect(await next).toEqual({ shutDown: false, key: "a" });
    expect(queue.priorityOf("a")).toBe(4);
    queue.done("a");
    expect(queue.priorityOf("a")).toBeUndefined();
  });

  it("drops delayed keys in a drain too, and asks its limiter nothing afterwards", async () => {
    const clock = new FakeClock();
    let asked = 0;
    const limiter = { when: () => ++asked, forget() {}, numRequeues: () => asked };
    for (const shutDown of ["shutDown", "shutDownWithDrain"] as const) {
      asked = 0;
      const queue = new PriorityQueue<string>({ clock, limiter });
      queue.addAfter("a", 10, { priority: 3 });
      await queue[shutDown]();
      queue.addRateLimited("b");
      queue.add("c", { priority: 4 });
      await clock.advance(100);
      expect([asked, queue.delayed, queue.len, queue.priorityOf("c")]).toEqual([0, 0, 0, undefined]);
    }
  });

  it("does not look at the priority of a key that is added after shutdown", () => {
    const { queue, take } = setUp();
    queue.add("a", { priority: -1 });
    queue.add("b");
    queue.shutDown();
    queue.add("a", { priority: 5 });
    queue.add("a", { priority: Number.NaN });
    expect(takeAll(take)).toEqual(["b", "a"]);
  });

  it("hands out by age alone when every turn is for the oldest, and needs the full age", async () => {
    const { clock, queue, take } = setUp({ agedTurn: 1, ageAfterMs: 1000 });
    queue.add("old", { priority: lowPriority });
    await clock.advance(999);
    queue.add("new1");
    expect(take()).toBe("new1");
    await clock.advance(1);
    queue.add("new2", { priority: 100 });
    expect(take()).toBe("old");
    expect(take()).toBe("new2");
  });

  it("keeps the age of a key whose priority rises", async () => {
    const { clock, queue, take } = setUp({ agedTurn: 1, ageAfterMs: 1000 });
    queue.add("old", { priority: -5 });
    await clock.advance(1000);
    queue.add("old", { priority: -4 });
    queue.add("new", { priority: 1 });
    expect([take(), take()]).toEqual(["old", "new"]);
  });

  it("counts age from when the key began to wait, not from the start of the clock", async () => {
    const { clock, queue, take } = setUp({ agedTurn: 1, ageAfterMs: 1000 });
    await clock.advance(5000);
    queue.add("low", { priority: lowPriority });
    queue.add("high", { priority: 1 });
    expect(take()).toBe("high");
  });

  it("gives the oldest exactly every tenth turn, the tenth first", async () => {
    const { clock, queue, take } = setUp();
    for (let i = 0; i < 3; i++) queue.add(`old${i}`, { priority: lowPriority });
    await clock.advance(30_000);
    const turns: number[] = [];
    for (let turn = 1; turn <= 30; turn++) {
      queue.add(`new${turn}`);
      if (take()?.startsWith("old")) turns.push(turn);
    }
    expect(turns).toEqual([10, 20, 30]);
  });

  it("gives a key that becomes due a place behind those that waited", async () => {
    const { clock, queue, take } = setUp();
    queue.addAfter("later", 10);
    await clock.advance(5);
    queue.add("now");
    await clock.advance(5);
    expect(takeAll(take)).toEqual(["now", "later"]);
  });

  it("lets no key starve: one of ten turns is for the key that waited longest, after 30 seconds", async () => {
    const { clock, queue, take } = setUp();
    queue.add("low", { priority: lowPriority });
    let turn = 0;
    const flood = (): string | undefined => {
      queue.add(`n${turn++}`);
      const key = take();
      if (key !== undefined) queue.done(key);
      return key;
    };
    for (let i = 0; i < 25; i++) expect(flood()).not.toBe("low");
    await clock.advance(30_000);
    const seen = Array.from({ length: 10 }, flood);
    expect(seen).toContain("low");
  });

  it("keeps nine of ten turns for urgent keys while thousands of old ones wait", async () => {
    const { clock, queue, take } = setUp();
    for (let i = 0; i < 1000; i++) queue.add(`old${i}`, { priority: lowPriority });
    await clock.advance(60_000);
    let urgent = 0;
    for (let i = 0; i < 100; i++) {
      queue.add(`new${i}`);
      if (take()?.startsWith("new")) urgent++;
    }
    expect(urgent).toBe(90);
  });

  it("refuses priorities and turns that are not numbers, and forgets delays at shutdown", () => {
    const { clock, queue } = setUp();
    expect(() => queue.add("a", { priority: Number.NaN })).toThrow("priority");
    expect(() => queue.addAfter("a", Number.NaN)).toThrow("NaN");
    expect(() => setUp({ agedTurn: 0 })).toThrow("agedTurn");
    queue.addAfter("a", 10);
    queue.shutDown();
    queue.add("b");
    queue.addAfter("c", 1);
    queue.addRateLimited("d");
    expect([queue.delayed, queue.len, clock.pending]).toEqual([0, 0, 0]);
  });

  it("agrees with a simple model, whatever the order of calls", () => {
    const key = fc.constantFrom("a", "b", "c", "d");
    const call = fc.oneof(
      fc.record({ call: fc.constant("add" as const), key, priority: fc.integer({ min: -2, max: 2 }) }),
      fc.record({ call: fc.constant("get" as const) }),
      fc.record({ call: fc.constant("done" as const), key }),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 150, size: "max" }), (calls) => {
        const { queue, take } = setUp();
        let line: { key: string; priority: number }[] = [];
        const held = new Set<string>();
        const again = new Map<string, number>();
        for (const step of calls) {
          if (step.call === "add") {
            queue.add(step.key, { priority: step.priority });
            const waiting = line.find((entry) => entry.key === step.key);
            if (held.has(step.key)) again.set(step.key, Math.max(step.priority, again.get(step.key) ?? -9));
            else if (waiting === undefined) line.push({ key: step.key, priority: step.priority });
            else if (waiting.priority < step.priority) {
              line = [...line.filter((entry) => entry !== waiting), { key: step.key, priority: step.priority }];
            }
          } else if (step.call === "done") {
            queue.done(step.key);
            const priority = again.get(step.key);
            again.delete(step.key);
            if (held.delete(step.key) && priority !== undefined) line.push({ key: step.key, priority });
          } else {
            const expected = line.toSorted((a, b) => b.priority - a.priority)[0];
            expect(take()).toBe(expected?.key);
            line = line.filter((entry) => entry !== expected);
            if (expected !== undefined) held.add(expected.key);
          }
          expect(queue.len).toBe(line.length);
        }
      }),
    );
  });
});
