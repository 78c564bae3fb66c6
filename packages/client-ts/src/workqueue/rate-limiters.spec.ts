import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import {
  BucketRateLimiter,
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  type RateLimiter,
  WithMaxWaitRateLimiter,
} from "./rate-limiters.ts";

const waits = (limiter: RateLimiter<string>, key: string, times: number): number[] =>
  Array.from({ length: times }, () => limiter.when(key));

describe("an exponential limiter", () => {
  it("doubles per key, forgets, and keeps to its maximum (B197)", () => {
    const limiter = new ItemExponentialFailureRateLimiter<string>({ baseMs: 1, maxMs: 1000 });
    expect(waits(limiter, "one", 5)).toEqual([1, 2, 4, 8, 16]);
    expect([limiter.numRequeues("one"), ...waits(limiter, "two", 2), limiter.numRequeues("two")]).toEqual([5, 1, 2, 2]);
    limiter.forget("one");
    expect([limiter.numRequeues("one"), limiter.when("one")]).toEqual([0, 1]);
    expect(waits(limiter, "two", 20).at(-1)).toBe(1000);
  });

  it("gives its maximum for huge exponents, never less than nothing (B198)", () => {
    const limiter = new ItemExponentialFailureRateLimiter<string>({ baseMs: 1, maxMs: 1_000_000 });
    for (const wait of waits(limiter, "one", 5000).slice(20)) expect(wait).toBe(1_000_000);
    const wide = new ItemExponentialFailureRateLimiter<string>({ baseMs: 60_000, maxMs: 24 * 3_600_000 });
    expect(waits(wide, "two", 2000).at(-1)).toBe(24 * 3_600_000);
  });

  it("stays capped after 1,000 failures of a key, and forget resets it (F-F7)", () => {
    const limiter = defaultItemBasedRateLimiter<string>();
    expect(waits(limiter, "a", 1000).at(-1)).toBe(1_000_000);
    expect(limiter.numRequeues("a")).toBe(1000);
    limiter.forget("a");
    expect([limiter.numRequeues("a"), limiter.when("a")]).toEqual([0, 1]);
  });

  it("agrees with a simple model for any calls", () => {
    const call = fc.record({ key: fc.constantFrom("a", "b"), forget: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(call, { maxLength: 300, size: "max" }),
        fc.nat(100),
        fc.nat(100_000),
        (calls, baseMs, maxMs) => {
          const limiter = new ItemExponentialFailureRateLimiter<string>({ baseMs, maxMs });
          const failures = new Map<string, number>();
          for (const { key, forget } of calls) {
            const before = failures.get(key) ?? 0;
            if (forget) {
              limiter.forget(key);
              failures.delete(key);
            } else {
              let expected = Math.min(baseMs, maxMs);
              for (let i = 0; i < before; i++) expected = Math.min(2 * expected, maxMs);
              expect(limiter.when(key)).toBe(expected);
              failures.set(key, before + 1);
            }
            expect(limiter.numRequeues(key)).toBe(failures.get(key) ?? 0);
          }
        },
      ),
    );
  });

  it("refuses times that make no sense", () => {
    expect(() => new ItemExponentialFailureRateLimiter({ baseMs: Number.NaN, maxMs: 1 })).toThrow("baseMs");
    expect(() => new ItemFastSlowRateLimiter({ fastMs: 1, slowMs: -1, maxFastAttempts: 1 })).toThrow("slowMs");
    expect(
      () => new WithMaxWaitRateLimiter(defaultItemBasedRateLimiter(), { maxMs: Number.POSITIVE_INFINITY }),
    ).toThrow("maxMs");
  });
});

describe("the other limiters", () => {
  it("fast/slow: three quick tries, then slow ones; per key, until forgotten (B199)", () => {
    const limiter = new ItemFastSlowRateLimiter<string>({ fastMs: 5, slowMs: 10_000, maxFastAttempts: 3 });
    expect(waits(limiter, "one", 5)).toEqual([5, 5, 5, 10_000, 10_000]);
    expect([limiter.numRequeues("one"), limiter.when("two"), limiter.numRequeues("two")]).toEqual([5, 5, 1]);
    limiter.forget("one");
    expect([limiter.numRequeues("one"), limiter.when("one")]).toEqual([0, 5]);
  });

  it("max of: the longest wait, the largest count, forgetting everywhere (B200)", () => {
    const limiter = new MaxOfRateLimiter<string>(
      new ItemFastSlowRateLimiter({ fastMs: 5, slowMs: 3000, maxFastAttempts: 3 }),
      new ItemExponentialFailureRateLimiter({ baseMs: 1, maxMs: 1_000_000 }),
    );
    expect(waits(limiter, "one", 5)).toEqual([5, 5, 5, 3000, 3000]);
    expect(waits(limiter, "two", 2)).toEqual([5, 5]);
    expect([limiter.numRequeues("one"), limiter.numRequeues("two")]).toEqual([5, 2]);
    limiter.forget("one");
    expect([limiter.numRequeues("one"), limiter.when("one")]).toEqual([0, 5]);
    expect(new MaxOfRateLimiter<string>().when("x")).toBe(0);
  });

  it("with max wait: no longer than that (B201)", () => {
    const limiter = new WithMaxWaitRateLimiter<string>(
      new ItemFastSlowRateLimiter({ fastMs: 1, slowMs: 10_000, maxFastAttempts: 2 }),
      {
        maxMs: 500,
      },
    );
    expect(waits(limiter, "one", 4)).toEqual([1, 1, 500, 500]);
    expect(limiter.numRequeues("one")).toBe(4);
    limiter.forget("one");
    expect([limiter.numRequeues("one"), limiter.when("one")]).toEqual([0, 1]);
  });

  it("bucket: a burst at once, then its rate, whatever the key", async () => {
    const clock = new FakeClock();
    const limiter = new BucketRateLimiter<string>({ qps: 10, burst: 2, clock });
    expect([...waits(limiter, "a", 2), limiter.when("b"), limiter.when("c")]).toEqual([0, 0, 100, 200]);
    expect(limiter.numRequeues("a")).toBe(0);
    limiter.forget("a");
    await clock.advance(1000);
    expect(limiter.when("d")).toBe(0);
  });

  it("of a controller: 5 ms and doubling per key, 10 a second after 100 at once", () => {
    const limiter = defaultControllerRateLimiter<string>({ clock: new FakeClock() });
    expect(waits(limiter, "a", 4)).toEqual([5, 10, 20, 40]);
    for (let i = 4; i < 100; i++) limiter.when(`k${i}`);
    expect([limiter.when("x"), limiter.when("y"), limiter.when("z")]).toEqual([100, 200, 300]);
    const repeated = defaultControllerRateLimiter<string>({ clock: new FakeClock() });
    expect(waits(repeated, "a", 20).slice(-3)).toEqual([655_360, 1_000_000, 1_000_000]);
  });
});
