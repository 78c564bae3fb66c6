import { describe, expect, it } from "vitest";
import { FakeClock, nextTurn, type Timer, withResolvers } from "../../util/index.ts";
import { Watchdog } from "./watchdog.ts";

/** A clock whose last timer a test fires itself, and which can pass without firing timers, as in a paused process. */
class FiringClock extends FakeClock {
  fire: () => void = () => {};
  pausedMs = 0;

  override monotonic(): number {
    return super.monotonic() + this.pausedMs;
  }

  override setTimer(delayMs: number, run: () => void): Timer {
    this.fire = run;
    return super.setTimer(delayMs, run);
  }
}

function guarding({ initial = false, limitMs = 310_000 } = {}) {
  const clock = new FiringClock();
  const calls: string[] = [];
  const watchdog = new Watchdog({
    clock,
    limitMs,
    initial,
    onOverdue: (why) => calls.push(`${why} at ${clock.monotonic()}`),
    onSlow: (silentForMs) => calls.push(`slow for ${silentForMs} at ${clock.monotonic()}`),
  });
  return { clock, watchdog, calls };
}

describe("a stream", () => {
  it("is ended at its limit, although events come, and once", async () => {
    const { clock, watchdog, calls } = guarding();
    for (let n = 0; n < 40; n++) {
      await clock.advance(10_000);
      watchdog.seen();
    }
    expect(calls).toEqual(["limit at 310000"]);
    expect(clock.pending).toBe(0);
  });

  it("is ended after silence only where two bookmarks came, and any event ends the silence", async () => {
    const quiet = guarding();
    quiet.watchdog.bookmark();
    await quiet.clock.advance(309_999);
    expect(quiet.calls).toEqual([]);
    const { clock, watchdog, calls } = guarding({ limitMs: 1_000_000 });
    expect([watchdog.bookmark(), watchdog.bookmark(), watchdog.bookmark()]).toEqual([false, true, false]);
    expect(watchdog.bookmarks).toBe(3);
    await clock.advance(100_000);
    watchdog.seen();
    await clock.advance(149_999);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(calls).toEqual(["silence at 250000"]);
    for (const one of [quiet.watchdog, watchdog]) one.stop();
  });

  it("counts a bookmark as an event", async () => {
    const { clock, watchdog, calls } = guarding({ limitMs: 1_000_000 });
    for (let n = 0; n < 5; n++) {
      watchdog.bookmark();
      await clock.advance(140_000);
    }
    expect(calls).toEqual([]);
    watchdog.stop();
    expect(clock.pending).toBe(0);
  });

  it("is called slow while its initial events pause, and ended when they do for half a minute", async () => {
    const { clock, watchdog, calls } = guarding({ initial: true });
    await clock.advance(9_000);
    watchdog.seen();
    await clock.advance(10_000);
    expect(calls).toEqual(["slow for 10000 at 19000"]);
    await clock.advance(20_000);
    expect(calls.at(-1)).toBe("no-initial-end at 39000");
  });

  it("is not called slow any more once its initial events are complete", async () => {
    const { clock, watchdog, calls } = guarding({ initial: true });
    watchdog.initialDone();
    await clock.advance(300_000);
    expect(calls).toEqual([]);
    await clock.advance(10_000);
    expect(calls).toEqual(["limit at 310000"]);
    expect(watchdog.ageMs).toBe(310_000);
  });

  it("whose limit is shorter than the time for initial events is ended at its limit", async () => {
    const { clock, calls } = guarding({ initial: true, limitMs: 5_000 });
    await clock.advance(5_000);
    expect(calls).toEqual(["limit at 5000"]);
  });

  it("is not ended when data waited in the socket while the timer was late, nor after it was stopped", async () => {
    const late = guarding({ initial: true });
    late.clock.pausedMs = 40_000;
    late.clock.fire();
    late.watchdog.seen();
    await nextTurn();
    expect(late.calls).toEqual([]);
    const stopped = guarding({ limitMs: 0 });
    stopped.clock.fire();
    stopped.watchdog.stop();
    await nextTurn();
    expect(stopped.calls).toEqual([]);
    late.watchdog.stop();
  });

  it("is not ended while its source is held back, and has its full time after that", async () => {
    const { clock, watchdog, calls } = guarding({ limitMs: 1_000_000 });
    watchdog.bookmark();
    watchdog.bookmark();
    await clock.advance(100_000);
    const first = withResolvers();
    const second = withResolvers();
    for (const { promise } of [first, second, first]) watchdog.pauseUntil(promise);
    watchdog.bookmark();
    await clock.advance(5_000_000);
    first.resolve();
    await clock.advance(1_000_000);
    expect([calls, clock.pending]).toEqual([[], 0]);
    second.reject(new Error("the consumer failed"));
    await nextTurn();
    await clock.advance(149_999);
    expect(calls).toEqual([]);
    watchdog.seen();
    for (let n = 0; n < 7; n++) {
      await clock.advance(100_000);
      watchdog.seen();
    }
    expect(calls).toEqual([]);
    await clock.advance(50_001);
    expect(calls).toEqual(["limit at 7000000"]);
  });

  it("that was stopped while its source was held back stays so", async () => {
    const { clock, watchdog, calls } = guarding();
    const { promise, resolve } = withResolvers();
    watchdog.pauseUntil(promise);
    watchdog.stop();
    resolve();
    await nextTurn();
    expect([calls, clock.pending]).toEqual([[], 0]);
  });
});
