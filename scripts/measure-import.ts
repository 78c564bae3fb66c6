// Measures what importing the built core costs: the median of 20 processes, against an empty program. Run after `npm run build`: npm run measure:import
// Fails above 20 ms or 15 MB on Node 20.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "./house/source-tree.ts";

interface Cost {
  readonly ms: number;
  readonly mb: number;
}

const rounds = 20;
const entry = pathToFileURL(join(repository, "packages/client-ts/dist/index.js")).href;
const group = pathToFileURL(join(repository, "packages/client-ts/dist/api/core/v1.js")).href;

const core = measure([entry]);
const withGroup = measure([entry, group]);
const handles = Number(
  run(
    `await import(${JSON.stringify(entry)}); console.log(process.getActiveResourcesInfo().filter((r) => !/TTYWrap|PipeWrap|FSReq|CloseReq|TickObject|Immediate/.test(r)).length)`,
  ),
);
console.log(
  `figure: import of the core ${core.ms.toFixed(1)} ms, ${core.mb.toFixed(1)} MB (median of ${rounds} processes, Node ${process.versions.node})`,
);
console.log(`figure: core and one group-version ${(withGroup.ms - core.ms).toFixed(2)} ms more`);
if (handles > 0) fail(`importing the core left ${handles} handles open`);
if (core.ms > 20) fail(`importing the core takes ${core.ms.toFixed(1)} ms; 20 are allowed`);
if (core.mb > 15) fail(`importing the core takes ${core.mb.toFixed(1)} MB; 15 are allowed`);

/** The cost of importing modules one after the other, in processes of their own; median over the rounds. */
function measure(modules: readonly string[]): Cost {
  const code = `
    await import("data:text/javascript,"); // the loader's own start is not ours
    const rss = () => process.memoryUsage().rss / 1e6;
    const before = rss(), start = performance.now();
    for (const module of ${JSON.stringify(modules)}) await import(module);
    console.log(JSON.stringify({ ms: performance.now() - start, mb: rss() - before }));`;
  const costs = Array.from({ length: rounds }, () => JSON.parse(run(code)) as Cost);
  return { ms: median(costs.map((c) => c.ms)), mb: median(costs.map((c) => c.mb)) };
}

function run(code: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
