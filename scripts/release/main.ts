// Makes a release: builds, packs and checks both packages, writes the changelog section and the versions, commits and
// tags. Publishing is the last step and CI's: it needs its identity for provenance.
// Run: npm run release -- --dry-run [major|minor|patch|VERSION] [--repository URL]
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { repository as root } from "../layers/source-tree.ts";
import {
  licenseProblems,
  type Manifest,
  manifestProblems,
  nextVersion,
  releasedChangelog,
  sizeProblems,
} from "./release-plan.ts";

const usage = `npm run release -- [--dry-run] [major|minor|patch|VERSION] [--repository URL]

  --dry-run         builds, packs and checks everything, and changes nothing
  --repository URL  where the sources are, for provenance; default: the remote named origin`;
const folders = ["packages/client-ts", "packages/testing"];
const { values, positionals } = arguments_();
const dryRun = values["dry-run"] === true;
const problems: string[] = [];

const current = manifestOf("packages/client-ts").version ?? "";
const version = nextVersion(current, positionals[0] ?? "minor");
const date = new Date().toISOString().slice(0, 10);
const { section, text } = releasedChangelog(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version, date);
const repository = values.repository ?? origin();

console.log(`release ${current} -> ${version}${dryRun ? " (dry run: nothing is changed)" : ""}`);
if (!dryRun && git("status", "--porcelain") !== "") fail(["the working tree has changes: commit them first"]);

step("build", () => run("npm", ["run", "--silent", "build"]));
step("pack, publint, attw", () =>
  process.stdout.write(run("npm", ["run", "--silent", "pack:check"], { RELEASE_REPOSITORY: repository })),
);
const provenance = !dryRun || repository !== undefined;
step(provenance ? "manifests, provenance" : "manifests", () => {
  for (const name of stagedPackages())
    problems.push(...manifestProblems(readJson(join("test-results/stage", name, "package.json")), { provenance }));
});
if (!provenance) console.log("note   there is no remote named origin: give --repository URL to check provenance, too");
step("sizes", () => {
  for (const name of stagedPackages()) problems.push(...sizeProblems(name, sizeOf(name)));
});
step("licenses", () => problems.push(...licenseProblems(licenses())));
if (problems.length > 0) fail(problems);

console.log(`\nchangelog:\n\n${section.split("\n").slice(0, 12).join("\n")}\n… ${section.split("\n").length} lines`);
console.log(`\ntag: v${version}`);
if (!dryRun) {
  writeFileSync(join(root, "CHANGELOG.md"), text);
  for (const folder of folders) setVersion(folder);
  run("npm", ["install", "--package-lock-only", "--ignore-scripts"]);
  git("commit", "--all", "--message", `Release ${version}`);
  git("tag", "--annotate", `v${version}`, "--message", section);
  console.log(`committed and tagged: push v${version}, and CI publishes from it with npm publish --provenance`);
}

function arguments_() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean" },
        repository: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (parsed.values.help !== true && parsed.positionals.length <= 1) return parsed;
    console.log(usage);
    process.exit(parsed.values.help === true ? 0 : 2);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

function step(what: string, check: () => unknown): void {
  const before = problems.length;
  try {
    check();
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    problems.push(`${what} failed: ${stdout}${stderr || (error as Error).message}`);
  }
  console.log(`${problems.length === before ? "ok    " : "FAILED"} ${what}`);
}

function stagedPackages(): string[] {
  return folders.map((folder) => manifestOf(folder).name ?? "");
}

function sizeOf(name: string): { packed: number; unpacked: number } {
  const tarball = readdirSync(join(root, "test-results/tarballs")).find((file) =>
    new RegExp(`^${name}-\\d`).test(file),
  );
  if (tarball === undefined) throw new Error(`there is no tarball of ${name}`);
  const folder = join(root, "test-results/stage", name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    packed: statSync(join(root, "test-results/tarballs", tarball)).size,
    unpacked: files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0),
  };
}

/** The license of each package that an installation brings, by the manifests that npm installed. */
function licenses(): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const waiting = folders.flatMap((folder) => Object.keys(manifestOf(folder).dependencies ?? {}));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || name === "client-ts") continue;
    const { license, dependencies = {} } = readJson(join("node_modules", name, "package.json"));
    found.set(name, license);
    waiting.push(...Object.keys(dependencies));
  }
  return found;
}

function setVersion(folder: string): void {
  const file = join(root, folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.version = version;
  // The test servers use internals of exactly one version of the library.
  if (manifest.dependencies?.["client-ts"] !== undefined) manifest.dependencies["client-ts"] = version;
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function manifestOf(folder: string): Manifest {
  return readJson(join(folder, "package.json"));
}

function readJson(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

function origin(): string | undefined {
  try {
    return git("remote", "get-url", "origin").replace(/^git@([^:]+):/, "https://$1/");
  } catch {
    return undefined;
  }
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

function run(command: string, args: string[], env: Record<string, string | undefined> = {}): string {
  return execFileSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 26,
  });
}

function fail(reasons: readonly string[]): never {
  for (const reason of reasons) console.error(`not ready: ${reason}`);
  process.exit(1);
}
