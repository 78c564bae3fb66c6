import { systemClock, type Clock } from "../util/index.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import type { Host } from "./host.ts";
import { pathsOf } from "./paths.ts";

/** Options of {@link withFileLocks}. */
export interface LockOptions {
  readonly host: Host;
  readonly clock?: Clock | undefined;
  /** How long to wait for another holder. Default 10 s; 0 fails at once, as kubectl does. */
  readonly timeoutMs?: number | undefined;
  /**
   * When a lock that does not say who holds it counts as left behind. Default 60 s: kubectl holds its own for
   * milliseconds.
   */
  readonly staleAfterMs?: number | undefined;
}

/**
 * Runs while holding `<file>.lock` of each file, which is how kubectl keeps two writers apart. Locks are taken in the
 * order of their names, so two processes never wait for each other in a circle, and released in any case. kubectl's
 * lock is an empty file, and one left by a crash blocks kubectl forever; ours says which process holds it, and one
 * whose process is gone is removed.
 */
export async function withFileLocks<T>(
  files: readonly string[],
  options: LockOptions,
  run: () => Promise<T>,
): Promise<T> {
  const { host } = options;
  const held: string[] = [];
  try {
    for (const file of [...new Set(files)].filter((name) => name !== "").sort()) {
      await host.makeFolder(pathsOf(host.platform).dirname(file), 0o755);
      await take(`${file}.lock`, options);
      held.push(`${file}.lock`);
    }
    return await run();
  } finally {
    for (const lock of held) await host.remove(lock);
  }
}

async function take(lock: string, options: LockOptions): Promise<void> {
  const { host, clock = systemClock, timeoutMs = 10_000 } = options;
  const deadline = clock.monotonic() + timeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    if (await host.createExclusive(lock, ownerOf(host))) return;
    if ((await isStale(lock, options)) && (await removeStale(lock, options))) continue;
    if (clock.monotonic() >= deadline) {
      throw new KubeconfigError(
        "locked",
        `"${lock}" exists: another process is writing the kubeconfig, or crashed while writing; remove the file if no process is`,
      );
    }
    await new Promise<void>((resolve) => clock.setTimer(pauseMs, resolve));
  }
}

/**
 * Removes a lock that was left behind, unless another process is about to. Two that find it at once must not both
 * remove it: the second would take the lock that the first has made by then. So a process that removes one holds a lock
 * for that, and looks again when it has it.
 */
async function removeStale(lock: string, options: LockOptions): Promise<boolean> {
  const { host } = options;
  const removing = `${lock}.removing`;
  if (!(await host.createExclusive(removing, ownerOf(host)))) {
    if (await isStale(removing, options)) await host.remove(removing);
    return false;
  }
  try {
    if (await isStale(lock, options)) await host.remove(lock);
    return true;
  } finally {
    await host.remove(removing);
  }
}

/** Whether a lock was left behind: its process is gone, or it does not say whose it is and is old. */
async function isStale(
  lock: string,
  { host, clock = systemClock, staleAfterMs = 60_000 }: LockOptions,
): Promise<boolean> {
  const facts = await host.stat(lock).catch(() => undefined);
  if (facts === undefined) return false;
  // kubectl's lock may not be readable to us (it has no permission bits); its age still counts.
  const bytes = await host.readFile(lock, { maxBytes: 1024 }).catch(() => new Uint8Array());
  const [, pid, hostname] = /^([0-9]+) (\S+)\n$/.exec(Buffer.from(bytes).toString("utf8")) ?? [];
  if (pid !== undefined && hostname === host.hostname) return !host.isProcessAlive(Number(pid));
  return clock.now() - facts.modifiedMs > staleAfterMs;
}

function ownerOf(host: Host): string {
  return `${host.pid} ${host.hostname}\n`;
}
