import { InvalidArgumentError } from "../errors/index.ts";
import type { Counter, Gauge, Histogram, MetricLabels, MetricOptions, Meter } from "../util/index.ts";
import { formatLabels, SeriesMap } from "./series-map.ts";

/** Options of {@link newPrometheusMeter}. */
export interface PrometheusMeterOptions {
  /** Labels that every series has, for example `{ shard: "2" }`. Default: none. */
  readonly labels?: MetricLabels | undefined;
}

/**
 * A meter that keeps its measurements in memory and shows them as Prometheus' exposition text. It needs no other
 * package.
 *
 * ```ts
 * const meter = newPrometheusMeter();
 * const client = await connect({ meter });
 * createServer((_request, response) => {
 *   response.setHeader("content-type", meter.contentType);
 *   response.end(meter.text());
 * }).listen(9090);
 * ```
 */
export function newPrometheusMeter(options: PrometheusMeterOptions = {}): PrometheusMeter {
  return new PrometheusMeter(options);
}

/** See {@link newPrometheusMeter}. */
export class PrometheusMeter implements Meter {
  /** The value of the `Content-Type` header that belongs to {@link text}. */
  readonly contentType = "text/plain; version=0.0.4; charset=utf-8";
  readonly #labels: string;
  readonly #metrics = new Map<string, Metric>();

  constructor({ labels }: PrometheusMeterOptions) {
    this.#labels = formatLabels(labels);
  }

  /** A counter. Asking twice for one name gives the same metric, as with the other two. */
  counter(name: string, options?: MetricOptions): Counter {
    return this.#metric(name, "counter", () => new CounterMetric(name, options));
  }

  gauge(name: string, options?: MetricOptions): Gauge {
    return this.#metric(name, "gauge", () => new GaugeMetric(name, options));
  }

  histogram(name: string, options?: MetricOptions): Histogram {
    return this.#metric(name, "histogram", () => new HistogramMetric(name, options));
  }

  /** All measurements in Prometheus' text format. Metrics without a measurement are left out. */
  text(): string {
    const lines: string[] = [];
    for (const metric of this.#metrics.values()) {
      const before = lines.length;
      metric.write((suffix, labels, value) =>
        lines.push(`${metric.name}${suffix}${braces(labels, this.#labels)} ${formatNumber(value)}`),
      );
      if (lines.length > before) lines.splice(before, 0, ...header(metric));
    }
    return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
  }

  #metric<M extends Metric>(name: string, type: M["type"], make: () => M): M {
    const known = this.#metrics.get(name);
    if (known !== undefined) {
      if (known.type === type) return known as M;
      throw new InvalidArgumentError(`the metric ${name} is a ${known.type} already: give the ${type} another name`);
    }
    if (!metricName.test(name))
      throw new InvalidArgumentError(`${JSON.stringify(name)} is not a valid name of a metric`);
    const made = make();
    this.#metrics.set(name, made);
    return made;
  }
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/** Gets one line: what follows the metric's name, the labels as text, and the value. */
type WriteLine = (suffix: string, labels: string, value: number) => void;

interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  write(line: WriteLine): void;
}

/** A metric of one value for each set of labels. */
abstract class ValueMetric implements Metric {
  abstract readonly type: "counter" | "gauge";
  readonly name: string;
  readonly help: string;
  protected readonly series: SeriesMap<{ value: number }> = new SeriesMap(() => ({ value: 0 }));

  constructor(name: string, { help = "" }: MetricOptions = {}) {
    this.name = name;
    this.help = help;
  }

  remove(labels?: MetricLabels): void {
    this.series.remove(labels);
  }

  write(line: WriteLine): void {
    for (const [labels, { value }] of this.series.entries()) line("", labels, value);
  }
}

class CounterMetric extends ValueMetric implements Counter {
  readonly type = "counter";

  add(value: number, labels?: MetricLabels): void {
    if (!(value >= 0))
      throw new InvalidArgumentError(`the counter ${this.name} can only grow: ${value} cannot be added`);
    this.series.at(labels).value += value;
  }
}

class GaugeMetric extends ValueMetric implements Gauge {
  readonly type = "gauge";

  set(value: number, labels?: MetricLabels): void {
    this.series.at(labels).value = value;
  }
}

/** What most clients of Prometheus use where no buckets are given. */
const defaultBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

class HistogramMetric implements Histogram, Metric {
  readonly type = "histogram";
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #series: SeriesMap<{ readonly counts: number[]; sum: number }>;

  constructor(name: string, { help = "", buckets = defaultBuckets }: MetricOptions = {}) {
    this.name = name;
    this.help = help;
    this.#bounds = [...new Set(buckets)].filter(Number.isFinite).sort((a, b) => a - b);
    // One count more than there are bounds: what is above all of them.
    this.#series = new SeriesMap(() => ({ counts: new Array<number>(this.#bounds.length + 1).fill(0), sum: 0 }));
  }

  observe(value: number, labels?: MetricLabels): void {
    if (Number.isNaN(value)) throw new InvalidArgumentError(`the histogram ${this.name} cannot observe NaN`);
    const series = this.#series.at(labels);
    const index = this.#bounds.findIndex((bound) => value <= bound);
    const bucket = index < 0 ? this.#bounds.length : index;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
  }

  remove(labels?: MetricLabels): void {
    this.#series.remove(labels);
  }

  write(line: WriteLine): void {
    for (const [labels, { counts, sum }] of this.#series.entries()) {
      let total = 0;
      for (const [index, count] of counts.entries()) {
        total += count;
        line("_bucket", join(labels, `le="${formatNumber(this.#bounds[index] ?? Number.POSITIVE_INFINITY)}"`), total);
      }
      line("_sum", labels, sum);
      line("_count", labels, total);
    }
  }
}

function header({ name, type, help }: Metric): string[] {
  const lines = [`# TYPE ${name} ${type}`];
  if (help !== "") lines.unshift(`# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`);
  return lines;
}

function braces(labels: string, constant: string): string {
  const all = join(constant, labels);
  return all === "" ? "" : `{${all}}`;
}

function join(left: string, right: string): string {
  return left === "" || right === "" ? left + right : `${left},${right}`;
}

function formatNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
