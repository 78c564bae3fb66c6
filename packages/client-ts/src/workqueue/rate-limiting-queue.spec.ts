import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import { ItemExponentialFailureRateLimiter, type RateLimiter } from "./rate-limiters.ts";
import { RateLimitingQueue } from "./rate-limiting-queue.ts";

describe("a rate limiting queue", () => {
  it("lets each key wait longer with each failure, until it is forgotten; others are not affected (B196)", async () => {
    const clock = new FakeClock();
    const queue = new RateLimitingQueue<string>({
      clock,
      limiter: new ItemExponentialFailureRateLimiter({ baseMs: 1, maxMs: 1000 }),
    });
    const seen: [string, number][] = [];
    const fail = async (key: string): Promise<void> => {
      const from = clock.monotonic();
      queue.addRateLimited(key);
      while (queue.len === 0) await clock.advanceToNext();
      const taken = queue.tryGet();
      if (taken !== undefined && !taken.shutDown) queue.done(taken.key);
      seen.push([key, clock.monotonic() - from]);
    };
    for (const key of ["one", "one", "two", "one", "two"]) await fail(key);
    expect(seen).toEqual([
      ["one", 1],
      ["one", 2],
      ["two", 1],
      ["one", 4],
      ["two", 2],
    ]);
    expect([queue.numRequeues("one"), queue.numRequeues("two"), queue.numRequeues("three")]).toEqual([3, 2, 0]);
    queue.forget("one");
    expect(queue.numRequeues("one")).toBe(0);
    seen.length = 0;
    await fail("one");
    await fail("two");
    expect(seen).toEqual([
      ["one", 1],
      ["two", 4],
    ]);
  });

  it("counts no failure after shutdown (F-F4)", () => {
    const queue = new RateLimitingQueue<string>({ clock: new FakeClock() });
    queue.shutDown();
    queue.addRateLimited("a");
    expect([queue.numRequeues("a"), queue.delayed, queue.len]).toEqual([0, 0, 0]);
  });

  it("takes any limiter, and refuses delays that make no sense", async () => {
    const clock = new FakeClock();
    const wait = { a: 10, b: Number.NaN };
    const limiter: RateLimiter<"a" | "b"> = { when: (key) => wait[key], forget() {}, numRequeues: () => 7 };
    const queue = new RateLimitingQueue({ clock, limiter });
    queue.addRateLimited("a");
    await clock.advance(10);
    expect([queue.len, queue.numRequeues("a")]).toEqual([1, 7]);
    expect(() => queue.addRateLimited("b")).toThrow("not NaN");
  });

  it("says so when a limiter gives a promise instead of a number", () => {
    const limiter = { when: async () => 1, forget() {}, numRequeues: () => 0 } as unknown as RateLimiter<string>;
    const queue = new RateLimitingQueue<string>({ clock: new FakeClock(), limiter });
    expect(() => queue.addRateLimited("a")).toThrow("the result of a rate limiter must be a value, not a promise");
    expect([queue.delayed, queue.len]).toEqual([0, 0]);
  });

  it("refills its default limiter by its own clock", async () => {
    const clock = new FakeClock();
    const queue = new RateLimitingQueue<string>({ clock });
    for (let i = 0; i < 102; i++) queue.addRateLimited(`k${i}`);
    await clock.advance(199);
    expect(queue.delayed).toBe(1);
    await clock.advance(10_000);
    queue.addRateLimited("after a pause");
    await clock.advance(5);
    expect([queue.len, queue.delayed]).toEqual([103, 0]);
  });

  it("uses the limiter of controllers by default", async () => {
    const clock = new FakeClock();
    const queue = new RateLimitingQueue<string>({ clock });
    queue.addRateLimited("a");
    await clock.advance(4.9);
    expect(queue.len).toBe(0);
    await clock.advance(0.1);
    expect(queue.len).toBe(1);
  });
});
