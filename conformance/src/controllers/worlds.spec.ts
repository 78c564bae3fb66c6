import { describe, expect, it } from "vitest";
import { playWorld } from "./world.ts";

/** How many worlds are played; `npm run nightly -- controllers` plays 2000. */
const worlds = Number(process.env["CONTROLLER_WORLDS"] ?? 8);
const first = Number(process.env["CONTROLLER_SEED"] ?? 1);

describe("a manager whose every API call may fail at random", () => {
  it(`ends in the wanted state, with no lost and no doubled side effect, in ${worlds} seeded worlds (F-F12)`, {
    timeout: Math.max(60_000, worlds * 3_000),
  }, async () => {
    const total = { requests: 0, failures: 0, runs: 0 };
    const bad: unknown[] = [];
    for (let seed = first; seed < first + worlds; seed++) {
      const { problems, requests, failures, runs, fakeMs } = await playWorld(seed);
      total.requests += requests;
      total.failures += failures;
      total.runs += runs;
      if (problems.length > 0) bad.push({ seed, problems, fakeMs });
    }
    expect(bad).toEqual([]);
    expect(total.failures).toBeGreaterThan(worlds);
    console.log(
      `figure: ${worlds} worlds: ${total.failures} of ${total.requests} requests failed, ${total.runs} reconciles`,
    );
  });
});
