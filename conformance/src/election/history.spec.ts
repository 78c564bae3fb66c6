import { describe, expect, it } from "vitest";
import { checkHistory } from "./history.ts";

describe("the comparison of writes with the Lease", () => {
  const state = (resourceVersion: string, holderIdentity: string, second: number) => ({
    resourceVersion,
    spec: { holderIdentity, renewTime: `2026-01-01T00:00:0${second}.000000Z` },
    seenAtMs: 0,
  });
  const write = (resourceVersion: string, by: string, second: number) => ({
    resourceVersion,
    by,
    beganMs: Date.UTC(2026, 0, 1, 0, 0, second),
  });
  const states = [state("10", "a", 0), state("20", "a", 2), state("30", "b", 7)];

  it("accepts writes of the holder that were begun before its deadline", () => {
    const writes = [write("25", "a", 3), write("11", "a", 1), write("31", "b", 8)];
    expect(checkHistory(states, writes, 2_000, () => true)).toEqual({
      writes: 3,
      foreign: [],
      late: [],
      transitions: 2,
    });
  });

  it("finds a write that landed when another held the Lease, and one that was begun too late", () => {
    const { foreign, late } = checkHistory(states, [write("31", "a", 3), write("25", "a", 5)], 2_000, () => true);
    expect(foreign).toEqual([expect.stringContaining('when "b" held the lease')]);
    expect(late).toEqual([expect.stringContaining("1000 ms after its deadline")]);
  });
});
