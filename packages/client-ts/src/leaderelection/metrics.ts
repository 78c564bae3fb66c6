import { guardMeter, type Meter } from "../util/index.ts";

/** The measurements of an elector, under the names that client-go gives them. */
export interface ElectionMetrics {
  /** Whether this process leads. */
  leading(on: boolean): void;
  /** A leader could not renew its lease without reading it first. */
  slowPath(): void;
}

/** Makes the metrics of an elector. */
export function electionMetrics(given: Meter | undefined, name: string): ElectionMetrics {
  const meter = guardMeter(given);
  const status = meter.gauge("leader_election_master_status", {
    help: "1 when this process holds the lease of that name, 0 when it is a candidate",
    labelNames: ["name"],
  });
  const slowPath = meter.counter("leader_election_slowpath_total", {
    help: "Renewals that had to read the lease first",
    labelNames: ["name"],
  });
  return {
    leading: (on) => status.set(on ? 1 : 0, { name }),
    slowPath: () => slowPath.add(1, { name }),
  };
}
