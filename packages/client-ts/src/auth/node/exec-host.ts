import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { isatty } from "node:tty";
import { type Clock, systemClock } from "../../util/index.ts";
import type { ExecHost, ExecRunOptions, RunOutcome } from "../exec-host.ts";

/** This machine. */
export function nodeExecHost(
  options: { readonly env?: ExecHost["env"] | undefined; readonly clock?: Clock | undefined } = {},
): ExecHost {
  const { env = process.env, clock = systemClock } = options;
  return {
    env,
    platform: process.platform,
    cwd: process.cwd(),
    isExecutable,
    isTerminal: () => isatty(0),
    run: (path, more) => run(path, more, clock),
  };
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function run(path: string, options: ExecRunOptions, clock: Clock): Promise<RunOutcome> {
  const { args, env, interactive, timeoutMs, maxOutputBytes, maxErrorBytes } = options;
  // A group of its own, so that what the plugin started can be ended with it. One that talks to the user has to stay
  // with our terminal.
  const detached = !interactive && process.platform !== "win32";
  return new Promise<RunOutcome>((resolve) => {
    const child = spawn(path, [...args], {
      env: { ...env },
      shell: false,
      detached,
      windowsHide: true,
      stdio: interactive ? ["inherit", "pipe", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    const output = new Collector(maxOutputBytes);
    const errors = new Collector(maxErrorBytes);
    let limit: "timeout" | "limit" | undefined;
    const kill = (): void => {
      try {
        if (detached && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        else child.kill("SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    const stop = (why: "timeout" | "limit"): void => {
      limit ??= why;
      kill();
      // A grandchild that left the group may still hold the pipes; we do not wait for it.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const timer = clock.setTimer(timeoutMs, () => stop("timeout"));
    process.once("exit", kill);
    const settle = (outcome: RunOutcome): void => {
      timer.cancel();
      process.off("exit", kill);
      resolve(outcome);
    };
    child.stdout?.on("data", (chunk: Buffer) => output.add(chunk) || stop("limit"));
    child.stderr?.on("data", (chunk: Buffer) => void errors.add(chunk));
    child.once("error", (error) => {
      if (child.pid === undefined)
        settle({ ended: "not-started", code: (error as { code?: string }).code ?? "unknown error" });
    });
    child.once("close", (code, signal) => {
      if (child.pid === undefined) return;
      if (limit !== undefined) settle({ ended: limit, errors: errors.bytes() });
      else if (code !== null) settle({ ended: "exit", code, output: output.bytes(), errors: errors.bytes() });
      else settle({ ended: "signal", signal: signal ?? "unknown signal", errors: errors.bytes() });
    });
  });
}

/** Keeps bytes up to a limit. */
class Collector {
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Keeps what still fits; says whether that was all. */
  add(chunk: Buffer): boolean {
    const free = this.#limit - this.#size;
    if (free > 0) this.#chunks.push(chunk.subarray(0, free));
    this.#size = Math.min(this.#limit, this.#size + chunk.length);
    return chunk.length <= free;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
