import type { Counter, Gauge, Histogram, MetricLabels, Meter } from "../../util/index.ts";

/** The metrics of one reflector, labelled with its name. */
export class ReflectorMetrics {
  readonly #labels: MetricLabels;
  readonly #lists: Counter;
  readonly #listSeconds: Histogram;
  readonly #itemsPerList: Histogram;
  readonly #watches: Counter;
  readonly #shortWatches: Counter;
  readonly #lastVersion: Gauge;
  readonly #stale: Gauge;
  readonly #lastContact: Gauge;
  readonly #anomalies: Counter;

  constructor(meter: Meter, name: string) {
    this.#labels = { name };
    const labelNames = ["name"];
    this.#lists = meter.counter("client_ts_reflector_lists_total", { help: "Lists that were requested", labelNames });
    this.#listSeconds = meter.histogram("client_ts_reflector_list_duration_seconds", {
      help: "How long a list took",
      labelNames,
      unit: "seconds",
    });
    this.#itemsPerList = meter.histogram("client_ts_reflector_items_per_list", {
      help: "Objects in a list",
      labelNames,
    });
    this.#watches = meter.counter("client_ts_reflector_watches_total", {
      help: "Watches that were requested",
      labelNames,
    });
    this.#shortWatches = meter.counter("client_ts_reflector_short_watches_total", {
      help: "Watches that ended immediately and without an event",
      labelNames,
    });
    this.#lastVersion = meter.gauge("client_ts_reflector_last_resource_version", {
      help: "The resourceVersion that the reflector has reached",
      labelNames,
    });
    this.#stale = meter.gauge("client_ts_reflector_stale", { help: "1 while the cache is stale", labelNames });
    this.#lastContact = meter.gauge("client_ts_reflector_last_contact_timestamp_seconds", {
      help: "When the server was last in contact, in seconds since 1970",
      unit: "seconds",
      labelNames,
    });
    this.#anomalies = meter.counter("client_ts_reflector_anomalies_total", {
      help: "Answers that no server should send, by what was wrong",
      labelNames: ["name", "what"],
    });
  }

  listBegins(): void {
    this.#lists.add(1, this.#labels);
  }

  listEnds(durationMs: number, items: number): void {
    this.#listSeconds.observe(durationMs / 1000, this.#labels);
    this.#itemsPerList.observe(items, this.#labels);
  }

  watchBegins(): void {
    this.#watches.add(1, this.#labels);
  }

  shortWatch(): void {
    this.#shortWatches.add(1, this.#labels);
  }

  /** Called at the end of lists and watches and for bookmarks, not for every event. */
  version(resourceVersion: string): void {
    const number = Number(resourceVersion);
    if (Number.isFinite(number)) this.#lastVersion.set(number, this.#labels);
  }

  stale(stale: boolean): void {
    this.#stale.set(stale ? 1 : 0, this.#labels);
  }

  contact(nowMs: number): void {
    this.#lastContact.set(nowMs / 1000, this.#labels);
  }

  /** Ends the series that describe the present: a reflector that has stopped has none. */
  end(): void {
    for (const gauge of [this.#stale, this.#lastContact, this.#lastVersion]) gauge.remove?.(this.#labels);
  }

  anomaly(what: Anomaly, count = 1): void {
    if (count > 0) this.#anomalies.add(count, { ...this.#labels, what });
  }
}

/** Something that no correct server sends, or that a transform should not do. */
export type Anomaly =
  | "refused-object"
  | "unknown-event"
  | "duplicate-event"
  | "older-state"
  | "duplicate-in-list"
  | "older-list"
  | "failed-list"
  | "failed-transform";
