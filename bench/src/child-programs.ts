/** Programs that a benchmark runs beside each other, each in its own process: ours, a peer's on Node, one in Go. */

import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rolldown } from "rolldown";
import { cacheFolder } from "./cache-folder.ts";
import { repository } from "./programs.ts";

/** What happened in a program, after how long, and what the process had used until then. */
export interface ProgramReport {
  readonly event: string;
  /** Since the process was started. */
  readonly ms: number;
  readonly cpuSeconds: number;
  readonly peakMB: number;
  /** On the wall clock. */
  readonly at: number;
}

/** Runs a program to its end and gives what it reported, by event. It must report `done`. */
export async function runProgram(
  [file = "", ...args]: readonly string[],
  input: object,
  onReport: (event: string) => Promise<void> = async () => {},
): Promise<ReadonlyMap<string, ProgramReport>> {
  // As in a container: objects are not frozen there.
  const env = { ...process.env, NODE_ENV: "production" };
  const began = Date.now();
  const child = spawn(file, [...args, JSON.stringify(input)], { stdio: ["ignore", "pipe", "inherit"], env });
  const reports = new Map<string, ProgramReport>();
  for await (const line of createInterface({ input: child.stdout })) {
    const report = JSON.parse(line) as Omit<ProgramReport, "ms">;
    reports.set(report.event, { ...report, ms: report.at - began });
    await onReport(report.event);
  }
  if (!reports.has("done")) throw new Error(`${file} ended before it was done`);
  return reports;
}

/** A program of `bench/src` as one file, as a user would ship it. */
export async function bundleProgram(source: string): Promise<string> {
  const [folder = "", name = ""] = source.split("/");
  const bundle = await rolldown({
    input: { [name]: join(repository, "bench/src", `${source}.ts`) },
    external: (id) => id.startsWith("node:") || id === "yaml" || id === "ws",
    platform: "node",
    resolve: { conditionNames: ["client-ts-source", "import", "node", "default"] },
    logLevel: "warn",
  });
  const out = join(repository, "bench/dist", folder);
  await bundle.write({ dir: out, format: "esm", entryFileNames: "[name].mjs", minify: true });
  await bundle.close();
  return join(out, `${name}.mjs`);
}

/** A program of `bench/go`, built once for each state of its sources by Go's own cache. */
export function buildGoProgram(folder: string): string {
  const binary = join(cacheFolder(), `bench-${folder}`);
  execFileSync("go", ["build", "-o", binary, `./${folder}`], {
    cwd: join(repository, "bench/go"),
    stdio: ["ignore", "inherit", "inherit"],
  });
  return binary;
}
