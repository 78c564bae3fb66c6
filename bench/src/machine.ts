import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import type { BenchEnvironment } from "./contenders.ts";
import { repository } from "./programs.ts";

/** Where it ran. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly system: string;
  /**
   * Load average of the last minute before the run: above a tenth of the cores, the figures are those of a shared
   * machine.
   */
  readonly loadBefore: number;
}

/** The machine as it is now. */
export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    loadBefore: Math.round((loadavg()[0] as number) * 100) / 100,
  };
}

/** The versions of everything that was measured. */
export function describeVersions(here: BenchEnvironment): Record<string, string> {
  const run = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: "utf8" }).trim();
  const manifest = (path: string): { readonly version: string } =>
    JSON.parse(readFileSync(path, "utf8")) as { version: string };
  const goModule = readFileSync(join(repository, "bench/go/go.mod"), "utf8");
  return {
    "client-ts": `${manifest(join(repository, "packages/client-ts/package.json")).version} (${here.programs.from})`,
    "client-node":
      here.peers === undefined
        ? "not here"
        : manifest(join(here.peers, "node_modules/@kubernetes/client-node/package.json")).version,
    "client-go": here.go === undefined ? "not here" : (/client-go (v\S+)/.exec(goModule)?.[1] ?? "unknown"),
    go: here.go === undefined ? "not here" : run(here.go, "version"),
    node: run(here.node, "--version"),
    "node (oldest)": here.oldNode === undefined ? "not here" : run(here.oldNode, "--version"),
  };
}
