// Informers on a real control plane that is killed, stopped, compacted and cut off while 200 changes a second are made.
// Run: npm run chaos -- --duration 120s [--rate 200] [--seed 1]
// Ends with exit code 0 when no version is missing, every cache agrees with the server and the load was at least three
// quarters of what was asked for; without the control plane's binaries it says so.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { parseDurationMs } from "client-ts/meta";
import { findBinaries } from "client-ts-testing/workspace";
import { runChaos } from "./run.ts";

const { values } = parseArgs({
  options: {
    duration: { type: "string", default: "120s" },
    rate: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
  },
});

function whyNot(): string | undefined {
  try {
    findBinaries(["etcd", "kube-apiserver"]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const missingParts = whyNot();
if (missingParts !== undefined) console.log(`skipped: chaos on the real control plane: ${missingParts}`);
else {
  const began = performance.now();
  const say = (line: string): void =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const asked = Number(values.rate);
  const durationMs = parseDurationMs(values.duration);
  const result = await runChaos({ durationMs, changesPerSecond: asked, seed: Number(values.seed), say });
  const {
    totals,
    violations,
    changes,
    unknown,
    wroteMs,
    silentMs,
    versions,
    relists,
    informers,
    agreeing,
    faults,
    quietMs,
  } = result;
  const byOracle = new Map<string, string[]>();
  for (const violation of violations) {
    const oracle = violation.slice(0, violation.indexOf(":"));
    byOracle.set(oracle, [...(byOracle.get(oracle) ?? []), violation]);
  }
  for (const [oracle, own] of byOracle)
    console.log([`${oracle}, ${own.length} times:`, ...own.slice(0, 8)].join("\n  "));
  const rate = changes / (wroteMs / 1000);
  console.log(
    `figure: ${rate.toFixed(1)} acknowledged changes/s over the whole run of ${(wroteMs / 1000).toFixed(0)} s (${asked} asked for), ` +
      `${(changes / ((wroteMs - silentMs) / 1000)).toFixed(1)}/s while the server answered: it was silent for ${(silentMs / 1000).toFixed(1)} s`,
  );
  // A busy machine makes the load smaller, not the caches wrong; far below, the run would prove too little.
  if (rate < asked)
    console.log(`fewer changes than asked for: the machine is slow or busy (load ${loadavg()[0]?.toFixed(1)})`);
  const enough = rate >= asked * 0.75;
  if (!enough) console.log(`too few changes to prove anything: below ${asked * 0.75}/s`);
  console.log(
    `figure: missing ${totals.missing}, skipped-by-relist ${totals.skippedByRelist}, coalesced ${totals.coalesced}, changes ${changes} ` +
      `(${unknown} more of unknown outcome), versions ${versions}, delivered ${totals.delivered}, ` +
      `relists ${relists}, caches that agree ${agreeing} of ${informers} after ${(quietMs / 1000).toFixed(1)} s, ` +
      `faults: ${[...faults].map(([name, times]) => `${name} ${times}`).join(", ")}`,
  );
  process.exitCode = violations.length === 0 && totals.missing === 0 && agreeing === informers && enough ? 0 : 1;
}
