/**
 * Starts a control plane and records every behaviour again, then formats the recordings:
 *
 *   npm run conformance:record                    # the pinned version
 *   npm run conformance:record -- 1.33            # another one, into golden/1.33
 *
 * The binaries must be there: `client-ts control-plane setup --version V --from-source`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startControlPlane } from "client-ts-testing";
import { onSources } from "../process/spawn-on-sources.ts";

const [version] = process.argv.slice(2);
const cluster = await startControlPlane({ version });
const folder = mkdtempSync(join(tmpdir(), "client-ts-record-"));
try {
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, cluster.kubeconfig);
  const recorder = fileURLToPath(new URL("./record.ts", import.meta.url));
  const node = [...onSources, recorder, "--record", kubeconfig];
  execFileSync(process.execPath, node, { stdio: "inherit" });
  const golden = fileURLToPath(new URL("./golden", import.meta.url));
  execFileSync("npx", ["biome", "check", "--write", golden], { stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true, force: true });
  await cluster.close();
}
