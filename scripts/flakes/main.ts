/**
 * Runs the specs that use sockets, other processes or real time again and again while busy processes take the machine's
 * time, and expects no failure: npm run flakes -- --part 1 [--times 100] [--busy 2] [--minutes 88] [--only FILE]...
 * [--list]
 *
 * Without `--part` or `--only` it lists the parts; each takes less than 90 minutes. seconds.json has how long slow
 * specs take.
 */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { inspect, parseArgs } from "node:util";
import { createVitest } from "vitest/node";
import { divide, machineSpecs, type Unit } from "./find-specs.ts";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    part: { type: "string" },
    times: { type: "string", default: "100" },
    busy: { type: "string", default: String(availableParallelism()) },
    minutes: { type: "string", default: "88" },
    only: { type: "string", multiple: true },
    list: { type: "boolean", default: false },
  },
});
const times = Number(values.times);
const deadline = Date.now() + Number(values.minutes) * 60_000;

const seconds = JSON.parse(readFileSync(join(root, "scripts/flakes/seconds.json"), "utf8")) as Record<string, number>;
const textOf = (file: string): string | undefined =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined;
const tracked = execFileSync("git", ["ls-files", "*.spec.ts"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter(Boolean);
const parts = divide(machineSpecs(tracked, textOf), times, (file) => seconds[file] ?? seconds["default"] ?? 6, 75 * 60);

const units: readonly Unit[] = values.only?.map((file) => ({ file, times })) ?? parts[Number(values.part) - 1] ?? [];
if (values.list || units.length === 0) {
  for (const [index, part] of parts.entries()) {
    console.log(`flakes-${index + 1}: ${part.map((unit) => `${unit.file} (${unit.times})`).join(", ")}`);
  }
  console.log(`${parts.length} parts`);
} else {
  const busy = Array.from({ length: Number(values.busy) }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  const stopBusy = (): void => {
    for (const child of busy) child.kill("SIGKILL");
  };
  process.once("exit", stopBusy);
  try {
    await runUnits(units);
  } finally {
    stopBusy();
  }
  // What a spec left behind must not keep this process.
  process.exit();
}

async function runUnits(units: readonly Unit[]): Promise<void> {
  let [runs, failures, planned] = [0, 0, 0];
  for (const { file, times: wanted } of units) {
    planned += wanted;
    const outcome = await runSpec(file, wanted);
    runs += outcome.runs;
    failures += outcome.failures;
    const each = outcome.runs === 0 ? 0 : outcome.seconds / outcome.runs;
    console.log(
      `figure: flakes ${file}: ${outcome.failures} failures in ${outcome.runs} runs, ${each.toFixed(1)} s each`,
    );
    if (outcome.runs < wanted) console.log(`skipped: ${wanted - outcome.runs} runs of ${file}, the time was over`);
  }
  console.log(`figure: flakes ${failures} failures in ${runs} of ${planned} runs, ${values.busy} busy processes`);
  if (failures > 0 || runs === 0) process.exitCode = 1;
}

/** Runs one spec several times, each time in a fresh process. */
async function runSpec(file: string, wanted: number): Promise<{ runs: number; failures: number; seconds: number }> {
  const began = Date.now();
  let [runs, failures] = [0, 0];
  const vitest = await createVitest(
    "test",
    { watch: false, run: true, retry: 0, maxWorkers: 1, root, reporters: [{}], silent: true, passWithNoTests: false },
    { root, logLevel: "error" },
  );
  try {
    while (runs < wanted && Date.now() < deadline) {
      vitest.state.filesMap.clear();
      vitest.state.errorsSet.clear();
      await vitest.start([file]);
      runs++;
      const modules = vitest.state.getTestModules();
      const lines = modules.flatMap((module) => [
        ...module.errors().map(({ message }) => `${file}: ${message}`),
        ...[...module.children.allTests("failed")].map((test) => {
          const { errors = [] } = test.result();
          const messages = errors.map(({ message, diff = "" }) => `${message}\n${diff.slice(0, 2_000)}`);
          return `${test.fullName}: ${messages.join("; ")}`;
        }),
      ]);
      const unhandled = [...vitest.state.errorsSet].map((error) => `unhandled: ${inspect(error)}`);
      if (modules.length === 0) throw new Error(`${file} is no spec`);
      if (lines.length + unhandled.length === 0) continue;
      failures++;
      for (const line of [...lines, ...unhandled]) console.log(`run ${runs} failed: ${line}`);
    }
  } finally {
    await vitest.close();
  }
  return { runs, failures, seconds: (Date.now() - began) / 1000 };
}
