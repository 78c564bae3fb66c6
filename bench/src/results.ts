import type { Numbers } from "./clients/protocol.ts";
import type { ContenderName } from "./contenders.ts";
import { type Summary, summarize } from "./stats.ts";
import type { Series } from "./check-bar.ts";

/** One line of the result: a metric of one contender at one size. */
export interface Figure {
  readonly measure: string;
  readonly contender: string;
  readonly size: number;
  readonly metric: string;
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
  readonly rounds: number;
}

/** Why a contender gave nothing in a round. */
export interface Failure {
  readonly measure: string;
  readonly contender: string;
  readonly size: number;
  readonly reason: string;
}

/** Everything that was measured, round by round. */
export class Results {
  readonly #values = new Map<string, (number | undefined)[]>();
  readonly #rounds = new Map<string, number>();
  readonly failures: Failure[] = [];

  /** Takes the numbers of one round. */
  record(measure: string, contender: ContenderName, size: number, numbers: Numbers): void {
    const round = this.#nextRound(measure, contender, size);
    for (const [metric, value] of Object.entries(numbers))
      this.#series(measure, contender, size, metric)[round] = value;
  }

  /** Notes that a contender gave nothing in a round. */
  fail(measure: string, contender: ContenderName, size: number, reason: string): void {
    const round = this.#nextRound(measure, contender, size);
    for (const [key, series] of this.#values)
      if (key.startsWith(keyOf(measure, contender, size, ""))) series[round] ??= undefined;
    if (!this.failures.some((f) => f.measure === measure && f.contender === contender && f.size === size)) {
      this.failures.push({ measure, contender, size, reason });
    }
  }

  /**
   * The values of all rounds, in order; empty when it was not measured. A contender that failed every time has only
   * gaps.
   */
  series(measure: string, contender: string, size: number, metric: string): Series {
    const rounds = this.#rounds.get(keyOf(measure, contender, size, "")) ?? 0;
    const found = this.#values.get(keyOf(measure, contender, size, metric));
    if (
      found === undefined &&
      !this.failures.some((f) => f.measure === measure && f.contender === contender && f.size === size)
    )
      return [];
    return Array.from({ length: rounds }, (_, i) => found?.[i]);
  }

  /** The summary of a metric; `undefined` when there is no value. */
  summary(measure: string, contender: string, size: number, metric: string): Summary | undefined {
    return summarize(
      this.series(measure, contender, size, metric).filter((value): value is number => value !== undefined),
    );
  }

  /** Every figure there is. */
  figures(): Figure[] {
    return [...this.#values.keys()].flatMap((key) => {
      const [measure, contender, size, metric] = key.split("|") as [string, string, string, string];
      const found = this.summary(measure, contender, Number(size), metric);
      if (found === undefined) return [];
      const { median, q1, q3, n } = found;
      return [{ measure, contender, size: Number(size), metric, median, q1, q3, rounds: n }];
    });
  }

  #nextRound(measure: string, contender: string, size: number): number {
    const key = keyOf(measure, contender, size, "");
    const round = this.#rounds.get(key) ?? 0;
    this.#rounds.set(key, round + 1);
    return round;
  }

  #series(measure: string, contender: string, size: number, metric: string): (number | undefined)[] {
    const key = keyOf(measure, contender, size, metric);
    let series = this.#values.get(key);
    if (series === undefined) {
      series = [];
      this.#values.set(key, series);
    }
    return series;
  }
}

function keyOf(measure: string, contender: string, size: number, metric: string): string {
  return `${measure}|${contender}|${size}|${metric}`;
}
