import type { Results } from "../results.ts";
import type { BarResult } from "../check-bar.ts";
import { compareRounds, type Comparison } from "../compare-rounds.ts";
import { formatNumber, formatSize, formatTable } from "./format.ts";

/** A column: the metric, its title, and which way is better. */
interface Column {
  readonly metric: string;
  readonly title: string;
  readonly better: "less" | "more" | "neither";
}

const less = (metric: string, title: string): Column => ({ metric, title, better: "less" });
const more = (metric: string, title: string): Column => ({ metric, title, better: "more" });
const plain = (metric: string, title: string): Column => ({ metric, title, better: "neither" });

const sync = [
  less("syncS", "sync s"),
  less("syncCpuS", "sync CPU s"),
  less("stallMs", "stall ms"),
  less("peakRssMB", "peak RSS MB"),
  less("settledRssMB", "settled MB"),
  less("heapMB", "heap+ext MB"),
];
const events = [
  more("eventsPerS", "events/s"),
  less("eventCpuUs", "CPU us/event"),
  plain("handled", "handled"),
  less("eventsPeakRssMB", "peak after MB"),
];
const transfer = [
  less("listCpuMsPerMB", "list CPU ms/MB"),
  more("listTransferMBPerS", "list MB/s"),
  less("watchCpuMsPerMB", "watch CPU ms/MB"),
  more("watchTransferMBPerS", "watch MB/s"),
  more("watchEventsPerS", "watch events/s"),
];

/** The columns of each measure, in the order of the report. */
const columns: Readonly<Record<string, readonly Column[]>> = {
  ceiling: transfer,
  sync,
  million: sync,
  events: [...sync, ...events],
  custom: [...sync, ...events],
  latency: [less("latencyP50Us", "p50 us"), less("latencyP99Us", "p99 us"), plain("handled", "handled")],
  lister: [
    less("listFirstMs", "first list ms"),
    less("listRestMs", "next lists ms"),
    less("listAllMs", "ten lists ms"),
    less("listCpuS", "ten lists, CPU s"),
    less("readCpuS", "sync+lists, CPU s"),
    less("lookupUs", "lookup us"),
  ],
  reads: [
    less("coldStallMs", "cold stall ms"),
    less("coldSliceCpuMs", "longest slice, CPU ms"),
    less("coldReadCpuS", "cold CPU s"),
    less("warmStallMs", "warm stall ms"),
    less("warmReadCpuS", "warm CPU s"),
    less("selectCpuMs", "list by label, CPU ms"),
  ],
  gets: [less("getsMs", "200 GETs ms"), less("getsCpuMs", "CPU ms"), less("connections", "connections")],
  transport: transfer,
  queue: [less("nsPerKey", "ns/key"), plain("nsPerKeyDrained", "ns/key, tryGet")],
  import: [
    less("importMs", "import ms"),
    plain("coreImportMs", "core alone ms"),
    less("importRssMB", "RSS MB"),
    less("installMB", "install MB"),
    less("installFiles", "files"),
  ],
};

/**
 * The tables of everything that was measured: medians, with the interquartile range where it is above 15 % of the
 * median.
 */
export function tables(results: Results): string {
  const parts: string[] = [];
  for (const [measure, group] of grouped(results)) {
    const shown = (columns[measure.name] ?? []).filter(({ metric }) =>
      group.some((c) => results.summary(measure.name, c, measure.size, metric)),
    );
    const rows = group.map((contender) => [
      contender,
      ...shown.map(({ metric }) => cell(results, measure, contender, metric)),
    ]);
    parts.push(
      `${measure.name} ${formatSize(measure.size)}\n${formatTable(["", ...shown.map(({ title }) => title)], rows)}`,
    );
    for (const failure of results.failures) {
      if (failure.measure === measure.name && failure.size === measure.size)
        parts.push(`  ${failure.contender}: ${failure.reason.slice(0, 200)}`);
    }
  }
  return parts.join("\n\n");
}

