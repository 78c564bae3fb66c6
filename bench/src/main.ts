/** Benchmarks of client-ts against client-node and client-go: `npm run bench`. See docs/benchmarks.md. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execFileSync } from "node:child_process";
import { buildEarlierProgram } from "./earlier-program.ts";
import { type Arguments, parseArguments, UsageError, usage } from "./args.ts";
import { type ContenderName, contendersFor, type BenchEnvironment } from "./contenders.ts";
import { ensureCorpus, corpusFolder, shardsFor } from "./corpus/files.ts";
import { describeMachine, describeVersions } from "./machine.ts";
import type { Bench, Job } from "./measures/measure.ts";
import { LoadServer } from "./processes.ts";
import { type Profile, profileFor } from "./profile.ts";
import { buildPrograms, ensureGoProgram, ensurePeers, repository } from "./programs.ts";
import { writeCharts } from "./report/charts.ts";
import { formatSize } from "./report/format.ts";
import { barLines, comparisonLines, comparisons, losses, tables } from "./report/table.ts";
import { Results } from "./results.ts";
import { runJob } from "./runner.ts";
import { fitExponent } from "./stats.ts";
import { type Bar, isBelowBar, checkBar, type BarResult } from "./check-bar.ts";

const began = performance.now();
/** Seconds after which the short profile takes more rounds only for a bar that would fail without them. */
const quickBudgetS = 150;
const fewestQuickRounds = 3;
const resultsFolder = join(repository, "bench/results");

