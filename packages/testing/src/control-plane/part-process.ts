import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { ConfigError } from "client-ts/errors";
import { type Clock, systemClock } from "client-ts/util";
import { sleep } from "client-ts/internal";
import type { Guardian } from "./guardian.ts";
import type { PartName } from "./parts.ts";

/** How a part is started, and how one sees that it is ready. */
export interface PartPlan {
  readonly name: PartName;
  readonly binary: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly logPath: string;
  /** Resolves to true when the part answers; absent means that it counts as ready at once. */
  readonly isReady?: (() => Promise<boolean>) | undefined;
}

/** What a part's process needs from its owner. */
export interface PartDependencies {
  readonly guardian: Guardian;
  readonly startTimeoutMs: number;
  readonly stopTimeoutMs: number;
  readonly clock?: Clock | undefined;
  /** Send the part's output to our own standard error as well as to its log. */
  readonly attachOutput?: boolean | undefined;
}

/**
 * One part of a running control plane, and the handles with which a test breaks it. Its process has a group of its own;
 * pausing and killing reach the whole group, and a restart uses the same ports and data.
 */
export interface ControlPlanePart {
  readonly name: PartName;
  /** Where its output goes. */
  readonly logPath: string;
  /** The process id while it runs. */
  readonly pid: number | undefined;
  /** Whether its process exists (a paused one does). */
  readonly running: boolean;
  /** Stops it from running without ending it, as SIGSTOP does: connections stay open and nothing answers. */
  pause(): void;
  /** Lets a paused part go on. */
  resume(): void;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again, on the same ports and data, and waits until it is ready; ends it first when it runs. */
  restart(): Promise<void>;
}

/** The process behind a {@link ControlPlanePart}. */
export class PartProcess implements ControlPlanePart {
  readonly name: PartName;
  readonly logPath: string;
  readonly #plan: PartPlan;
  readonly #dependencies: PartDependencies;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();

  constructor(plan: PartPlan, dependencies: PartDependencies) {
    this.name = plan.name;
    this.logPath = plan.logPath;
    this.#plan = plan;
    this.#dependencies = dependencies;
  }

  get pid(): number | undefined {
    return this.running ? this.#child?.pid : undefined;
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Starts it and waits until it is ready; rejects at once when it exits early, with the end of its log in the message.
   */
  async start({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.running) return;
    const { binary, args, directory, isReady } = this.#plan;
    const log = openSync(this.logPath, "a", 0o600);
    const child = spawn(binary, [...args], { cwd: directory, detached: true, stdio: ["ignore", log, log] });
    closeSync(log);
    this.#child = child;
    let failure: Error | undefined;
    this.#exited = new Promise((resolve) => {
      child.once("error", (error) => {
        failure = error;
        resolve();
      });
      child.once("exit", () => {
        if (child.pid !== undefined) this.#dependencies.guardian.forgetGroup(child.pid);
        resolve();
      });
    });
    if (child.pid !== undefined) this.#dependencies.guardian.watchGroup(child.pid);
    if (isReady === undefined) return;
    const clock = this.#dependencies.clock ?? systemClock;
    const deadline = clock.monotonic() + this.#dependencies.startTimeoutMs;
    for (;;) {
      signal?.throwIfAborted();
      if (failure !== undefined)
        throw new ConfigError(`${this.name} could not be started from ${binary}: ${failure.message}`, {
          cause: failure,
        });
      if (!this.running)
        throw new ConfigError(
          `${this.name} ended while it started (exit ${child.exitCode ?? child.signalCode}); the end of its log:\n${this.logTail()}`,
        );
      if (await isReady().catch(() => false)) return;
      if (clock.monotonic() > deadline) {
        throw new ConfigError(
          `${this.name} was not ready after ${this.#dependencies.startTimeoutMs} ms; the end of its log:\n${this.logTail()}`,
        );
      }
      await sleep(50, { clock, signal });
    }
  }

  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  async kill(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#exited;
  }

  /** Asks it to end, waits, and kills it when it takes too long. */
  async close(): Promise<void> {
    if (!this.running) return;
    this.resume();
    this.#signal("SIGTERM");
    const clock = this.#dependencies.clock ?? systemClock;
    let late = false;
    const timer = clock.setTimer(this.#dependencies.stopTimeoutMs, () => {
      late = true;
      this.#signal("SIGKILL");
    });
    await this.#exited;
    timer.cancel();
    if (late) this.#signal("SIGKILL");
  }

  async restart(): Promise<void> {
    await this.close();
    await this.start();
  }

  /** The last lines of its log. */
  logTail(lines = 15): string {
    try {
      return readFileSync(this.logPath, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
    } catch {
      return "(no log)";
    }
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined || !this.running) return;
    try {
      process.kill(process.platform === "win32" ? pid : -pid, signal);
    } catch {
      // It ended in the meantime.
    }
  }
}
