import type { Series } from "./check-bar.ts";
import { type Summary, summarize } from "./stats.ts";

/** Two states of a library in the same rounds. */
export interface Comparison {
  readonly now: Summary;
  readonly before: Summary;
  /** How much worse the median is now, as a share of the earlier one; below 0 when it is better. */
  readonly worseBy: number;
  /** The larger of the two spreads: a difference below it says nothing. */
  readonly spread: number;
  readonly isWorse: boolean;
}

/**
 * Compares the medians of two series; `undefined` where one of them has no value. A series is worse when its median is
 * worse by more than the larger of the two spreads, that is the interquartile range as a share of the median.
 */
export function compareRounds(now: Series, before: Series, better: "less" | "more"): Comparison | undefined {
  const [ours, theirs] = [now, before].map((series) =>
    summarize(series.filter((value): value is number => value !== undefined)),
  );
  if (ours === undefined || theirs === undefined || theirs.median === 0) return undefined;
  const change = ours.median / theirs.median - 1;
  const worseBy = better === "less" ? change : -change;
  const spread = Math.max(ours.spread, theirs.spread);
  return { now: ours, before: theirs, worseBy, spread, isWorse: worseBy > spread };
}
