// Uses the packed packages as a user would, in a project outside the workspace: ESM, require, Jest, esbuild, Bun, Deno,
// and the type check of three compilers, with and without exactOptionalPropertyTypes. Run after `npm run pack:check`:
// npm run consumer (--quick leaves out Bun and Deno)
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeBinary, nodeVersions } from "../nodes.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const tarballs = join(here, "../../test-results/tarballs");
const quick = process.argv.includes("--quick");
const project = mkdtempSync(join(tmpdir(), "client-ts-consumer-"));
let failed = 0;
try {
  cpSync(join(here, "project"), project, { recursive: true });
  const packed = readdirSync(tarballs).map((name) => join(tarballs, name));
  run(
    "npm",
    ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", ...packed],
    "installs",
  );
  step("import", "node", ["program.mjs"]);
  step("require", "node", ["program.cjs"]);
  const hooks = ["--globalSetup=client-ts-testing/jest", "--globalTeardown=client-ts-testing/jest"];
  step("Jest", bin("jest"), ["--ci", "--silent", ...hooks]);
  cpSync(join(here, "../../examples/jest"), join(project, "examples-jest"), { recursive: true });
  step("  its example", bin("jest"), [
    "--ci",
    "--silent",
    "--rootDir=examples-jest",
    "--config=examples-jest/jest.config.cjs",
  ]);
  for (const format of ["esm", "cjs"]) {
    const out = `bundle.${format === "esm" ? "mjs" : "cjs"}`;
    const banner =
      format === "esm"
        ? ["--banner:js=import{createRequire}from'node:module';const require=createRequire(import.meta.url);"]
        : [];
    step(`esbuild ${format}`, bin("esbuild"), [
      "entry.mjs",
      "--bundle",
      "--platform=node",
      `--format=${format}`,
      `--outfile=${out}`,
      "--log-level=warning",
      ...banner,
    ]);
    step(`  the ${format} bundle`, "node", [out]);
  }
  writeUsersWrite();
  for (const compiler of ["typescript-5", "typescript-6", "typescript"]) {
    for (const exact of ["true", "false"]) {
      step(`types, ${versionOf(compiler)}, skipLibCheck: false, exactOptionalPropertyTypes: ${exact}`, "node", [
        join("node_modules", compiler, "bin/tsc"),
        "-p",
        "tsconfig.json",
        "--exactOptionalPropertyTypes",
        exact,
      ]);
    }
  }
  step("client-ts demo", bin("client-ts"), ["demo", "--duration", "2s"]);
  // A new operator in a folder of its own, which finds the packages in that of the project.
  step("client-ts init operator", bin("client-ts"), ["init", "operator", "guest-book"]);
  step("  its build", "node", [join("node_modules", "typescript", "bin/tsc"), "-p", "guest-book"]);
  const { scripts } = JSON.parse(readFileSync(join(project, "guest-book/package.json"), "utf8"));
  const itsTest = `cd guest-book && ${scripts.test.replace("npm run build && ", "")}`;
  step("  its test", "sh", ["-c", itsTest]);
  // Each Node has its own rules for what may follow --test.
  for (const major of Object.keys(nodeVersions)) {
    const node = nodeBinary(major, { install: false });
    if (node !== undefined) step(`    on Node ${major}`, "sh", ["-c", `PATH=${dirname(node)}:$PATH && ${itsTest}`]);
  }
  step("  its start", "sh", ["-c", "timeout -s TERM 3 node guest-book/dist/start.js | grep -q ^running:"]);
  step("  its manifests", bin("client-ts"), ["manifests", "guest-book/dist/manager.js", "--image", "guest-book:1"]);
  if (!quick) {
    step("Bun", platformBinary("@oven", "bin/bun"), ["run", "program.mjs"]);
    step("Deno", platformBinary("@deno", "deno"), ["run", "--allow-all", "--node-modules-dir=manual", "program.mjs"]);
  }
} finally {
  rmSync(project, { recursive: true, force: true });
}
if (failed > 0) process.exit(1);

/** What users write, as the specification of the types has it, against the packed declarations. */
function writeUsersWrite() {
  const source = readFileSync(join(here, "../../packages/client-ts/src/client/users-write.spec.ts"), "utf8");
  const text = source
    .replace(
      /import \{[^}]*\} from "vitest";/,
      'import { describe, expect, expectTypeOf, it } from "./vitest-types.mjs";',
    )
    .replaceAll(/"\.\.\/api\/([^"]+)\.ts"/g, '"client-ts/api/$1"')
    .replaceAll(/"\.\.\/([a-z]+)\/index\.ts"/g, '"client-ts/$1"')
    .replaceAll('"./index.ts"', '"client-ts"');
  if (/from "\.\.?\//.test(text.replace("./vitest-types.mjs", "")))
    throw new Error("a type test imports a source file");
  writeFileSync(join(project, "users-write.mts"), text);
}

function bin(name) {
  return join(project, "node_modules/.bin", name);
}

/** The binary inside a platform package: their install scripts, which would link it, do not run here. */
function platformBinary(scope, path) {
  const folder = join(project, "node_modules", scope);
  const found = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, path)) : [];
  return found.find((file) => existsSync(file) && runs(file)) ?? join(folder, path);
}

function runs(file) {
  try {
    execFileSync(file, ["--version"], { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

function versionOf(name) {
  return execFileSync("node", [join(project, "node_modules", name, "bin/tsc"), "--version"], {
    encoding: "utf8",
  }).trim();
}

function run(command, args, what) {
  try {
    return execFileSync(command, args, {
      cwd: project,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 120_000,
    });
  } catch (error) {
    throw new Error(`${what}: ${error.stdout ?? ""}${error.stderr ?? ""}`);
  }
}

/** One way of using the packages; says in one line whether it works. */
function step(what, command, args) {
  if (command.startsWith(project) && !existsSync(command)) {
    console.log(`  ${what}: not installed on this platform`);
    return;
  }
  const started = performance.now();
  try {
    run(command, args, what);
    console.log(`  ${what}: works (${Math.round(performance.now() - started)} ms)`);
  } catch (error) {
    failed++;
    console.error(`  ${what}: FAILS\n${error.message.slice(0, 4000)}`);
  }
}
