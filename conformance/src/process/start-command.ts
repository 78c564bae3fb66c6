import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onSources } from "./spawn-on-sources.ts";

/** A command of `client-ts` that serves, in a process of its own. */
export interface StartedCommand {
  readonly child: ChildProcess;
  /** What it had printed when it was ready. */
  readonly output: string;
  /** Settles with its exit code. */
  readonly ended: Promise<number | null>;
}

/** Runs `client-ts` on the sources, and waits for its line `ready: …`. */
export async function startCommand(command: readonly string[]): Promise<StartedCommand> {
  const main = fileURLToPath(new URL("../../../packages/client-ts/src/cli/main.ts", import.meta.url));
  const child = spawn(process.execPath, [...onSources, main, ...command], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  let text = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (/^ready: .*\n/m.test(text)) resolve();
    });
  });
  const early = ended.then((code) => {
    throw new Error(`client-ts ${command.join(" ")} ended (${code}) before it was ready: ${text}`);
  });
  await Promise.race([ready, early]);
  return { child, output: text.trimEnd(), ended };
}
