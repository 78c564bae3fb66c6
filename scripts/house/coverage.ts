/** One test as the reporter saw it. */
export interface TestResult {
  readonly file: string;
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped";
}

/** How many rows each list has. */
const lists: Readonly<Record<string, number>> = {
  B: 502,
  "F-A": 35,
  "F-B": 18,
  "F-C": 29,
  "F-D": 18,
  "F-E": 16,
  "F-F": 14,
  "F-G": 11,
  "F-H": 17,
  "F-I": 11,
  "F-J": 14,
  "F-K": 8,
  "SEC-": 25,
};

/** Every number there is, in order: behaviours, fault cases, security rows. */
export const everyId: readonly string[] = Object.entries(lists).flatMap(([list, count]) =>
  Array.from({ length: count }, (_, i) => `${list}${i + 1}`),
);

const idOrRange = /\b(B|F-[A-K]|SEC-)(\d{1,3})(?:\s*[–-]\s*(?:\1)?(\d{1,3})\b)?/g;

/** The numbers in a text; `B44–B51` and `B44-51` stand for all between. */
export function idsIn(text: string): string[] {
  const found: string[] = [];
  for (const [, list, first, last] of text.matchAll(idOrRange)) {
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    for (let n = from; n <= to && n <= (lists[list as string] ?? 0); n++) found.push(`${list}${n}`);
  }
  return found;
}

/** Which file's passed test names which number. A number in the title of a failed or skipped test counts for nothing. */
export function coveredBy(results: readonly TestResult[]): Map<string, string[]> {
  const covered = new Map<string, string[]>();
  for (const { file, title, state } of results) {
    if (state !== "passed") continue;
    for (const id of idsIn(title)) {
      const files = covered.get(id) ?? [];
      if (!files.includes(file)) files.push(file);
      covered.set(id, files.sort());
    }
  }
  return covered;
}

/** What is wrong with the two pages together: a number on neither, on both, or no longer proven. */
export function coverageProblems(covered: ReadonlySet<string>, committed: ReadonlySet<string>, excused: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  for (const id of everyId) {
    if (committed.has(id) && !covered.has(id)) problems.push(`${id} is in COVERAGE.md, but no passed test names it`);
    if (!committed.has(id) && covered.has(id)) problems.push(`${id} is proven now: run "npm run coverage -- --write"`);
    if (excused.has(id) && covered.has(id)) problems.push(`${id} is proven and also in NOT-COVERED.md`);
    if (!excused.has(id) && !covered.has(id)) problems.push(`${id} is neither proven nor explained in NOT-COVERED.md`);
  }
  return problems;
}

/** The page that lists what is proven, and where. */
export function coveragePage(covered: ReadonlyMap<string, readonly string[]>): string {
  const lines = [
    "# What the tests prove",
    "",
    "Generated from the reporter of a test run by `npm run coverage -- --write`: each number stands in the title of a test that passed. `B` are behaviours of client-go, `F` fault cases, `SEC` security rows.",
    "",
    "| list | proven | of |",
    "|---|---|---|",
  ];
  for (const [list, count] of Object.entries(lists)) {
    const proven = everyId.filter((id) => id.startsWith(list) && /^\d+$/.test(id.slice(list.length)) && covered.has(id)).length;
    lines.push(`| ${list.replace(/-$/, "")} | ${proven} | ${count} |`);
  }
  lines.push("", "| number | proven in |", "|---|---|");
  for (const id of everyId) {
    const files = covered.get(id);
    if (files !== undefined) lines.push(`| ${id} | ${files.map((f) => `\`${f}\``).join(", ")} |`);
  }
  return `${lines.join("\n")}\n`;
}
