// A reporter for Stryker that keeps results while it runs: one line of JSON for each mutant, and now and then the file
// of its incremental mode, so that a run that is ended by its time budget is continued by the next one.
import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const { MUTATION_RESULTS: results, MUTATION_INCREMENTAL: incremental, MUTATION_SOURCES: sources } = process.env;
const writeEveryMs = 20_000;

class KeepingReporter {
  #tests = [];
  #mutants = [];
  #writtenAt = Date.now();

  onDryRunCompleted({ result }) {
    this.#tests = result.tests ?? [];
  }

  onMutationTestingPlanReady({ mutantPlans }) {
    appendFileSync(results, `${JSON.stringify({ planned: mutantPlans.length })}\n`);
  }

  onMutantTested(mutant) {
    const fileName = nameOf(mutant.fileName);
    const { mutatorName, replacement, status, location } = mutant;
    appendFileSync(results, `${JSON.stringify({ fileName, mutatorName, replacement, status, location })}\n`);
    this.#mutants.push({ ...mutant, fileName });
    if (!incremental || Date.now() - this.#writtenAt < writeEveryMs) return;
    this.#writtenAt = Date.now();
    writeFileSync(`${incremental}.partial`, JSON.stringify(this.#report()));
    renameSync(`${incremental}.partial`, incremental);
  }

  onMutationTestReportReady() {
    // From here on Stryker writes the file itself.
    this.#writtenAt = Number.POSITIVE_INFINITY;
  }

  #report() {
    const files = {};
    for (const { fileName, ...mutant } of this.#mutants) {
      files[fileName] ??= { language: "typescript", mutants: [], source: sourceOf(fileName) };
      files[fileName].mutants.push(mutant);
    }
    const testFiles = {};
    for (const { id, name, fileName, startPosition } of this.#tests) {
      const file = nameOf(fileName);
      testFiles[file] ??= { tests: [], source: sourceOf(file) };
      const start = startPosition && { line: startPosition.line + 1, column: startPosition.column + 1 };
      testFiles[file].tests.push({ id, name, location: start && { start } });
    }
    return { schemaVersion: "1.0", thresholds: { high: 80, low: 60 }, files, testFiles };
  }
}

/** The path from the root of the repository. */
function nameOf(fileName) {
  return relative(process.cwd(), fileName).replaceAll("\\", "/");
}

/** The text before Stryker changed it. */
function sourceOf(fileName) {
  return readFileSync(join(sources, fileName), "utf8");
}

export const strykerPlugins = [{ kind: "Reporter", name: "keeping", injectableClass: KeepingReporter }];
