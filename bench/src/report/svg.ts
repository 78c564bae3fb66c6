import { formatNumber, formatSize } from "./format.ts";

/** One line of a chart. */
export interface Line {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** One bar of a chart. */
export interface BarOf {
  readonly name: string;
  readonly value: number;
}

const colours = ["#2563eb", "#d97706", "#059669", "#9333ea", "#dc2626", "#475569", "#0891b2", "#be185d"];
const [width, height, left, right, top, bottom] = [720, 400, 70, 200, 50, 50];

/** A chart of lines over numbers of objects, both axes logarithmic: parallel lines grow alike. */
export function lineChart(title: string, unit: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const xs = [...new Set(points.map((p) => p.x))].sort((a, b) => a - b);
  const [x0, x1] = [xs[0] ?? 1, xs.at(-1) ?? 10];
  const decades = decadesOf(points.map((p) => p.y));
  const [y0, y1] = [decades[0] as number, decades.at(-1) as number];
  const share = (v: number, low: number, high: number): number =>
    low === high ? 0.5 : Math.log(v / low) / Math.log(high / low);
  const px = (x: number): number => left + share(x, x0, x1) * (width - left - right);
  const py = (y: number): number => height - bottom - share(y, y0, y1) * (height - top - bottom);
  const grid = decades.map(
    (y) => `${rule(left, py(y), width - right, py(y))}${text(left - 8, py(y) + 4, formatNumber(y), "end")}`,
  );
  const marks = xs.map((x) => text(px(x), height - bottom + 20, formatSize(x), "middle"));
  const drawn = lines.map((line, i) => {
    const colour = colours[i % colours.length] as string;
    const sorted = [...line.points].sort((a, b) => a.x - b.x);
    const path = sorted.map((p, k) => `${k === 0 ? "M" : "L"}${px(p.x).toFixed(1)} ${py(p.y).toFixed(1)}`).join(" ");
    const dots = sorted.map(
      (p) =>
        `<circle cx="${px(p.x).toFixed(1)}" cy="${py(p.y).toFixed(1)}" r="3.5" fill="${colour}"><title>${escaped(`${line.name}, ${formatSize(p.x)}: ${formatNumber(p.y)} ${unit}`)}</title></circle>`,
    );
    const legend = `<rect x="${width - right + 16}" y="${top + i * 22}" width="12" height="12" fill="${colour}"/>${text(width - right + 34, top + 10 + i * 22, line.name)}`;
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join("")}${legend}`;
  });
  return picture(title, `${unit}, by number of objects (both axes logarithmic)`, height, [...grid, ...marks, ...drawn]);
}

/** A chart of bars, the longest first. */
export function barChart(title: string, unit: string, bars: readonly BarOf[]): string {
  const sorted = [...bars].sort((a, b) => b.value - a.value);
  const most = Math.max(1, ...sorted.map((bar) => bar.value));
  const from = 220;
  const drawn = sorted.map((bar, i) => {
    const y = top + 10 + i * 28;
    const length = (bar.value / most) * (width - from - 90);
    const colour = bar.name.startsWith("client-ts") ? colours[0] : colours[5];
    return `${text(from - 10, y + 14, bar.name, "end")}<rect x="${from}" y="${y}" width="${length.toFixed(1)}" height="20" fill="${colour}"/>${text(from + length + 6, y + 14, formatNumber(bar.value))}`;
  });
  return picture(title, unit, top + 30 + sorted.length * 28, drawn);
}

/** Powers of ten, with twos and fives, that hold all values. */
function decadesOf(values: readonly number[]): number[] {
  const positive = values.filter((value) => value > 0);
  const [low, high] = [Math.min(...positive, 1e9), Math.max(...positive, 1e-9)];
  const steps: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of [1, 2, 5]) steps.push(step * 10 ** power);
  }
  const first = steps.findLastIndex((step) => step <= low);
  const last = steps.findIndex((step) => step >= high);
  return steps.slice(Math.max(0, first), last < 0 ? undefined : Math.max(last, first + 1) + 1);
}

function picture(title: string, subtitle: string, tall: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${tall}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${tall}" fill="#ffffff"/>`,
    `<text x="16" y="22" font-size="15" font-weight="600" fill="#111827">${escaped(title)}</text>`,
    text(16, 39, subtitle),
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function text(x: number, y: number, content: string, anchor = "start"): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#374151">${escaped(content)}</text>`;
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1.toFixed(1)}" x2="${x2}" y2="${y2.toFixed(1)}" stroke="#e5e7eb"/>`;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
