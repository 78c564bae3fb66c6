import { compareResourceVersion } from "client-ts/meta";

/** The middle and the slow end of some durations, in milliseconds; `undefined` when there were none. */
export interface Percentiles {
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
}

interface Seen {
  readonly version: string;
  readonly at: number;
}

/** Runs that are remembered for each object: a run can begin before the answer of the write arrives. */
const rememberedRuns = 8;

/**
 * Measures from the moment when a write is sent until a reconcile begins that sees it. A write is matched by the
 * version in its answer: the first run of that object whose version is the same or newer has seen it.
 */
export class WriteLatency {
  readonly #windowMs: number;
  readonly #waiting = new Map<string, { readonly version: string; readonly sentAt: number }[]>();
  readonly #runs = new Map<string, Seen[]>();
  #durations: { readonly at: number; readonly ms: number }[] = [];

  /** What is older than `windowMs` is forgotten. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** A write was answered with a version. */
  written(name: string, version: string, sentAt: number): void {
    const run = this.#runs.get(name)?.find((one) => isAtLeast(one.version, version) && one.at >= sentAt);
    if (run !== undefined) this.#durations.push({ at: run.at, ms: run.at - sentAt });
    else this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), { version, sentAt }]);
  }

  /** A reconcile of an object begins. */
  reconciled(name: string, version: string, at: number): void {
    const runs = [...(this.#runs.get(name) ?? []), { version, at }];
    this.#runs.set(name, runs.slice(-rememberedRuns));
    const waiting = this.#waiting.get(name) ?? [];
    const left = waiting.filter((write) => !isAtLeast(version, write.version));
    for (const write of waiting)
      if (isAtLeast(version, write.version)) this.#durations.push({ at, ms: at - write.sentAt });
    if (left.length > 0) this.#waiting.set(name, left);
    else this.#waiting.delete(name);
  }

  /** An object is gone: its writes are not waited for any more. */
  forget(name: string): void {
    this.#waiting.delete(name);
    this.#runs.delete(name);
  }

  /** The percentiles of the reconciles that began in the last time, by default in the whole window. */
  percentiles(now: number, lastMs: number = this.#windowMs): Percentiles {
    this.#durations = this.#durations.filter(({ at }) => now - at <= this.#windowMs);
    const recent = this.#durations.filter(({ at }) => now - at <= lastMs);
    const sorted = recent.map(({ ms }) => ms).sort((a, b) => a - b);
    return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
  }
}

/** The value below which a share of the sorted values lies, by the nearest rank. */
export function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

function isAtLeast(version: string, wanted: string): boolean {
  return (compareResourceVersion(version, wanted) ?? -1) >= 0;
}
