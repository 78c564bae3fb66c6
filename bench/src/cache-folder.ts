import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where the benchmark keeps what is costly to make: corpora, peers, binaries. Outside of the checkout, safe to delete.
 */
export function cacheFolder(...parts: readonly string[]): string {
  const base =
    process.env["CLIENT_TS_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "client-ts");
  return join(base, "bench", ...parts);
}
