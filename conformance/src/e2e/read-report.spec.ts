import { describe, expect, it } from "vitest";
import { allowed } from "./allowed.ts";
import { compareWithAllowed, failedOnlyHere, readReport } from "./read-report.ts";

const report = JSON.stringify([
  {
    SpecReports: [
      {
        ContainerHierarchyTexts: ["[sig-api-machinery] Watchers"],
        LeafNodeText: "should watch",
        LeafNodeType: "It",
        State: "passed",
        RunTime: 2e9,
      },
      {
        ContainerHierarchyTexts: ["[sig-api-machinery] Quotas"],
        LeafNodeText: "should count",
        LeafNodeType: "It",
        State: "timedout",
        RunTime: 1e9,
        Failure: { Message: "no count\nat line 3" },
      },
      { LeafNodeText: "other", LeafNodeType: "It", State: "skipped" },
      { LeafNodeType: "ReportAfterSuite", State: "passed" },
    ],
  },
]);

describe("a report of Kubernetes' end-to-end tests", () => {
  it("gives the tests that ran, with what failed", () => {
    expect(readReport(report)).toEqual([
      { title: "Watchers should watch", state: "passed", seconds: 2, message: "" },
      { title: "Quotas should count", state: "failed", seconds: 1, message: "no count" },
    ]);
  });

  it("tells failures that are allowed from others, and entries that pass by now", () => {
    const list = [{ title: "Watchers should watch" }];
    const { unexpected, outdated } = compareWithAllowed(readReport(report), list);
    expect(unexpected.map(({ title }) => title)).toEqual(["Quotas should count"]);
    expect(outdated).toEqual(["Watchers should watch"]);
    expect(compareWithAllowed(readReport(report), [{ title: "Quotas should count" }]).unexpected).toEqual([]);
  });

  it("gives the tests that fail here and pass elsewhere", () => {
    const here = readReport(report);
    const elsewhere = here.map((one) => ({ ...one, state: "passed" as const }));
    expect(failedOnlyHere(here, elsewhere).map(({ title }) => title)).toEqual(["Quotas should count"]);
    expect(failedOnlyHere(here, here)).toEqual([]);
    expect(failedOnlyHere(here, [])).toEqual([]);
  });

  it("allows at most five failures, each with a reason", () => {
    expect(allowed.length).toBeLessThanOrEqual(5);
    for (const { title, reason } of allowed) expect(`${title} ${reason}`.length).toBeGreaterThan(title.length + 20);
  });
});
