import { describe, expect, it } from "vitest";
import { timeoutSignal } from "./abort.ts";
import { AsyncQueue } from "./async-queue.ts";
import { Backoff, nextDelayMs } from "./backoff.ts";
import { escapeForPrint } from "./escape.ts";
import { FakeClock } from "./fake-clock.ts";
import { KeyedBackoff } from "./keyed-backoff.ts";
import { sleep } from "./sleep.ts";
import { systemClock } from "./system-clock.ts";
import { TimerHeap } from "./timer-heap.ts";
import { closedThrottle, TokenBucket } from "./token-bucket.ts";
import { until } from "./until.ts";

const [nan, infinity] = [Number.NaN, Number.POSITIVE_INFINITY];
const stopped = AbortSignal.abort();

/** Every option that takes a number, and the values that it refuses. */
const refused: readonly (readonly [name: string, values: readonly number[], use: (value: number) => unknown])[] = [
  ["the delay of a sleep", [nan, infinity, -infinity], (value) => sleep(value)],
  [
    "the delay of a sleep on a fake clock",
    [nan, infinity, -infinity],
    (value) => sleep(value, { clock: new FakeClock() }),
  ],
  ["the time of a signal", [nan, infinity, -infinity], (value) => timeoutSignal(value)],
  ["the delay of a timer", [nan, infinity, -infinity], (value) => systemClock.setTimer(value, () => {})],
  ["the time of a key", [nan, infinity, -infinity], (value) => new TimerHeap<string>({ onDue() {} }).set("a", value)],
  ["the period of a repeated task", [nan, infinity, -1], (value) => until(() => {}, value, { signal: stopped })],
  [
    "the jitter of a repeated task",
    [nan, infinity, -1],
    (value) => until(() => {}, 1, { signal: stopped, jitter: value }),
  ],
  ["the capacity of a queue", [nan, 0, -1, -infinity], (value) => new AsyncQueue({ capacity: value })],
  ["the base of a backoff", [nan, infinity], (value) => new Backoff({ baseMs: value })],
  ["the factor of a backoff", [nan, infinity, -1], (value) => new Backoff({ baseMs: 1, factor: value })],
  ["the cap of a backoff", [nan, -1], (value) => new Backoff({ baseMs: 1, capMs: value })],
  ["the jitter of a backoff", [nan, infinity, -1], (value) => new Backoff({ baseMs: 1, jitter: value })],
  ["the reset of a backoff", [nan, -1], (value) => new Backoff({ baseMs: 1, resetAfterMs: value })],
  ["the steps of a backoff", [nan, -1], (value) => new Backoff({ baseMs: 1, steps: value })],
  ["the base of one delay", [nan, infinity], (value) => nextDelayMs(1, { baseMs: value })],
  ["the attempt of one delay", [nan], (value) => nextDelayMs(value, { baseMs: 1 })],
  ["the first wait per key", [nan, infinity, -1], (value) => new KeyedBackoff({ initialMs: value, maxMs: 1 })],
  ["the longest wait per key", [nan, -1], (value) => new KeyedBackoff({ initialMs: 1, maxMs: value })],
  ["the jitter per key", [nan, infinity, -1], (value) => new KeyedBackoff({ initialMs: 1, maxMs: 1, jitter: value })],
  ["the rate of a bucket", [nan, 0, -1], (value) => new TokenBucket({ qps: value, burst: 1 })],
  ["the burst of a bucket", [nan, 0.5, 0, -1], (value) => new TokenBucket({ qps: 1, burst: value })],
  ["the timeout of a bucket", [nan], (value) => new TokenBucket({ qps: 1, burst: 1 }).wait({ timeoutMs: value })],
  ["the timeout of a closed throttle", [nan], (value) => closedThrottle.wait({ timeoutMs: value })],
  ["the step of a fake clock", [nan, infinity, -1], (value) => new FakeClock().advance(value)],
  ["the jump of a fake clock", [nan, infinity], (value) => new FakeClock().jumpWall(value)],
  ["the start of a fake clock", [nan, infinity], (value) => new FakeClock(value)],
];

describe("a number that makes no sense", () => {
  for (const [name, values, use] of refused) {
    it(`is refused at once as ${name}`, async () => {
      for (const value of values) {
        const error = await Promise.resolve()
          .then(() => use(value))
          .then(
            () => `took ${value}`,
            (thrown: unknown) => thrown,
          );
        expect(error, `took ${value}`).toBeInstanceOf(RangeError);
        expect((error as Error).message).toContain(`not ${value}`);
      }
    });
  }

  it("takes no token from a bucket when it is the timeout of a caller", async () => {
    const bucket = new TokenBucket({ qps: 1, burst: 1, clock: new FakeClock() });
    await expect(bucket.wait({ timeoutMs: Number.NaN })).rejects.toThrow("timeoutMs");
    expect(bucket.tryAccept()).toBe(true);
  });

  it("is not a limit above zero for the length of a printed text", () => {
    for (const maxLength of [nan, 0, -3]) expect(escapeForPrint("text", { maxLength })).toBe("…");
    expect(escapeForPrint("text", { maxLength: infinity })).toBe("text");
  });
});

describe("a number without an upper limit", () => {
  it("gives a finite delay however often something failed and however high the cap is", () => {
    for (const capMs of [undefined, infinity, Number.MAX_VALUE]) {
      expect(nextDelayMs(5000, { baseMs: 1, capMs })).toBe(Number.MAX_SAFE_INTEGER);
      expect(nextDelayMs(Number.POSITIVE_INFINITY, { baseMs: 1, capMs })).toBe(Number.MAX_SAFE_INTEGER);
    }
    const backoff = new KeyedBackoff({ initialMs: 1, maxMs: infinity, clock: new FakeClock() });
    let last = 0;
    for (let i = 0; i < 2000; i++) last = backoff.next("a");
    expect(last).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("lets every caller through a bucket that fills at once", async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket({ qps: infinity, burst: 1, clock });
    for (let i = 0; i < 5; i++) expect([bucket.tryAccept(), bucket.reserve()]).toEqual([true, 0]);
    await bucket.wait({ timeoutMs: 0 });
    expect(clock.pending).toBe(0);
  });
});
