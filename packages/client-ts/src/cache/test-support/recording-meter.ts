import type { Meter, MetricLabels, MetricOptions } from "../../util/index.ts";

/** What a {@link RecordingMeter} was asked to measure: the metric, the value or `ended`, and the labels. */
export type Measurement = readonly [name: string, value: number | "ended", labels: MetricLabels | undefined];

/** A meter that remembers which metrics were made, and every measurement. */
export class RecordingMeter implements Meter {
  readonly made: Record<string, MetricOptions & { readonly type: "counter" | "gauge" | "histogram" }> = {};
  readonly measured: Measurement[] = [];

  counter(name: string, options?: MetricOptions): ReturnType<Meter["counter"]> {
    return this.#metric("counter", name, options);
  }

  gauge(name: string, options?: MetricOptions): ReturnType<Meter["gauge"]> {
    return this.#metric("gauge", name, options);
  }

  histogram(name: string, options?: MetricOptions): ReturnType<Meter["histogram"]> {
    return this.#metric("histogram", name, options);
  }

  #metric(type: "counter" | "gauge" | "histogram", name: string, options: MetricOptions = {}) {
    this.made[name] = { ...options, type };
    const measure = (value: number, labels?: MetricLabels): void => void this.measured.push([name, value, labels]);
    const remove = (labels?: MetricLabels): void => void this.measured.push([name, "ended", labels]);
    return { add: measure, set: measure, observe: measure, remove };
  }
}
