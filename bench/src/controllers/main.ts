// Two operators side by side on the same in-memory server: ours, and one written with controller-runtime. They take
// turns; the medians of all rounds are compared. Run it on a machine that does nothing else:
// npm run bench:controllers [-- --objects 10000 --rounds 5 --node 26]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { connect } from "client-ts";
import { Lease } from "client-ts/api/coordination/v1";
import type { KubeObject } from "client-ts/meta";
import { startApiServer } from "client-ts-testing";
import { buildGoProgram, bundleProgram, type ProgramReport, runProgram } from "../child-programs.ts";
import { repository } from "../programs.ts";
import { summarize } from "../stats.ts";

const { values } = parseArgs({
  options: {
    objects: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    node: { type: "string", default: "26" },
  },
});
const objects = Number(values.objects);
const rounds = Number(values.rounds);
const concurrency = 16;

const { nodeBinary } = (await import(pathToFileURL(join(repository, "scripts/nodes.mjs")).href)) as {
  nodeBinary(major: number): string | undefined;
};

/** What one run of a program needed. */
interface Outcome {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMB: number;
}

/** The outcomes of all rounds, by task and by operator. */
const outcomes = new Map<string, Map<string, Outcome[]>>();
const ours = "client-ts";
const theirs = "controller-runtime";
const scratch = mkdtempSync(join(tmpdir(), "client-ts-controllers-"));
try {
  const programs: readonly (readonly [string, readonly string[]])[] = [
    [ours, [nodeBinary(Number(values.node)) ?? process.execPath, await bundleProgram("controllers/ours")]],
    [theirs, [buildGoProgram("controller")]],
  ];
  for (let round = 0; round < rounds; round++) {
    const turns = round % 2 === 0 ? programs : [...programs].reverse();
    for (const [name, command] of turns) await measure(name, command, round === 0);
  }
  for (const what of outcomes.keys()) print(what);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(name: string, command: readonly string[], withStandby: boolean): Promise<void> {
  const server = await startApiServer({ objects: sites(), journalLimit: 1_000 });
  const kubeconfig = join(scratch, `${name}.kubeconfig`);
  writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const input = { kubeconfig, objects, concurrency };
  const client = await connect({ kubeconfigText: server.kubeconfig });
  try {
    for (const what of ["makes a child for each", "finds all as it should be"]) {
      const { ms, cpuSeconds, peakMB } = (await runProgram(command, { ...input, lease: "" })).get(
        "done",
      ) as ProgramReport;
      const byName = outcomes.get(what) ?? new Map<string, Outcome[]>();
      outcomes.set(what, byName);
      byName.set(name, [...(byName.get(name) ?? []), { seconds: ms / 1_000, cpuSeconds, peakMB }]);
    }
    if (!withStandby) return;
    // A standby with warm caches: from the release of the lease by its holder to the first reconcile.
    const leases = client.resource(Lease, { namespace: "default" });
    const lease = `standby-${name}`;
    const now = new Date().toISOString().replace("Z", "000Z");
    const spec = { holderIdentity: "other", leaseDurationSeconds: 600, acquireTime: now, renewTime: now };
    await leases.create({ metadata: { name: lease }, spec });
    let released = 0;
    const standby = await runProgram(command, { ...input, lease }, async (event) => {
      if (event !== "synced") return;
      // Long enough for its first look at the lease.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      released = Date.now();
      await leases.mergePatch(lease, { spec: { holderIdentity: "", leaseDurationSeconds: 1 } });
    });
    const { at } = standby.get("first") as ProgramReport;
    console.log(`figure: ${name}: first reconcile of a warm standby ${at - released} ms after the lease was free`);
  } finally {
    await client.close();
    await server.close();
  }
}

function print(what: string): void {
  const median = (name: string, field: keyof Outcome): number => {
    const given = outcomes.get(what)?.get(name) ?? [];
    return summarize(given.map((outcome) => outcome[field]))?.median ?? Number.NaN;
  };
  for (const name of [ours, theirs]) {
    const seconds = median(name, "seconds");
    console.log(
      `figure: ${name}: ${what}: ${Math.round(objects / seconds)} objects/s (${seconds.toFixed(1)} s), ` +
        `${median(name, "cpuSeconds").toFixed(2)} s of CPU, ${median(name, "peakMB").toFixed(0)} MB at most`,
    );
  }
  const ratio = (field: keyof Outcome): string => (median(ours, field) / median(theirs, field)).toFixed(2);
  console.log(`figure: ${what}: ${ratio("cpuSeconds")} of the CPU and ${ratio("peakMB")} of the memory of ${theirs}`);
}

function sites(): KubeObject[] {
  return Array.from({ length: objects }, (_, index): KubeObject & { data: object } => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `site-${index}`, namespace: `ns-${index % 20}`, labels: { site: "yes" } },
    data: { page: `<h1>site ${index}</h1>${"x".repeat(400)}` },
  }));
}
