/** One test as the reporter saw it. */
export interface TestResult {
  readonly file: string;
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped";
}

/** A page of `conformance/` that explains numbers, such as `behaviours.md`, and its text. */
export interface NumberPage {
  readonly file: string;
  readonly text: string;
}

/** The numbers that the pages explain, in their order, with the page and the anchor of each. */
export function readNumbers(pages: readonly NumberPage[]): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const { file, text } of pages) {
    for (const [, anchor, id] of text.matchAll(/^- <a id="([^"]+)"><\/a>\*\*(\S+)\*\*/gm)) {
      if (links.has(id as string)) throw new Error(`${file}: ${id} is explained twice`);
      if (anchor !== (id as string).toLowerCase()) throw new Error(`${file}: the anchor of ${id} is "${anchor}"`);
      links.set(id as string, `${file}#${anchor}`);
    }
  }
  return links;
}

const idOrRange = /\b(B|F-[A-K]|SEC-)(\d{1,3})(?:\s*[–-]\s*(?:\1)?(\d{1,3})\b)?/g;

/** The numbers in a text; `B44–B51` and `B44-51` stand for all between. Numbers that no page explains are left out. */
export function idsIn(text: string, known: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [, list, first, last] of text.matchAll(idOrRange)) {
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    for (let n = from; n <= to; n++) if (known.has(`${list}${n}`)) found.push(`${list}${n}`);
  }
  return found;
}

/** The list of a number: `B`, `F-A`, `SEC-`. */
function listOf(id: string): string {
  return id.replace(/\d+$/, "");
}

/** Which file's passed test names which number. A number in the title of a failed or skipped test does not count. */
export function coveredBy(results: readonly TestResult[], known: ReadonlyMap<string, string>): Map<string, string[]> {
  const covered = new Map<string, string[]>();
  for (const { file, title, state } of results) {
    if (state !== "passed") continue;
    for (const id of idsIn(title, known)) {
      const files = covered.get(id) ?? [];
      if (!files.includes(file)) files.push(file);
      covered.set(id, files.sort());
    }
  }
  return covered;
}

/** What is wrong with the two pages together: a number on neither, on both, or no longer proven. */
export function coverageProblems(
  known: ReadonlyMap<string, string>,
  covered: ReadonlySet<string>,
  committed: ReadonlySet<string>,
  explained: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  for (const id of known.keys()) {
    if (committed.has(id) && !covered.has(id)) problems.push(`${id} is in COVERAGE.md, but no passed test names it`);
    if (!committed.has(id) && covered.has(id)) problems.push(`${id} is proven now: run "npm run coverage -- --write"`);
    if (explained.has(id) && covered.has(id)) problems.push(`${id} is proven and also in NOT-COVERED.md`);
    if (!explained.has(id) && !covered.has(id))
      problems.push(`${id} is neither proven nor explained in NOT-COVERED.md`);
  }
  return problems;
}

/** The page that lists what is proven, and where. */
export function coveragePage(
  known: ReadonlyMap<string, string>,
  covered: ReadonlyMap<string, readonly string[]>,
): string {
  const lines = [
    "# What the tests prove",
    "",
    "Generated from a test run by `npm run coverage -- --write`: each number stands in the title of a test that passed.",
    "[`B`](behaviours.md) are behaviours of client-go, [`F`](faults.md) fault cases, [`SEC`](security.md) security rows.",
    "Oracles ([`O`](oracles.md)) are checked in random runs, not by one test each; they are not counted here.",
    "",
    "| list | proven | of |",
    "|---|---|---|",
  ];
  const ids = [...known.keys()];
  for (const list of new Set(ids.map(listOf))) {
    const all = ids.filter((id) => listOf(id) === list);
    lines.push(`| ${list.replace(/-$/, "")} | ${all.filter((id) => covered.has(id)).length} | ${all.length} |`);
  }
  lines.push("");
  for (const id of ids) {
    const files = covered.get(id);
    if (files === undefined) continue;
    lines.push(`- [${id}](${known.get(id)})`, ...files.map((file) => `  - \`${file}\``));
  }
  return `${lines.join("\n")}\n`;
}
