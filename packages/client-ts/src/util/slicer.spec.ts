import { describe, expect, it, vi } from "vitest";
import { nextTurn } from "./sleep.ts";
import { runSliced, sliceMs, type SlicedTask, Slicer, slicersFor } from "./slicer.ts";

/** A clock that a test moves by hand. */
function handClock() {
  const clock = { now: 0, monotonic: () => clock.now };
  return clock;
}

/** A task with some steps; each is noted, and takes this many milliseconds. */
function task(name: string, steps: number, log: string[], clock: { now: number }, stepMs = 0): SlicedTask {
  let left = steps;
  return {
    work() {
      log.push(name);
      clock.now += stepMs;
      return --left > 0;
    },
  };
}

describe("tasks that share the event loop", () => {
  it("work in turn, each behind the others when it has more to do", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    const log: string[] = [];
    slicer.schedule(task("a", 3, log, clock));
    slicer.schedule(task("b", 1, log, clock));
    slicer.schedule(task("c", 2, log, clock));
    expect(log).toEqual([]);
    await Promise.resolve();
    expect(log).toEqual(["a", "b", "c", "a", "c", "a"]);
  });

  it("let all other work have its turn when their slice is over, and go on after it", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    const log: string[] = [];
    slicer.schedule(task("a", 2, log, clock, sliceMs));
    slicer.schedule(task("b", 1, log, clock, sliceMs));
    setImmediate(() => log.push("others"));
    await Promise.resolve();
    expect(log).toEqual(["a"]);
    await nextTurn();
    await nextTurn();
    await nextTurn();
    expect(log).toEqual(["a", "others", "b", "a"]);
  });

  it("are started again after there was nothing to do, and after a slice that ended with the last one", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    const log: string[] = [];
    for (const stepMs of [0, sliceMs]) {
      slicer.schedule(task("first", 1, log, clock, stepMs));
      await Promise.resolve();
      await nextTurn();
      slicer.schedule(task("second", 1, log, clock, stepMs));
      await Promise.resolve();
      expect(log.splice(0)).toEqual(["first", "second"]);
    }
  });

  it("are given the end of the slice that all of them share", async () => {
    const clock = handClock();
    clock.now = 100;
    const slicer = new Slicer(clock);
    const deadlines: number[] = [];
    for (let n = 0; n < 2; n++) {
      slicer.schedule({
        work(deadlineMs) {
          deadlines.push(deadlineMs);
          clock.now += 1;
          return false;
        },
      });
    }
    await Promise.resolve();
    expect(deadlines).toEqual([100 + sliceMs, 100 + sliceMs]);
  });

  it("go on when one of them throws, which is reported and ends that one", async () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      const clock = handClock();
      const slicer = new Slicer(clock);
      const log: string[] = [];
      slicer.schedule({
        work() {
          log.push("bad");
          throw new Error("planted");
        },
      });
      slicer.schedule(task("good", 2, log, clock));
      await Promise.resolve();
      expect(log).toEqual(["bad", "good", "good"]);
      expect(print.mock.calls.join()).toContain("planted");
    } finally {
      print.mockRestore();
    }
  });

  it("hold the event loop for a few milliseconds at most", () => {
    expect(sliceMs).toBeGreaterThan(0);
    expect(sliceMs).toBeLessThanOrEqual(10);
  });

  it("are those of one clock", () => {
    const [one, two] = [handClock(), handClock()];
    expect(slicersFor(one)).toBe(slicersFor(one));
    expect(slicersFor(one)).not.toBe(slicersFor(two));
    expect(slicersFor(one).reading).not.toBe(slicersFor(one).delivering);
  });
});

