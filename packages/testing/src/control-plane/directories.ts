import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "client-ts/internal";

/** Where built and downloaded binaries are kept: `CLIENT_TS_CACHE`, else the user's cache directory. */
export function cacheDirectory(env: Environment): string {
  if (env["CLIENT_TS_CACHE"]) return join(env["CLIENT_TS_CACHE"], "control-plane");
  if (process.platform === "win32") return join(env["LOCALAPPDATA"] ?? homedir(), "client-ts", "control-plane");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "client-ts", "control-plane");
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "client-ts", "control-plane");
}

/** Where setup-envtest keeps its binaries: `<data>/k8s/<version>-<os>-<arch>`. */
export function envtestStore(env: Environment): string {
  if (process.platform === "win32") return join(env["LOCALAPPDATA"] ?? homedir(), "kubebuilder-envtest", "k8s");
  if (process.platform === "darwin")
    return join(homedir(), "Library", "Application Support", "io.kubebuilder.envtest", "k8s");
  return join(env["XDG_DATA_HOME"] || join(homedir(), ".local", "share"), "kubebuilder-envtest", "k8s");
}

/** This machine in Go's words: `linux-amd64`. */
export function platformName(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "x64" ? "amd64" : process.arch === "ppc64" ? "ppc64le" : process.arch;
  return `${os}-${arch}`;
}
