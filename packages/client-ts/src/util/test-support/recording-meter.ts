import type { Meter, MetricLabels, MetricOptions } from "../meter.ts";

/** What a {@link RecordingMeter} was asked to measure: the metric, the value or `ended`, and the labels. */
export type Measurement = readonly [name: string, value: number | "ended", labels: MetricLabels | undefined];

/** A meter that remembers which metrics were made, and every measurement; it also calls `onMeasured` for each. */
export class RecordingMeter implements Meter {
  readonly made: Record<string, MetricOptions & { readonly type: "counter" | "gauge" | "histogram" }> = {};
  readonly measured: Measurement[] = [];
  readonly #onMeasured: (...measurement: Measurement) => void;

  constructor(onMeasured: (...measurement: Measurement) => void = () => {}) {
    this.#onMeasured = onMeasured;
  }

  counter(name: string, options?: MetricOptions): ReturnType<Meter["counter"]> {
    return this.#metric("counter", name, options);
  }

  gauge(name: string, options?: MetricOptions): ReturnType<Meter["gauge"]> {
    return this.#metric("gauge", name, options);
  }

  histogram(name: string, options?: MetricOptions): ReturnType<Meter["histogram"]> {
    return this.#metric("histogram", name, options);
  }

  /** What a metric was given, oldest first: with exactly these labels, or with any when none are named. */
  values(name: string, labels?: MetricLabels): number[] {
    const series = JSON.stringify(labels);
    return this.measured.flatMap(([metric, value, own]) =>
      metric === name && value !== "ended" && (labels === undefined || JSON.stringify(own) === series) ? [value] : [],
    );
  }

  /** The sum of what a counter was given; see {@link values}. */
  total(name: string, labels?: MetricLabels): number {
    return this.values(name, labels).reduce((sum, value) => sum + value, 0);
  }

  #metric(type: "counter" | "gauge" | "histogram", name: string, options: MetricOptions = {}) {
    this.made[name] = { ...options, type };
    const measure = (value: number | "ended", labels?: MetricLabels): void => {
      this.measured.push([name, value, labels]);
      this.#onMeasured(name, value, labels);
    };
    return {
      add: measure,
      set: measure,
      observe: measure,
      remove: (labels?: MetricLabels) => measure("ended", labels),
    };
  }
}
