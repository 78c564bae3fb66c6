import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { abortable, combineSignals, timeoutSignal } from "./abort.ts";
import { FakeClock } from "./fake-clock.ts";
import { singleFlight, singleFlightBy } from "./single-flight.ts";
import { nextTurn, sleep } from "./sleep.ts";
import { systemClock } from "./system-clock.ts";
import { newTaskGroup } from "./task-group.ts";
import { reportUnexpectedError } from "./unexpected.ts";
import { until } from "./until.ts";

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

describe("signals", () => {
  it("combined fire with the first of them and leave no listener behind", () => {
    const [a, b] = [new AbortController(), new AbortController()];
    const both = combineSignals(a.signal, undefined, b.signal);
    b.abort(new Error("b"));
    expect(both.signal.reason).toEqual(new Error("b"));
    expect(listeners(a.signal)).toBe(0);
    const early = combineSignals(b.signal, a.signal);
    expect([early.signal.aborted, listeners(a.signal)]).toEqual([true, 0]);
    const released = combineSignals(a.signal);
    released.release();
    a.abort();
    expect([released.signal.aborted, listeners(a.signal)]).toEqual([false, 0]);
  });

  it("end a promise's wait with their reason", async () => {
    const controller = new AbortController();
    const never = abortable(new Promise<void>(() => {}), controller.signal);
    const value = await abortable(Promise.resolve(1), controller.signal);
    await expect(abortable(Promise.reject(new Error("own")), controller.signal)).rejects.toThrow("own");
    expect([value, listeners(controller.signal)]).toEqual([1, 1]);
    controller.abort(new Error("enough"));
    await expect(never).rejects.toThrow("enough");
    await expect(abortable(Promise.resolve(1), controller.signal)).rejects.toThrow("enough");
    expect(await abortable(Promise.resolve(2), undefined)).toBe(2);
  });

  it("that fired already reject at once, and leave no listener on long-lived signals", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    for (let i = 0; i < 3; i++) {
      await abortable(Promise.resolve(i), signal);
      await sleep(0, { signal });
      combineSignals(signal).release();
      timeoutSignal(1000, { clock: new FakeClock(), signal }).release();
    }
    expect(listeners(signal)).toBe(0);
    controller.abort(new Error("enough"));
    const clock = new FakeClock();
    await expect(sleep(10, { clock, signal })).rejects.toThrow("enough");
    expect([clock.pending, listeners(signal)]).toEqual([0, 0]);
  });

  it("made from a time fire then, or with another signal, and leave no timer", async () => {
    const clock = new FakeClock();
    const over = timeoutSignal(1000, { clock });
    await clock.advance(999);
    expect(over.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(over.signal.reason).toMatchObject({ name: "TimeoutError", message: "the time limit was exceeded" });
    const outer = new AbortController();
    const both = timeoutSignal(1000, { clock, signal: outer.signal, reason: () => new Error("mine") });
    outer.abort(new Error("outer"));
    expect([both.signal.reason, clock.pending]).toEqual([new Error("outer"), 0]);
    timeoutSignal(1000, { clock }).release();
    expect(clock.pending).toBe(0);
  });

  it("made from a time leave no timer either when the other signal fired before", () => {
    const clock = new FakeClock();
    const { signal } = timeoutSignal(1000, { clock, signal: AbortSignal.abort(new Error("before")) });
    expect([signal.reason, clock.pending]).toEqual([new Error("before"), 0]);
  });

  it("end a promise's wait with an error that the caller makes of them", async () => {
    const controller = new AbortController();
    const errorOf = ({ reason }: AbortSignal): Error => new Error("the wait was ended", { cause: reason });
    const never = abortable(new Promise<void>(() => {}), controller.signal, errorOf);
    controller.abort("why");
    await expect(never).rejects.toMatchObject({ message: "the wait was ended", cause: "why" });
  });
});

