// The first minute of a typical controller, from the start of its process: import, connect, five informers of 10,000
// objects, an index, 1,000 reconciles of which every tenth writes. Ours, client-node and client-go on the same
// in-memory server, in turns: npm run bench:first-minute [-- --objects 10000 --rounds 3]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { KubeObject } from "client-ts/meta";
import { startApiServer } from "client-ts-testing";
import { defined } from "client-ts/internal";
import { buildGoProgram, bundleProgram, type ProgramReport, runProgram } from "../child-programs.ts";
import { makeShard } from "../corpus/corpus.ts";
import { nodeName } from "../corpus/pod.ts";
import { ensurePeers, repository } from "../programs.ts";
import { summarize } from "../stats.ts";

const { values } = parseArgs({
  options: { objects: { type: "string", default: "10000" }, rounds: { type: "string", default: "3" } },
});
const objects = Number(values.objects);
const rounds = Number(values.rounds);
// Fewer than there are keys: no worker waits for one.
const reconciles = Math.min(1_000, Math.floor(objects / 2));
const nodes = Array.from({ length: 100 }, (_, index) => nodeName(index));

const { nodeBinary } = (await import(pathToFileURL(join(repository, "scripts/nodes.mjs")).href)) as {
  nodeBinary(major: number): string | undefined;
};
// client-node needs a newer Node than ours: both run on the same one.
const node = nodeBinary(24) ?? process.execPath;
const peers = ensurePeers(console.error);
const programs: Record<string, readonly string[]> = {
  "client-ts": [node, await bundleProgram("first-minute/ours")],
  ...defined({
    "client-node": peers === undefined ? undefined : [node, await bundleProgram("first-minute/client-node")],
  }),
  "client-go": [buildGoProgram("firstminute")],
};

const scratch = mkdtempSync(join(tmpdir(), "client-ts-first-minute-"));
const server = await startApiServer({ objects: corpus(), journalLimit: 1_000 });
const kubeconfig = join(scratch, "kubeconfig");
writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
const measured = new Map<string, ReadonlyMap<string, ProgramReport>[]>();
try {
  for (let round = 0; round < rounds; round++) {
    const names = Object.keys(programs);
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const reports = await runProgram(programs[name]!, { kubeconfig, objects, reconciles, nodes, peers });
      measured.set(name, [...(measured.get(name) ?? []), reports]);
    }
  }
} finally {
  await server.close();
  rmSync(scratch, { recursive: true, force: true });
}

const figure = (name: string, event: string, of: "ms" | "cpuSeconds" | "peakMB"): number =>
  summarize(measured.get(name)!.map((reports) => reports.get(event)![of]))!.median;
for (const name of Object.keys(programs)) {
  const ratio = (of: "ms" | "cpuSeconds" | "peakMB"): string =>
    `${(figure("client-ts", "done", of) / figure(name, "done", of)).toFixed(2)}x`;
  console.log(
    `figure: ${name}: caches ready after ${(figure(name, "synced", "ms") / 1_000).toFixed(2)} s, ` +
      `${reconciles} reconciles after ${(figure(name, "done", "ms") / 1_000).toFixed(2)} s, ` +
      `${figure(name, "done", "cpuSeconds").toFixed(2)} s of CPU, ${figure(name, "done", "peakMB").toFixed(0)} MB at most` +
      (name === "client-ts"
        ? ` (median of ${rounds})`
        : `; client-ts takes ${ratio("ms")} of its time, ${ratio("cpuSeconds")} of its CPU, ${ratio("peakMB")} of its memory`),
  );
}

/** Pods as in the other benchmarks, and small objects of four more kinds. */
function corpus(): KubeObject[] {
  const pods = makeShard("pods", 0, objects).map((pod) => ({ apiVersion: "v1", kind: "Pod", ...pod }) as KubeObject);
  const four = Array.from({ length: objects }, (_, index): KubeObject[] => {
    const metadata = { name: `app-${index}`, namespace: `team-${index % 100}`, labels: { app: `app-${index}` } };
    const selector = { app: `app-${index}` };
    const spec = { containers: [{ name: "web", image: `web:${index % 40}`, env: [{ name: "A", value: "1" }] }] };
    const template = { metadata: { labels: selector }, spec };
    const kinds: (KubeObject & Record<string, unknown>)[] = [
      { apiVersion: "v1", kind: "ConfigMap", metadata, data: { settings: "x".repeat(600) } },
      { apiVersion: "v1", kind: "Secret", metadata, data: { key: Buffer.from("y".repeat(300)).toString("base64") } },
      { apiVersion: "v1", kind: "Service", metadata, spec: { clusterIP: "None", selector, ports: [{ port: 80 }] } },
      {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata,
        spec: { replicas: 1, selector: { matchLabels: selector }, template },
      },
    ];
    return kinds;
  });
  return [...pods, ...four.flat()];
}
