/** One test of a Ginkgo report. */
export interface TestOutcome {
  readonly title: string;
  readonly state: "passed" | "failed";
  readonly seconds: number;
  /** Why it failed, in its first line. */
  readonly message: string;
}

interface SpecReport {
  readonly ContainerHierarchyTexts?: readonly string[] | null;
  readonly LeafNodeText?: string;
  readonly LeafNodeType?: string;
  readonly State?: string;
  readonly RunTime?: number;
  readonly Failure?: { readonly Message?: string };
}

/** The tests of a Ginkgo report in JSON that ran. */
export function readReport(text: string): TestOutcome[] {
  const suites = JSON.parse(text) as readonly { readonly SpecReports?: readonly SpecReport[] | null }[];
  return suites
    .flatMap(({ SpecReports }) => SpecReports ?? [])
    .filter(({ LeafNodeType, State }) => LeafNodeType === "It" && State !== "skipped" && State !== "pending")
    .map((spec) => ({
      title: [...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText ?? ""]
        .join(" ")
        .replace(/^\[sig-[^\]]*\] /, ""),
      state: spec.State === "passed" ? "passed" : "failed",
      seconds: (spec.RunTime ?? 0) / 1e9,
      message: (spec.Failure?.Message ?? "").split("\n", 1)[0] ?? "",
    }));
}

/** Failures that no list allows, and entries of the list that passed. */
export function compareWithAllowed(
  outcomes: readonly TestOutcome[],
  allowed: readonly { readonly title: string }[],
): { readonly unexpected: TestOutcome[]; readonly outdated: string[] } {
  const isAllowed = (title: string): boolean => allowed.some((one) => one.title === title);
  return {
    unexpected: outcomes.filter(({ state, title }) => state === "failed" && !isAllowed(title)),
    outdated: outcomes.filter(({ state, title }) => state === "passed" && isAllowed(title)).map(({ title }) => title),
  };
}

/** The tests that failed here and passed elsewhere. */
export function failedOnlyHere(here: readonly TestOutcome[], elsewhere: readonly TestOutcome[]): TestOutcome[] {
  const passed = new Set(elsewhere.filter(({ state }) => state === "passed").map(({ title }) => title));
  return here.filter(({ state, title }) => state === "failed" && passed.has(title));
}
