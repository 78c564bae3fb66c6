import { describe, expect, it } from "vitest";
import { coverageProblems, coveredBy, coveragePage, everyId, idsIn } from "./coverage.ts";

describe("coverage by numbers", () => {
  it("knows every list", () => {
    expect(everyId).toHaveLength(502 + 191 + 25);
  });

  it("reads numbers and ranges from titles", () => {
    expect(idsIn("ends a drain (B187, B190; F-A3)")).toEqual(["B187", "B190", "F-A3"]);
    expect(idsIn("pages (B464–B467) and B1-3")).toEqual(["B464", "B465", "B466", "B467", "B1", "B2", "B3"]);
    expect(idsIn("B503 is none, SEC-25 is one, BENCH-S1 is another list")).toEqual(["SEC-25"]);
  });

  it("counts passed tests alone", () => {
    const covered = coveredBy([
      { file: "a.spec.ts", title: "works (B1)", state: "passed" },
      { file: "a.spec.ts", title: "breaks (B2)", state: "failed" },
      { file: "a.spec.ts", title: "waits (B3)", state: "skipped" },
    ]);
    expect([...covered.keys()]).toEqual(["B1"]);
    expect(coveragePage(covered)).toContain("| B1 | `a.spec.ts` |");
  });

  it("complains about a number that is lost, forgotten or listed twice", () => {
    const all = new Set(everyId);
    const without = new Set(everyId.filter((id) => id !== "B7"));
    expect(coverageProblems(all, all, new Set())).toEqual([]);
    expect(coverageProblems(without, all, new Set(["B7"]))).toEqual(["B7 is in COVERAGE.md, but no passed test names it"]);
    expect(coverageProblems(without, without, new Set())).toEqual(["B7 is neither proven nor explained in NOT-COVERED.md"]);
    expect(coverageProblems(all, all, new Set(["B7"]))).toEqual(["B7 is proven and also in NOT-COVERED.md"]);
    expect(coverageProblems(all, without, new Set())).toEqual(['B7 is proven now: run "npm run coverage -- --write"']);
  });
});
