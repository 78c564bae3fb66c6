import type { Clock, Meter, Timer } from "../util/index.ts";

/** How often the event loop is looked at. */
const periodMs = 500;

/**
 * Measures how late the event loop runs what is due: reconcilers that compute for long delay everything else in the
 * process, also the renewal of Leases. Returns a function that stops it.
 */
export function measureLoopLag(meter: Meter, clock: Pick<Clock, "monotonic" | "setTimer">): () => void {
  const lag = meter.histogram("client_ts_event_loop_lag_seconds", {
    help: "How late the event loop runs a timer.",
    unit: "seconds",
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  let timer: Timer;
  const look = (): void => {
    const dueAt = clock.monotonic() + periodMs;
    timer = clock.setTimer(
      periodMs,
      () => {
        lag.observe(Math.max(0, clock.monotonic() - dueAt) / 1_000);
        look();
      },
      { ref: false },
    );
  };
  look();
  return () => timer.cancel();
}
