import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coveragePage, coverageProblems, coveredBy, idsIn, readNumbers } from "./coverage.ts";
import { repository } from "./source-tree.ts";

const read = (file: string) => ({ file, text: readFileSync(join(repository, "conformance", file), "utf8") });
const known = readNumbers(["behaviours.md", "faults.md", "security.md"].map(read));

describe("coverage by numbers", () => {
  it("finds every number on the pages, each with a link", () => {
    // Written by hand: an entry that is deleted or no longer recognized must fail here.
    expect(known.size).toBe(502 + 191 + 25);
    expect(known.get("B181")).toBe("behaviours.md#b181");
    expect(known.get("F-K8")).toBe("faults.md#f-k8");
    expect([...readNumbers([read("oracles.md")]).keys()].filter((id) => /^O\d+$/.test(id))).toHaveLength(16);
  });

  it("finds on the page of oracles every planted bug that a test names", () => {
    const explained = readNumbers([read("oracles.md")]);
    const files = ["check.spec.ts", "planted-bugs.ts"].map((file) => read(`src/oracles/${file}`).text);
    const named = new Set(files.flatMap((text) => text.match(/\bP\d+\b/g) ?? []));
    expect(named.size).toBe(16);
    expect([...named].filter((id) => !explained.has(id))).toEqual([]);
  });

  it("refuses a number that is explained twice or has a wrong anchor", () => {
    const one = '- <a id="b1"></a>**B1** One.';
    expect(() => readNumbers([{ file: "x.md", text: `${one}\n${one}` }])).toThrow("B1 is explained twice");
    expect(() => readNumbers([{ file: "x.md", text: '- <a id="b2"></a>**B1** One.' }])).toThrow("anchor");
  });

  it("reads numbers and ranges from titles", () => {
    expect(idsIn("ends a drain (B187, B190; F-A3)", known)).toEqual(["B187", "B190", "F-A3"]);
    expect(idsIn("pages (B464–B467) and B1-3", known)).toEqual(["B464", "B465", "B466", "B467", "B1", "B2", "B3"]);
    expect(idsIn("B503 is none, SEC-25 is one, BENCH-S1 is another list", known)).toEqual(["SEC-25"]);
  });

  it("counts passed tests alone, and links each number to its sentence", () => {
    const covered = coveredBy(
      [
        { file: "a.spec.ts", title: "works (B1)", state: "passed" },
        { file: "a.spec.ts", title: "breaks (B2)", state: "failed" },
        { file: "a.spec.ts", title: "waits (B3)", state: "skipped" },
      ],
      known,
    );
    expect([...covered.keys()]).toEqual(["B1"]);
    expect(coveragePage(known, covered)).toContain("- [B1](behaviours.md#b1)\n  - `a.spec.ts`");
    expect(coveragePage(known, covered)).toContain("| B | 1 | 502 |");
  });

  it("reports a number that is lost, forgotten or listed twice", () => {
    const all = new Set(known.keys());
    const without = new Set([...all].filter((id) => id !== "B7"));
    expect(coverageProblems(known, all, all, new Set())).toEqual([]);
    expect(coverageProblems(known, without, all, new Set(["B7"]))).toEqual([
      "B7 is in COVERAGE.md, but no passed test names it",
    ]);
    expect(coverageProblems(known, without, without, new Set())).toEqual([
      "B7 is neither proven nor explained in NOT-COVERED.md",
    ]);
    expect(coverageProblems(known, all, all, new Set(["B7"]))).toEqual(["B7 is proven and also in NOT-COVERED.md"]);
    expect(coverageProblems(known, all, without, new Set())).toEqual([
      'B7 is proven now: run "npm run coverage -- --write"',
    ]);
  });
});
