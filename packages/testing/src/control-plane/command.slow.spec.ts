import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hasBinaries } from "./find-binaries.ts";
import { binaryNames } from "./parts.ts";

const cli = fileURLToPath(new URL("../../../client-ts/src/cli/main.ts", import.meta.url));

interface Up {
  readonly child: ChildProcess;
  readonly line: string;
  readonly directory: string;
  readonly exit: Promise<number | null>;
}

/** Runs `client-ts control-plane up` and waits for its one line. */
async function up(): Promise<Up> {
  const args = ["--conditions=client-ts-source", "--import", "tsx", cli, "control-plane", "up", "--parts", "core"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exit = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) resolve(text.trimEnd());
    });
    child.once("exit", () => reject(new Error(`ended early: ${text}`)));
  });
  return { child, line, directory: dirname(line.split("KUBECONFIG=")[1] as string), exit };
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

describe.skipIf(!hasBinaries(binaryNames) || process.platform !== "linux")("client-ts control-plane up", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "prints one line when ready, and on %s leaves no process and no file",
    async (signal) => {
      const { child, line, directory, exit } = await up();
      expect(line).toMatch(/^ready: https:\/\/127\.0\.0\.1:\d+ KUBECONFIG=\S+$/);
      expect(processesOf(directory).length).toBeGreaterThan(1);
      child.kill(signal);
      expect(await exit).toBe(0);
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
});