describe("sleep", () => {
  it("ends after its time, or with its signal, and leaves nothing behind", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const slept = sleep(1000, { clock, signal: controller.signal });
    await clock.advance(1000);
    await slept;
    expect(listeners(controller.signal)).toBe(0);
    const cut = sleep(1000, { clock, signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(cut).rejects.toThrow("enough");
    await expect(sleep(1, { clock, signal: controller.signal })).rejects.toThrow("enough");
    expect(clock.pending).toBe(0);
    await expect(sleep(Number.NaN, { clock })).rejects.toThrow("finite");
  });
});

describe("the clocks", () => {
  it("refuse delays that are not a number, and take any length", () => {
    for (const clock of [systemClock, new FakeClock()]) {
      for (const delay of [Number.NaN, Number.POSITIVE_INFINITY])
        expect(() => clock.setTimer(delay, () => {})).toThrow("finite");
      clock.setTimer(60 * 86_400_000, () => {}).cancel();
    }
  });

  it("of the machine do not fire a delay beyond 2^31 ms at once, and never go back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      let fired = 0;
      systemClock.setTimer(60 * 86_400_000, () => fired++);
      vi.advanceTimersByTime(59 * 86_400_000);
      expect(fired).toBe(0);
      vi.advanceTimersByTime(86_400_000);
      expect(fired).toBe(1);
    } finally {
      vi.useRealTimers();
    }
    expect(systemClock.monotonic()).toBeLessThanOrEqual(systemClock.monotonic());
  });

  it("of tests move the wall clock with the time, and say when the next timer is due", async () => {
    const clock = new FakeClock(1000);
    await clock.advance(500);
    clock.setTimer(100, () => {});
    clock.setTimer(-50, () => {});
    expect([clock.now(), clock.monotonic(), clock.nextInMs, clock.pending]).toEqual([1500, 500, 0, 2]);
    await clock.advance(40);
    expect([clock.now(), clock.nextInMs, clock.pending]).toEqual([1540, 60, 1]);
    await clock.advanceToNext();
    expect([clock.now(), clock.nextInMs]).toEqual([1600, undefined]);
  });

  it("of tests fire in order and can jump the wall clock", async () => {
    const clock = new FakeClock(0);
    const seen: string[] = [];
    clock.setTimer(20, () => seen.push("b"));
    clock.setTimer(10, () => seen.push("a"));
    clock.setTimer(20, () => seen.push("c"));
    clock.jumpWall(-5000);
    expect([clock.now(), clock.monotonic(), clock.nextInMs]).toEqual([-5000, 0, 10]);
    expect(await clock.advanceToNext()).toBe(true);
    expect(seen).toEqual(["a"]);
    await clock.advance(10);
    expect(seen).toEqual(["a", "b", "c"]);
    expect(await clock.advanceToNext()).toBe(false);
  });
});

describe("until", () => {
  it("never overlaps, however long a call takes, and ends after the last", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    let running = 0;
    const began: number[] = [];
    const end = until(
      async () => {
        expect(++running).toBe(1);
        began.push(clock.monotonic());
        await sleep(250, { clock });
        running--;
      },
      100,
      { signal: controller.signal, clock },
    );
    await clock.advance(800);
    expect(began).toEqual([0, 350, 700]);
    controller.abort();
    let ended = false;
    void end.then(() => {
      ended = true;
    });
    await nextTurn();
    expect(ended).toBe(false);
    await clock.advance(150);
    await end;
    expect(clock.pending).toBe(0);
  });

  it("counts the period from the beginning when it does not slide, adds jitter, and can wait first", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const began: number[] = [];
    const end = until(
      async () => {
        began.push(clock.monotonic());
        await sleep(30, { clock });
      },
      100,
      { signal: controller.signal, clock, sliding: false, delayFirst: true, jitter: 1, random: () => 0.5 },
    );
    await clock.advance(500);
    expect(began).toEqual([150, 300, 450]);
    controller.abort();
    await end;
  });

  it("calls again at once, without overlap, after a call that took longer than the period", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const began: number[] = [];
    const end = until(
      async () => {
        began.push(clock.monotonic());
        await sleep(began.length === 1 ? 250 : 30, { clock });
      },
      100,
      { signal: controller.signal, clock, sliding: false },
    );
    await clock.advance(460);
    expect(began).toEqual([0, 250, 350, 450]);
    controller.abort();
    await clock.advance(100);
    await end;
  });

  it("does not report what a call throws after the signal has fired, and calls no more", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const told: unknown[] = [];
    let calls = 0;
    await until(
      () => {
        calls++;
        controller.abort();
        throw new Error("how it ends");
      },
      10,
      { signal: controller.signal, clock, onError: (error) => told.push(error) },
    );
    expect([calls, told, clock.pending]).toEqual([1, [], 0]);
  });

  it("has an exact period without jitter, and a default name", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const began: number[] = [];
    const told: string[] = [];
    const end = until(
      () => {
        began.push(clock.monotonic());
        throw new Error("oh");
      },
      100,
      { signal: controller.signal, clock, random: () => Number.NaN, onError: (_, where) => told.push(where) },
    );
    await clock.advance(250);
    controller.abort();
    await end;
    expect([began, told]).toEqual([
      [0, 100, 200],
      ["a repeated task", "a repeated task", "a repeated task"],
    ]);
  });

  it("adds a part of the period at random", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const began: number[] = [];
    const end = until(() => began.push(clock.monotonic()), 100, {
      signal: controller.signal,
      clock,
      jitter: 0.5,
      random: () => 0.2,
    });
    await clock.advance(250);
    controller.abort();
    await end;
    expect(began).toEqual([0, 110, 220]);
  });

  it("goes on after an error, and reports it", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const told: unknown[] = [];
    const end = until(() => Promise.reject(new Error("oh")), 10, {
      signal: controller.signal,
      clock,
      name: "poll",
      onError: (error, where) => told.push(`${where}: ${(error as Error).message}`),
    });
    await clock.advance(20);
    controller.abort();
    await end;
    expect(told).toEqual(["poll: oh", "poll: oh", "poll: oh"]);
    await until(() => expect.unreachable(), 10, { signal: controller.signal, clock });
  });
});

