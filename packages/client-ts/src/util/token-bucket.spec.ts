import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { closedThrottle, ThrottleDeadlineError, TokenBucket, unlimitedThrottle } from "./token-bucket.ts";

describe("a token bucket", () => {
  it("lets a burst through, then one at a time at its rate (B497)", async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 1, burst: 3, clock });
    expect([1, 2, 3, 4].map(() => bucket.tryAccept())).toEqual([true, true, true, false]);
    await clock.advance(999);
    expect(bucket.tryAccept()).toBe(false);
    await clock.advance(1);
    expect([bucket.tryAccept(), bucket.tryAccept()]).toEqual([true, false]);
    await clock.advance(60_000);
    expect([1, 2, 3, 4].map(() => bucket.tryAccept())).toEqual([true, true, true, false]);
    expect(bucket.qps).toBe(1);
  });

  it("makes callers wait by turns, at its rate (B497)", async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 10, burst: 1, clock });
    const served: number[] = [];
    for (let i = 0; i < 5; i++) void bucket.wait().then(() => served.push(clock.monotonic()));
    await clock.advance(1000);
    expect(served).toEqual([0, 100, 200, 300, 400]);
    expect(clock.pending).toBe(0);
  });

  it("does not lose small fractions (B497)", async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 10, burst: 1, clock });
    let accepted = 0;
    for (let i = 0; i < 10_000; i++) {
      if (bucket.tryAccept()) accepted++;
      await Promise.resolve();
      if (i % 10 === 0) await clock.advance(10);
    }
    // 1,000 steps of 10 ms are 10 s: the first at once, then ten a second, the last one just not due.
    expect(accepted).toBe(100 + 1);
  });

  it("refuses at once when the turn would come too late, and keeps the turn for others (B497)", async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 1, burst: 1, clock });
    await bucket.wait();
    await expect(bucket.wait({ timeoutMs: 500 })).rejects.toThrow(ThrottleDeadlineError);
    await expect(bucket.wait({ timeoutMs: 500 })).rejects.toThrow("1000 ms");
    const turn = bucket.wait({ timeoutMs: 1000 });
    await clock.advance(1000);
    await turn;
  });

  it("gives the turn back when the caller leaves (B497)", async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 1, burst: 1, clock });
    await bucket.wait();
    const leaving = new AbortController();
    const left = bucket.wait({ signal: leaving.signal });
    leaving.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    await expect(bucket.wait({ signal: leaving.signal })).rejects.toThrow("enough");
    expect(clock.pending).toBe(0);
    await clock.advance(1000);
    expect(bucket.tryAccept()).toBe(true);
  });

  it("takes no turn for a caller whose signal has fired already, and gives back no more than the burst", async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: 1, burst: 2, clock });
    await expect(bucket.wait({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
    expect([bucket.tryAccept(), bucket.tryAccept()]).toEqual([true, true]);
    const leaving = new AbortController();
    const left = bucket.wait({ signal: leaving.signal });
    leaving.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    expect(bucket.tryAccept()).toBe(false);
    await clock.advance(1000);
    expect([bucket.tryAccept(), bucket.tryAccept()]).toEqual([true, false]);
    const error = await bucket.wait({ timeoutMs: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ThrottleDeadlineError", delayMs: 1000 });
  });

  it("never lets more through than its burst and its rate allow", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 50, size: "max" }),
        async (qps, burst, gaps) => {
          let now = 0;
          const clock = { ...new FakeClock(), monotonic: () => now, now: () => now, setTimer: () => ({ cancel() {} }) };
          const bucket = new TokenBucket({ qps, burst, clock });
          let accepted = 0;
          for (const gap of gaps) {
            now += gap;
            while (bucket.tryAccept()) accepted++;
            expect(accepted).toBeLessThanOrEqual(burst + (now / 1000) * qps + 0.001);
            expect(accepted).toBeGreaterThanOrEqual(Math.min(burst, accepted));
          }
        },
      ),
    );
  });

  it("refuses a rate or a burst that makes no sense", () => {
    for (const options of [
      { qps: 0, burst: 1 },
      { qps: Number.NaN, burst: 1 },
      { qps: 1, burst: 0 },
      { qps: 1, burst: Number.NaN },
    ]) {
      expect(() => new TokenBucket(options)).toThrow(RangeError);
    }
  });

  it("has a fake that lets everything and one that lets nothing through (B497)", async () => {
    expect(unlimitedThrottle.tryAccept()).toBe(true);
    await unlimitedThrottle.wait();
    expect(closedThrottle.tryAccept()).toBe(false);
    await expect(closedThrottle.wait({ timeoutMs: 10 })).rejects.toThrow(ThrottleDeadlineError);
    const leaving = new AbortController();
    const wait = closedThrottle.wait({ signal: leaving.signal });
    leaving.abort(new Error("enough"));
    await expect(wait).rejects.toThrow("enough");
    await expect(closedThrottle.wait({ signal: leaving.signal })).rejects.toThrow("enough");
  });
});
