import type { LeaderElector } from "./leader-elector.ts";

/** Options of {@link newLeaderHealthCheck}. */
export interface LeaderHealthCheckOptions {
  /** How long after the end of its lease a leader may still be stopping. Default 20 s. */
  readonly toleranceMs?: number | undefined;
}

/** A health check for a leader that should have stopped and has not: such a process should be restarted. */
export class LeaderHealthCheck {
  readonly #toleranceMs: number;
  #elector: Pick<LeaderElector, "check"> | undefined;

  /** Made by {@link newLeaderHealthCheck}. */
  constructor({ toleranceMs = 20_000 }: LeaderHealthCheckOptions = {}) {
    this.#toleranceMs = toleranceMs;
  }

  /** The name of the check in the list of a health endpoint, as in client-go. */
  readonly name = "leaderElection";

  /** The elector to look at. Without one the check passes: a health endpoint may be there before the election. */
  setElector(elector: Pick<LeaderElector, "check"> | undefined): void {
    this.#elector = elector;
  }

  /** Throws a LeadershipLostError when our own lease expired longer ago than the tolerance and the work goes on. */
  check(): void {
    this.#elector?.check(this.#toleranceMs);
  }
}

/** A health check of a leader, for a liveness probe. */
export function newLeaderHealthCheck(options: LeaderHealthCheckOptions = {}): LeaderHealthCheck {
  return new LeaderHealthCheck(options);
}