describe("the slice of one turn of the event loop", () => {
  it("is shared by all work of that turn, and the next turn has another", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    expect(slicer.isOver).toBe(false);
    clock.now = 100;
    expect(slicer.begin()).toBe(100 + sliceMs);
    clock.now += sliceMs - 1;
    expect(slicer.isOver).toBe(false);
    expect(slicer.begin()).toBe(100 + sliceMs);
    clock.now += 1;
    expect(slicer.isOver).toBe(true);
    await nextTurn();
    expect(slicer.isOver).toBe(false);
    expect(slicer.begin()).toBe(100 + 2 * sliceMs);
    await nextTurn();
  });

  it("is shared by tasks and by work that goes on after a turn", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    const log: string[] = [];
    slicer.begin();
    clock.now += sliceMs;
    slicer.schedule(task("task", 1, log, clock));
    await Promise.resolve();
    expect(log).toEqual([]);
    await nextTurn();
    expect(log).toEqual(["task"]);
  });

  it("goes to those that wait for a turn, one after the other, until it is over", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    const log: string[] = [];
    const work = (name: string) => (): void => {
      log.push(name);
      clock.now += sliceMs / 2;
      slicer.afterTurn(work(name));
    };
    for (const name of ["a", "b", "c"]) slicer.afterTurn(work(name));
    expect(log).toEqual([]);
    await nextTurn();
    expect(log.splice(0)).toEqual(["a", "b"]);
    await nextTurn();
    expect(log.splice(0)).toEqual(["c", "a"]);
    await nextTurn();
    expect(log.splice(0)).toEqual(["b", "c"]);
  });

  it("ends with its own turn, not with that of the slice before", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    slicer.afterTurn(() => {
      clock.now += sliceMs;
    });
    // This slice is over when the work that waits begins another one.
    slicer.begin();
    await nextTurn();
    expect(slicer.isOver).toBe(true);
    await nextTurn();
    expect(slicer.isOver).toBe(false);
  });

  it("is shared by those that wait for a promise: each sees what the others did as promises before it", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    const log: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (;;) {
        await slicer.nextTurn();
        for (let hop = 0; hop < 5; hop++) await undefined;
        log.push(name);
        clock.now += sliceMs / 2;
      }
    };
    for (const name of ["a", "b", "c"]) void work(name);
    await nextTurn();
    for (const turn of [
      ["a", "b"],
      ["c", "a"],
      ["b", "c"],
    ]) {
      expect(log.splice(0)).toEqual(turn);
      await nextTurn();
    }
  });

  it("comes to each of many that wait, and a task that is never done works in between", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    let steps = 0;
    slicer.schedule({
      work() {
        steps++;
        clock.now += sliceMs;
        return true;
      },
    });
    const waits = Array.from({ length: 100 }, () =>
      slicer.nextTurn().then(() => {
        clock.now += 1;
      }),
    );
    await Promise.all(waits);
    expect(steps).toBeGreaterThan(0);
    // 32 of them at most in a turn.
    let short = 0;
    const all = Array.from({ length: 100 }, () => slicer.nextTurn().then(() => short++));
    await Promise.all(all);
    expect(short).toBe(100);
  });

  it("has each of them once, however short their work is", async () => {
    const slicer = new Slicer(handClock());
    let calls = 0;
    const again = (): void => {
      calls++;
      slicer.afterTurn(again);
    };
    slicer.afterTurn(again);
    await nextTurn();
    expect(calls).toBe(1);
    await slicer.nextTurn();
    expect(calls).toBe(2);
  });

  describe("when a program's tests replace the timers of the process", () => {
    const fake = () => void vi.useFakeTimers({ toFake: ["setImmediate"] });
    it.each([
      ["before the library is imported, and while a turn is awaited", true, false],
      ["before the library is imported, with the real ones back when a turn is awaited", true, true],
      ["after the library was imported", false, false],
    ] as const)("comes also with timers that are replaced %s", async (_, isFakedBefore, isRealAgain) => {
      vi.resetModules();
      try {
        if (isFakedBefore) fake();
        const { Slicer: ImportedSlicer } = await import("./slicer.ts");
        if (isRealAgain) vi.useRealTimers();
        else if (!isFakedBefore) fake();
        const slicer = new ImportedSlicer(handClock());
        slicer.begin();
        await slicer.nextTurn();
        vi.useRealTimers();
        await slicer.nextTurn();
      } finally {
        vi.useRealTimers();
      }
    });

    it("comes also when the real ones are back before it comes", async () => {
      const slicer = new Slicer(handClock());
      vi.useFakeTimers();
      slicer.begin();
      const turn = slicer.nextTurn();
      vi.useRealTimers();
      await turn;
      await slicer.nextTurn();
    });
  });

  it("reports what work that goes on throws, and the others go on", async () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      const slicer = new Slicer(handClock());
      slicer.afterTurn(() => {
        throw new Error("planted");
      });
      await slicer.nextTurn();
      expect(print.mock.calls.join()).toContain("planted");
    } finally {
      print.mockRestore();
    }
  });
});

describe("a job that is cut into slices", () => {
  function* job(steps: number, log: number[], clock: { now: number }, stepMs: number): Generator<void, void> {
    for (let step = 1; step <= steps; step++) {
      log.push(step);
      clock.now += stepMs;
      yield;
    }
  }

  it("is done at once when it is short, without a promise", () => {
    const clock = handClock();
    const log: number[] = [];
    expect(runSliced(job(3, log, clock, 1), new Slicer(clock))).toBeUndefined();
    expect(log).toEqual([1, 2, 3]);
  });

  it("takes one slice in each turn of the event loop when it is long", async () => {
    const clock = handClock();
    const log: number[] = [];
    const done = runSliced(job(6, log, clock, sliceMs / 2), new Slicer(clock));
    expect(log).toEqual([1, 2]);
    await nextTurn();
    expect(log).toEqual([1, 2, 3, 4]);
    await done;
    expect(log).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("shares its slices with other jobs, and has a step in each turn of its own", async () => {
    const clock = handClock();
    const slicer = new Slicer(clock);
    const [first, second]: [number[], number[]] = [[], []];
    const both = [first, second].map((log) => runSliced(job(3, log, clock, sliceMs), slicer));
    expect([first, second]).toEqual([[1], [1]]);
    await nextTurn();
    expect([first, second]).toEqual([[1, 2], [1]]);
    await nextTurn();
    expect([first, second]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await Promise.all(both);
    expect([first, second]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it("throws what its first slice throws, and rejects with what a later one throws", async () => {
    const clock = handClock();
    const failing = function* (after: number): Generator<void, void> {
      for (let step = 0; step < after; step++) {
        clock.now += sliceMs;
        yield;
      }
      throw new Error("planted");
    };
    expect(() => runSliced(failing(0), new Slicer(clock))).toThrow("planted");
    await expect(runSliced(failing(2), new Slicer(clock))).rejects.toThrow("planted");
  });
});
