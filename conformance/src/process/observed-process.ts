import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** A program in a process of its own that prints one JSON object per line, and that a test pauses, resumes and ends. */
export class ObservedProcess {
  /** The end of what it printed to standard error. */
  errors = "";
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  /** Observes a child whose standard output and standard error are pipes; `onLine` gets each line, parsed. */
  constructor(child: ChildProcess, onLine: (line: Readonly<Record<string, unknown>>) => void) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once("close", () => resolve()));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.errors = (this.errors + text).slice(-4_000);
    });
    if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", (line) => onLine(JSON.parse(line)));
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  pause(): void {
    this.#child.kill("SIGSTOP");
  }

  resume(): void {
    this.#child.kill("SIGCONT");
  }

  /** Kills it, or asks it to end. Settles when it has ended. */
  async end(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    if (this.isRunning) this.#child.kill(signal);
    await this.#ended;
  }
}
