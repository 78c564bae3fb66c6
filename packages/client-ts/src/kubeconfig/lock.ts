import { systemClock, type Clock } from "../util/index.ts";
import { KubeconfigError } from "./errors.ts";
import type { Host } from "./host.ts";
import { pathsOf } from "./paths.ts";

/** Options of {@link withFileLocks}. */
export interface LockOptions {
  readonly host: Host;
  readonly clock?: Clock;
  /** How long to wait for another holder. Default 10 s; 0 fails at once, as kubectl does. */
  readonly timeoutMs?: number;
  /** When a lock that does not say who holds it counts as left behind. Default 60 s: kubectl holds its own for milliseconds. */
  readonly staleAfterMs?: number;
}

/**
 * Runs while holding `<file>.lock` of each file, which is how kubectl keeps two writers apart. Locks are taken in the order of their names, so
 * two processes never wait for each other in a circle, and given back in any case. kubectl's lock is an empty file, and one left by a crash
 * blocks kubectl for ever; ours says which process holds it, and one whose process is gone is taken away.
 */
export async function withFileLocks<T>(files: readonly string[], options: LockOptions, run: () => Promise<T>): Promise<T> {
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

async function take(lock: string, { host, clock = systemClock, timeoutMs = 10_000, staleAfterMs = 60_000 }: LockOptions): Promise<void> {
  const deadline = clock.monotonic() + timeoutMs;
  for (;;) {
    if (await host.createExclusive(lock, `${host.pid} ${host.hostname}\n`)) return;
    const staleSince = await staleTime(lock, host, clock, staleAfterMs);
    if (staleSince !== undefined) {
      await host.removeIfUnchanged(lock, staleSince);
      continue;
    }
    if (clock.monotonic() >= deadline) {
      throw new KubeconfigError(
        "locked",
        `"${lock}" exists: another process writes the kubeconfig, or died doing so; remove it if none does`,
      );
    }
    await new Promise<void>((resolve) => clock.setTimer(50, resolve));
  }
}

/** When a lock that was left behind was made; `undefined` for one that somebody holds. */
async function staleTime(lock: string, host: Host, clock: Clock, staleAfterMs: number): Promise<number | undefined> {
  const facts = await host.stat(lock).catch(() => undefined);
  if (facts === undefined) return undefined;
  // kubectl's lock may not be readable to us (it has no permission bits); its age still counts.
  const bytes = await host.readFile(lock, { maxBytes: 1024 }).catch(() => new Uint8Array());
  const [, pid, hostname] = /^([0-9]+) (\S+)\n$/.exec(Buffer.from(bytes).toString("utf8")) ?? [];
  const stale =
    pid !== undefined && hostname === host.hostname ? !host.isProcessAlive(Number(pid)) : clock.now() - facts.modifiedMs > staleAfterMs;
  return stale ? facts.modifiedMs : undefined;
}
