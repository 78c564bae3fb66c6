import { describe, expect, it } from "vitest";
import type { Clock } from "../../util/index.ts";
import { FakeClock } from "../../util/index.ts";
import { PingMonitor } from "./ping-monitor.ts";

function monitor(clock: Clock) {
  const peer = { bytes: 0, pings: 0, dead: false, answer: undefined as (() => void) | undefined };
  const watched = new PingMonitor(
    {
      bytesRead: () => peer.bytes,
      ping: (answered) => {
        peer.pings++;
        peer.answer = answered;
      },
      onDead: () => {
        peer.dead = true;
      },
      onTick: () => {},
    },
    { clock, pingAfterMs: 8_000, pingTimeoutMs: 4_000 },
  );
  return { peer, watched };
}

/** A clock with one timer, which the test fires. */
class HandClock implements Clock {
  nowMs = 0;
  fire = (): void => {};
  now = (): number => this.nowMs;
  monotonic = (): number => this.nowMs;
  setTimer(_delayMs: number, run: () => void): { cancel(): void } {
    this.fire = run;
    return { cancel() {} };
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the ping monitor", () => {
  it("pings after eight seconds without a byte and gives the peer four", async () => {
    const clock = new FakeClock();
    const { peer } = monitor(clock);
    await clock.advance(7_999);
    expect(peer.pings).toBe(0);
    await clock.advance(1_001);
    expect(peer.pings).toBe(1);
    await clock.advance(2_999);
    expect(peer.dead).toBe(false);
    await clock.advance(1_000);
    await turn();
    expect(peer.dead).toBe(true);
  });

  it("accepts any byte as a sign that the peer is there, and an answer too", async () => {
    const clock = new FakeClock();
    const { peer } = monitor(clock);
    for (let i = 0; i < 20; i++) {
      await clock.advance(5_000);
      peer.bytes++;
    }
    expect(peer.pings).toBe(0);
    await clock.advance(10_000);
    expect(peer.pings).toBe(1);
    peer.bytes++;
    await clock.advance(4_000);
    await turn();
    expect(peer.dead).toBe(false);
    await clock.advance(10_000);
    expect(peer.pings).toBe(2);
    peer.answer?.();
    await clock.advance(5_000);
    await turn();
    expect(peer.dead).toBe(false);
  });

  it("does not take its own blocked loop for a dead peer: it reads first, then waits a second", async () => {
    const timers: { due: number; run: () => void }[] = [];
    let now = 0;
    const clock: Clock = {
      now: () => now,
      monotonic: () => now,
      setTimer(delayMs, run) {
        const timer = { due: now + delayMs, run };
        timers.push(timer);
        return { cancel: () => void timers.splice(timers.indexOf(timer), 1) };
      },
    };
    const fire = (): void => timers.shift()?.run();
    const { peer } = monitor(clock);
    now = 60_000; // blocked for a minute
    fire();
    expect(peer.pings).toBe(1);
    now = 90_000; // blocked again while the answer came in
    fire();
    peer.bytes++; // read in the poll phase that follows the timers
    await turn();
    expect(peer.dead).toBe(false);

    now = 180_000;
    fire();
    now = 200_000;
    fire();
    await turn();
    expect(peer.dead).toBe(false); // late: one second more
    now = 201_000;
    fire();
    await turn();
    expect(peer.dead).toBe(true);
  });

  it("pings at once on waking from a long sleep, although bytes had come just before it (F-E16)", async () => {
    const clock = new HandClock();
    const { peer } = monitor(clock);
    peer.bytes++;
    clock.nowMs = 600_000;
    clock.fire();
    expect(peer.pings).toBe(1);
    clock.nowMs += 4_000;
    clock.fire();
    await turn();
    expect(peer.dead).toBe(true);
  });

  it("leaves one timer behind an answer, also one that comes before the ping has returned", async () => {
    const clock = new FakeClock();
    const { peer } = monitor(clock);
    await clock.advance(8_500);
    expect(peer.pings).toBe(1);
    peer.answer?.();
    expect(clock.pending).toBe(1);

    let pings = 0;
    const atOnce = new PingMonitor(
      {
        bytesRead: () => 0,
        ping: (answered) => {
          pings++;
          answered();
        },
        onDead: () => expect.unreachable("it answered"),
        onTick: () => {},
      },
      { clock, pingAfterMs: 8_000, pingTimeoutMs: 4_000 },
    );
    for (let i = 0; i < 40; i++) {
      await clock.advance(1_000);
      peer.bytes++;
      await turn();
    }
    expect(pings).toBeGreaterThan(2);
    expect(atOnce.waiting).toBe(false);
    expect(clock.pending).toBe(2);
  });

  it("is over once the peer is dead: a late answer has no effect", async () => {
    const clock = new FakeClock();
    const { peer, watched } = monitor(clock);
    await clock.advance(9_000);
    await clock.advance(4_000);
    await turn();
    expect(peer.dead).toBe(true);
    peer.answer?.();
    expect(clock.pending).toBe(0);
    watched.stop();
  });

  it("looks twice a second, and leaves no timer when it is stopped, from inside a look too", async () => {
    const clock = new FakeClock();
    let ticks = 0;
    let stopAt = Number.POSITIVE_INFINITY;
    const watched: PingMonitor = new PingMonitor(
      {
        bytesRead: () => ticks,
        ping: () => expect.unreachable("bytes came"),
        onDead: () => expect.unreachable("bytes came"),
        onTick: () => {
          if (++ticks === stopAt) watched.stop();
        },
      },
      { clock, pingAfterMs: 8_000, pingTimeoutMs: 4_000 },
    );
    await clock.advance(8_000);
    expect(ticks).toBe(16);
    stopAt = 20;
    await clock.advance(8_000);
    expect([ticks, clock.pending]).toEqual([20, 0]);
    const { watched: other } = monitor(clock);
    expect(clock.pending).toBe(1);
    other.stop();
    expect(clock.pending).toBe(0);
  });

  it("gives a second of grace once, however late the loop is then", async () => {
    const clock = new HandClock();
    const { peer } = monitor(clock);
    for (const at of [8_000, 30_000, 60_000]) {
      clock.nowMs = at;
      clock.fire();
      await turn();
    }
    expect([peer.pings, peer.dead]).toEqual([1, true]);
  });

  it("accepts an answer that comes as the time for it ends", async () => {
    const clock = new HandClock();
    const { peer, watched } = monitor(clock);
    clock.nowMs = 8_000;
    clock.fire();
    clock.nowMs = 12_000;
    clock.fire();
    peer.answer?.();
    await turn();
    expect([peer.dead, watched.waiting]).toEqual([false, false]);
  });
});
