import { posix, win32, type PlatformPath } from "node:path";
import { InvalidArgumentError } from "../errors/index.ts";
import { mapEntries } from "./merge.ts";
import type { KubeconfigCluster, KubeconfigData, KubeconfigUser } from "./types.ts";

/** How paths are written here. */
export interface PathRules {
  readonly platform: string;
  readonly cwd: string;
}

/** Node's path functions for a platform. */
export function pathsOf(platform: string): PlatformPath {
  return platform === "win32" ? win32 : posix;
}

/** Whether a path leads to something below the folder. Only the texts are compared; both must be absolute. */
export function isInside(file: string, folder: string, platform: string): boolean {
  const paths = pathsOf(platform);
  const relative = paths.relative(folder, file);
  return relative !== "" && relative !== ".." && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative);
}

/** The folder that paths of an entry from this file are relative to. */
export function baseOf(origin: string, { platform, cwd }: PathRules): string {
  const path = pathsOf(platform);
  const folder = path.dirname(origin);
  return path.isAbsolute(folder) ? folder : path.join(cwd, folder);
}

/**
 * Makes the paths in each entry absolute, against the file it came from. An exec command counts as a path when it has a
 * separator.
 */
export function resolveLocalPaths(data: KubeconfigData, rules: PathRules): KubeconfigData {
  const path = pathsOf(rules.platform);
  const resolve = (value: string, origin: string): string =>
    path.isAbsolute(value) ? value : path.join(baseOf(origin, rules), value);
  return {
    ...data,
    clusters: mapEntries(data.clusters, (cluster, { origin }) =>
      origin === "" ? cluster : inCluster(cluster, (value) => resolve(value, origin)),
    ),
    users: mapEntries(data.users, (user, { origin }) =>
      origin === "" ? user : inUser(user, path.sep, (value) => resolve(value, origin)),
    ),
  };
}

/**
 * Makes paths relative to a folder where that needs no way up; other absolute paths stay. A relative path that leads
 * out of the folder is an InvalidArgumentError.
 */
export function relativizePaths<T extends KubeconfigCluster | KubeconfigUser>(
  value: T,
  base: string,
  rules: PathRules,
): T {
  const path = pathsOf(rules.platform);
  const relativize = (file: string): string => {
    const relative = path.relative(base, path.isAbsolute(file) ? file : path.join(rules.cwd, file));
    if (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
      return relative === "" ? "." : relative;
    if (path.isAbsolute(file)) return file;
    throw new InvalidArgumentError(`the path "${file}" leads out of "${base}" and is not absolute`);
  };
  return (
    "server" in value ? inCluster(value, relativize) : inUser(value as KubeconfigUser, path.sep, relativize)
  ) as T;
}

function inCluster(cluster: KubeconfigCluster, change: (path: string) => string): KubeconfigCluster {
  const file = cluster["certificate-authority"];
  return file === undefined ? cluster : { ...cluster, "certificate-authority": change(file) };
}

function inUser(user: KubeconfigUser, separator: string, change: (path: string) => string): KubeconfigUser {
  const changed = { ...user };
  for (const field of ["client-certificate", "client-key", "tokenFile"] as const) {
    const file = user[field];
    if (file !== undefined) changed[field] = change(file);
  }
  if (user.exec?.command.includes(separator)) changed.exec = { ...user.exec, command: change(user.exec.command) };
  return changed;
}
