import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { FaultProxy } from "client-ts-testing";
import { onSources } from "../process/child.ts";

/** What a replica is started with. */
export interface ReplicaFacts {
  readonly kubeconfigText: string;
  readonly namespace: string;
  /** The name of the fleet. */
  readonly name: string;
  readonly identity: string;
  readonly shards: number;
  readonly leaseMs: number;
  readonly renewMs: number;
  readonly retryMs: number;
  /** How long a reconcile takes between its two writes. */
  readonly workMs: number;
}

/** A replica in a process of its own, behind a proxy that can cut it off. */
export class ReplicaProcess {
  readonly identity: string;
  readonly proxy: FaultProxy;
  /** When it was killed, by the wall clock. */
  killedAtMs: number | undefined;
  /** What it printed to standard error, the end of it. */
  errors = "";
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  constructor(facts: ReplicaFacts, proxy: FaultProxy, onSettled: (run: string, atMs: number) => void) {
    this.identity = facts.identity;
    this.proxy = proxy;
    const program = fileURLToPath(new URL("./programs/replica.ts", import.meta.url));
    this.#child = spawn(process.execPath, [...onSources, program], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "", TEST_INPUT: JSON.stringify(facts) },
    });
    this.#ended = new Promise((resolve) => this.#child.once("close", () => resolve()));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.errors = (this.errors + text).slice(-4_000);
    });
    if (this.#child.stdout !== null)
      createInterface({ input: this.#child.stdout }).on("line", (line) => {
        const { event, run, atMs } = JSON.parse(line);
        if (event === "settled") onSettled(run, atMs);
      });
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

  /** Ends it without a word, or asks it to end. Settles when it has ended. */
  async end(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    if (this.isRunning) {
      this.killedAtMs = signal === "SIGKILL" ? Date.now() : undefined;
      this.#child.kill(signal);
    }
    await this.#ended;
    await this.proxy.close();
  }
}