/** Where client-ts, nothing read, is worse than a peer by more than a twentieth. */
export function losses(results: Results): string[] {
  const lost: string[] = [];
  for (const [{ name, size }, group] of grouped(results)) {
    for (const { metric, title, better } of columns[name] ?? []) {
      const ours = results.summary(name, "client-ts", size, metric)?.median;
      if (ours === undefined || better === "neither") continue;
      for (const contender of group) {
        const theirs = contender.startsWith("client-ts")
          ? undefined
          : results.summary(name, contender, size, metric)?.median;
        if (theirs === undefined || theirs === 0 || ours === 0) continue;
        const worse = better === "less" ? ours / theirs : theirs / ours;
        if (worse > 1.05) {
          lost.push(
            `${name} ${formatSize(size)}, ${title}: ${formatNumber(ours)} against ${formatNumber(theirs)} of ${contender} (${worse.toFixed(2)}x worse)`,
          );
        }
      }
    }
  }
  return lost;
}

/** A figure of client-ts and of its earlier state. */
export interface NamedComparison extends Comparison {
  readonly name: string;
}

/** Every figure that both states of client-ts have. */
export function comparisons(results: Results): NamedComparison[] {
  return grouped(results).flatMap(([{ name, size }]) =>
    (columns[name] ?? []).flatMap(({ metric, title, better }) => {
      const series = (contender: string) => results.series(name, contender, size, metric);
      if (better === "neither") return [];
      const comparison = compareRounds(series("client-ts"), series("client-ts, earlier"), better);
      return comparison === undefined ? [] : [{ name: `${name} ${formatSize(size)}, ${title}`, ...comparison }];
    }),
  );
}

/** One line for each figure of two states. */
export function comparisonLines(compared: readonly NamedComparison[]): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const rows = compared.map(({ name, now, before, worseBy, spread, isWorse }) => [
    name,
    formatNumber(before.median),
    formatNumber(now.median),
    worseBy > 0 ? `${percent(worseBy)} worse` : `${percent(-worseBy)} better`,
    percent(spread),
    String(now.n),
    isWorse ? "WORSE" : "",
  ]);
  return formatTable(["figure", "earlier", "now", "median", "spread", "rounds", ""], rows);
}

/** One line for each bar. */
export function barLines(barResults: readonly BarResult[]): string {
  const show = (value: number | null): string => (value === null ? "" : formatNumber(value));
  const rows = barResults.map((v) => [
    `${v.id} ${v.name}`,
    show(v.ours),
    show(v.theirs),
    show(v.ratio),
    v.bar,
    v.spread === null ? "" : `${Math.round(v.spread * 100)} %`,
    v.outcome.toUpperCase(),
    v.note,
  ]);
  return formatTable(["bar", "ours", "theirs", "ratio", "must be", "spread", "result", ""], rows);
}

interface Group {
  readonly name: string;
  readonly size: number;
}

/** The contenders of each measure and size, in the order of the report. */
function grouped(results: Results): [Group, string[]][] {
  const found = new Map<string, [Group, string[]]>();
  const entries = [...results.figures(), ...results.failures];
  for (const { measure, size, contender } of entries) {
    const key = `${measure} ${size}`;
    const group = found.get(key) ?? [{ name: measure, size }, []];
    found.set(key, group);
    if (!group[1].includes(contender)) group[1].push(contender);
  }
  const order = Object.keys(columns);
  return [...found.values()].sort(([a], [b]) => order.indexOf(a.name) - order.indexOf(b.name) || a.size - b.size);
}

function cell(results: Results, { name, size }: Group, contender: string, metric: string): string {
  const found = results.summary(name, contender, size, metric);
  if (found === undefined) return "";
  return formatNumber(found.median) + (found.spread > 0.15 ? ` ±${Math.round(found.spread * 50)}%` : "");
}
