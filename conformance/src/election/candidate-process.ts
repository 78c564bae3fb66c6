import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ObservedProcess } from "../process/observed-process.ts";
import { spawnOnSources } from "../process/spawn-on-sources.ts";

/** What the candidates of one election share. */
export interface ElectionFacts {
  readonly kubeconfigPath: string;
  readonly namespace: string;
  /** The name of the Lease. */
  readonly name: string;
  readonly leaseMs: number;
  readonly renewMs: number;
  readonly retryMs: number;
}

/** A candidate in a process of its own. */
export class CandidateProcess extends ObservedProcess {
  readonly identity: string;
  /** How often it has started to lead. */
  terms = 0;
  /** Whether it has seen a leader: from then on it can take over when that one's time is over. */
  isReady = false;

  constructor(identity: string, child: ChildProcess) {
    super(child, ({ event }) => {
      if (event === "started") this.terms++;
      if (event === "seen") this.isReady = true;
    });
    this.identity = identity;
  }
}

/** Starts our elector. */
export function startCandidate(identity: string, facts: ElectionFacts): CandidateProcess {
  const program = fileURLToPath(new URL("./programs/candidate.ts", import.meta.url));
  const child = spawnOnSources(program, { ...facts, identity });
  return new CandidateProcess(identity, child);
}

/** Starts client-go's elector. */
export function startGoCandidate(program: string, identity: string, facts: ElectionFacts): CandidateProcess {
  const { kubeconfigPath, namespace, name, leaseMs, renewMs, retryMs } = facts;
  const flags = { kubeconfig: kubeconfigPath, namespace, name, identity };
  const times = { lease: `${leaseMs}ms`, renew: `${renewMs}ms`, retry: `${retryMs}ms` };
  const args = Object.entries({ ...flags, ...times }).map(([flag, value]) => `-${flag}=${value}`);
  return new CandidateProcess(identity, spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] }));
}
