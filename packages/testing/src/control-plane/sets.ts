import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "client-ts/errors";
import type { BinaryName } from "./parts.ts";

/** Go modules at pinned versions that build one whole control plane. */
export interface PinnedSet {
  /** The Kubernetes version: `1.37.1`. */
  readonly version: string;
  /** Changes when any pin changes; names the cache directory. */
  readonly key: string;
  /** How each binary is built, in the order that reuses most of what was compiled before. */
  readonly builds: readonly { readonly name: BinaryName; readonly module: string; readonly package: string }[];
}

interface SetsFile {
  readonly default: string;
  readonly sets: Readonly<Record<string, Readonly<Record<"etcd" | "kubernetes" | "kwok" | "kubelet", string>>>>;
}

/** The folder with the pinned modules: next to `src` in the repository, next to `dist` in the package. */
export function pinsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "control-plane/sets.json"))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new ConfigError(
        "the pinned modules of the control plane are missing from this installation of client-ts-testing",
      );
    folder = parent;
  }
  return join(folder, "control-plane");
}

function readSets(): SetsFile {
  return JSON.parse(readFileSync(join(pinsFolder(), "sets.json"), "utf8")) as SetsFile;
}

/** The versions that are pinned, newest first. */
export function pinnedVersions(): string[] {
  return Object.keys(readSets().sets).sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
}

/** The set of a version (`1.37.1`, `v1.37.1` or `1.37`), or the default one. */
export function pinnedSet(version?: string): PinnedSet {
  const { default: newest, sets } = readSets();
  const wanted = version?.replace(/^v/, "") ?? newest;
  const found = sets[wanted] === undefined ? Object.keys(sets).find((name) => name.startsWith(`${wanted}.`)) : wanted;
  const modules = found === undefined ? undefined : sets[found];
  if (found === undefined || modules === undefined) {
    throw new ConfigError(`Kubernetes ${version} is not pinned here; use one of ${pinnedVersions().join(", ")}`);
  }
  const folder = (name: string): string => join(pinsFolder(), "modules", name);
  return {
    version: found,
    key: contentKey(Object.values(modules).map(folder)),
    builds: [
      { name: "etcd", module: folder(modules.etcd), package: "go.etcd.io/etcd/server/v3" },
      { name: "stream-kubelet", module: folder(modules.kubelet), package: "." },
      { name: "kwok", module: folder(modules.kwok), package: "sigs.k8s.io/kwok/cmd/kwok" },
      ...(["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl"] as const).map((name) => ({
        name,
        module: folder(modules.kubernetes),
        package: `k8s.io/kubernetes/cmd/${name}`,
      })),
    ],
  };
}

/** A short hash over the names and contents of the pins. */
function contentKey(folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    for (const name of readdirSync(folder).sort()) {
      hash.update(`${name}\0`);
      hash.update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 12);
}
