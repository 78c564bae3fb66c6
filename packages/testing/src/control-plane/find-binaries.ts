import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "client-ts/errors";
import type { Environment } from "client-ts/internal";
import { cacheDirectory, envtestStore, platformName } from "./directories.ts";
import type { BinaryName } from "./parts.ts";
import { pinnedSet } from "./sets.ts";

/** Options of {@link findBinaries}. */
export interface FindBinariesOptions {
  /** A directory that is asked first. */
  readonly directory?: string | undefined;
  /** The Kubernetes version; default the newest pinned one. */
  readonly version?: string | undefined;
  readonly env?: Environment | undefined;
}

/** Paths of the binaries that were found. */
export type Binaries = ReadonlyMap<BinaryName, string>;

/**
 * Finds the binaries of a control plane. For each one, the first of these that has it: the given directory;
 * `TEST_ASSET_<NAME>`; `KUBEBUILDER_ASSETS`; the cache that `client-ts control-plane setup` fills; the store of
 * setup-envtest; `/usr/local/kubebuilder/bin`. Throws a ConfigError that names what is missing and the command that
 * brings it.
 */
export function findBinaries(names: readonly BinaryName[], options: FindBinariesOptions = {}): Binaries {
  const found = new Map<BinaryName, string>();
  const missing: string[] = [];
  for (const name of names) {
    const path = candidates(name, options).find(existsSync);
    if (path === undefined) missing.push(name);
    else found.set(name, executable(path));
  }
  if (missing.length === 0) return found;
  const version = options.version === undefined ? "" : ` --version ${options.version}`;
  throw new ConfigError(
    `the control plane needs ${missing.join(", ")}: run "npx client-ts control-plane setup${version} --from-source" (needs Go), or "npx client-ts control-plane setup${version}" ` +
      "for etcd, kube-apiserver and kubectl alone, or set KUBEBUILDER_ASSETS to a directory that has them",
  );
}

/** Whether all of these can be found. */
export function hasBinaries(names: readonly BinaryName[], options: FindBinariesOptions = {}): boolean {
  return names.every((name) => candidates(name, options).some(existsSync));
}

/** Where the cache keeps the set of a version. */
export function setDirectory(version: string | undefined, env: Environment): string {
  const { version: exact, key } = pinnedSet(version);
  return join(cacheDirectory(env), `${exact}-${key}`);
}

function candidates(name: BinaryName, { directory, version, env = process.env }: FindBinariesOptions): string[] {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  if (directory !== undefined) return [join(directory, file)];
  const asset = env[`TEST_ASSET_${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`];
  if (asset !== undefined && asset !== "") return [asset];
  const places: string[] = [];
  if (env["KUBEBUILDER_ASSETS"]) places.push(env["KUBEBUILDER_ASSETS"]);
  places.push(...cachedSets(version, env), ...envtestVersions(version, env), "/usr/local/kubebuilder/bin");
  return places.map((place) => join(place, file));
}

/** The pinned set's directory, and downloaded ones of that version. An unknown version has none. */
function cachedSets(version: string | undefined, env: Environment): string[] {
  const downloaded =
    version === undefined ? [] : [join(cacheDirectory(env), `${version.replace(/^v/, "")}-${platformName()}`)];
  try {
    return [setDirectory(version, env), ...downloaded];
  } catch {
    return downloaded;
  }
}

function envtestVersions(version: string | undefined, env: Environment): string[] {
  const store = envtestStore(env);
  if (!existsSync(store)) return [];
  const wanted = version?.replace(/^v/, "") ?? "";
  return readdirSync(store)
    .filter(
      (name) =>
        name.endsWith(`-${platformName()}`) &&
        (wanted === "" || name === `${wanted}-${platformName()}` || name.startsWith(`${wanted}.`)),
    )
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .map((name) => join(store, name));
}

function executable(path: string): string {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    throw new ConfigError(`${path} cannot be executed: it lacks the execute permission (chmod +x "${path}")`);
  }
}
