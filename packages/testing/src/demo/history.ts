/** A number over time, for a sparkline. */
export interface Series {
  /** Since the beginning. */
  readonly total: number;
  /** In the last two seconds. */
  readonly perSecond: number;
  /** Per second, one value for each half second, newest last. */
  readonly history: readonly number[];
}

/** How often a history gets a value, in milliseconds. */
export const historyPeriodMs = 500;

/** How many values are kept: enough for the widest terminal. */
const kept = 240;
const valuesOfRate = 2_000 / historyPeriodMs;

/** The values of a gauge, one for each half second. */
export class GaugeHistory {
  #values: number[] = [];

  get values(): readonly number[] {
    return this.#values;
  }

  push(value: number): void {
    this.#values = [...this.#values, value].slice(-kept);
  }
}

/** Turns a number that only grows into a {@link Series}. */
export class RateHistory {
  readonly #rates = new GaugeHistory();
  #last = 0;
  #total = 0;

  /** Takes the total of now, at the end of each half second. */
  push(total: number): void {
    this.#rates.push(((total - this.#last) * 1000) / historyPeriodMs);
    this.#last = total;
    this.#total = total;
  }

  series(total: number = this.#total): Series {
    const recent = this.#rates.values.slice(-valuesOfRate);
    const sum = recent.reduce((one, other) => one + other, 0);
    return { total, perSecond: recent.length === 0 ? 0 : sum / recent.length, history: this.#rates.values };
  }
}
