/**
 * From nothing to the first answered GET, on the in-memory server and on kube-apiserver: `npm run bench:start`. The
 * in-memory server starts 20 times. kube-apiserver starts several times on an etcd that runs already, so that its own
 * start alone is measured. Fails when the median of the first is above 0.02 of the median of the second. Without the
 * binaries of a control plane only the first is measured.
 */
import { connect } from "client-ts";
import { Namespace } from "client-ts/api/core/v1";
import { startApiServer, startControlPlane } from "client-ts-testing";
import { findBinaries } from "client-ts-testing/workspace";
import { quantile } from "./stats.ts";

const most = 0.02;
const rounds = 20;
const realRounds = 5;

async function inMemoryMs(): Promise<number> {
  const began = performance.now();
  const server = await startApiServer();
  const client = await connect({ kubeconfigText: server.kubeconfig });
  await client.resource(Namespace).get("default");
  const took = performance.now() - began;
  await client.close();
  await server.close();
  return took;
}

async function kubeApiServerMs(): Promise<number[] | undefined> {
  if (!hasControlPlane()) return undefined;
  const plane = await startControlPlane({ parts: "core" });
  try {
    const part = plane.part("kube-apiserver");
    const times: number[] = [];
    for (let round = 0; round < realRounds; round++) {
      await part.kill();
      const began = performance.now();
      await part.restart();
      times.push(performance.now() - began);
    }
    return times;
  } finally {
    await plane.close();
  }
}

function hasControlPlane(): boolean {
  try {
    return findBinaries(["etcd", "kube-apiserver"]).size === 2;
  } catch {
    return false;
  }
}

function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

const times: number[] = [];
for (let round = 0; round < rounds; round++) times.push(await inMemoryMs());
const ours = median(times);
console.log(`in-memory server: ${ours.toFixed(1)} ms (median of ${rounds})`);
const real = await kubeApiServerMs();
if (real === undefined) console.log("kube-apiserver: not measured, its binaries are not on this machine");
else {
  const theirs = median(real);
  const ratio = ours / theirs;
  console.log(`kube-apiserver: ${theirs.toFixed(0)} ms (median of ${realRounds})`);
  console.log(`ratio: ${ratio.toFixed(4)}, at most ${most}`);
  if (ratio > most) process.exitCode = 1;
}
