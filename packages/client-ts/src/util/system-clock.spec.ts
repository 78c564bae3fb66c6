import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { timeoutSignal } from "./abort.ts";
import { FakeClock } from "./fake-clock.ts";
import { sleep } from "./sleep.ts";
import { systemClock } from "./system-clock.ts";
import { RefRecordingClock } from "./test-support/ref-recording-clock.ts";
import { TimerHeap } from "./timer-heap.ts";
import { until } from "./until.ts";

describe("the clock of the machine", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("calls no timer that was cancelled, however long its delay is", () => {
    let fired = 0;
    const short = systemClock.setTimer(100, () => fired++);
    const long = systemClock.setTimer(60 * 86_400_000, () => fired++);
    vi.advanceTimersByTime(99);
    short.cancel();
    vi.advanceTimersByTime(59 * 86_400_000);
    long.cancel();
    vi.advanceTimersByTime(86_400_000);
    expect([fired, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it("takes the longest delay of a timer in one piece", () => {
    let fired = 0;
    systemClock.setTimer(2 ** 31 - 1, () => fired++);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(fired).toBe(0);
    vi.advanceTimersByTime(1);
    expect(fired).toBe(1);
  });
});

describe("a timer of the machine", () => {
  it("keeps the process alive by default", () => {
    const handles: { readonly hasRef: () => boolean }[] = [];
    const real = globalThis.setTimeout;
    const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) => {
      const handle = real(run, ms);
      handles.push(handle);
      return handle;
    }) as never);
    try {
      const timers = [{}, { ref: true }, { ref: false }].map((options) =>
        systemClock.setTimer(10_000, () => {}, options),
      );
      timers.push(systemClock.setTimer(10_000, () => {}));
      expect(handles.map((handle) => handle.hasRef())).toEqual([true, true, false, true]);
      for (const timer of timers) timer.cancel();
    } finally {
      spy.mockRestore();
    }
  });
});

describe("everything that waits", () => {
  it("keeps the process alive by default", async () => {
    const fake = new FakeClock();
    const clock = new RefRecordingClock(fake);
    const stop = new AbortController();
    const { signal } = stop;
    for (const [options, expected] of [
      [{}, true],
      [{ ref: true }, true],
      [{ ref: false }, false],
    ] as const) {
      clock.refs.length = 0;
      void sleep(10, { clock, signal, ...options }).catch(() => {});
      timeoutSignal(10, { clock, ...options }).release();
      new TimerHeap<string>({ clock, onDue() {}, ...options }).set("a", fake.monotonic() + 10);
      void until(() => {}, 10, { clock, signal, delayFirst: true, ...options });
      expect(clock.refs).toEqual([expected, expected, expected, expected]);
    }
    stop.abort();
    await fake.advance(100);
  });
});
