import { describe, expect, it } from "vitest";
import { checkObject, type LandedStamp, type ShardLeaseState } from "./history.ts";

const renewMs = 3_500;
const epochMs = Date.parse("2026-01-01T00:00:00Z");

/** A Lease that a replica renewed after some seconds; `taken` is when it was acquired. */
function lease(version: number, holder: string, seconds: number, taken = seconds): ShardLeaseState {
  const at = (s: number): string => new Date(epochMs + s * 1_000).toISOString();
  return {
    resourceVersion: String(version),
    spec: { holderIdentity: holder, renewTime: at(seconds), acquireTime: at(taken), leaseTransitions: 1 },
  };
}

function landed(version: number, what: "start" | "end", run: string, seconds: number): LandedStamp {
  const stamp = { replica: run.split("-")[0] ?? "", run, transition: 1, beganMs: epochMs + seconds * 1_000 };
  return { resourceVersion: String(version), what, stamp };
}

interface Known {
  readonly killed?: Readonly<Record<string, number>>;
  readonly settled?: Readonly<Record<string, number>>;
}

function check(stamps: readonly LandedStamp[], leases: readonly ShardLeaseState[], known: Known = {}) {
  const toMs = (seconds: number | undefined): number | undefined =>
    seconds === undefined ? undefined : epochMs + seconds * 1_000;
  const { overlaps, excused, foreign } = checkObject("web", stamps, leases, {
    renewMs,
    killedAtMs: (replica) => toMs(known.killed?.[replica]),
    settledAtMs: (run) => toMs(known.settled?.[run]),
  });
  return { overlaps: overlaps.length, excused: excused.map(({ why }) => why), foreign: foreign.length };
}

describe("the history of a shared object", () => {
  const handedOver = [lease(1, "a", 0), lease(20, "b", 2)];

  it("is fine when each start has its end before another replica starts", () => {
    const stamps = [landed(2, "start", "a-1", 1), landed(3, "end", "a-1", 1.1), landed(21, "start", "b-1", 2.1)];
    expect(check(stamps, handedOver)).toEqual({ overlaps: 0, excused: [], foreign: 0 });
  });

  it("shows a start of another replica between a start and its end", () => {
    const stamps = [landed(2, "start", "a-1", 1), landed(21, "start", "b-1", 2.1)];
    expect(check(stamps, handedOver)).toEqual({ overlaps: 1, excused: [], foreign: 0 });
    // An end that lands later is a second finding: the shard was not the writer's any more.
    const late = [...stamps, landed(22, "end", "a-1", 2.2)];
    expect(check(late, handedOver)).toEqual({ overlaps: 1, excused: [], foreign: 1 });
    expect(check(late, handedOver, { settled: { "a-1": 1.5 } })).toEqual({ overlaps: 1, excused: [], foreign: 1 });
  });

  it("excuses what was dead, past its deadline, or had failed", () => {
    const stamps = [landed(2, "start", "a-1", 1), landed(21, "start", "b-1", 2.1)];
    expect(check(stamps, handedOver, { killed: { a: 1.5 } }).excused).toEqual(["dead"]);
    expect(check(stamps, handedOver, { settled: { "a-1": 1.5 } }).excused).toEqual(["failed"]);
    const expired = [lease(1, "a", 0), lease(20, "b", 5)];
    const after = [landed(2, "start", "a-1", 1), landed(21, "start", "b-1", 5.1)];
    expect(check(after, expired)).toEqual({ overlaps: 0, excused: ["past its deadline"], foreign: 0 });
    // A write that was begun in time and held back by the network.
    const held = [...after, landed(22, "end", "a-1", 3)];
    expect(check(held, expired)).toEqual({ overlaps: 0, excused: ["past its deadline", "under way"], foreign: 0 });
  });

  it("shows a write that was begun after the deadline", () => {
    expect(check([landed(2, "start", "a-1", 4)], [lease(1, "a", 0)]).foreign).toBe(1);
  });
});
