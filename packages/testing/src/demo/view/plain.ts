import type { Message } from "../messages.ts";
import type { PipelineState } from "../pipeline.ts";
import { formatBytes, formatMs } from "./format.ts";
import { type Line, span } from "./line.ts";

/** One line about the whole pipeline, for output without a terminal. At most 120 columns in the usual range. */
export function plainLine(state: PipelineState): Line {
  const { elapsedMs, kinds, events, queue, reconciles, retries, latency } = state;
  const states = [...new Set(kinds.map((kind) => kind.state))].join("/");
  const versions = kinds
    .map(({ resourceVersion }) => resourceVersion)
    .sort((a, b) => b.length - a.length || (a < b ? 1 : -1));
  const objects = kinds.reduce((sum, kind) => sum + kind.objects, 0);
  const bytes = kinds.reduce((sum, kind) => sum + kind.bytes, 0);
  return [
    span(`${Math.round(elapsedMs / 1000)} s`.padStart(5), "dim"),
    span(
      `  ${states} at ${versions[0]}, ${events.total} events, ${objects} objects, ${formatBytes(bytes)}, ` +
        `queue ${queue.depth}, ${reconciles.total} reconciles, ${retries.total} retries, ` +
        `p50 ${formatMs(latency.p50Ms)}, p99 ${formatMs(latency.p99Ms)}`,
    ),
  ];
}

/** A message as a line of its own between those lines. */
export function plainMessage({ tone, text }: Message): Line {
  const shown = { info: "plain", fault: "warn", recovered: "good", failure: "bad" } as const;
  return [span("       "), span(text, shown[tone])];
}
