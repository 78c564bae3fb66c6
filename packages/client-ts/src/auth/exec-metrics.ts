import type { Counter, Gauge, Meter } from "../util/index.ts";

/** How a run of a plugin ended, for the metric. */
export type CallStatus = "no_error" | "plugin_execution_error" | "plugin_not_found_error" | "client_internal_error";

/** The measurements of exec plugins, under the names that client-go's users know. */
export interface ExecMetrics {
  /** Runs by `code` (the exit code) and `call_status`. */
  readonly calls: Counter;
  /** Decisions of the exec policy, by `policy` and `decision` (`allowed`, `denied`). */
  readonly policyCalls: Counter;
  /** The earliest expiration of a client certificate from any plugin. */
  readonly certificates: ExpirationTracker;
}

/** Tracks when the certificates of all plugins expire, and shows the seconds until the first one does. */
class ExpirationTracker {
  readonly #gauge: Gauge;
  readonly #expirations = new Map<object, number>();

  constructor(gauge: Gauge) {
    this.#gauge = gauge;
  }

  /** One plugin has a certificate that expires at this wall time, or none. */
  set(owner: object, expiresMs: number | undefined, nowMs: number): void {
    if (expiresMs === undefined) this.#expirations.delete(owner);
    else this.#expirations.set(owner, expiresMs);
    const earliest = Math.min(...this.#expirations.values());
    this.#gauge.set(earliest === Number.POSITIVE_INFINITY ? earliest : (earliest - nowMs) / 1_000);
  }
}

const made = new WeakMap<Meter, ExecMetrics>();

/** The metrics of a meter; all plugins that report to one meter share them. */
export function execMetrics(meter: Meter): ExecMetrics {
  let metrics = made.get(meter);
  if (metrics === undefined) {
    metrics = {
      calls: meter.counter("rest_client_exec_plugin_call_total", {
        help: "Runs of exec plugins by exit code and status",
        labelNames: ["code", "call_status"],
      }),
      policyCalls: meter.counter("rest_client_exec_plugin_policy_call_total", {
        help: "Decisions of the exec policy",
        labelNames: ["policy", "decision"],
      }),
      certificates: new ExpirationTracker(
        meter.gauge("rest_client_exec_plugin_ttl_seconds", {
          help: "Seconds until the first certificate of an exec plugin expires",
          unit: "s",
          labelNames: [],
        }),
      ),
    };
    made.set(meter, metrics);
  }
  return metrics;
}
