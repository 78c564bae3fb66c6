import type { Series } from "../history.ts";
import type { PipelineState } from "../pipeline.ts";
import { formatBytes, formatClock, formatCount, formatMs, formatRate } from "./format.ts";
import { kindLines } from "./kinds.ts";
import { type Line, cell, fit, type Span, span, type Tone, widthOf } from "./line.ts";
import { messageLines, runLines } from "./log.ts";
import { sparkline } from "./sparkline.ts";

/** The size of a terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** From this width on, the log is next to the pipeline. */
const twoPanes = 140;
/** From here on a line between two stages says what passes from one to the other. */
const captionRows = 36;
/** The loop at the left: from the reconciles back to the server. */
const gutter = 3;
const labelWidth = 12;
const noteWidth = 27;

/**
 * The whole view: the pipeline from top to bottom, what happened, and the keys. Exactly as many lines as the terminal
 * has rows, each exactly as wide as it has columns.
 */
export function renderView(state: PipelineState, { columns, rows }: Size): Line[] {
  const head = [titleLine(state, columns), statusLine(state), []];
  const foot = [[], keyLine(state, columns)];
  const bodyRows = Math.max(0, rows - head.length - foot.length);
  const body = columns >= twoPanes ? wideBody(state, columns, bodyRows) : narrowBody(state, columns, bodyRows);
  const lines = [...head, ...body.slice(0, bodyRows)];
  while (lines.length < rows - foot.length) lines.push([]);
  return [...lines, ...foot].slice(0, rows).map((line) => fit(line, columns));
}

function narrowBody(state: PipelineState, columns: number, rows: number): Line[] {
  const pipeline = pipelineLines(state, columns, rows >= captionRows);
  const left = rows - pipeline.length - 1;
  const log = left < 14 ? messageLines(state, columns, left) : messageLines(state, columns, Math.ceil(left / 2));
  const runs = left < 14 ? [] : [[], ...runLines(state, columns, left - log.length - 1)];
  return [...pipeline, [], ...log, ...runs];
}

function wideBody(state: PipelineState, columns: number, rows: number): Line[] {
  const leftColumns = Math.min(118, Math.floor(columns * 0.6));
  const rightColumns = columns - leftColumns - 3;
  const pipeline = pipelineLines(state, leftColumns, rows >= captionRows);
  const left = [...pipeline, [], ...runLines(state, leftColumns, Math.max(0, rows - pipeline.length - 1))];
  const right = messageLines(state, rightColumns, rows);
  return Array.from({ length: rows }, (_, row) => [
    ...fit(left[row] ?? [], leftColumns),
    span(" │ ", "dim"),
    ...fit(right[row] ?? [], rightColumns),
  ]);
}

function titleLine(state: PipelineState, columns: number): Line {
  const { where, elapsedMs, durationMs } = state;
  const end = `${formatClock(elapsedMs)}${durationMs === undefined ? "" : ` of ${formatClock(durationMs)}`} `;
  const start: Line = [span(" client-ts demo ", "title"), span(` ${where}`)];
  return [...fit(start, columns - end.length - 1), span(` ${end}`, "strong")];
}

/** Whether the caches can be trusted now, in one line. */
function statusLine({ phase, fault, isCatchingUp, kinds }: PipelineState): Line {
  const silentMs = Math.min(...kinds.map(({ contactAgeMs }) => contactAgeMs));
  if (phase === "starting") return [span(" ● starting", "warn")];
  if (fault !== undefined) return [span(` ● no contact for ${formatMs(silentMs)}: the server is ${fault}`, "bad")];
  if (isCatchingUp) return [span(" ● contact is being restored, and what was missed caught up", "warn")];
  if (phase === "comparing") return [span(" ● the load has ended: comparing the caches with the server", "warn")];
  return [span(" ● in contact with the server, the caches are up to date", "good")];
}

