import type { Counter, Gauge, Histogram, Labels, Meter } from "../../util/index.ts";

/** What a reflector counts, under its name. */
export class ReflectorMetrics {
  readonly #labels: Labels;
  readonly #lists: Counter;
  readonly #listSeconds: Histogram;
  readonly #itemsPerList: Histogram;
  readonly #watches: Counter;
  readonly #shortWatches: Counter;
  readonly #lastVersion: Gauge;
  readonly #stale: Gauge;
  readonly #odd: Counter;

  constructor(meter: Meter, name: string) {
    this.#labels = { name };
    this.#lists = meter.counter("client_ts_reflector_lists_total", { help: "Lists that were asked for" });
    this.#listSeconds = meter.histogram("client_ts_reflector_list_duration_seconds", { help: "How long a list took", unit: "seconds" });
    this.#itemsPerList = meter.histogram("client_ts_reflector_items_per_list", { help: "Objects in a list" });
    this.#watches = meter.counter("client_ts_reflector_watches_total", { help: "Watches that were asked for" });
    this.#shortWatches = meter.counter("client_ts_reflector_short_watches_total", {
      help: "Watches that ended at once and without an event",
    });
    this.#lastVersion = meter.gauge("client_ts_reflector_last_resource_version", { help: "How far the reflector is" });
    this.#stale = meter.gauge("client_ts_reflector_stale", { help: "1 while the server was not heard of for too long" });
    this.#odd = meter.counter("client_ts_reflector_oddities_total", { help: "What no server should send, by what it was" });
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

  /** Called at quiet points, not for every event. */
  version(resourceVersion: string): void {
    const number = Number(resourceVersion);
    if (Number.isFinite(number)) this.#lastVersion.set(number, this.#labels);
  }

  stale(stale: boolean): void {
    this.#stale.set(stale ? 1 : 0, this.#labels);
  }

  odd(what: Oddity, count = 1): void {
    if (count > 0) this.#odd.add(count, { ...this.#labels, what });
  }
}

/** What no server should send. */
export type Oddity =
  | "refused-object"
  | "unknown-event"
  | "duplicate-event"
  | "older-state"
  | "twin-in-list"
  | "older-list"
  | "failed-transform";
