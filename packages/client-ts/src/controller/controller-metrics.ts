import type { Counter, Gauge, Histogram, Meter } from "../util/index.ts";

/** How a reconcile ended, as dashboards know it. */
export type ReconcileOutcome = "success" | "error" | "requeue" | "requeue_after";

/**
 * The measurements of one controller, under the names that dashboards of controller-runtime know. Labels are the name
 * of the controller and one of a few outcomes, never anything of an object: a million objects make no further series.
 */
export class ControllerMetrics {
  readonly #labels: { readonly controller: string };
  readonly #total: Counter;
  readonly #errors: Counter;
  readonly #terminal: Counter;
  readonly #panics: Counter;
  readonly #timeouts: Counter;
  readonly #seconds: Histogram;
  readonly #active: Gauge;
  readonly #stale: Counter;

  constructor(meter: Meter, controller: string, concurrency: number) {
    this.#labels = { controller };
    const counter = (name: string, help: string): Counter => {
      const made = meter.counter(`controller_runtime_${name}`, { help });
      // Rates need a first value: a counter that appears with its first error hides that error.
      if (name !== "reconcile_total") made.add(0, this.#labels);
      return made;
    };
    this.#total = counter("reconcile_total", "Reconciles, by outcome.");
    for (const result of ["success", "error", "requeue", "requeue_after"]) this.#total.add(0, { controller, result });
    this.#errors = counter("reconcile_errors_total", "Reconciles that failed.");
    this.#terminal = counter("terminal_reconcile_errors_total", "Reconciles that failed and are not tried again.");
    this.#panics = counter("reconcile_panics_total", "Reconciles that threw something that is not an error.");
    this.#timeouts = counter("reconcile_timeouts_total", "Reconciles that exceeded their time limit.");
    this.#seconds = meter.histogram("controller_runtime_reconcile_time_seconds", {
      help: "How long a reconcile takes.",
      unit: "seconds",
      buckets,
    });
    meter
      .gauge("controller_runtime_max_concurrent_reconciles", { help: "How many keys may be reconciled at a time." })
      .set(concurrency, this.#labels);
    this.#active = meter.gauge("controller_runtime_active_workers", { help: "Keys that are reconciled now." });
    this.#active.set(0, this.#labels);
    this.#stale = meter.counter("controller_stale_reconcile_skips_total", {
      help: "Reconciles that were put off because a cache did not show the writes of the last one.",
    });
    this.#stale.add(0, this.#labels);
  }

  ended(outcome: ReconcileOutcome, seconds: number): void {
    this.#total.add(1, { result: outcome, ...this.#labels });
    if (outcome === "error") this.#errors.add(1, this.#labels);
    this.#seconds.observe(seconds, this.#labels);
  }

  terminal(): void {
    this.#terminal.add(1, this.#labels);
  }

  panicked(): void {
    this.#panics.add(1, this.#labels);
  }

  timedOut(): void {
    this.#timeouts.add(1, this.#labels);
  }

  active(workers: number): void {
    this.#active.set(workers, this.#labels);
  }

  stale(): void {
    this.#stale.add(1, this.#labels);
  }
}

/** Upper bounds in seconds. */
const buckets: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
