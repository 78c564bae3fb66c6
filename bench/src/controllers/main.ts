// Two operators side by side on the same in-memory server: ours, and one written with controller-runtime. Run it on a
// machine that does nothing else: npm run bench:controllers [-- --objects 10000]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "client-ts";
import { Lease } from "client-ts/api/coordination/v1";
import type { KubeObject } from "client-ts/meta";
import { startApiServer } from "client-ts-testing";
import { buildGoProgram, bundleProgram, type ProgramReport, runProgram } from "../child-programs.ts";

const { values } = parseArgs({ options: { objects: { type: "string", default: "10000" } } });
const objects = Number(values.objects);
const concurrency = 16;
const scratch = mkdtempSync(join(tmpdir(), "client-ts-controllers-"));
try {
  const programs = {
    "client-ts": [process.execPath, await bundleProgram("controllers/ours")],
    "controller-runtime": [buildGoProgram("controller")],
  };
  for (const [name, command] of Object.entries(programs)) await measure(name, command);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(name: string, command: readonly string[]): Promise<void> {
  const server = await startApiServer({ objects: sites(), journalLimit: 1_000 });
  const kubeconfig = join(scratch, `${name}.kubeconfig`);
  writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const input = { kubeconfig, objects, concurrency };
  const client = await connect({ kubeconfigText: server.kubeconfig });
  try {
    const first = (await runProgram(command, { ...input, lease: "" })).get("done") as ProgramReport;
    print(name, "makes a child for each", first);
    const again = (await runProgram(command, { ...input, lease: "" })).get("done") as ProgramReport;
    print(name, "finds all as it should be", again);
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

function print(name: string, what: string, { ms, cpuSeconds, peakMB }: ProgramReport): void {
  console.log(
    `figure: ${name}: ${what}: ${Math.round(objects / (ms / 1_000))} objects/s (${(ms / 1_000).toFixed(1)} s), ` +
      `${cpuSeconds.toFixed(1)} s of CPU, ${peakMB.toFixed(0)} MB at most`,
  );
}

function sites(): KubeObject[] {
  return Array.from({ length: objects }, (_, index): KubeObject & { data: object } => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `site-${index}`, namespace: `ns-${index % 20}`, labels: { site: "yes" } },
    data: { page: `<h1>site ${index}</h1>${"x".repeat(400)}` },
  }));
}
