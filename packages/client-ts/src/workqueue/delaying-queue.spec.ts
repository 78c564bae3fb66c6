import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isClientError } from "../errors/index.ts";
import { type Clock, FakeClock, type Meter } from "../util/index.ts";
import { DelayingQueue } from "./delaying-queue.ts";

const day = 86_400_000;

function setUp(): { clock: FakeClock; queue: DelayingQueue<string>; all: () => string[] } {
  const clock = new FakeClock();
  const queue = new DelayingQueue<string>({ clock });
  const all = (): string[] => {
    const keys: string[] = [];
    for (let taken = queue.tryGet(); taken !== undefined && !taken.shutDown; taken = queue.tryGet()) {
      keys.push(taken.key);
      queue.done(taken.key);
    }
    return keys;
  };
  return { clock, queue, all };
}

describe("a delaying queue", () => {
  it("hands a key out after its delay and not before (B192)", async () => {
    const { clock, queue } = setUp();
    queue.addAfter("a", 50);
    const next = queue.get();
    expect([queue.len, queue.delayed]).toEqual([0, 1]);
    await clock.advance(49);
    expect([queue.len, queue.delayed]).toEqual([0, 1]);
    await clock.advance(1);
    expect(await next).toEqual({ shutDown: false, key: "a" });
    queue.done("a");
    await clock.advance(10_000);
    expect([queue.len, queue.delayed, clock.pending]).toEqual([0, 0, 0]);
  });

  it("keeps the earliest of several times for a key, and hands it out once (B193)", async () => {
    const { clock, queue, all } = setUp();
    queue.addAfter("a", 50);
    queue.addAfter("a", 70);
    await clock.advance(60);
    expect(all()).toEqual(["a"]);
    await clock.advance(20);
    expect(all()).toEqual([]);
    queue.addAfter("a", 50);
    queue.addAfter("a", 30);
    await clock.advance(40);
    expect(all()).toEqual(["a"]);
    await clock.advance(20);
    expect(all()).toEqual([]);
  });

  it("lets a shorter delay that comes later go first; the longer one still comes (B194)", async () => {
    const { clock, queue, all } = setUp();
    queue.addAfter("long", 1000);
    queue.addAfter("short", 50);
    await clock.advance(60);
    expect(all()).toEqual(["short"]);
    await clock.advance(940);
    expect(all()).toEqual(["long"]);
  });

  it("hands keys out by their times, not by the order of the calls (B195)", async () => {
    const { clock, queue, all } = setUp();
    queue.addAfter("c", 1000);
    queue.addAfter("b", 500);
    queue.addAfter("a", 300);
    queue.addAfter("b2", 500);
    await clock.advance(2000);
    expect(all()).toEqual(["a", "b", "b2", "c"]);
  });

  it("takes 0 and -1 as now, refuses NaN and Infinity, and is exact after 60 days (F-F5)", async () => {
    const { clock, queue, all } = setUp();
    queue.addAfter("zero", 0);
    queue.addAfter("minus", -1);
    expect(all()).toEqual(["zero", "minus"]);
    for (const delay of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      let thrown: unknown;
      try {
        queue.addAfter("never", delay);
      } catch (error) {
        thrown = error;
      }
      expect(isClientError(thrown, "InvalidArgument")).toBe(true);
    }
    queue.addAfter("late", 60 * day);
    await clock.advance(60 * day - 1);
    expect(all()).toEqual([]);
    await clock.advance(1);
    expect(all()).toEqual(["late"]);
    expect(queue.delayed).toBe(0);
  });

  it("is not affected when the wall clock jumps (F-F8)", async () => {
    const { clock, queue, all } = setUp();
    queue.addAfter("a", 1000);
    clock.jumpWall(365 * day);
    await clock.advance(999);
    expect(all()).toEqual([]);
    clock.jumpWall(-730 * day);
    await clock.advance(1);
    expect(all()).toEqual(["a"]);
  });

  it("drops what is not due when it shuts down, with its timer (F-F4)", async () => {
    for (const shutDown of ["shutDown", "shutDownWithDrain"] as const) {
      const { clock, queue } = setUp();
      queue.addAfter("a", 1000);
      await queue[shutDown]();
      queue.addAfter("b", 1000);
      queue.addAfter("c", 0);
      expect([queue.delayed, queue.len, clock.pending]).toEqual([0, 0, 0]);
      expect(await queue.get()).toEqual({ shutDown: true });
    }
  });

  it("keeps the process alive by default while a key waits for its time", () => {
    for (const [options, expected] of [
      [{}, true],
      [{ ref: true }, true],
      [{ ref: false }, false],
    ] as const) {
      const refs: (boolean | undefined)[] = [];
      const fake = new FakeClock();
      const clock: Clock = {
        now: () => fake.now(),
        monotonic: () => fake.monotonic(),
        setTimer: (delayMs, run, timer) => {
          refs.push(timer?.ref);
          return fake.setTimer(delayMs, run);
        },
      };
      new DelayingQueue<string>({ clock, ...options }).addAfter("a", 10);
      expect(refs).toEqual([expected]);
    }
  });

  it("keeps the place of a key that is set to the same time once more", async () => {
    const { clock, queue, all } = setUp();
    queue.addAfter("a", 10);
    queue.addAfter("b", 10);
    queue.addAfter("a", 10);
    await clock.advance(10);
    expect(all()).toEqual(["a", "b"]);
  });

  it("loses no key of a due batch when the meter throws", async () => {
    for (const failing of ["counter", "gauge"] as const) {
      const clock = new FakeClock();
      let fails = false;
      const write = (kind: string) => () => {
        if (!fails || kind !== failing) return;
        fails = false;
        throw new Error("the meter is broken");
      };
      const meter: Meter = {
        counter: () => ({ add: write("counter") }),
        gauge: () => ({ set: write("gauge") }),
        histogram: () => ({ observe: write("histogram") }),
      };
      const queue = new DelayingQueue<string>({ clock, name: "test", meter });
      for (const key of ["a", "b", "c"]) queue.addAfter(key, 10);
      queue.addAfter("d", 20);
      const print = vi.spyOn(console, "error").mockImplementation(() => {});
      try {
        fails = true;
        await clock.advance(10);
        expect([queue.len, queue.delayed, clock.pending]).toEqual([3, 1, 1]);
        await clock.advance(10);
        expect([queue.len, queue.delayed, clock.pending]).toEqual([4, 0, 0]);
        expect(print.mock.calls.join()).toContain("the meter is broken");
      } finally {
        print.mockRestore();
      }
    }
  });

  it("needs one timer for 100,000 keys", async () => {
    const { clock, queue } = setUp();
    for (let i = 0; i < 100_000; i++) queue.addAfter(String(i), 1 + ((i * 7919) % 100_003));
    expect([queue.delayed, clock.pending]).toEqual([100_000, 1]);
    queue.shutDown();
    expect(clock.pending).toBe(0);
  });

  it("agrees with a simple model, whatever the order of calls (F-F5)", async () => {
    const key = fc.constantFrom("a", "b", "c");
    const call = fc.oneof(
      fc.record({ call: fc.constant("after" as const), key, ms: fc.integer({ min: -5, max: 30 }) }),
      fc.record({ call: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 20 }) }),
      fc.record({ call: fc.constant("take" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30, size: "max" }), async (calls) => {
        const { clock, queue, all } = setUp();
        const times = new Map<string, number>();
        let line: string[] = [];
        let now = 0;
        const come = (k: string): void => {
          if (!line.includes(k)) line.push(k);
        };
        for (const step of calls) {
          if (step.call === "after") {
            queue.addAfter(step.key, step.ms);
            if (step.ms <= 0) come(step.key);
            else {
              const due = Math.min(now + step.ms, times.get(step.key) ?? Number.POSITIVE_INFINITY);
              if (due !== times.get(step.key)) {
                times.delete(step.key); // of equal times the one set last comes last
                times.set(step.key, due);
              }
            }
          } else if (step.call === "advance") {
            await clock.advance(step.ms);
            now += step.ms;
            for (const [k, due] of [...times].toSorted((a, b) => a[1] - b[1])) {
              if (due > now) continue;
              times.delete(k);
              come(k);
            }
          } else {
            expect(all()).toEqual(line);
            line = [];
          }
          expect([queue.len, queue.delayed]).toEqual([line.length, times.size]);
        }
      }),
    );
  });
});
