// Newer Nodes for tests and benchmarks, from the npm registry, kept in the user's cache.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The versions that the project promises to work on, in addition to the oldest (Node 20). */
export const nodeVersions = { 22: "22.23.3", 24: "24.21.0", 26: "26.10.0" };

/**
 * The path of a Node binary of a major version; installs it from npm on first use. `undefined` where there is no such
 * package for the platform of this machine.
 * @param {22 | 24 | 26} major
 * @param {{ readonly install?: boolean }} [options] With `install: false` only one that is there already.
 * @returns {string | undefined}
 */
export function nodeBinary(major, { install = true } = {}) {
  const version = nodeVersions[major];
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const cache = join(
    process.env["CLIENT_TS_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "client-ts"),
    "nodes",
  );
  const folder = join(cache, version);
  const binary = join(folder, "node_modules", name, "bin/node");
  if (existsSync(binary)) return binary;
  if (!install) return undefined;
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    writeFileSync(join(partial, "package.json"), '{"private":true}');
    execFileSync(
      "npm",
      ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", `${name}@${version}`],
      {
        cwd: partial,
        stdio: "pipe",
      },
    );
    renameSync(partial, folder);
    return binary;
  } catch {
    return existsSync(binary) ? binary : undefined;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