/** Ctrl-C ends the measuring after the present client; what was measured is reported. */
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  try {
    const args = parseArguments(argv);
    if (!args.help) return await measure(args);
    console.log(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

async function measure(args: Arguments): Promise<number> {
  if (args.selfTest) process.env["CLIENT_TS_BENCH_EAGER"] = "1";
  const profile = profileFor(args);
  const machine = describeMachine();
  const here = await findEnvironment(args);
  prepareCorpora(profile, here);
  const contenders = contendersFor(here);
  const server = await LoadServer.start(here.node, here.programs.server);
  const results = new Results();
  let barResults: BarResult[] = [];
  try {
    const snapshots = args.heapSnapshot ? join(resultsFolder, "profiles") : undefined;
    const bench: Bench = { here, server, snapshots };
    const bars = args.against === undefined ? readBars(profile, results, contenders) : () => [];
    for (const job of profile.jobs) {
      // A busy machine must not make the short profile long: from here on the fewest rounds that can decide.
      const isLate = profile.name === "quick" && args.rounds === undefined && secondsSince() > quickBudgetS;
      const rounds = isLate ? fewestQuickRounds : (args.rounds ?? job.rounds ?? profile.rounds);
      await runJob(job, rounds, bench, contenders, results, { progress, signal: interrupted.signal });
    }
    barResults = bars();
    for (let more = 0; more < profile.moreRounds && args.rounds === undefined; more += 2) {
      const undecided = barResults.filter(({ outcome }) => outcome === "undecided");
      // A busy machine must not make the short profile long, and must not fail it by too few rounds either.
      const isLate = profile.name === "quick" && secondsSince() > quickBudgetS;
      const open = new Set((isLate ? undecided.filter(isBelowBar) : undecided).map(({ id }) => id));
      const again = profile.jobs.filter((job) =>
        rawBars(profile).some((bar) => open.has(bar.id) && measureOf(bar) === job.measure && bar.size === job.size),
      );
      if (interrupted.signal.aborted || again.length === 0) break;
      for (const job of again)
        await runJob(job, 2, bench, contenders, results, { progress, signal: interrupted.signal });
      barResults = bars();
    }
  } finally {
    await server.stop();
  }
  return report(args, profile, { machine, versions: describeVersions(here) }, results, barResults);
}

async function findEnvironment(args: Arguments): Promise<BenchEnvironment> {
  const nodes = (await import(pathToFileURL(join(repository, "scripts/nodes.mjs")).href)) as {
    nodeBinary(major: number): string | undefined;
  };
  const node = nodes.nodeBinary(24) ?? process.execPath;
  const major = Number(process.versions.node.split(".")[0]);
  const profiles = join(resultsFolder, "profiles");
  if (args.cpuProf || args.heapSnapshot) mkdirSync(profiles, { recursive: true });
  const programs = await buildPrograms(args.source, progress);
  const isOursAlone = args.against !== undefined;
  const go = isOursAlone ? undefined : ensureGoProgram(progress);
  const peers = isOursAlone ? undefined : ensurePeers(progress);
  if (!isOursAlone && go === undefined) console.log("skipped: client-go (no Go on this machine)");
  if (!isOursAlone && peers === undefined) console.log("skipped: client-node (cannot be installed here)");
  return {
    programs,
    earlier: args.against === undefined ? undefined : await buildEarlierProgram(args.against),
    node,
    oldNode: major === 20 ? process.execPath : undefined,
    go,
    peers,
    ourFlags: args.cpuProf ? ["--cpu-prof", `--cpu-prof-dir=${profiles}`] : [],
  };
}

function prepareCorpora(profile: Profile, here: BenchEnvironment): void {
  for (const corpus of ["pods", "widgets"] as const) {
    const sizes = profile.jobs.filter((job) => job.corpus === corpus).map((job) => job.size);
    if (sizes.length === 0) continue;
    const size = Math.max(10_000, ...sizes);
    ensureCorpus(corpus, size, progress);
    if (corpus === "pods" && here.go !== undefined) {
      execFileSync(here.go, ["encode", corpusFolder(corpus), String(shardsFor(size))], {
        stdio: ["ignore", "ignore", "inherit"],
      });
    }
  }
}

/** The bars of a profile, and a function that checks them against what was measured so far. */
function readBars(
  profile: Profile,
  results: Results,
  contenders: ReadonlyMap<ContenderName, unknown>,
): () => BarResult[] {
  const jobOf = (bar: Bar): Job | undefined =>
    profile.jobs.find(
      ({ measure, size, contenders: measured }) =>
        measure === measureOf(bar) && size === bar.size && measured.some((one) => one === bar.ours),
    );
  const bars = rawBars(profile).filter((bar) => bar.waitsFor !== undefined || jobOf(bar) !== undefined);
  const fewest = (bar: Bar): number =>
    profile.name === "full" ? Math.min(5, jobOf(bar)?.rounds ?? 5) : fewestQuickRounds;
  return () =>
    bars.map((bar) => {
      const [measure, metric] = bar.metric.split(".") as [string, string];
      const theirs =
        bar.theirs === undefined || !contenders.has(bar.theirs as ContenderName)
          ? undefined
          : results.series(measure, bar.theirs, bar.size, metric);
      return checkBar(bar, results.series(measure, bar.ours, bar.size, metric), theirs, fewest(bar));
    });
}

function rawBars(profile: Profile): readonly Bar[] {
  const all = JSON.parse(readFileSync(join(repository, "bench/bars.json"), "utf8")) as Record<
    Profile["name"],
    readonly Bar[]
  >;
  return all[profile.name];
}

function measureOf(bar: Bar): string {
  return bar.metric.split(".")[0] as string;
}

function report(
  args: Arguments,
  profile: Profile,
  facts: object,
  results: Results,
  barResults: readonly BarResult[],
): number {
  const { machine, versions } = facts as {
    machine: ReturnType<typeof describeMachine>;
    versions: Record<string, string>;
  };
  const loadAfter = Math.round((loadavg()[0] as number) * 100) / 100;
  console.log(
    `\n${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB, load ${machine.loadBefore} before and ${loadAfter} after the run`,
  );
  console.log(
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(" · "),
  );
  console.log(`\n${tables(results)}`);
  const growth = growthLines(results);
  if (growth.length > 0)
    console.log(
      `\ncost as the number of objects grows (exponent; 1 is the same for each object)\n${growth.join("\n")}`,
    );
  const lost = losses(results);
  console.log(
    lost.length === 0
      ? "\nwhere we lose: nowhere in this run"
      : `\nwhere we lose\n${lost.map((line) => `  ${line}`).join("\n")}`,
  );
  if (barResults.length > 0) console.log(`\n${barLines(barResults)}`);
  const below = barResults.filter(isBelowBar);
  const count = (outcome: BarResult["outcome"]): number => barResults.filter((v) => v.outcome === outcome).length;
  console.log(
    `\nfigure: bench ${profile.name}: ${count("pass")} bars met, ${count("short")} short, ${count("fail")} missed, ${count("undecided")} undecided, ${count("missing")} not checked, ${secondsSince().toFixed(0)} s`,
  );
  if (args.json !== undefined) {
    const document = {
      machine: { ...machine, loadAfter },
      versions,
      figures: results.figures(),
      failures: results.failures,
      barResults,
    };
    writeFileSync(args.json, `${JSON.stringify(document, null, 2)}\n`);
  }
  const isOfAllContenders = !args.protobuf && args.against === undefined;
  if (profile.name === "full" && !args.cpuProf && !args.heapSnapshot && isOfAllContenders) {
    for (const file of writeCharts(results, resultsFolder)) console.log(`chart: bench/results/${file}`);
  }
  if (args.against !== undefined) {
    const compared = comparisons(results);
    const worse = compared.filter(({ isWorse }) => isWorse);
    console.log(`\n${comparisonLines(compared)}`);
    console.log(
      `\nfigure: compared with ${args.against}: ${worse.length} of ${compared.length} medians worse than their spread`,
    );
    return worse.length > 0 || compared.length === 0 ? 1 : 0;
  }
  if (args.selfTest) {
    console.log(below.length > 0 ? "self-test: the slowdown shows" : "self-test: the slowdown does NOT show");
    return below.length > 0 ? 0 : 1;
  }
  return profile.name === "quick" ? (below.length > 0 ? 1 : 0) : count("fail") > 0 ? 1 : 0;
}

function growthLines(results: Results): string[] {
  const figures = results.figures().filter(({ measure }) => measure === "sync");
  const lines: string[] = [];
  for (const contender of new Set(figures.map((figure) => figure.contender))) {
    for (const metric of ["syncCpuS", "peakRssMB"]) {
      const points = figures
        .filter((f) => f.contender === contender && f.metric === metric)
        .map((f) => ({ n: f.size, cost: f.median }));
      const exponent = fitExponent(points);
      if (exponent !== undefined)
        lines.push(
          `  ${contender}, ${metric}: ${exponent.toFixed(2)} (${points.map((p) => formatSize(p.n)).join(", ")})`,
        );
    }
  }
  return lines;
}

function progress(text: string): void {
  console.error(`[${secondsSince().toFixed(0).padStart(4)} s] ${text}`);
}

function secondsSince(): number {
  return (performance.now() - began) / 1000;
}
