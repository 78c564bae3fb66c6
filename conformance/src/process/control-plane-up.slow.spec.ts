import { existsSync, readdirSync, readFileSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { hasBinaries } from "client-ts-testing/workspace";
import { describe, expect, it } from "vitest";
import { type StartedCommand, startCommand } from "./start-command.ts";

interface Up extends StartedCommand {
  /** Where the control plane keeps its files. */
  readonly directory: string;
}

/** Runs `client-ts control-plane up` and waits for its one line. */
async function up(): Promise<Up> {
  const started = await startCommand(["control-plane", "up", "--parts", "core"]);
  return { ...started, directory: dirname(started.output.split("KUBECONFIG=")[1] as string) };
}

/** Settles when a directory of the temporary folder is gone. */
function gone(directory: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(tmpdir(), (_event, name) => {
      if (name === basename(directory) && !existsSync(directory)) finish();
    });
    const finish = (): void => {
      watcher.close();
      resolve();
    };
    if (!existsSync(directory)) finish();
  });
}

/** Processes that have the directory on their command line. */
function processesOf(directory: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(join("/proc", pid, "cmdline"), "utf8").includes(directory);
      } catch {
        return false;
      }
    });
}

describe.skipIf(!hasBinaries(["etcd", "kube-apiserver", "kubectl"]) || process.platform !== "linux")(
  "client-ts control-plane up",
  () => {
    it.each(["SIGINT", "SIGTERM"] as const)(
      "prints one line when ready, and on %s leaves no process and no file",
      async (signal) => {
        const { child, output, directory, ended } = await up();
        expect(output).toMatch(/^ready: https:\/\/127\.0\.0\.1:\d+ KUBECONFIG=\S+$/);
        expect(processesOf(directory).length).toBeGreaterThan(1);
        child.kill(signal);
        expect(await ended).toBe(0);
        expect(existsSync(directory)).toBe(false);
        expect(processesOf(directory)).toEqual([]);
      },
      60_000,
    );

    it("leaves no process and no file when it is killed without warning", async () => {
      const { child, directory } = await up();
      const cleaned = gone(directory);
      child.kill("SIGKILL");
      await cleaned;
      expect(processesOf(directory)).toEqual([]);
    }, 60_000);
  },
);
