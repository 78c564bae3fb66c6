import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import { Wake } from "./wake.ts";

describe("a pause that can be ended", () => {
  const { signal } = new AbortController();

  it("ends at once when it was ended before it began, and only that one", async () => {
    const clock = new FakeClock();
    const wake = new Wake();
    wake.now();
    await wake.wait(1_000, clock, signal);
    let over = false;
    const second = wake.wait(1_000, clock, signal).then(() => {
      over = true;
    });
    await clock.advance(999);
    expect(over).toBe(false);
    await clock.advance(1);
    await second;
    expect(clock.pending).toBe(0);
  });

  it("ends when it is woken and when the signal fires, and leaves no timer", async () => {
    const clock = new FakeClock();
    const wake = new Wake();
    const stop = new AbortController();
    const first = wake.wait(1_000, clock, stop.signal);
    wake.now();
    await first;
    const second = wake.wait(1_000, clock, stop.signal);
    stop.abort();
    await second;
    expect(clock.pending).toBe(0);
  });
});
