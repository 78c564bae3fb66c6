import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Backoff, nextDelayMs } from "./backoff.ts";
import { FakeClock } from "./fake-clock.ts";
import { KeyedBackoff } from "./keyed-backoff.ts";
import { systemRandom } from "./system-random.ts";

describe("a backoff", () => {
  it("grows by its factor up to its cap", () => {
    const delays = [0, 1, 2, 3, 4, 5].map((attempt) => nextDelayMs(attempt, { baseMs: 10, factor: 2, capMs: 100 }));
    expect(delays).toEqual([10, 20, 40, 80, 100, 100]);
  });

  it("adds jitter after the cap", () => {
    const policy = { baseMs: 800, factor: 2, capMs: 30_000, jitter: 1 };
    expect(nextDelayMs(0, policy, () => 0)).toBe(800);
    expect(nextDelayMs(0, policy, () => 0.5)).toBe(1200);
    expect(nextDelayMs(50, policy, () => 0.5)).toBe(45_000);
  });

  it("is always a finite number between base and cap with jitter", () => {
    const ms = fc.double({ min: 0, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        ms,
        ms,
        fc.double({ min: 1, max: 100, noNaN: true }),
        (attempt, baseMs, capMs, factor) => {
          const delay = nextDelayMs(attempt, { baseMs, capMs, factor, jitter: 1 }, systemRandom);
          expect(Number.isFinite(delay)).toBe(true);
          expect(delay).toBeGreaterThanOrEqual(Math.min(baseMs, capMs));
          expect(delay).toBeLessThanOrEqual(2 * capMs);
        },
      ),
    );
    expect(nextDelayMs(5000, { baseMs: 1 })).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("starts again after a period without failures, or when it is reset", async () => {
    const clock = new FakeClock();
    const backoff = new Backoff({ baseMs: 10, capMs: 1000, resetAfterMs: 120_000, clock });
    expect([backoff.next(), backoff.next(), backoff.next()]).toEqual([10, 20, 40]);
    await clock.advance(120_000);
    expect(backoff.next()).toBe(80);
    await clock.advance(120_001);
    expect(backoff.next()).toBe(10);
    expect(backoff.next()).toBe(20);
    backoff.reset();
    expect([backoff.attempts, backoff.next()]).toEqual([0, 10]);
  });

  it("takes its random numbers from the given source, and none without jitter", () => {
    const asked: number[] = [];
    const random = (): number => {
      asked.push(0.5);
      return 0.5;
    };
    expect(new Backoff({ baseMs: 10, jitter: 1, random }).next()).toBe(15);
    expect(asked).toHaveLength(1);
    expect(new Backoff({ baseMs: 10, random }).next()).toBe(10);
    expect(asked).toHaveLength(1);
  });

  it("grows twofold without a cap by default, and counts its waits", () => {
    const backoff = new Backoff({ baseMs: 1 });
    expect(Array.from({ length: 12 }, () => backoff.next()).at(-1)).toBe(2_048);
    expect(backoff.attempts).toBe(12);
  });

  it("stops growing after its steps", () => {
    const backoff = new Backoff({ baseMs: 1, steps: 2 });
    expect([1, 2, 3, 4].map(() => backoff.next())).toEqual([1, 2, 4, 4]);
  });
});

describe("a backoff per key", () => {
  const setUp = (
    options: Partial<ConstructorParameters<typeof KeyedBackoff>[0]> = {},
  ): { clock: FakeClock; backoff: KeyedBackoff } => {
    const clock = new FakeClock();
    return { clock, backoff: new KeyedBackoff({ initialMs: 1000, maxMs: 10_000, clock, ...options }) };
  };

  it("doubles for each key alone, up to its maximum (B496)", async () => {
    const { clock, backoff } = setUp();
    const seen: number[] = [];
    for (let i = 0; i < 6; i++) {
      seen.push(backoff.next("a"));
      await clock.advance(1000);
    }
    expect(seen).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect([backoff.get("a"), backoff.get("b"), backoff.next("b")]).toEqual([10_000, 0, 1000]);
    backoff.reset("a");
    expect(backoff.get("a")).toBe(0);
  });

  it("starts over when a key had no failure for more than twice the maximum (B496)", async () => {
    const { clock, backoff } = setUp();
    backoff.next("a");
    backoff.next("a");
    await clock.advance(20_000);
    expect(backoff.next("a")).toBe(4000);
    await clock.advance(20_001);
    expect(backoff.isInBackoffSince("a", clock.monotonic())).toBe(false);
    expect(backoff.next("a")).toBe(1000);
  });

  it("stays at its high-water mark while failures go on (B496)", async () => {
    const { clock, backoff } = setUp();
    for (let i = 0; i < 10; i++) backoff.next("a");
    for (let i = 0; i < 10; i++) {
      await clock.advance(10_000);
      expect(backoff.next("a")).toBe(10_000);
    }
  });

  it("forgets keys without a recent failure in gc, and no others (B496)", async () => {
    const { clock, backoff } = setUp();
    backoff.next("old");
    await clock.advance(15_000);
    backoff.next("young");
    await clock.advance(5001);
    backoff.gc();
    expect([backoff.size, backoff.get("old"), backoff.get("young")]).toEqual([1, 0, 1000]);
  });

  it("tells whether a wait is over, from an event and from the last failure (B496)", async () => {
    const { clock, backoff } = setUp();
    expect(backoff.isInBackoffSince("a", 0)).toBe(false);
    expect(backoff.isInBackoffSinceUpdate("a", 0)).toBe(false);
    backoff.next("a");
    expect(backoff.isInBackoffSinceUpdate("a", 999)).toBe(true);
    expect(backoff.isInBackoffSinceUpdate("a", 1000)).toBe(false);
    expect(backoff.isInBackoffSinceUpdate("a", 30_000)).toBe(false);
    await clock.advance(999);
    expect(backoff.isInBackoffSince("a", 0)).toBe(true);
    await clock.advance(1);
    expect(backoff.isInBackoffSince("a", 0)).toBe(false);
    expect(backoff.isInBackoffSince("a", 500)).toBe(true);
  });

  it("adds jitter that grows with the wait and keeps to the maximum (B496)", () => {
    const { backoff } = setUp({ jitter: 0.5, random: () => 1 - Number.EPSILON });
    expect(backoff.next("a")).toBeCloseTo(1500);
    expect(backoff.next("a")).toBeCloseTo(3750);
    expect(backoff.next("a")).toBeCloseTo(9375);
    expect(backoff.next("a")).toBe(10_000);
    expect(() => new KeyedBackoff({ initialMs: Number.NaN, maxMs: 1 })).toThrow(RangeError);
  });

  it("takes another rule for when a key counts as new (B496)", async () => {
    const { clock, backoff } = setUp({ hasExpired: (at, last) => at - last > 100 });
    backoff.next("a");
    await clock.advance(100);
    expect(backoff.next("a")).toBe(2000);
    await clock.advance(101);
    backoff.gc();
    expect(backoff.size).toBe(0);
  });
});
