import { InvalidArgumentError } from "../errors/index.ts";
import type { MetricLabels } from "../util/index.ts";

/** The measurements of one metric, by labels. A series is found again whatever the order of its labels was. */
export class SeriesMap<V> {
  readonly #series = new Map<string, V>();
  readonly #newValue: () => V;

  constructor(newValue: () => V) {
    this.#newValue = newValue;
  }

  /** The value of a series; a new one when there is none. */
  at(labels: MetricLabels | undefined): V {
    const key = formatLabels(labels);
    let value = this.#series.get(key);
    if (value === undefined) {
      value = this.#newValue();
      this.#series.set(key, value);
    }
    return value;
  }

  /** Ends a series: it is not shown any more. */
  remove(labels: MetricLabels | undefined): void {
    this.#series.delete(formatLabels(labels));
  }

  /** Each series with its labels as text, in the order of the first measurements. */
  entries(): Iterable<[labels: string, value: V]> {
    return this.#series.entries();
  }
}

const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Labels as the exposition format writes them between braces, sorted by name: `host="a",verb="get"`. */
export function formatLabels(labels: MetricLabels = {}): string {
  const names = Object.keys(labels).filter((name) => labels[name] !== undefined);
  if (names.length > 1) names.sort();
  return names.map((name) => formatLabel(name, labels[name] as string)).join(",");
}

function formatLabel(name: string, value: string): string {
  if (!labelName.test(name)) throw new InvalidArgumentError(`${JSON.stringify(name)} is not a valid name of a label`);
  return `${name}="${escapeValue(String(value))}"`;
}

function escapeValue(value: string): string {
  return /[\\"\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;
}
