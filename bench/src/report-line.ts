import { readFileSync } from "node:fs";

/** Prints one line for the runner (`ProgramReport`). */
export function reportLine(event: string): void {
  const { user, system } = process.cpuUsage();
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  console.log(
    JSON.stringify({ event, cpuSeconds: (user + system) / 1e6, peakMB: Number(peak) / 1024, at: Date.now() }),
  );
}
