import type { Clock, Counter, Gauge, Histogram, MetricLabels, Meter, Timer } from "../util/index.ts";

/** How many keys wait, by label. */
export type Depth = readonly (readonly [labels: MetricLabels, keys: number])[];

/** What {@link QueueMetrics} needs to know. */
export interface QueueMetricsOptions {
  readonly meter: Meter;
  /** The `name` label of every metric. */
  readonly name: string;
  readonly clock: Clock;
  /** How often unfinished work is measured while there is any. */
  readonly unfinishedWorkPeriodMs: number;
}

/**
 * Measures a queue under the names that dashboards know: `workqueue_depth`, `workqueue_adds_total`,
 * `workqueue_queue_duration_seconds`, `workqueue_work_duration_seconds`, `workqueue_unfinished_work_seconds`,
 * `workqueue_longest_running_processor_seconds`, `workqueue_retries_total`. Unfinished work is measured by one timer
 * that does not keep the process alive, and only while a key is with a worker.
 */
export class QueueMetrics<K> {
  readonly #clock: Clock;
  readonly #periodMs: number;
  readonly #labels: MetricLabels;
  readonly #depth: Gauge;
  readonly #adds: Counter;
  readonly #latency: Histogram;
  readonly #duration: Histogram;
  readonly #unfinished: Gauge;
  readonly #longest: Gauge;
  readonly #retries: Counter;
  readonly #addedAt = new Map<K, number>();
  readonly #takenAt = new Map<K, number>();
  #timer: Timer | undefined;
  #stopped = false;

  constructor({ meter, name, clock, unfinishedWorkPeriodMs }: QueueMetricsOptions) {
    this.#clock = clock;
    this.#periodMs = unfinishedWorkPeriodMs;
    this.#labels = { name };
    this.#depth = meter.gauge("workqueue_depth", { help: "Keys that wait.", labelNames: ["name", "priority"] });
    this.#adds = meter.counter("workqueue_adds_total", { help: "Keys that were added.", labelNames });
    this.#latency = meter.histogram("workqueue_queue_duration_seconds", {
      help: "How long a key waits before a worker takes it.",
      unit: "seconds",
      labelNames,
      buckets,
    });
    this.#duration = meter.histogram("workqueue_work_duration_seconds", {
      help: "How long a worker has a key.",
      unit: "seconds",
      labelNames,
      buckets,
    });
    this.#unfinished = meter.gauge("workqueue_unfinished_work_seconds", {
      help: "How long the keys that are with workers have been there, in sum. A number that only grows indicates a stuck worker.",
      unit: "seconds",
      labelNames,
    });
    this.#longest = meter.gauge("workqueue_longest_running_processor_seconds", {
      help: "For how long the slowest worker has had its key.",
      unit: "seconds",
      labelNames,
    });
    this.#retries = meter.counter("workqueue_retries_total", { help: "Keys that were added for later.", labelNames });
  }

  /** A key needs work that did not before. */
  added(key: K, depth: Depth): void {
    this.#adds.add(1, this.#labels);
    this.#show(depth);
    this.#addedAt.set(key, this.#clock.monotonic());
  }

  /** A worker took a key. */
  taken(key: K, depth: Depth): void {
    this.#show(depth);
    const now = this.#clock.monotonic();
    const added = this.#addedAt.get(key);
    if (added !== undefined) {
      this.#latency.observe((now - added) / 1000, this.#labels);
      this.#addedAt.delete(key);
    }
    this.#takenAt.set(key, now);
    this.#watch();
  }

  /** A worker handed a key back. */
  done(key: K): void {
    const taken = this.#takenAt.get(key);
    if (taken === undefined) return;
    this.#duration.observe((this.#clock.monotonic() - taken) / 1000, this.#labels);
    this.#takenAt.delete(key);
  }

  /** A key was added for later. */
  retried(): void {
    this.#retries.add(1, this.#labels);
  }

  /** Measures unfinished work no more. */
  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #show(depth: Depth): void {
    for (const [labels, keys] of depth) this.#depth.set(keys, { ...this.#labels, ...labels });
  }

  #watch(): void {
    if (this.#timer !== undefined || this.#stopped) return;
    this.#timer = this.#clock.setTimer(this.#periodMs, () => this.#measure(), { ref: false });
  }

  #measure(): void {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    let sum = 0;
    let longest = 0;
    for (const taken of this.#takenAt.values()) {
      sum += now - taken;
      longest = Math.max(longest, now - taken);
    }
    this.#unfinished.set(sum / 1000, this.#labels);
    this.#longest.set(longest / 1000, this.#labels);
    // Once the last key is done, this measurement has shown zero, and the next key starts the timer again.
    if (this.#takenAt.size > 0) this.#watch();
  }
}

const labelNames = ["name"];

/** From ten nanoseconds to 1,000 seconds, ten times more each. */
const buckets: readonly number[] = Array.from({ length: 12 }, (_, power) => 10 ** (power - 8));
