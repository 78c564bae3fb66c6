import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "client-ts/errors";
import { systemClock } from "client-ts/util";

/** A reservation is forgotten after this long: by then its process listens, or never will. */
const staleMs = 120_000;

/**
 * Reserves free ports on 127.0.0.1. A lock file per port keeps two launchers of one machine from choosing the same in
 * the moment between asking and listening.
 */
export async function reservePorts(count: number): Promise<number[]> {
  const folder = join(tmpdir(), "client-ts-ports");
  mkdirSync(folder, { recursive: true, mode: 0o777 });
  forgetStale(folder);
  const ports: number[] = [];
  for (let tries = 0; ports.length < count && tries < count + 100; tries++) {
    const port = await freePort();
    if (take(join(folder, `port-${port}`))) ports.push(port);
  }
  if (ports.length < count) throw new ConfigError(`no ${count} free ports on 127.0.0.1 could be reserved`);
  return ports;
}

/** Fails clearly when a port that the caller asked for is taken. */
export async function ensureFree(port: number): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    throw new ConfigError(
      `port ${port} on 127.0.0.1 is in use: choose another one, or leave it out to get a free one`,
      { cause: error },
    );
  }
}

function freePort(): Promise<number> {
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const { port: chosen } = server.address() as { port: number };
      server.close(() => resolve(chosen));
    });
  });
}

function take(path: string): boolean {
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch {
    return false;
  }
}

function forgetStale(folder: string): void {
  const now = systemClock.now();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    try {
      if (now - statSync(path).mtimeMs > staleMs) rmSync(path, { force: true });
    } catch {
      // Another launcher was faster.
    }
  }
}
