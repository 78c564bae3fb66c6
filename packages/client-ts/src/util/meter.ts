/** Labels of one measurement. Keys and values must come from small, fixed sets. */
export type MetricLabels = Readonly<Record<string, string>>;

/** A number that only grows. */
export interface Counter {
  add(value: number, labels?: MetricLabels): void;
  /** Ends the series with exactly these labels. A meter whose backend cannot do that leaves it out. */
  remove?(labels?: MetricLabels): void;
}

/** A number that is set. */
export interface Gauge {
  set(value: number, labels?: MetricLabels): void;
  /** Ends the series with exactly these labels, as for a {@link Counter}. */
  remove?(labels?: MetricLabels): void;
}

/** A distribution of observed values. */
export interface Histogram {
  observe(value: number, labels?: MetricLabels): void;
  /** Ends the series with exactly these labels, as for a {@link Counter}. */
  remove?(labels?: MetricLabels): void;
}

/** What a metric says about itself when it is made. */
export interface MetricOptions {
  readonly help?: string | undefined;
  readonly unit?: string | undefined;
  /** The names of all labels that a measurement may have; some backends must know them before the first one. */
  readonly labelNames?: readonly string[] | undefined;
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[] | undefined;
}

/**
 * Where the library's measurements go, in the shape of Prometheus. Asking twice for one name gives the same metric. The
 * default is {@link noopMeter}.
 */
export interface Meter {
  counter(name: string, options?: MetricOptions): Counter;
  gauge(name: string, options?: MetricOptions): Gauge;
  histogram(name: string, options?: MetricOptions): Histogram;
}

/** A meter that measures nothing. */
export const noopMeter: Meter = {
  counter: () => ({ add() {} }),
  gauge: () => ({ set() {} }),
  histogram: () => ({ observe() {} }),
};
