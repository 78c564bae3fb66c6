import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { AbortedError, ConfigError } from "client-ts/errors";
import { onAbort } from "client-ts/internal";
import { type Clock, systemClock } from "client-ts/util";
import type { Environment } from "client-ts/internal";
import { setDirectory } from "./find-binaries.ts";
import { pinnedSet } from "./sets.ts";

/** Receives the progress of a setup, line by line. */
export type OnProgress = (line: string) => void;

/** Options of {@link buildFromSource}. */
export interface BuildOptions {
  /** The Kubernetes version; default the newest pinned one. */
  readonly version?: string | undefined;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly env?: Environment | undefined;
  readonly clock?: Clock | undefined;
  /** The Go command. Default `go`. */
  readonly go?: string | undefined;
}

/**
 * Builds every binary of a pinned set from its Go modules into the cache and says where they are. Does nothing when
 * they are there. Partial results are in a directory of their own, which is renamed at the end, so that the cache never
 * holds half a set.
 */
export async function buildFromSource(options: BuildOptions = {}): Promise<string> {
  const { onProgress = () => {}, signal, env = process.env, clock = systemClock, go = "go" } = options;
  const { version, builds } = pinnedSet(options.version);
  const target = setDirectory(version, env);
  if (existsSync(target)) {
    onProgress(`the binaries of Kubernetes ${version} are in ${target}`);
    return target;
  }
  const partial = `${target}.partial-${process.pid}`;
  makeDirectory(partial);
  try {
    const started = clock.monotonic();
    for (const [done, { name, module, package: path }] of builds.entries()) {
      const left = builds.slice(done).map((build) => build.name);
      onProgress(
        `building ${name} (${done + 1} of ${builds.length}, ${seconds(clock.monotonic() - started)} so far, left: ${left.join(", ")})`,
      );
      const begun = clock.monotonic();
      // The package's own files may be read-only, and Go writes next to go.mod.
      const workspace = join(partial, ".src", name);
      cpSync(module, workspace, { recursive: true });
      const args = ["build", "-trimpath", "-ldflags", linkerFlags(version), "-o", join(partial, name), path];
      await runGo(go, args, workspace, env, name, signal);
      onProgress(`built ${name} in ${seconds(clock.monotonic() - begun)}`);
    }
    rmSync(join(partial, ".src"), { recursive: true, force: true });
    renameSync(partial, target);
    onProgress(`the binaries of Kubernetes ${version} are in ${target}`);
    return target;
  } catch (error) {
    // Another process may have finished the same set in the meantime.
    if (existsSync(target)) return target;
    throw error;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Makes a directory of the cache, or says clearly why it cannot be made. */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new ConfigError(
      `the cache directory ${dirname(path)} cannot be written: set CLIENT_TS_CACHE to one that can`,
      { cause: error },
    );
  }
}

/** Without these the server calls itself v0.0.0-master, and kubectl warns. */
function linkerFlags(version: string): string {
  const [major, minor] = version.split(".");
  const packages = ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"];
  return [
    "-s",
    "-w",
    ...packages.flatMap((p) => [
      `-X ${p}.gitVersion=v${version}`,
      `-X ${p}.gitMajor=${major}`,
      `-X ${p}.gitMinor=${minor}`,
    ]),
  ].join(" ");
}

function runGo(
  go: string,
  args: readonly string[],
  cwd: string,
  env: Environment,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child: ChildProcess = spawn(go, [...args], {
      cwd,
      env: { ...(env as NodeJS.ProcessEnv), CGO_ENABLED: "0", GOFLAGS: "-mod=mod", GOWORK: "off" },
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    let output = "";
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      output = (output + chunk).slice(-4_000);
    });
    const forget = onAbort(signal, () => {
      try {
        process.kill(-(child.pid as number), "SIGKILL");
      } catch {
        // It ended in the meantime.
      }
    });
    child.once("error", (error) => {
      forget();
      reject(
        new ConfigError(`${go} could not be run; building the control plane needs Go 1.26 or newer on the PATH`, {
          cause: error,
        }),
      );
    });
    child.once("close", (code) => {
      forget();
      if (signal?.aborted)
        reject(new AbortedError("the build was stopped; partial results were removed", { cause: signal.reason }));
      else if (code === 0) resolve();
      else
        reject(
          new ConfigError(
            `building ${name} failed (exit ${code}):\n${output.trim().split("\n").slice(-12).join("\n")}`,
          ),
        );
    });
  });
}

function seconds(ms: number): string {
  const total = Math.round(ms / 1_000);
  return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${total % 60} s`;
}