function pipelineLines(state: PipelineState, columns: number, captions: boolean): Line[] {
  const { writes, events, kinds, handlers, queue, reconciles, retries, latency } = state;
  const width = columns - gutter;
  const objects = kinds.reduce((sum, kind) => sum + kind.objects, 0);
  const bytes = kinds.reduce((sum, kind) => sum + kind.bytes, 0);
  const caption = (text: string): Line[] => (captions ? [[span(`${" ".repeat(labelWidth)} ▼ ${text}`, "dim")]] : []);
  const rows: Line[] = [
    rateRow("API SERVER", writes, `${formatCount(writes.total, "write")} of the load`, width),
    ...caption("list once, then watch"),
    ...kindLines(state, width, labelWidth),
    ...caption("changes, in the order of the server"),
    rateRow("EVENTS IN", events, formatCount(events.total, "event"), width),
    ...caption("kept as bytes, decoded when they are read"),
    factRow(
      "STORE",
      `${formatCount(objects, "object")}, ${formatBytes(bytes)}, in ${kinds.length} caches with indexes`,
    ),
    factRow(
      "HANDLERS",
      `${formatCount(handlers.count, "handler")}, ${formatCount(handlers.waiting, "notification")} waiting`,
    ),
    ...caption("the key of the Website that a change belongs to"),
    row(
      "WORK QUEUE",
      { value: formatCount(queue.depth, "key"), history: queue.history },
      `oldest ${formatMs(queue.oldestMs)}`,
      width,
    ),
    row(
      "RETRIES",
      { value: formatRate(retries.perSecond), history: retries.history, tone: retries.perSecond > 0 ? "bad" : "dim" },
      `${formatCount(retries.total, "retry", "retries")}, ${queue.delayed} wait`,
      width,
    ),
    ...caption("one worker for each key at a time, four keys at a time"),
    rateRow("RECONCILE", reconciles, `${formatCount(reconciles.total, "run")}, ${reconciles.running} now`, width),
  ];
  const looped = rows.map((line, index): Line => {
    const mark = index === 0 ? "┌▶ " : index === rows.length - 1 ? "└─ " : "│  ";
    return [span(mark, "dim"), ...line];
  });
  const p50 = `p50 ${formatMs(latency.p50Ms)}`;
  const p99 = `p99 ${formatMs(latency.p99Ms)} write→reconcile`;
  const last = row("LATENCY", { value: p50, history: latency.history }, p99, width);
  return [...looped, ...(captions ? [[]] : []), [span("   "), ...last]];
}

function rateRow(label: string, series: Series, note: string, width: number): Line {
  return row(label, { value: formatRate(series.perSecond), history: series.history }, note, width);
}

/** A label, the value of now, its course, and a note. */
function row(
  label: string,
  { value, history, tone = "spark" }: { value: string; history: readonly number[]; tone?: Tone | undefined },
  note: string,
  width: number,
): Line {
  const valueWidth = 10;
  const sparkWidth = Math.max(0, width - labelWidth - valueWidth - noteWidth - 3);
  return [
    labelCell(label),
    cell(value, valueWidth, { tone: tone === "bad" ? "bad" : "strong", right: true }),
    span("  "),
    span(sparkline(history, sparkWidth), tone),
    span(" "),
    cell(note, noteWidth),
  ];
}

function factRow(label: string, text: string): Line {
  return [labelCell(label), span("  "), span(text)];
}

function labelCell(label: string): Span {
  return cell(label, labelWidth, { tone: "label" });
}

function keyLine({ keys }: PipelineState, columns: number): Line {
  const withLabels = (long: boolean): Line =>
    keys.flatMap(({ key, short, long: full, isAvailable }) => [
      span(" "),
      span(` ${key} `, isAvailable ? "key" : "dim"),
      span(` ${long ? full : short} `, isAvailable ? "plain" : "dim"),
    ]);
  const long = withLabels(true);
  return widthOf(long) <= columns ? long : withLabels(false);
}
