// Builds the documentation site into docs/.vitepress/dist: the pages that are generated, then everything, with every
// link checked. Nothing of it needs a network when it is read.
// Run: npm run docs:build             installs the site's own packages first when they are missing
//      npm run docs:build -- --pages  writes the generated pages only
//      npm run docs:dev               builds the generated pages and serves the site while you write
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { loadKinds } from "client-ts/api/tables";
import { exampleFiles, examples } from "../examples.ts";
import { repository } from "../layers/source-tree.ts";
import { type Example, examplesPage, kindsPage, projectPage } from "./generated-pages.ts";
import { writeReference } from "./reference.ts";
import { projectPages } from "./site-links.ts";

const docs = join(repository, "docs");
const began = performance.now();
const [option, ...others] = process.argv.slice(2);
if (others.length > 0 || (option !== undefined && !["--pages", "--dev"].includes(option))) {
  console.error("npm run docs:build [-- --pages]; npm run docs:dev serves the site while you write");
  process.exit(2);
}
install();
await writePages();
if (option === "--dev") vitepress("dev");
else if (option === undefined) {
  vitepress("build");
  const pages = readdirSync(join(docs, ".vitepress/dist"), { recursive: true }).filter((name) =>
    /\.html$/.test(`${name}`),
  );
  console.log(`figure: ${pages.length} pages in ${Math.round((performance.now() - began) / 1000)} s, no dead link`);
}

/** The site's packages are its own: a clone that only needs the library does not install them. */
function install(): void {
  const stamp = join(docs, "node_modules/.installed-lock.json");
  const lock = readFileSync(join(docs, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const { status } = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], { cwd: docs, stdio: "inherit" });
  if (status !== 0) fail('the packages of the site could not be installed: run "npm ci" in docs/ to see why');
  writeFileSync(stamp, lock);
}

/** The pages that are made from sources: reference, kinds, examples, and the documents outside of docs/. */
async function writePages(): Promise<void> {
  const sidebar = writeReference();
  write(".vitepress/generated/sidebar.json", `${JSON.stringify(sidebar, undefined, 2)}\n`);
  const kinds = (await loadKinds()).filter(({ verbs }) => verbs.length > 0);
  write("reference/kinds.md", kindsPage(kinds, entryOf));
  write("examples.md", examplesPage(examplesOf()));
  rmSync(join(docs, "project"), { recursive: true, force: true });
  for (const [origin, page] of projectPages)
    write(page, projectPage(origin, readFileSync(join(repository, origin), "utf8")));
}

function write(page: string, text: string): void {
  mkdirSync(dirname(join(docs, page)), { recursive: true });
  writeFileSync(join(docs, page), text);
}

/** The entry that has the kinds of a group version, as the package's `exports` offer it. */
function entryOf(group: string, version: string): string {
  const folder = join(repository, "packages/client-ts/src/api");
  const [first = ""] = group.split(".");
  const name = group === "" ? "core" : first === "internal" ? "apiserverinternal" : first;
  const found = existsSync(join(folder, name, `${version}.ts`)) ? name : undefined;
  return found === undefined
    ? fail(`no entry has the kinds of ${group}/${version}`)
    : `client-ts/api/${found}/${version}`;
}

function examplesOf(): Example[] {
  return exampleFiles().map((file) => ({
    name: relative(examples, file).replace(/\.ts$/, ""),
    source: readFileSync(file, "utf8"),
  }));
}

function vitepress(command: "build" | "dev"): void {
  const { status } = spawnSync(
    process.execPath,
    [join(docs, "node_modules/vitepress/bin/vitepress.js"), command, docs],
    {
      stdio: "inherit",
    },
  );
  if (status !== 0) fail(`vitepress ${command} failed`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
