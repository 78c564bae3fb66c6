import type { Counter, Meter } from "../util/index.ts";

/** Why an event, or one of its writes, is lost. The values are labels of a metric. */
export type DropReason =
  | "unsupported_type" // the type is neither Normal nor Warning
  | "no_reference" // the object does not say what it is
  | "invalid" // the message, the time or an option cannot be used
  | "queue_full" // a watcher is slower than the recorders
  | "spam" // the object had more events than the spam filter lets through
  | "rejected" // the server refused it
  | "retries_exhausted" // there was no contact with the server
  | "shut_down"; // the broadcaster was shut down first

/**
 * Measures events. client-go has no metrics of events, hence our prefix: `client_ts_events_recorded_total`,
 * `client_ts_events_dropped_total` by `reason`, `client_ts_events_written_total` by `api` and `verb`, and
 * `client_ts_event_write_retries_total`.
 */
export class EventMetrics {
  readonly #recorded: Counter;
  readonly #dropped: Counter;
  readonly #written: Counter;
  readonly #retries: Counter;

  constructor(meter: Meter) {
    this.#recorded = meter.counter("client_ts_events_recorded_total", { help: "Events that recorders accepted." });
    this.#dropped = meter.counter("client_ts_events_dropped_total", {
      help: "Events that are lost, by reason; an event that several watchers lost counts for each of them.",
      labelNames: ["reason"],
    });
    this.#written = meter.counter("client_ts_events_written_total", {
      help: "Events that a sink created or patched, by API and verb.",
      labelNames: ["api", "verb"],
    });
    this.#retries = meter.counter("client_ts_event_write_retries_total", {
      help: "Writes of events that are tried again after a failure.",
    });
  }

  recorded(): void {
    this.#recorded.add(1);
  }

  dropped(reason: DropReason): void {
    this.#dropped.add(1, { reason });
  }

  written(api: string, verb: "create" | "patch"): void {
    this.#written.add(1, { api, verb });
  }

  retried(): void {
    this.#retries.add(1);
  }
}
