import { FakeClock } from "client-ts/util";
import { describe, expect, it } from "vitest";
import { Pace } from "./pace.ts";

/** Sixteen workers on one pace; a server that answers at once, or not at all. */
function writing(clock: FakeClock): { pace: Pace; server: { up: boolean }; stop(): Promise<void> } {
  const pace = new Pace({ perSecond: 200, clock });
  const server = { up: true };
  let stopping = false;
  const work = async (): Promise<void> => {
    while (!stopping) {
      await pace.next(async () => {
        if (server.up) pace.answered();
        else await new Promise<void>((resolve) => void clock.setTimer(100, resolve));
        return server.up;
      });
    }
  };
  const working = Promise.all(Array.from({ length: 16 }, work));
  return {
    pace,
    server,
    async stop() {
      stopping = true;
      await clock.advance(1_000);
      await working;
    },
  };
}

describe("the pace of the writer", () => {
  it("keeps what was asked for, and a little more, while all is well", async () => {
    const clock = new FakeClock();
    const { pace, stop } = writing(clock);
    await clock.advance(10_000);
    expect(pace.done).toBeGreaterThanOrEqual(2_080);
    expect(pace.done).toBeLessThanOrEqual(2_120);
    expect(pace.silentMs).toBe(0);
    await stop();
  });

  it("makes good what an outage cost, at most twice as fast, and counts the silence", async () => {
    const clock = new FakeClock();
    const { pace, server, stop } = writing(clock);
    await clock.advance(5_000);
    server.up = false;
    const before = pace.done;
    await clock.advance(10_000);
    expect(pace.done).toBe(before);
    server.up = true;
    await clock.advance(5_000);
    // Twice as fast, and what was saved up or under way when the server came back.
    expect(pace.done - before).toBeLessThanOrEqual(5 * 400 + 20 + 16);
    expect(pace.done - before).toBeGreaterThan(5 * 380);
    await clock.advance(10_000);
    expect(pace.done / (pace.ranMs / 1000)).toBeGreaterThanOrEqual(200);
    expect(pace.silentMs).toBeGreaterThan(9_900);
    expect(pace.silentMs).toBeLessThan(10_200);
    await stop();
  });

  it("counts no time after its end, and the silence before it", async () => {
    const clock = new FakeClock();
    const pace = new Pace({ perSecond: 200, clock });
    await clock.advance(3_000);
    pace.end();
    await clock.advance(5_000);
    pace.answered();
    pace.end();
    expect([pace.ranMs, pace.silentMs]).toEqual([3_000, 3_000]);
  });
});
