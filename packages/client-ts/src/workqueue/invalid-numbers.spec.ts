import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import { DelayingQueue } from "./delaying-queue.ts";
import {
  BucketRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  WithMaxWaitRateLimiter,
} from "./rate-limiters.ts";
import { parallelizeUntil } from "./parallelize.ts";
import { PriorityQueue } from "./priority-queue.ts";
import { WorkQueue } from "./work-queue.ts";

const [nan, infinity] = [Number.NaN, Number.POSITIVE_INFINITY];
const limiter = new MaxOfRateLimiter<string>();

/**
 * Every option of a queue or a limiter that takes a number, what it is called in the message, and the values that it
 * refuses.
 */
const refused: readonly (readonly [name: string, values: readonly number[], use: (value: number) => unknown])[] = [
  ["unfinishedWorkPeriodMs", [nan, infinity, 0, -1], (value) => new WorkQueue({ unfinishedWorkPeriodMs: value })],
  ["timeoutMs", [nan, -1, -infinity], (value) => new WorkQueue().shutDownWithDrain({ timeoutMs: value })],
  ["timeoutMs", [nan, -1, -infinity], (value) => new DelayingQueue().shutDownWithDrain({ timeoutMs: value })],
  ["timeoutMs", [nan, -1, -infinity], (value) => new PriorityQueue().shutDownWithDrain({ timeoutMs: value })],
  ["milliseconds", [nan, infinity, -infinity], (value) => new DelayingQueue<string>().addAfter("a", value)],
  ["milliseconds", [nan, infinity, -infinity], (value) => new PriorityQueue<string>().addAfter("a", value)],
  ["priority", [nan, infinity, -infinity], (value) => new PriorityQueue<string>().add("a", { priority: value })],
  [
    "priority",
    [nan, infinity, -infinity],
    (value) => new PriorityQueue<string>().addAfter("a", 1, { priority: value }),
  ],
  ["ageAfterMs", [nan, -1, -infinity], (value) => new PriorityQueue({ ageAfterMs: value })],
  ["agedTurn", [nan, infinity, 0, -1, 1.5], (value) => new PriorityQueue({ agedTurn: value })],
  ["pieces", [nan, infinity, -1, 1.5], (value) => parallelizeUntil(value, () => {})],
  ["workers", [nan, infinity, 0, -1, 1.5], (value) => parallelizeUntil(1, () => {}, { workers: value })],
  ["chunkSize", [nan, infinity, 0, -1, 1.5], (value) => parallelizeUntil(1, () => {}, { chunkSize: value })],
  ["baseMs", [nan, infinity, -1], (value) => new ItemExponentialFailureRateLimiter({ baseMs: value, maxMs: 1 })],
  ["maxMs", [nan, infinity, -1], (value) => new ItemExponentialFailureRateLimiter({ baseMs: 1, maxMs: value })],
  [
    "fastMs",
    [nan, infinity, -1],
    (value) => new ItemFastSlowRateLimiter({ fastMs: value, slowMs: 1, maxFastAttempts: 1 }),
  ],
  [
    "slowMs",
    [nan, infinity, -1],
    (value) => new ItemFastSlowRateLimiter({ fastMs: 1, slowMs: value, maxFastAttempts: 1 }),
  ],
  [
    "maxFastAttempts",
    [nan, -1],
    (value) => new ItemFastSlowRateLimiter({ fastMs: 1, slowMs: 1, maxFastAttempts: value }),
  ],
  ["maxMs", [nan, infinity, -1], (value) => new WithMaxWaitRateLimiter(limiter, { maxMs: value })],
  ["qps", [nan, 0, -1, -infinity], (value) => new BucketRateLimiter({ qps: value, burst: 1 })],
  ["burst", [nan, 0.5, 0, -1, -infinity], (value) => new BucketRateLimiter({ qps: 1, burst: value })],
];

describe("a number that makes no sense", () => {
  for (const [index, [name, values, use]] of refused.entries()) {
    it(`is refused at once as ${name} (case ${index + 1})`, async () => {
      for (const value of values) {
        const error = await Promise.resolve()
          .then(() => use(value))
          .then(
            () => `${name} took ${value}`,
            (thrown: unknown) => thrown,
          );
        expect(isClientError(error, "InvalidArgument"), String(error)).toBe(true);
        expect((error as Error).message).toContain(name);
        expect((error as Error).message).toContain(`not ${value}`);
      }
    });
  }

  it("leaves the queue as it was when it is the time limit of a drain", async () => {
    const clock = new FakeClock();
    for (const queue of [new DelayingQueue<string>({ clock }), new PriorityQueue<string>({ clock })]) {
      queue.add("now");
      queue.addAfter("later", 10);
      await expect(queue.shutDownWithDrain({ timeoutMs: Number.NaN })).rejects.toThrow("timeoutMs");
      expect([queue.shuttingDown, queue.len, queue.delayed]).toEqual([false, 1, 1]);
      await clock.advance(10);
      expect(queue.len).toBe(2);
    }
  });
});

describe("a number without an upper limit", () => {
  it("lets a drain wait without a limit when its time limit is Infinity, without a timer", async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue<string>({ clock });
    queue.add("a");
    queue.tryGet();
    const drain = queue.shutDownWithDrain({ timeoutMs: Number.POSITIVE_INFINITY });
    expect(clock.pending).toBe(0);
    await clock.advance(1e12);
    queue.done("a");
    expect(await drain).toBe(true);
  });

  it("lets a drain wait longer than 2^31 ms, and not at all for zero", async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue<string>({ clock });
    queue.add("a");
    queue.tryGet();
    const drain = queue.shutDownWithDrain({ timeoutMs: 2 ** 31 });
    await clock.advance(2 ** 31 - 1);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(await drain).toBe(false);
    const other = new WorkQueue<string>({ clock });
    other.add("a");
    other.tryGet();
    const none = other.shutDownWithDrain({ timeoutMs: 0 });
    await clock.advance(0);
    expect(await none).toBe(false);
  });

  it("keeps keys from ageing when the age is Infinity, and keeps fast tries fast forever", async () => {
    const clock = new FakeClock();
    const queue = new PriorityQueue<string>({ clock, ageAfterMs: Number.POSITIVE_INFINITY, agedTurn: 1 });
    queue.add("low", { priority: -1 });
    await clock.advance(1e12);
    queue.add("high", { priority: 1 });
    expect(queue.tryGet()).toEqual({ shutDown: false, key: "high" });
    const always = new ItemFastSlowRateLimiter<string>({
      fastMs: 1,
      slowMs: 2,
      maxFastAttempts: Number.POSITIVE_INFINITY,
    });
    expect(Array.from({ length: 100 }, () => always.when("a")).every((wait) => wait === 1)).toBe(true);
  });

  it("lets every key through when the rate or the burst is Infinity", async () => {
    const clock = new FakeClock();
    for (const options of [
      { qps: Number.POSITIVE_INFINITY, burst: 1 },
      { qps: 1, burst: Number.POSITIVE_INFINITY },
    ]) {
      const bucket = new BucketRateLimiter<string>({ ...options, clock });
      expect(Array.from({ length: 10 }, () => bucket.when("a"))).toEqual(new Array(10).fill(0));
      await clock.advance(1000);
      expect(bucket.when("a")).toBe(0);
    }
  });
});
