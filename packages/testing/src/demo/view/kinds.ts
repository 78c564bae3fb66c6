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

const widths = { state: 12, version: 8, contact: 8, objects: 8, bytes: 9, events: 7 } as const;

/** The reflectors and caches, one row for each kind, below a row of headings. */
export function kindLines({ kinds, fault }: PipelineState, width: number, labelWidth: number): Line[] {
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
