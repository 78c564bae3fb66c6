import type { CacheComparison } from "../compare.ts";
import type { Message } from "../messages.ts";
import type { PipelineState } from "../pipeline.ts";
import { formatBytes, formatCount, formatMs } from "./format.ts";
import { type Line, span } from "./line.ts";

/** One line about the whole pipeline, for output without a terminal. At most 120 columns in the usual range. */
export function plainLine(state: PipelineState): Line {
  const { elapsedMs, kinds, events, queue, latency } = state;
  const states = [...new Set(kinds.map((kind) => kind.state))].join("/");
  const versions = kinds
    .map(({ resourceVersion }) => resourceVersion)
    .sort((a, b) => b.length - a.length || (a < b ? 1 : -1));
  const objects = kinds.reduce((sum, kind) => sum + kind.objects, 0);
  const bytes = kinds.reduce((sum, kind) => sum + kind.bytes, 0);
  return [
    span(`${Math.round(elapsedMs / 1000)} s`.padStart(5), "dim"),
    span(
      `  ${states} at ${versions[0]}, ${formatCount(events.total, "event")}, ${formatCount(objects, "object")}, ${formatBytes(bytes)}, ` +
        `queue ${queue.depth}, ${workOf(state)}, ` +
        `p50 ${formatMs(latency.p50Ms)}, p99 ${formatMs(latency.p99Ms)}`,
    ),
  ];
}

/** A message as a line of its own between those lines. */
export function plainMessage({ tone, text }: Message): Line {
  const shown = { info: "plain", fault: "warn", recovered: "good", failure: "bad" } as const;
  return [span("       "), span(text, shown[tone])];
}

/** The last lines: whether the caches and the server agree, and what it took. */
export function summaryLines({ objects, differences }: CacheComparison, state: PipelineState): Line[] {
  const { writes, events } = state;
  const after = `after ${formatCount(writes.total, "write")}, ${formatCount(events.total, "event")}, ${workOf(state)}`;
  if (differences.length === 0)
    return [[span(`cache and server agree on ${formatCount(objects, "object")} ${after}`, "good")]];
  const shown = differences.slice(0, 20).map((line): Line => [span(`  ${line}`)]);
  return [
    [span(`cache and server DISAGREE on ${formatCount(differences.length, "object")} ${after}`, "bad")],
    ...shown,
  ];
}

function workOf({ reconciles, retries }: PipelineState): string {
  return `${formatCount(reconciles.total, "reconcile")}, ${formatCount(retries.total, "retry", "retries")}`;
}
