import { fileURLToPath } from "node:url";
import type { FaultProxy } from "client-ts-testing";
import { ObservedProcess } from "../process/observed-process.ts";
import { spawnOnSources } from "../process/spawn-on-sources.ts";

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
export class ReplicaProcess extends ObservedProcess {
  readonly identity: string;
  readonly proxy: FaultProxy;
  /** When it was killed, by the wall clock. */
  killedAtMs: number | undefined;

  constructor(facts: ReplicaFacts, proxy: FaultProxy, onSettled: (run: string, atMs: number) => void) {
    const program = fileURLToPath(new URL("./programs/replica.ts", import.meta.url));
    super(spawnOnSources(program, facts), ({ event, run, atMs }) => {
      if (event === "settled") onSettled(run as string, atMs as number);
    });
    this.identity = facts.identity;
    this.proxy = proxy;
  }

  override async end(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    if (this.isRunning) this.killedAtMs = signal === "SIGKILL" ? Date.now() : undefined;
    await super.end(signal);
    await this.proxy.close();
  }
}
