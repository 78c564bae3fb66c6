import {
  type Counter,
  defined,
  type Gauge,
  type Histogram,
  type Meter,
  type MetricLabels,
  type MetricOptions,
} from "../util/index.ts";

/** The part of a `Meter` of `@opentelemetry/api` (1.7 and newer) that {@link newOpenTelemetryMeter} uses. */
export interface OpenTelemetryMeter {
  createCounter(name: string, options?: InstrumentOptions): { add(value: number, attributes?: Attributes): void };
  createHistogram(name: string, options?: InstrumentOptions): { record(value: number, attributes?: Attributes): void };
  createObservableGauge(
    name: string,
    options?: InstrumentOptions,
  ): { addCallback(callback: (result: ObservableResult) => void): void };
}

type Attributes = Record<string, string>;

interface InstrumentOptions {
  description?: string | undefined;
  unit?: string | undefined;
  advice?: { explicitBucketBoundaries?: number[] | undefined } | undefined;
}

interface ObservableResult {
  observe(value: number, attributes?: Attributes): void;
}

/**
 * A meter that measures with the instruments of an OpenTelemetry meter. Names are passed on as they are.
 *
 * A gauge is read when the metrics are collected, and a series that ended is not reported any more; an SDK with
 * cumulative temporality may go on exporting its last value. Counters and histograms of OpenTelemetry cannot end a
 * series.
 *
 * ```ts
 * import { metrics } from "@opentelemetry/api";
 * const client = await connect({ meter: newOpenTelemetryMeter(metrics.getMeter("client-ts")) });
 * ```
 */
export function newOpenTelemetryMeter(meter: OpenTelemetryMeter): Meter {
  const made = new Map<string, Counter | Gauge | Histogram>();
  /** Asking twice for one name gives the same metric. */
  const once = <M extends Counter | Gauge | Histogram>(type: string, name: string, make: () => M): M => {
    const key = `${type} ${name}`;
    const metric = (made.get(key) as M | undefined) ?? make();
    made.set(key, metric);
    return metric;
  };
  return {
    counter: (name, options) =>
      once("counter", name, () => {
        const counter = meter.createCounter(name, instrumentOptions(options));
        return { add: (value, labels = {}) => counter.add(value, { ...labels }) };
      }),
    gauge: (name, options) =>
      once("gauge", name, () => {
        const series = new Map<string, { readonly labels: MetricLabels; readonly value: number }>();
        meter.createObservableGauge(name, instrumentOptions(options)).addCallback((result) => {
          for (const { labels, value } of series.values()) result.observe(value, { ...labels });
        });
        return {
          set: (value, labels = {}) => void series.set(keyOf(labels), { labels, value }),
          remove: (labels = {}) => void series.delete(keyOf(labels)),
        };
      }),
    histogram: (name, options) =>
      once("histogram", name, () => {
        const histogram = meter.createHistogram(name, instrumentOptions(options));
        return { observe: (value, labels = {}) => histogram.record(value, { ...labels }) };
      }),
  };
}

function instrumentOptions({ help, unit, buckets }: MetricOptions = {}): InstrumentOptions {
  return defined({
    description: help,
    unit,
    advice: buckets && { explicitBucketBoundaries: [...buckets] },
  });
}

/** The labels as one text, whatever their order. */
function keyOf(labels: MetricLabels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}
