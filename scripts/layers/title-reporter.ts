import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import type { TestResult } from "./coverage.ts";
import { repository } from "./source-tree.ts";

/**
 * Writes the full title and outcome of every test to `test-results/tests.json`, of the slow ones to `slow-tests.json`;
 * the coverage page is made from both.
 */
export default class TitleReporter implements Reporter {
  #name = "tests.json";

  onInit({ vite }: { readonly vite: { readonly config: { readonly configFile?: string | undefined } } }): void {
    if (vite.config.configFile?.endsWith("vitest.slow.config.ts")) this.#name = "slow-tests.json";
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env["CLIENT_TS_TITLES"] === "off") return;
    const results: TestResult[] = [];
    const unsteady: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === "passed" && (test.diagnostic()?.retryCount ?? 0) > 0)
          unsteady.push(`${relative(repository, module.moduleId)}: ${test.fullName}`);
        results.push({
          file: relative(repository, module.moduleId),
          title: test.fullName,
          state: state === "pending" ? "skipped" : state,
        });
      }
    }
    for (const title of unsteady) console.log(`figure: passed on a second try: ${title}`);
    const file = join(repository, "test-results", this.#name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(results, undefined, 1));
  }
}
