import { describe, expect, it } from "vitest";
import { parseArguments } from "../args.ts";
import { profileFor } from "../profile.ts";
import { Results } from "../results.ts";
import { comparisonLines, comparisons } from "./table.ts";

describe("a comparison with an earlier state", () => {
  const results = new Results();
  for (let round = 0; round < 3; round++) {
    results.record("lister", "client-ts", 1000, { listFirstMs: 12, lookupUs: 5 });
    results.record("lister", "client-ts, earlier", 1000, { listFirstMs: 10, lookupUs: 10 });
  }

  it("has both states and says which way each figure went", () => {
    const compared = comparisons(results);
    expect(compared.map(({ now, before, isWorse }) => [now.median, before.median, isWorse])).toEqual([
      [12, 10, true],
      [5, 10, false],
    ]);
    const lines = comparisonLines(compared).split("\n");
    expect(lines.find((line) => line.includes("first list"))).toMatch(/ 20\.0 % worse.*WORSE/);
    expect(lines.find((line) => line.includes("lookup"))).toMatch(/ 50\.0 % better/);
  });

  it("measures the two states and no other contender, and nothing without a server", () => {
    const { jobs } = profileFor(parseArguments(["--against", "HEAD"]));
    expect(jobs.length).toBeGreaterThan(3);
    for (const { contenders } of jobs) expect(contenders).toEqual(["client-ts", "client-ts, earlier"]);
    expect(profileFor(parseArguments(["import", "--against", "HEAD"])).jobs).toEqual([]);
  });
});