describe("a task group", () => {
  it("ends when its last task has ended", async () => {
    const clock = new FakeClock();
    const group = newTaskGroup();
    group.run(() => sleep(10, { clock }));
    group.run(() => sleep(20, { clock }));
    expect(group.size).toBe(2);
    let ended = false;
    const end = group.wait().then(() => {
      ended = true;
    });
    await clock.advance(19);
    expect(ended).toBe(false);
    await clock.advance(1);
    await end;
    expect(group.size).toBe(0);
  });

  it("can be used again after its tasks have ended, and waits for the new ones", async () => {
    const clock = new FakeClock();
    const group = newTaskGroup();
    const ended: number[] = [];
    for (let round = 1; round <= 3; round++) {
      group.run(() => sleep(10, { clock }));
      void group.wait().then(() => ended.push(round));
      await clock.advance(9);
      expect(ended).toHaveLength(round - 1);
      await clock.advance(1);
      expect(ended).toHaveLength(round);
    }
  });

  it("stops the others when one fails, and reports that failure", async () => {
    const group = newTaskGroup();
    let stopped = false;
    group.run(async (signal) => {
      await abortable(new Promise<void>(() => {}), signal).catch(() => {
        stopped = true;
        throw new Error("later");
      });
    });
    group.run(() => {
      throw new Error("first");
    });
    await expect(group.wait()).rejects.toThrow("first");
    expect(stopped).toBe(true);
    group.run(() => expect.unreachable());
    await expect(group.close()).rejects.toThrow("first");
  });

  it("starts nothing after it was stopped, and settles only when the last task has ended", async () => {
    const clock = new FakeClock();
    const group = newTaskGroup();
    let started = 0;
    group.run(() => sleep(10, { clock }));
    group.run(() => sleep(20, { clock }));
    const ended: number[] = [];
    void group.close(new Error("enough")).then(() => ended.push(clock.monotonic()));
    void group.wait().then(() => ended.push(clock.monotonic()));
    group.run(() => started++);
    expect([started, group.size, group.signal.reason]).toEqual([0, 2, new Error("enough")]);
    await clock.advance(15);
    expect(ended).toEqual([]);
    await clock.advance(15);
    expect(ended).toEqual([20, 20]);
    await group.wait();
  });

  it("fails with what its task threw, even undefined, and stops its tasks when it is disposed", async () => {
    const failing = newTaskGroup();
    failing.run(() => Promise.reject(undefined));
    await expect(failing.wait()).rejects.toBeUndefined();
    const group = newTaskGroup();
    let ended = false;
    group.run(async (signal) => {
      await abortable(new Promise<void>(() => {}), signal).catch(() => {});
      ended = true;
    });
    await group[Symbol.asyncDispose]();
    expect([ended, group.signal.aborted]).toEqual([true, true]);
  });

  it("stops with its signal, and is disposable", async () => {
    const controller = new AbortController();
    {
      await using group = newTaskGroup({ signal: controller.signal });
      group.run((signal) => abortable(new Promise<void>(() => {}), signal));
      controller.abort();
      await group.wait();
    }
    expect(listeners(controller.signal)).toBe(0);
  });
});

describe("a shared call", () => {
  it("runs once for all callers that come meanwhile, and again afterwards", async () => {
    let calls = 0;
    const load = singleFlight(async () => {
      calls++;
      await nextTurn();
      if (calls === 1) throw new Error("first");
      return calls;
    });
    const [a, b] = await Promise.allSettled([load(), load()]);
    expect([a.status, b.status, calls]).toEqual(["rejected", "rejected", 1]);
    expect(await load()).toBe(2);
  });

  it("runs per key", async () => {
    const calls: string[] = [];
    const load = singleFlightBy(async (key: string) => {
      calls.push(key);
      if (key === "x") throw new Error("at once");
      return key;
    });
    expect(await Promise.all([load("a"), load("b"), load("a")])).toEqual(["a", "b", "a"]);
    expect(calls).toEqual(["a", "b"]);
    await expect(load("x")).rejects.toThrow("at once");
  });
});

describe("an unexpected error", () => {
  it("is printed with its place, and safely (SEC-18)", () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      reportUnexpectedError(new Error("\u001b[31mred\r"), "a handler\u0007");
      reportUnexpectedError({ odd: "\u009b" }, "x");
      const hostile = new Error("x");
      Object.defineProperty(hostile, "stack", {
        get() {
          throw new Error("never");
        },
      });
      reportUnexpectedError(hostile, "y");
      const printed = print.mock.calls.map((call) => String(call[0]));
      expect(printed[0]).toContain("unexpected error in a handler\\x07: Error: \\x1b[31mred\\r");
      expect(printed.join("")).not.toMatch(/[\u001b\u0007\r\u009b]/);
      expect(printed[2]).toContain("cannot be printed");
    } finally {
      print.mockRestore();
    }
  });

  it("does no further harm when the console fails too", () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {
      throw new Error("no console");
    });
    try {
      reportUnexpectedError(new Error("x"), "y");
      expect(print).toHaveBeenCalledTimes(1);
    } finally {
      print.mockRestore();
    }
  });
});
