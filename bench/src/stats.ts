/** Values of several rounds in short. */
export interface Summary {
  readonly median: number;
  /** First and third quartile. */
  readonly q1: number;
  readonly q3: number;
  /** How far the middle half is spread, as a share of the median. */
  readonly spread: number;
  /** How many rounds there were. */
  readonly n: number;
}

/** Sums up the values of several rounds; `undefined` for none. */
export function summarize(values: readonly number[]): Summary | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const [q1, median, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
  return { median, q1, q3, spread: median === 0 ? 0 : (q3 - q1) / Math.abs(median), n: values.length };
}

/** A quantile of sorted values, between neighbours in proportion. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (high - low) * (at - Math.floor(at));
}

/**
 * The exponent b of the curve `cost = a * n^b` that fits best: 1 means that each object costs the same however many
 * there are.
 */
export function fitExponent(points: readonly { readonly n: number; readonly cost: number }[]): number | undefined {
  const usable = points.filter(({ n, cost }) => n > 0 && cost > 0);
  if (new Set(usable.map(({ n }) => n)).size < 2) return undefined;
  const xs = usable.map(({ n }) => Math.log(n));
  const ys = usable.map(({ cost }) => Math.log(cost));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  let [above, below] = [0, 0];
  for (const [i, x] of xs.entries()) {
    above += (x - mx) * ((ys[i] as number) - my);
    below += (x - mx) ** 2;
  }
  return above / below;
}
