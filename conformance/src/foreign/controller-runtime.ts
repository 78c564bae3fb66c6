import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { ForeignProgram } from "./foreign-program.ts";

const module = "sigs.k8s.io/controller-runtime@v0.25.2";

/** controller-runtime's own tests of one package. */
export function controllerRuntimeSuite(name: string): ForeignProgram {
  const binary = (folder: string): string => join(folder, `${name.replaceAll("/", "-")}.test`);
  const source = (folder: string): string => join(folder, "controller-runtime");
  return {
    name: `controller-runtime ${name}`,
    tools: ["go"],
    prepare(folder) {
      if (!existsSync(source(folder))) {
        // The module's own folder cannot be written to, and the tests are run where their data is.
        const found = JSON.parse(execFileSync("go", ["mod", "download", "-json", module], { encoding: "utf8" })) as {
          readonly Dir: string;
        };
        cpSync(found.Dir, source(folder), { recursive: true });
        execFileSync("chmod", ["-R", "u+w", source(folder)]);
      }
      if (!existsSync(binary(folder)))
        execFileSync("go", ["test", "-trimpath", "-c", "-o", binary(folder), `./pkg/${name}`], {
          cwd: source(folder),
          stdio: "inherit",
        });
    },
    command: (folder) => ({
      file: binary(folder),
      args: ["-ginkgo.v", "-ginkgo.no-color", "-ginkgo.timeout=15m", "-ginkgo.seed=1"],
      cwd: join(source(folder), "pkg", name),
    }),
    lines: failuresOf,
  };
}

/** The failed tests of a Ginkgo run, and how many there were. */
function failuresOf(output: string): string[] {
  const summary = /^(?:SUCCESS|FAIL)! -- (\d+) Passed \| (\d+) Failed/m.exec(output);
  const failed = [...output.matchAll(/^\s*\[(?:FAIL|PANICKED!|TIMEDOUT)\] (.*)$/gm)].map(([, title]) => title!);
  const names = [...new Set(failed.map((title) => title.replace(/\[[A-Za-z]+\] /, "").trim()))].sort();
  return [summary === null ? "no summary" : `${summary[1]} passed, ${summary[2]} failed`, ...names];
}
