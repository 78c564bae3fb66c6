/**
 * Replicas of one manager that share its work on the real control plane, killed, stopped and cut off.
 * Run: npm run fleet -- --kills 30 --stops 15 --partitions 15
 */
import { parseArgs } from "node:util";
import { startControlPlane } from "client-ts-testing";
import { runFleet } from "./run.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "30" },
    stops: { type: "string", default: "15" },
    partitions: { type: "string", default: "15" },
    seed: { type: "string", default: "1" },
  },
});
const faults = { kill: Number(values.kills), stop: Number(values.stops), partition: Number(values.partitions) };
const plane = await startControlPlane({ parts: "core" });
try {
  const result = await runFleet({
    kubeconfigPath: plane.kubeconfigPath,
    newProxy: () => plane.faultProxy(),
    namespace: "fleet",
    shards: 12,
    objects: 48,
    replicas: 3,
    leaseMs: 5_000,
    renewMs: 3_500,
    retryMs: 700,
    workMs: 100,
    faults,
    seed: Number(values.seed),
    say: (line) => console.log(line),
  });
  const { reconciles, overlaps, excused, foreign, unconverged, transitions } = result;
  const count = (why: string): number => excused.filter((one) => one.why === why).length;
  console.log(
    `figure: fleet of 3 replicas: ${faults.kill} kills, ${faults.stop} stops, ${faults.partition} partitions; ` +
      `${reconciles} reconciles, ${transitions} times a shard was taken over; ${overlaps.length} overlaps`,
  );
  console.log(
    `figure: starts after a start without an end: ${count("dead")} of dead replicas, ` +
      `${count("past its deadline")} of replicas past their deadline, ${count("failed")} of reconciles that had failed; ` +
      `${count("under way")} writes begun in time landed late; ${foreign.length} writes of others; ` +
      `${unconverged.length} objects not converged`,
  );
  for (const { why, line } of excused) console.log(`${why}: ${line}`);
  for (const line of [...overlaps, ...foreign, ...unconverged]) console.log(`FAILED: ${line}`);
  if (overlaps.length + foreign.length + unconverged.length > 0) process.exitCode = 1;
} finally {
  await plane.close();
}
