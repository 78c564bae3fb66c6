import type { KindState, PipelineState } from "../pipeline.ts";
import { formatBytes, formatMs, formatRate } from "./format.ts";
import { cell, type Line, span, type Tone } from "./line.ts";
import { sparkline } from "./sparkline.ts";

const stateTones: Readonly<Record<KindState["state"], Tone>> = {
  idle: "dim",
  streaming: "warn",
  listing: "warn",
  watching: "good",
  waiting: "bad",
  stopped: "dim",
};

/** Columns of the table, the narrow ones for 80 columns. */
const narrow = { state: 12, version: 8, contact: 8, objects: 8, bytes: 9, events: 7 } as const;
const wide = { state: 13, version: 10, contact: 10, objects: 10, bytes: 11, events: 9 } as const;
const wideFrom = 100;

/** The reflectors and caches, one row for each kind, below a row of headings. */
export function kindLines({ kinds, fault }: PipelineState, width: number, labelWidth: number): Line[] {
  const widths = width >= wideFrom ? wide : narrow;
  const heading: Line = [
    cell("REFLECTOR", labelWidth, { tone: "label" }),
    cell("  state", widths.state, { tone: "dim" }),
    ...(["version", "contact", "objects", "bytes", "events"] as const).map((name) =>
      cell(name, widths[name], { tone: "dim", right: true }),
    ),
  ];
  const used = Object.values(widths).reduce((sum, one) => sum + one, labelWidth);
  return [
    heading,
    ...kinds.map(({ kind, state, resourceVersion, contactAgeMs, objects, bytes, events }): Line => {
      const tone = stateTones[state];
      return [
        cell(` ${kind}`, labelWidth),
        cell(`● ${state}`, widths.state, { tone }),
        cell(resourceVersion === "" ? "–" : resourceVersion, widths.version, { right: true }),
        cell(formatMs(contactAgeMs), widths.contact, { right: true, tone: fault === undefined ? "plain" : "bad" }),
        cell(String(objects), widths.objects, { right: true }),
        cell(formatBytes(bytes), widths.bytes, { right: true }),
        cell(formatRate(events.perSecond), widths.events, { right: true, tone: "strong" }),
        span("  "),
        span(sparkline(events.history, Math.max(0, width - used - 2)), "spark"),
      ];
    }),
  ];
}
