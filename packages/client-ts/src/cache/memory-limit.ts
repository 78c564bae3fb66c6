/** What tells how much memory this process may use; a reader gives `undefined` for a file that is not there. */
export interface MemoryFacts {
  readonly readFile: (path: string) => string | undefined;
  /** What the machine has. */
  readonly totalBytes: number;
}

/**
 * How much memory this process may use, in bytes: the smallest limit of its cgroup and the ones above it, version 2 or
 * 1, and never more than the machine has.
 */
export function memoryLimit({ readFile, totalBytes }: MemoryFacts): number {
  let limit = totalBytes;
  for (const { root, path, file } of groupsOf(readFile("/proc/self/cgroup") ?? "")) {
    // In a container the path may be that of the host, and only the root can be read.
    for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf("/"))) {
      limit = Math.min(limit, limitIn(readFile(`${root}${folder}/${file}`)));
      if (folder === "") break;
    }
  }
  return limit;
}

interface MemoryGroup {
  readonly root: string;
  /** Empty for the root, else with a slash at its beginning and none at its end. */
  readonly path: string;
  readonly file: string;
}

/** The groups that limit memory, from `/proc/self/cgroup`: `0::/path` is version 2, `4:memory:/path` version 1. */
function groupsOf(text: string): MemoryGroup[] {
  const groups: MemoryGroup[] = [];
  for (const line of text.split("\n")) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined || path.includes("/..")) continue;
    const clean = path.replace(/\/+$/, "");
    if (controllers === "") groups.push({ root: "/sys/fs/cgroup", path: clean, file: "memory.max" });
    else if (controllers.split(",").includes("memory")) {
      groups.push({ root: "/sys/fs/cgroup/memory", path: clean, file: "memory.limit_in_bytes" });
    }
  }
  return groups;
}

/**
 * A number of bytes; infinity for `max`, and for text that is not a number. Version 1 writes a number near 2^63 when
 * there is no limit.
 */
function limitIn(text: string | undefined): number {
  const value = text?.trim() ?? "";
  return /^\d+$/.test(value) && Number(value) > 0 ? Number(value) : Number.POSITIVE_INFINITY;
}
