/**
 * Mutation testing of one or more modules: npm run mutation -- workqueue [--minutes 90] [--workers 2] [--force]
 * [--dry-run] [--raise] [--files reflector/decide.ts] [--sample 10] [--seed 1]
 *
 * Stryker changes the sources of a module in small ways, one at a time, and runs the unit specs of that module that
 * reach the change. A change that no spec notices survived. Works on a copy of the working tree, so that the tree
 * itself is never changed.
 *
 * - test-results/mutation/MODULE.txt lists the survivors; scripts/mutation/equivalent.jsonl explains those that no test
 *   can notice.
 * - scripts/mutation/bars.json has the least score of each module; `--raise` raises the bar to the score reached, never
 *   lowers it.
 * - Results are kept in the user's cache folder, and a later run tests only what has changed. `--force` tests
 *   everything again.
 * - After `--minutes` the run ends and says how far it came; the next one goes on from there.
 * - `--files` takes a file or a folder of the module and may be repeated: only these are changed, and only the specs of
 *   their folders run, which takes minutes. Each file has a bar of its own. `--sample` takes a percentage of the lines,
 *   chosen by `--seed`. Results of such a run are not kept, and it says nothing about the whole module.
 */

import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../../packages/client-ts/src/util/index.ts";
import { type MutatedModule, modules, sources } from "./modules.ts";
import { type MutantResult, parseEquivalents, raiseBar, type Score, scoreOf, survivorLine } from "./score.ts";
import { type Selection, select } from "./selection.ts";

const root = resolve(import.meta.dirname, "../..");
const here = "scripts/mutation";
const barsFile = join(root, here, "bars.json");

interface RunOptions {
  readonly minutes: number;
  readonly workers: number;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly raise: boolean;
  readonly files: readonly string[];
  readonly sample: number;
  readonly seed: number;
}

interface Outcome {
  readonly selection: Selection;
  /** The sources of the module as they were tested, by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly results: readonly MutantResult[];
  /** How many mutants there are; `undefined` when Stryker did not come so far. */
  readonly planned: number | undefined;
  readonly exitCode: number | null;
  readonly outOfTime: boolean;
  readonly seconds: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "90" },
    workers: { type: "string", default: String(availableParallelism()) },
    force: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    raise: { type: "boolean", default: false },
    files: { type: "string", multiple: true, default: [] },
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
  },
});
const chosen = modules.filter(({ name }) => positionals.includes(name));
if (chosen.length === 0 || chosen.length !== positionals.length) {
  console.error(`name one or more of: ${modules.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const options: RunOptions = {
  minutes: Number(values.minutes),
  workers: Number(values.workers),
  force: values.force,
  dryRun: values["dry-run"],
  raise: values.raise,
  files: values.files,
  sample: Number(values.sample),
  seed: Number(values.seed),
};
for (const module of chosen) await testModule(module, options);

async function testModule(module: MutatedModule, options: RunOptions): Promise<void> {
  const outcome = await runStryker(module, options);
  if (options.dryRun) return;
  const { selection, texts, results, planned, exitCode, outOfTime, seconds } = outcome;
  if (planned === undefined || (exitCode !== 0 && !outOfTime)) {
    console.log(`FAILED ${module.name}: Stryker ended with ${exitCode}`);
    process.exitCode = 1;
    return;
  }
  const explained = parseEquivalents(readFileSync(join(root, here, "equivalent.jsonl"), "utf8")).filter((entry) =>
    entry.file.startsWith(`${module.name}/`),
  );
  const score = scoreOf(results, (file) => texts.get(file) ?? "", explained);
  writeReport(module.name, score);
  const reached = planned === 0 ? 100 : (100 * results.length) / planned;
  const whole = selection.partial ? `${selection.mutate.length} parts of ${module.name}` : module.name;
  console.log(
    `figure: mutation ${whole} ${score.percent.toFixed(2)} %, ` +
      `${score.killed + score.timedOut} noticed, ${score.survivors.length} survived, ${score.explained} explained, ` +
      `${score.timedOut} by time-out, ${reached.toFixed(0)} % of ${planned} tested, ${seconds} s`,
  );
  if (results.length < planned) {
    console.log(
      `skipped: ${planned - results.length} mutants of ${module.name}, the time of ${options.minutes} min was over; run again to go on`,
    );
    return;
  }
  if (options.sample < 100) return;
  if (!selection.partial) {
    compare(module.name, score, options);
    return;
  }
  for (const file of selection.mutate) {
    const name = file.slice(sources.length + 1);
    const own = explained.filter((entry) => entry.file === name);
    compare(
      name,
      scoreOf(
        results.filter(({ fileName }) => fileName === file),
        (path) => texts.get(path) ?? "",
        own,
      ),
      options,
    );
  }
}

/** Compares a score with the bar of a module or a file, and raises that if it is asked for. */
function compare(name: string, { percent, unused }: Score, { raise }: RunOptions): void {
  const bars = JSON.parse(readFileSync(barsFile, "utf8")) as Record<string, number>;
  const bar = bars[name] ?? 0;
  console.log(`${name}: ${percent.toFixed(2)} % (bar ${bar})`);
  for (const { file, original, replacement } of unused) {
    console.log(`FAILED ${name}: an explanation fits no survivor, remove it: ${file} ${original} => ${replacement}`);
    process.exitCode = 1;
  }
  if (percent < bar) {
    console.log(`FAILED ${name}: the score ${percent.toFixed(2)} % is below the bar of ${bar} %`);
    process.exitCode = 1;
  }
  if (raise) writeFileSync(barsFile, `${JSON.stringify(raiseBar(bars, name, percent), undefined, 2)}\n`);
}

function writeReport(module: string, score: Score): void {
  const folder = join(root, "test-results/mutation");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${module}.txt`),
    score.survivors.map((survivor) => `${survivorLine(survivor)}\n`).join(""),
  );
  writeFileSync(join(folder, `${module}.json`), `${JSON.stringify(score, undefined, 2)}\n`);
  console.log(`survivors: test-results/mutation/${module}.txt`);
}

