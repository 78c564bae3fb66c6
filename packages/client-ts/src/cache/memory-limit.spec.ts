import { describe, expect, it } from "vitest";
import { memoryLimit } from "./memory-limit.ts";
import { defaultCacheBytes } from "./node/memory.ts";

const gib = 2 ** 30;

function limit(files: Record<string, string>, totalBytes = 64 * gib): number {
  return memoryLimit({ readFile: (path) => files[path], totalBytes });
}

describe("the memory that this process may use", () => {
  it("is the machine's when no cgroup limits it", () => {
    expect(limit({})).toBe(64 * gib);
    expect(limit({ "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "max\n" })).toBe(64 * gib);
    expect(limit({ "/proc/self/cgroup": "0::/user.slice\n" })).toBe(64 * gib);
    const unlimited = {
      "/proc/self/cgroup": "4:memory:/\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    };
    expect(limit(unlimited)).toBe(64 * gib);
  });

  it("is that of a container, by cgroup version 2 and version 1", () => {
    expect(limit({ "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": `${2 * gib}\n` })).toBe(2 * gib);
    const files = {
      "/proc/self/cgroup": "12:cpu,cpuacct:/docker/ab\n4:memory:/docker/ab\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": `${gib}\n`,
    };
    expect(limit(files)).toBe(gib);
  });

  it("is the smallest of the groups above the process", () => {
    const files = {
      "/proc/self/cgroup": "0::/a/b/c\n",
      "/sys/fs/cgroup/a/b/c/memory.max": "max",
      "/sys/fs/cgroup/a/b/memory.max": `${3 * gib}`,
      "/sys/fs/cgroup/a/memory.max": `${5 * gib}`,
    };
    expect(limit(files)).toBe(3 * gib);
  });

  it("is never more than the machine has, and ignores text that is not a number", () => {
    expect(limit({ "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": `${100 * gib}` })).toBe(64 * gib);
    for (const odd of ["", "0", "-1", "much", "1e3"]) {
      expect(limit({ "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": odd })).toBe(64 * gib);
    }
    expect(limit({ "/proc/self/cgroup": "nonsense\n0::/../..\n", "/sys/fs/cgroup/memory.max": "5" })).toBe(64 * gib);
  });

  it("gives each cache a quarter by default, on this machine too", () => {
    expect(defaultCacheBytes()).toBeGreaterThan(2 ** 20);
    expect(Number.isSafeInteger(defaultCacheBytes())).toBe(true);
  });
});
