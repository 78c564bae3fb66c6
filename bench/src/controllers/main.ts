// Two operators side by side on the same in-memory server: ours, and one written with controller-runtime. Run it on a
// machine that does nothing else: npm run bench:controllers [-- --objects 10000]
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { connect } from "client-ts";
import { Lease } from "client-ts/api/coordination/v1";
import type { KubeObject } from "client-ts/meta";
import { startApiServer } from "client-ts-testing";
import { cacheFolder } from "../cache-folder.ts";
import { repository } from "../programs.ts";

/** One line of an operator. */
interface Report {
  readonly event: "synced" | "first" | "done";
  /** Since the start of the process. */
  readonly ms: number;
  readonly cpuSeconds: number;
  readonly peakMB: number;
  readonly at: number;
}

const { values } = parseArgs({ options: { objects: { type: "string", default: "10000" } } });
const objects = Number(values.objects);
const concurrency = 16;
const scratch = mkdtempSync(join(tmpdir(), "client-ts-controllers-"));
try {
  const programs = { "client-ts": await ourProgram(), "controller-runtime": goProgram() };
  for (const [name, command] of Object.entries(programs)) await measure(name, command);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(name: string, command: readonly string[]): Promise<void> {
  const server = await startApiServer({ objects: sites(), journalLimit: 1_000 });
  const kubeconfig = join(scratch, `${name}.kubeconfig`);
  writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const client = await connect({ kubeconfigText: server.kubeconfig });
  try {
    const first = (await run(command, { kubeconfig, lease: "" })).get("done") as Report;
    print(name, "makes a child for each", first);
    const again = (await run(command, { kubeconfig, lease: "" })).get("done") as Report;
    print(name, "finds all as it should be", again);
    // A standby with warm caches: from the release of the lease by its holder to the first reconcile.
    const leases = client.resource(Lease, { namespace: "default" });
    const lease = `standby-${name}`;
    const now = new Date().toISOString().replace("Z", "000Z");
    const spec = { holderIdentity: "other", leaseDurationSeconds: 600, acquireTime: now, renewTime: now };
    await leases.create({ metadata: { name: lease }, spec });
    let released = 0;
    const standby = await run(command, { kubeconfig, lease }, async (event) => {
      if (event !== "synced") return;
      // Long enough for its first look at the lease.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      released = Date.now();
      await leases.mergePatch(lease, { spec: { holderIdentity: "", leaseDurationSeconds: 1 } });
    });
    const { at } = standby.get("first") as Report;
    console.log(`figure: ${name}: first reconcile of a warm standby ${at - released} ms after the lease was free`);
  } finally {
    await client.close();
    await server.close();
  }
}

function print(name: string, what: string, { ms, cpuSeconds, peakMB }: Report): void {
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

/** Runs an operator to its end and gives what it reported. */
async function run(
  [file = "", ...args]: readonly string[],
  options: { readonly kubeconfig: string; readonly lease: string },
  onReport: (event: Report["event"]) => Promise<void> = async () => {},
): Promise<ReadonlyMap<string, Report>> {
  const input = JSON.stringify({ ...options, objects, concurrency });
  // As in a container: objects are not frozen there.
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(file, [...args, input], { stdio: ["ignore", "pipe", "inherit"], env });
  const reports = new Map<string, Report>();
  for await (const line of createInterface({ input: child.stdout })) {
    const report = JSON.parse(line) as Report;
    reports.set(report.event, report);
    await onReport(report.event);
  }
  if (!reports.has("done")) throw new Error(`${file} ended before every object was reconciled`);
  return reports;
}

/** Our operator as one file, as a user would ship it. */
async function ourProgram(): Promise<readonly string[]> {
  const bundle = await rolldown({
    input: join(repository, "bench/src/controllers/ours.ts"),
    external: (id) => id.startsWith("node:") || id === "yaml" || id === "ws",
    platform: "node",
    resolve: { conditionNames: ["client-ts-source", "import", "node", "default"] },
    logLevel: "warn",
  });
  const folder = join(repository, "bench/dist/controllers");
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", minify: true });
  await bundle.close();
  return [process.execPath, join(folder, "ours.mjs")];
}

/** The operator in Go, built once for each state of its sources by Go's own cache. */
function goProgram(): readonly string[] {
  const binary = join(cacheFolder(), "bench-controller");
  execFileSync("go", ["build", "-o", binary, "./controller"], {
    cwd: join(repository, "bench/go"),
    stdio: ["ignore", "inherit", "inherit"],
  });
  return [binary];
}
