import type { Counter, Gauge, Histogram, MetricLabels, MetricOptions, Meter } from "../util/index.ts";
import { defined } from "../util/index.ts";

/** The part of the package `prom-client` that {@link newPromClientMeter} uses. */
export interface PromClient<R> {
  readonly Counter: new (
    configuration: PromClientMetric<R>,
  ) => { inc(labels: LabelValues, value: number): void; remove(labels: LabelValues): void };
  readonly Gauge: new (
    configuration: PromClientMetric<R>,
  ) => { set(labels: LabelValues, value: number): void; remove(labels: LabelValues): void };
  readonly Histogram: new (
    configuration: PromClientMetric<R> & { buckets?: number[] },
  ) => { observe(labels: LabelValues, value: number): void; remove(labels: LabelValues): void };
  readonly register: R;
}

type LabelValues = Record<string, string>;

/** How `prom-client` is asked to make a metric. */
interface PromClientMetric<R> {
  name: string;
  help: string;
  labelNames: string[];
  registers: R[];
}

/** Options of {@link newPromClientMeter}. */
export interface PromClientMeterOptions<R> {
  /** The registry that the metrics are registered in. Default: the global registry of `prom-client`. */
  readonly registry?: R | undefined;
}

/**
 * A meter that registers its metrics in a registry of the package `prom-client`, together with those of your program. A
 * metric of the same name that is registered already is used; it must have the same type and labels.
 *
 * ```ts
 * import * as promClient from "prom-client";
 * const client = await connect({ meter: newPromClientMeter(promClient) });
 * ```
 */
export function newPromClientMeter<R extends { getSingleMetric(name: string): unknown }>(
  promClient: PromClient<R>,
  { registry = promClient.register }: PromClientMeterOptions<R> = {},
): Meter {
  /** A metric is made with its first measurement: `prom-client` needs the names of all labels. */
  function lazy<M>(name: string, options: MetricOptions, make: (configuration: PromClientMetric<R>) => M) {
    let made: M | undefined;
    return (labels: MetricLabels): M => {
      made ??= (registry.getSingleMetric(name) as M | undefined) ?? make(configurationOf(name, options, labels));
      return made;
    };
  }
  function configurationOf(name: string, options: MetricOptions, labels: MetricLabels): PromClientMetric<R> {
    const { help = "", labelNames = Object.keys(labels) } = options;
    // `prom-client` refuses a metric without help.
    return { name, help: help === "" ? name : help, labelNames: [...labelNames], registers: [registry] };
  }
  return {
    counter(name, options = {}): Counter {
      const metric = lazy(name, options, (configuration) => new promClient.Counter(configuration));
      return {
        add: (value, labels = {}) => metric(labels).inc({ ...labels }, value),
        remove: (labels = {}) => metric(labels).remove({ ...labels }),
      };
    },
    gauge(name, options = {}): Gauge {
      const metric = lazy(name, options, (configuration) => new promClient.Gauge(configuration));
      return {
        set: (value, labels = {}) => metric(labels).set({ ...labels }, value),
        remove: (labels = {}) => metric(labels).remove({ ...labels }),
      };
    },
    histogram(name, options = {}): Histogram {
      const buckets = defined({ buckets: options.buckets && [...options.buckets] });
      const metric = lazy(name, options, (configuration) => new promClient.Histogram({ ...configuration, ...buckets }));
      return {
        observe: (value, labels = {}) => metric(labels).observe({ ...labels }, value),
        remove: (labels = {}) => metric(labels).remove({ ...labels }),
      };
    },
  };
}
