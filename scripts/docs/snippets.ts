// The snippets of the documents: written to files, type-checked together, and run one after the other in one process.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { repository } from "../layers/source-tree.ts";
import { snippetsOf } from "./snippets-of.ts";

/** Where the snippets are written; git ignores it. It lies in a package that may import both published ones. */
export const snippetFolder: string = join(repository, "examples/.snippets");

/** Pages of docs/ that `npm run docs:build` writes; what they show is checked where it comes from. */
const generated = ["examples.md"];

/** The documents whose snippets are checked, as paths in the repository. */
export function snippetPages(): string[] {
  const docs = readdirSync(join(repository, "docs"))
    .filter((name) => name.endsWith(".md") && !generated.includes(name))
    .sort();
  return [
    "README.md",
    "packages/client-ts/README.md",
    "packages/testing/README.md",
    ...docs.map((name) => `docs/${name}`),
  ];
}

/** Writes the snippets of these documents and gives the files that are to be run. */
export function writeSnippets(pages: readonly string[]): string[] {
  mkdirSync(snippetFolder, { recursive: true });
  return pages.flatMap((page) =>
    snippetsOf(readFileSync(join(repository, page), "utf8")).flatMap(({ code, run }, index) => {
      const file = join(snippetFolder, `${page.replace(/\.md$/, "").replaceAll("/", "-")}-${index + 1}.ts`);
      writeFileSync(file, `${code}\nexport {};\n`);
      return run ? [file] : [];
    }),
  );
}

/** What the compiler says about the written snippets; empty when it accepts them. */
export function typeCheckSnippets(): string {
  writeFileSync(
    join(snippetFolder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.base.json",
      compilerOptions: { noUnusedLocals: false },
      include: ["*.ts"],
    }),
  );
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", snippetFolder], { encoding: "utf8" });
  return status === 0 ? "" : stdout;
}

/**
 * Runs the files in one process, each with an in-memory server of its own, and gives what they printed and how many
 * failed. A process that does not end by itself counts as one failure more: a snippet has left something open.
 */
export async function runSnippets(files: readonly string[]): Promise<{ failed: number }> {
  const program = join(repository, "scripts/docs/run-snippets.ts");
  const child = spawn(process.execPath, ["--conditions=client-ts-source", "--import", "tsx", program, ...files], {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let failed = files.length;
  let limit: NodeJS.Timeout | undefined;
  child.on("message", (message: { readonly failed: number }) => {
    failed = message.failed;
    child.disconnect();
    limit = setTimeout(() => {
      failed++;
      console.error(
        "the process of the snippets did not end: one of them left something open. Run the documents one by one " +
          `(npm run examples -- ${relative(repository, join(repository, "docs/NAME.md"))}) to find it`,
      );
      child.kill("SIGKILL");
    }, 10_000);
  });
  const status = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  clearTimeout(limit);
  return { failed: status === 0 ? failed : Math.max(failed, 1) };
}
