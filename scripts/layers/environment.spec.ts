import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./source-tree.ts";
import { variablesDocumented, variablesIn, variablesRead } from "./environment.ts";

/** Variables of a function that receives the environment as an argument and that no entry of the package exports. */
const notReadFromTheProcess = ["KUBE_CLIENT_BACKOFF_BASE", "KUBE_CLIENT_BACKOFF_DURATION"];

describe("the environment variables that the packages read", () => {
  it("are all in the table of docs/support.md, and the table names no other", () => {
    const documented = variablesDocumented(readFileSync(join(repository, "docs/support.md"), "utf8"));
    const read = [...variablesRead().keys()].filter((name) => !notReadFromTheProcess.includes(name));
    expect(read.sort()).toEqual(documented.sort());
  });

  it.each([
    ["a field", 'host.env.KUBECONFIG + env["PATH"]', ["KUBECONFIG", "PATH"]],
    ["names that are taken out", 'const { NO_COLOR: no = "", TERM } = process.env;', ["NO_COLOR", "TERM"]],
    ["a name with a prefix", `env[\`TEST_ASSET_\${name}\`]`, ["TEST_ASSET_"]],
    ["a helper that is given the name", 'either(env, "NO_PROXY")', ["NO_PROXY"]],
    ["a constant", 'const variable = "CLIENT_TS_KUBECTL";', ["CLIENT_TS_KUBECTL"]],
    ["a comment, which reads nothing", "// see env.HOME\n * `NODE_ENV`", []],
  ])("are found in %s", (_what, text, names) => {
    expect(variablesIn(text)).toEqual(names);
  });

  it("are read from the first column of the tables in their section", () => {
    const page =
      "| `A` | \n## Environment variables\n| name | what |\n|---|---|\n| `B`, `C_*` | `D` |\n## Next\n| `E` |";
    expect(variablesDocumented(page)).toEqual(["B", "C_"]);
  });
});
