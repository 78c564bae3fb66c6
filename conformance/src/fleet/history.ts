import type { LeaseSpec } from "client-ts/api/coordination/v1";
import { compareResourceVersion, parseTimeMs } from "client-ts/meta";
import type { Stamp } from "./stamp.ts";

/** A start or an end that landed, in the order of the server. */
export interface LandedStamp {
  readonly resourceVersion: string;
  readonly what: "start" | "end";
  readonly stamp: Stamp;
}

/** A state of the Lease of a shard, in the order of the server. */
export interface ShardLeaseState {
  readonly resourceVersion: string;
  readonly spec: LeaseSpec;
}

/** What is known about the replicas in addition to what they wrote. */
export interface ReplicaHistory {
  /** When a replica was killed, by the wall clock. */
  killedAtMs(replica: string): number | undefined;
  /** When a reconcile had settled, as its replica said itself. */
  settledAtMs(run: string): number | undefined;
  /** How long after its last renewal a replica may work. */
  readonly renewMs: number;
}

/**
 * Why a start of another replica may follow a start without an end: the first was dead, past its deadline, or its
 * reconcile had failed. And why a write may land in the time of another: it was begun in time, and bytes that are under
 * way cannot be called back.
 */
export type Excuse = "dead" | "past its deadline" | "failed" | "under way";

/** What {@link checkObject} found about one object. */
export interface ObjectReport {
  readonly starts: number;
  /** Starts of another replica between a start and its end although the first could still work. */
  readonly overlaps: readonly string[];
  /** What the rules allow, and why. */
  readonly excused: readonly { readonly why: Excuse; readonly line: string }[];
  /** Writes that were begun after the deadline of their writer, or landed when another had taken over too early. */
  readonly foreign: readonly string[];
}

/**
 * Checks the starts and ends of one object against the states of the Lease of its shard, by resourceVersion: no start
 * of another replica lies between a start and its end, unless the first was dead or past its deadline by then, or its
 * reconcile had failed; and every write was begun while the shard was its writer's.
 */
export function checkObject(
  name: string,
  landed: readonly LandedStamp[],
  leases: readonly ShardLeaseState[],
  replicas: ReplicaHistory,
): ObjectReport {
  const ordered = landed.toSorted((a, b) => order(a.resourceVersion, b.resourceVersion));
  const overlaps: string[] = [];
  const excused: ObjectReport["excused"][number][] = [];
  const foreign: string[] = [];
  const open = new Map<string, LandedStamp>();
  let next = 0;
  let [holder, acquiredMs] = ["", Number.NEGATIVE_INFINITY];
  const renewedMs = new Map<string, number>();
  const isOver = (replica: string, atMs: number): boolean =>
    (renewedMs.get(replica) ?? Number.NEGATIVE_INFINITY) + replicas.renewMs <= atMs;
  for (const one of ordered) {
    const { stamp, what, resourceVersion } = one;
    for (; next < leases.length; next++) {
      const { spec, resourceVersion: version } = leases[next] as ShardLeaseState;
      if (order(version, resourceVersion) > 0) break;
      holder = spec.holderIdentity ?? "";
      acquiredMs = parseTimeMs(spec.acquireTime ?? "");
      if (holder !== "" && spec.renewTime !== undefined) renewedMs.set(holder, parseTimeMs(spec.renewTime));
    }
    const line = `${name} at ${resourceVersion}: ${what} of ${stamp.run} (transition ${stamp.transition})`;
    if (isOver(stamp.replica, stamp.beganMs)) foreign.push(`${line}, begun after its deadline`);
    else if (holder !== stamp.replica) {
      const detail = `${line} while ${JSON.stringify(holder)} held the shard`;
      if (holder !== "" && isOver(stamp.replica, acquiredMs)) excused.push({ why: "under way", line: detail });
      else foreign.push(detail);
    }
    if (what === "end") {
      open.delete(stamp.run);
      continue;
    }
    for (const [run, { stamp: first }] of open) {
      open.delete(run);
      // Of one replica, a start without an end is a reconcile that failed and is tried again.
      if (first.replica === stamp.replica) continue;
      const endsLater = ordered.some((later) => later.what === "end" && later.stamp.run === run);
      const detail = `${line} after the start of ${run}${endsLater ? ", whose end landed later" : ""}`;
      const killedAtMs = replicas.killedAtMs(first.replica);
      const settledAtMs = replicas.settledAtMs(run);
      if (killedAtMs !== undefined && killedAtMs <= stamp.beganMs) excused.push({ why: "dead", line: detail });
      else if (isOver(first.replica, stamp.beganMs)) excused.push({ why: "past its deadline", line: detail });
      else if (settledAtMs !== undefined && settledAtMs <= stamp.beganMs && !endsLater)
        excused.push({ why: "failed", line: detail });
      else overlaps.push(detail);
    }
    open.set(stamp.run, one);
  }
  return { starts: ordered.filter(({ what }) => what === "start").length, overlaps, excused, foreign };
}

function order(left: string, right: string): number {
  const result = compareResourceVersion(left, right);
  if (result === undefined) throw new Error(`cannot compare the versions ${left} and ${right}`);
  return result;
}