async function runStryker(module: MutatedModule, options: RunOptions): Promise<Outcome> {
  const { minutes, workers, force, dryRun, files, sample, seed } = options;
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "client-ts-mutation-"));
  const copy = join(folder, "copy");
  const originals = join(folder, "originals");
  try {
    copyTree(copy);
    // Stryker writes into the copy; these stay as they are.
    cpSync(join(copy, sources, module.name), join(originals, sources, module.name), { recursive: true });
    const selection = select(sourcesOf(join(originals, sources, module.name)), `${sources}/${module.name}`, {
      files,
      sample,
      random: seededRandom(seed),
    });
    const kept = join(cacheFolder(), `${module.name}.json`);
    mkdirSync(dirname(kept), { recursive: true });
    const resultsFile = join(folder, "results.jsonl");
    writeFileSync(resultsFile, "");
    const configuration = {
      testRunner: "vitest",
      vitest: { configFile: `${here}/vitest.config.ts`, related: false },
      plugins: ["@stryker-mutator/vitest-runner", `./${here}/reporter.mjs`],
      mutate: selection.mutate,
      // The copy is ours: no second one.
      inPlace: true,
      coverageAnalysis: "perTest",
      ignoreStatic: !module.loadTime,
      incremental: !selection.partial,
      incrementalFile: kept,
      force,
      dryRunOnly: dryRun,
      dryRunTimeoutMinutes: 20,
      concurrency: workers,
      reporters: ["keeping"],
      checkers: [],
      disableTypeChecks: false,
      allowConsoleColors: false,
    };
    writeFileSync(join(copy, "stryker.config.json"), JSON.stringify(configuration));
    const child = spawn(process.execPath, [join(root, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run"], {
      cwd: copy,
      detached: true,
      stdio: "inherit",
      env: {
        ...process.env,
        MUTATION_SPECS: selection.specs.join(","),
        MUTATION_RESULTS: resultsFile,
        MUTATION_INCREMENTAL: selection.partial ? "" : kept,
        MUTATION_SOURCES: originals,
      },
    });
    const stop = (): void => {
      // The whole group: Stryker and its test runners.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    };
    let outOfTime = false;
    const limit = setTimeout(() => {
      outOfTime = true;
      stop();
    }, minutes * 60_000);
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    const exitCode = await new Promise<number | null>((done, fail) => child.once("error", fail).once("close", done));
    clearTimeout(limit);
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    const lines = readFileSync(resultsFile, "utf8").split("\n").filter(Boolean);
    const entries = lines.map((line) => JSON.parse(line) as MutantResult | { readonly planned: number });
    const texts = [...sourcesOf(join(originals, sources))].map(([name, text]) => [`${sources}/${name}`, text] as const);
    return {
      selection,
      texts: new Map(texts),
      results: entries.filter((entry): entry is MutantResult => "status" in entry),
      planned: entries.find((entry): entry is { readonly planned: number } => "planned" in entry)?.planned,
      exitCode,
      outOfTime,
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sources in a folder by path, without specs and what only specs use. */
function sourcesOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".spec.ts") && !name.endsWith(".d.ts"))
    .filter((name) => !name.replaceAll("\\", "/").includes("test-support/"))
    .toSorted();
  return new Map(names.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8")]));
}

/**
 * Copies what Git knows or would add. The packages of the workspace lead into the copy, every other dependency into the
 * original folder.
 */
function copyTree(copy: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const ours = readdirSync(join(root, "packages"));
  const packages = new Map(
    ours.map((folder) => {
      const { name } = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")) as {
        readonly name: string;
      };
      return [name, join(copy, "packages", folder)];
    }),
  );
  mkdirSync(join(copy, "node_modules"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "@client-ts" || name.startsWith(".")) continue;
    symlinkSync(packages.get(name) ?? join(root, "node_modules", name), join(copy, "node_modules", name));
  }
}

/** Beside the binaries of the control plane. */
function cacheFolder(): string {
  const { CLIENT_TS_CACHE, XDG_CACHE_HOME } = process.env;
  return join(CLIENT_TS_CACHE || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "client-ts"), "mutation");
}
