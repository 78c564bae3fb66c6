import type { MessageTone } from "../messages.ts";
import type { PipelineState } from "../pipeline.ts";
import { formatClock, formatMs } from "./format.ts";
import { cell, type Line, span, type Tone, wrap } from "./line.ts";

const marks: Readonly<Record<MessageTone, { readonly mark: string; readonly tone: Tone }>> = {
  info: { mark: "·", tone: "plain" },
  fault: { mark: "✗", tone: "warn" },
  recovered: { mark: "✓", tone: "good" },
  failure: { mark: "✗", tone: "bad" },
};

/** What happened, in `rows` rows, the newest at the bottom. */
export function messageLines({ messages }: PipelineState, columns: number, rows: number): Line[] {
  if (rows < 2) return [];
  const lines = messages.flatMap(({ atMs, tone, text }): Line[] => {
    const { mark, tone: shown } = marks[tone];
    return wrap(text, columns - 10).map((part, index) => [
      cell(index === 0 ? formatClock(atMs) : "", 6, { tone: "dim", right: true }),
      span(index === 0 ? ` ${mark} ` : "   ", shown),
      span(part, shown),
    ]);
  });
  const shown = lines.length > 0 ? lines : [[span("   press a key to interfere", "dim")]];
  return [[span("   WHAT HAPPENED", "label")], ...shown.slice(-(rows - 1))];
}

/** The last runs of the operator, in `rows` rows, the newest at the top. */
export function runLines({ runs }: PipelineState, columns: number, rows: number): Line[] {
  if (rows < 2) return [];
  const lines = runs.slice(0, rows - 1).map(({ atMs, name, trigger, attempt, tookMs, error }): Line => {
    const outcome = error === undefined ? "" : error;
    return [
      cell(formatClock(atMs), 6, { tone: "dim", right: true }),
      span(error === undefined ? " ✓ " : " ✗ ", error === undefined ? "good" : "bad"),
      cell(name, 10),
      cell(formatMs(tookMs), 8, { right: true }),
      span("  "),
      cell(attempt === 0 ? trigger : `try ${attempt + 1} after failures`, 24, { tone: "dim" }),
      cell(outcome, Math.max(0, columns - 54), { tone: "bad" }),
    ];
  });
  return [[span("   LAST RECONCILES", "label")], ...lines];
}
