// Compares the titles of the last test run with conformance/COVERAGE.md and NOT-COVERED.md.
// Run after `npm test` and `npm run test:slow`:
//   npm run coverage             fails when a number was lost or is explained nowhere
//   npm run coverage -- --write  writes COVERAGE.md again
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coveragePage, coverageProblems, coveredBy, idsIn, readNumbers, type TestResult } from "./layers/coverage.ts";
import { repository } from "./layers/source-tree.ts";

const folder = join(repository, "conformance");
const resultsFiles = ["tests.json", "slow-tests.json"].map((file) => join(repository, "test-results", file));
const page = join(folder, "COVERAGE.md");
const explanations = join(folder, "NOT-COVERED.md");

if (!resultsFiles.every((file) => existsSync(file))) {
  console.error('no test results: run "npm test" and "npm run test:slow" first');
  process.exit(1);
}
const known = readNumbers(
  ["behaviours.md", "faults.md", "security.md"].map((file) => ({
    file,
    text: readFileSync(join(folder, file), "utf8"),
  })),
);
const results = resultsFiles.flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as TestResult[]);
const covered = coveredBy(results, known);
if (process.argv.includes("--write")) writeFileSync(page, coveragePage(known, covered));

const committed = new Set(
  (existsSync(page) ? readFileSync(page, "utf8") : "")
    .split("\n")
    .flatMap((line) => idsIn(/^- \[(\S+)\]/.exec(line)?.[1] ?? "", known)),
);
const explained = new Set(
  (existsSync(explanations) ? readFileSync(explanations, "utf8") : "")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .flatMap((line) => idsIn(line.split("|")[1] as string, known)),
);
const problems = coverageProblems(known, new Set(covered.keys()), committed, explained);
for (const problem of problems.slice(0, 40)) console.error(problem);
if (problems.length > 40) console.error(`… and ${problems.length - 40} more`);
console.log(
  `${covered.size} of ${known.size} numbers stand in the title of a passed test, ${explained.size} are explained in NOT-COVERED.md`,
);
if (problems.length > 0) process.exit(1);
