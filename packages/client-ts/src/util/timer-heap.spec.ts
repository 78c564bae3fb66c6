import { describe, expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { TimerHeap } from "./timer-heap.ts";

describe("a timer heap", () => {
  it("calls keys at their times with one timer, moves and cancels them", async () => {
    const clock = new FakeClock();
    const seen: [string, number][] = [];
    const heap = new TimerHeap<string>({ clock, onDue: (key) => seen.push([key, clock.monotonic()]) });
    heap.set("b", 20);
    heap.set("a", 10);
    heap.set("c", 30);
    heap.set("d", 40);
    heap.set("b", 35);
    expect(heap.cancel("d")).toBe(true);
    expect(heap.cancel("d")).toBe(false);
    expect([clock.pending, heap.size, heap.dueAt("b"), heap.dueAt("d")]).toEqual([1, 3, 35, undefined]);
    await clock.advance(100);
    expect(seen).toEqual([
      ["a", 10],
      ["c", 30],
      ["b", 35],
    ]);
    expect([clock.pending, heap.size]).toEqual([0, 0]);
    expect(() => heap.set("x", Number.NaN)).toThrow("finite");
  });

  it("keeps its one timer when a later or an equal time is set, and can be cleared while empty", async () => {
    const fake = new FakeClock();
    let set = 0;
    const clock = {
      now: () => fake.now(),
      monotonic: () => fake.monotonic(),
      setTimer: (delayMs: number, run: () => void) => {
        set++;
        return fake.setTimer(delayMs, run);
      },
    };
    const heap = new TimerHeap<string>({ clock, onDue() {} });
    heap.clear();
    heap.set("a", 10);
    heap.set("b", 10);
    heap.set("c", 20);
    expect(set).toBe(1);
    heap.set("d", 5);
    expect([set, fake.pending]).toEqual([2, 1]);
  });

  it("leaves no timer behind, and does not spin when a key sets itself again", async () => {
    const clock = new FakeClock();
    let calls = 0;
    const heap: TimerHeap<string> = new TimerHeap<string>({
      clock,
      onDue: (key) => {
        calls++;
        if (calls < 5) heap.set(key, clock.monotonic());
      },
    });
    heap.set("a", 0);
    await clock.advance(0);
    expect(calls).toBe(5);
    heap.set("z", 1000);
    heap.cancel("z");
    expect(clock.pending).toBe(0);
    heap.set("y", 1000);
    heap.clear();
    expect(clock.pending).toBe(0);
  });

  it("sets its timer again after it was cleared or its last key was cancelled, for any later time", async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    const heap = new TimerHeap<string>({ clock, onDue: (key) => seen.push(key) });
    heap.set("a", 10);
    heap.clear();
    heap.set("b", 20);
    await clock.advance(20);
    heap.set("c", 30);
    expect(heap.cancel("c")).toBe(true);
    heap.set("d", 40);
    // The timer of a key that was cancelled fires early, and the other key still comes.
    heap.set("e", 35);
    heap.cancel("e");
    await clock.advance(20);
    expect([seen, heap.size, clock.pending]).toEqual([["b", "d"], 0, 0]);
  });

  it("calls every key of a due batch and keeps its timer when one of them throws", async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    const told: string[] = [];
    const heap = new TimerHeap<string>({
      clock,
      onDue: (key) => {
        seen.push(key);
        if (key !== "c") throw new Error(`${key} failed`);
      },
      onError: (error, where) => told.push(`${where}: ${(error as Error).message}`),
    });
    for (const key of ["a", "b", "c"]) heap.set(key, 10);
    heap.set("d", 20);
    await clock.advance(10);
    expect([seen, told]).toEqual([
      ["a", "b", "c"],
      ["a key that is due: a failed", "a key that is due: b failed"],
    ]);
    expect([heap.size, clock.pending]).toEqual([1, 1]);
    await clock.advance(10);
    expect([seen.at(-1), heap.size, clock.pending]).toEqual(["d", 0, 0]);
  });

  it("keeps its timer when `onError` throws too", async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    const heap = new TimerHeap<string>({
      clock,
      onDue: (key) => {
        seen.push(key);
        throw new Error("first");
      },
      onError: () => {
        throw new Error("second");
      },
    });
    heap.set("a", 10);
    heap.set("b", 10);
    heap.set("c", 20);
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      await clock.advance(20);
      expect(seen).toEqual(["a", "b", "c"]);
      expect(print.mock.calls.join()).toMatch(/unexpected error in onError of a timer heap: Error: second/);
    } finally {
      print.mockRestore();
    }
  });
});
