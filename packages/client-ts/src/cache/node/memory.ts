import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { memoryLimit } from "../memory-limit.ts";

let known: number | undefined;

/**
 * How many bytes a cache may hold by default: a quarter of what the process's cgroup, or else the machine, has.
 * Found out once.
 */
export function defaultCacheBytes(): number {
  known ??= Math.floor(memoryLimit({ readFile, totalBytes: totalmem() }) / 4);
  return known;
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
