import { describe, expect, it } from "vitest";
import { simulateElection, simulateKills } from "./test-support/simulated-election.ts";

/** The nightly part `election` asks for 200 hours and 50 kills. */
const hours = Number(process.env["ELECTION_HOURS"] ?? 0.5);
const kills = Number(process.env["ELECTION_KILLS"] ?? 10);
const seed = Number(process.env["ELECTION_SEED"] ?? 1);

describe("three candidates with clocks of their own", () => {
  it(`never lead at the same time, and begin no write after a deadline, in ${hours} simulated hours (F-G9, F-G1)`, {
    timeout: 120_000 + hours * 20_000,
  }, async () => {
    const result = await simulateElection(seed, hours);
    const { overlaps, lateWrites, faults, terms, writes, ledShare } = result;
    console.log(
      `figure: election simulated for ${hours} h, seed ${seed}: ${overlaps.length} overlaps, ` +
        `${lateWrites.length} writes begun after a deadline; ${terms} terms, ${writes} writes of leaders, ` +
        `led ${(ledShare * 100).toFixed(1)} % of the time; faults ${JSON.stringify(faults)}`,
    );
    expect({ overlaps, lateWrites }).toEqual({ overlaps: [], lateWrites: [] });
    expect(Object.keys(faults).length).toBeGreaterThanOrEqual(hours < 4 ? 5 : 8);
    // The faults take leaders away all the time, and yet there is one most of the time.
    expect(ledShare).toBeGreaterThan(0.6);
    expect(terms).toBeGreaterThan(hours * 5);
  });

  it("take over from a killed leader within leaseDuration + retryPeriod after its last renewal", {
    timeout: 120_000,
  }, async () => {
    const { takeoversMs, overlaps } = await simulateKills(seed, kills);
    const seconds = (ms: number | undefined): string => ((ms ?? Number.NaN) / 1_000).toFixed(2);
    console.log(
      `figure: takeover after ${kills} simulated kills: median ${seconds(takeoversMs[kills >> 1])} s, ` +
        `maximum ${seconds(takeoversMs.at(-1))} s; bound 17 s`,
    );
    expect(overlaps).toEqual([]);
    expect(takeoversMs).toHaveLength(kills);
    expect(takeoversMs.at(-1)).toBeLessThanOrEqual(17_000);
  });
});
