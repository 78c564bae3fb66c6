/** The time between a cut and the moment at which one informer had caught up again. */
export interface Gap {
  /** Which informer. */
  readonly name: string;
  /** Whether the cut was an RST instead of a FIN. */
  readonly reset: boolean;
  readonly ms: number;
}

/** The smallest gap that at least this share of all gaps do not exceed, in milliseconds; `NaN` without gaps. */
export function quantile(gaps: readonly Gap[], share: number): number {
  const sorted = gaps.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** One line: `name: 90 gaps, p50 1.21 s, p99 1.78 s, max 1.80 s`. */
export function summary(name: string, gaps: readonly Gap[]): string {
  const seconds = (share: number): string => `${(quantile(gaps, share) / 1_000).toFixed(2)} s`;
  return `${name}: ${gaps.length} gaps, p50 ${seconds(0.5)}, p99 ${seconds(0.99)}, max ${seconds(1)}`;
}
