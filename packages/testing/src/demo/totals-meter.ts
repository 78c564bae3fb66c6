import type { Meter } from "client-ts/util";

/** Labels of a series as one text. */
type Labels = Readonly<Record<string, string>> | undefined;

/**
 * A meter that keeps sums of counters and the last values of gauges, to be read by a program. It is what a program
 * writes that shows the library's metrics without a metrics server.
 */
export class TotalsMeter implements Meter {
  readonly #values = new Map<string, Map<string, number>>();

  counter(name: string): ReturnType<Meter["counter"]> {
    const series = this.#seriesOf(name);
    return {
      add: (value, labels) => void series.set(keyOf(labels), (series.get(keyOf(labels)) ?? 0) + value),
      remove: (labels) => void series.delete(keyOf(labels)),
    };
  }

  gauge(name: string): ReturnType<Meter["gauge"]> {
    const series = this.#seriesOf(name);
    return {
      set: (value, labels) => void series.set(keyOf(labels), value),
      remove: (labels) => void series.delete(keyOf(labels)),
    };
  }

  histogram(): ReturnType<Meter["histogram"]> {
    return { observe() {} };
  }

  /** The sum over all series of a counter or gauge. */
  total(name: string): number {
    let sum = 0;
    for (const value of this.#values.get(name)?.values() ?? []) sum += value;
    return sum;
  }

  /** How many series a counter or gauge has. */
  seriesCount(name: string): number {
    return this.#values.get(name)?.size ?? 0;
  }

  #seriesOf(name: string): Map<string, number> {
    const series = this.#values.get(name) ?? new Map<string, number>();
    this.#values.set(name, series);
    return series;
  }
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels ?? {}).sort());
}
