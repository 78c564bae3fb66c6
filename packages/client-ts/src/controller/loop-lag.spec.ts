import { describe, expect, it } from "vitest";
import { newPrometheusMeter } from "../prometheus/index.ts";
import { measureLoopLag } from "./loop-lag.ts";

describe("the lag of the event loop", () => {
  it("is how much later than asked a timer runs, and is measured until it is ended", () => {
    const meter = newPrometheusMeter();
    let now = 0;
    const timers: { run: () => void; cancelled: boolean }[] = [];
    const end = measureLoopLag(meter, {
      monotonic: () => now,
      setTimer: (delayMs, run) => {
        const timer = { run, cancelled: false };
        timers.push(timer);
        expect(delayMs).toBe(500);
        return {
          cancel: () => {
            timer.cancelled = true;
          },
        };
      },
    });
    // On time, a little early as timers may be, and after a reconciler that has computed for two seconds.
    for (const at of [500, 999.5, 3_499.5]) {
      now = at;
      timers.at(-1)?.run();
    }
    const text = meter.text();
    expect(text).toContain('client_ts_event_loop_lag_seconds_bucket{le="0.001"} 2');
    expect(text).toContain('client_ts_event_loop_lag_seconds_bucket{le="1"} 2');
    expect(text).toContain('client_ts_event_loop_lag_seconds_bucket{le="2.5"} 3');
    end();
    expect(timers.at(-1)?.cancelled).toBe(true);
  });
});
