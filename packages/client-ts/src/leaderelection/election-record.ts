import type { CoordinatedLeaseStrategy, LeaseSpec } from "../api/coordination/v1.ts";
import { formatMicroTime, parseTimeMicros } from "../meta/index.ts";
import { defined } from "../util/index.ts";

/**
 * What a Lease says about an election, under the names of client-go. Times are texts with microseconds, exactly as the
 * server sent them. A field is absent when the Lease does not have it.
 */
export interface ElectionRecord {
  /** Empty after a release. */
  readonly holderIdentity?: string | undefined;
  readonly leaseDurationSeconds?: number | undefined;
  readonly acquireTime?: string | undefined;
  readonly renewTime?: string | undefined;
  readonly leaderTransitions?: number | undefined;
  readonly strategy?: CoordinatedLeaseStrategy | undefined;
  readonly preferredHolder?: string | undefined;
}

/** Reads the specification of a Lease. Nothing is checked: {@link holdTimeMs} says how far a record can be trusted. */
export function recordOf(spec: LeaseSpec | undefined | null): ElectionRecord {
  const { leaseTransitions, ...rest } = spec ?? {};
  return leaseTransitions === undefined ? rest : { ...rest, leaderTransitions: leaseTransitions };
}

/** The specification of a Lease for a record: the opposite of {@link recordOf}. */
export function specOf(record: ElectionRecord): LeaseSpec {
  const { leaderTransitions, ...rest } = record;
  return defined({ ...rest, leaseTransitions: leaderTransitions }) as LeaseSpec;
}

/**
 * For how long after it was first seen unchanged a record keeps the lease from other candidates: the recorded duration,
 * or nothing when the lease is free. Free means that the holder is empty, or that there is no record at all. A record
 * that makes no sense counts as held by an unknown holder, for the candidate's own duration.
 */
export function holdTimeMs(record: ElectionRecord, ownDurationMs: number): number {
  if (record.holderIdentity === "" || isEmpty(record)) return 0;
  return isSound(record) ? (record.leaseDurationSeconds as number) * 1_000 : ownDurationMs;
}

/** What a candidate writes. */
export interface RecordFacts {
  readonly identity: string;
  readonly leaseDurationMs: number;
  /** The time of this write, in microseconds since 1970. */
  readonly nowMicros: bigint;
}

/** The record with which a candidate takes a lease: one more transition than before, none for a new Lease. */
export function takenRecord(old: ElectionRecord | undefined, facts: RecordFacts): ElectionRecord {
  const now = formatMicroTime(facts.nowMicros);
  const before = old?.leaderTransitions;
  return {
    holderIdentity: facts.identity,
    leaseDurationSeconds: Math.ceil(facts.leaseDurationMs / 1_000),
    acquireTime: now,
    renewTime: now,
    leaderTransitions: old === undefined ? 0 : isCount(before) ? before + 1 : 1,
  };
}

/** The record with which a holder renews its lease: a new renew time, everything else as it was. */
export function renewedRecord(old: ElectionRecord, facts: RecordFacts): ElectionRecord {
  return {
    ...old,
    holderIdentity: facts.identity,
    leaseDurationSeconds: Math.ceil(facts.leaseDurationMs / 1_000),
    renewTime: formatMicroTime(facts.nowMicros),
  };
}

/** The record with which a holder releases its lease: an empty holder and the shortest duration. */
export function releasedRecord(old: ElectionRecord, nowMicros: bigint): ElectionRecord {
  const now = formatMicroTime(nowMicros);
  return { ...old, holderIdentity: "", leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
}

/** Whether two records are the same write: MicroTimes make each write of a candidate unique. */
export function isSameWrite(left: ElectionRecord, right: ElectionRecord): boolean {
  return (
    left.holderIdentity === right.holderIdentity &&
    left.acquireTime === right.acquireTime &&
    left.renewTime === right.renewTime &&
    left.leaderTransitions === right.leaderTransitions
  );
}

function isEmpty(record: ElectionRecord): boolean {
  return Object.values(record).every((value) => value === undefined || value === null);
}

/** Whether holder, duration and times are what a candidate writes. */
function isSound({ holderIdentity, leaseDurationSeconds, acquireTime, renewTime }: ElectionRecord): boolean {
  return (
    typeof holderIdentity === "string" &&
    isCount(leaseDurationSeconds) &&
    leaseDurationSeconds > 0 &&
    isTime(renewTime) &&
    (acquireTime === undefined || isTime(acquireTime))
  );
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isTime(value: unknown): boolean {
  try {
    parseTimeMicros(value as string);
    return true;
  } catch {
    return false;
  }
}
