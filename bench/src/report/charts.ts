import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Results } from "../results.ts";
import { barChart, type Line, lineChart } from "./svg.ts";

const shown = ["client-ts", "client-node", "client-go protobuf", "client-go protobuf, streaming"];

/** Writes the charts that the README shows; those without figures are left as they are. Gives the files. */
export function writeCharts(results: Results, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  const write = (name: string, svg: string): void => {
    writeFileSync(join(folder, name), svg);
    written.push(name);
  };
  const memory = linesOf(results, "peakRssMB");
  if (memory.some(({ points }) => points.length > 1))
    write("memory.svg", lineChart("Peak memory of a Pod informer", "MB of resident memory", memory));
  const time = linesOf(results, "syncS");
  if (time.some(({ points }) => points.length > 1))
    write("sync.svg", lineChart("Time to fill a Pod informer", "seconds", time));
  const bars = results
    .figures()
    .filter(({ measure, metric, size }) => measure === "events" && metric === "eventsPerS" && size === 10_000)
    .map(({ contender, median }) => ({ name: contender, value: median }));
  if (bars.length > 0)
    write("events.svg", barChart("Watch events handled", "events per second, 10k Pods in the cache", bars));
  return written;
}

function linesOf(results: Results, metric: string): Line[] {
  const figures = results.figures().filter((figure) => figure.measure === "sync" && figure.metric === metric);
  return shown
    .map((name) => ({
      name,
      points: figures.filter((f) => f.contender === name).map((f) => ({ x: f.size, y: f.median })),
    }))
    .filter(({ points }) => points.length > 0);
}
