import type { LeaseSpec } from "client-ts/api/coordination/v1";
import { compareResourceVersion, parseTimeMs } from "client-ts/meta";

/** A state of the Lease, in the order of the server. */
export interface LeaseState {
  readonly resourceVersion: string;
  readonly spec: LeaseSpec;
  /** When the observer saw it, by its monotonic clock. */
  readonly seenAtMs: number;
}

/** A write of a candidate that landed. */
export interface LandedWrite {
  readonly resourceVersion: string;
  readonly by: string;
  /** When the candidate began it, by the wall clock of the machine. */
  readonly beganMs: number;
}

/** What {@link checkHistory} found. */
export interface HistoryReport {
  readonly writes: number;
  /** Writes that landed after another candidate had taken the Lease. */
  readonly foreign: readonly string[];
  /** Writes that were begun after the deadline of the writer's last renewal before. */
  readonly late: readonly string[];
  /** How many times the holder changed. */
  readonly transitions: number;
}

/**
 * Compares the writes that landed with the states of the Lease, by resourceVersion: at each write the Lease must be the
 * writer's, and the write must have been begun before the deadline, which is `renewMs` after the renew time of the
 * writer's last state.
 */
export function checkHistory(
  states: readonly LeaseState[],
  writes: readonly LandedWrite[],
  renewMs: number,
  isOurs: (identity: string) => boolean,
): HistoryReport {
  const foreign: string[] = [];
  const late: string[] = [];
  const ordered = writes.toSorted((a, b) => order(a.resourceVersion, b.resourceVersion));
  let next = 0;
  const renewed = new Map<string, number>();
  let holder = "";
  let transitions = 0;
  for (const write of ordered) {
    for (; next < states.length; next++) {
      const state = states[next] as LeaseState;
      if (order(state.resourceVersion, write.resourceVersion) > 0) break;
      const { holderIdentity = "", renewTime } = state.spec;
      if (holderIdentity !== holder && holderIdentity !== "") transitions++;
      holder = holderIdentity;
      if (holder !== "" && renewTime !== undefined) renewed.set(holder, parseTimeMs(renewTime));
    }
    if (!isOurs(write.by)) continue;
    const began = new Date(write.beganMs).toISOString();
    const what = `version ${write.resourceVersion} by ${write.by}, begun at ${began}`;
    if (write.by !== holder) foreign.push(`${what}, when ${JSON.stringify(holder)} held the lease`);
    const deadline = (renewed.get(write.by) ?? Number.NEGATIVE_INFINITY) + renewMs;
    if (write.beganMs > deadline) late.push(`${what}, ${write.beganMs - deadline} ms after its deadline`);
  }
  return { writes: ordered.filter(({ by }) => isOurs(by)).length, foreign, late, transitions };
}

function order(left: string, right: string): number {
  const result = compareResourceVersion(left, right);
  if (result === undefined) throw new Error(`cannot compare the versions ${left} and ${right}`);
  return result;
}
