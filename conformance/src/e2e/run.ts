/**
 * Runs Kubernetes' own end-to-end tests of [sig-api-machinery] on the in-memory server with real controllers beside it,
 * and compares what failed with the list of what may:
 *
 *   npm run e2e                             # all that need no containers
 *   npm run e2e -- --focus "ResourceQuota"  # some
 *   npm run e2e -- --real                   # on the real control plane
 *
 * Needs Go and the binaries of `client-ts control-plane setup --from-source`. The test binary is built on first use.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allowed } from "./allowed.ts";
import { compareWithAllowed, readReport } from "./read-report.ts";

/** Tests that need containers, hours or a cluster of their own, and tests of what is off by default. */
const skipped =
  "Slow|Disruptive|Feature:|Serial|AdmissionWebhook|Aggregator|webhook|CustomResourceConversion|StorageVersionAPI|" +
  "etcd|Flaky|Alpha|Beta";

const { values } = parseArgs({
  options: { focus: { type: "string" }, real: { type: "boolean" }, report: { type: "string" } },
});

const folder = mkdtempSync(join(tmpdir(), "client-ts-e2e-"));
const kubeconfig = join(folder, "kubeconfig");
const stop = await startServer(values.real === true ? ["control-plane", "up"] : ["apiserver", "--controllers", "real"]);
try {
  const report = values.report ?? join(folder, "report.json");
  await run(testBinary(), [
    `-kubeconfig=${kubeconfig}`,
    "-provider=skeleton",
    "-ginkgo.no-color",
    "-ginkgo.timeout=80m",
    `-ginkgo.focus=\\[sig-api-machinery\\].*${values.focus ?? ""}`,
    `-ginkgo.skip=${skipped}`,
    `-ginkgo.json-report=${report}`,
    "-minStartupPods=0",
    "-allowed-not-ready-nodes=10",
  ]);
  const outcomes = readReport(readFileSync(report, "utf8"));
  const failed = outcomes.filter(({ state }) => state === "failed");
  const { unexpected, outdated } = compareWithAllowed(outcomes, values.real ? [] : allowed);
  for (const { title, seconds, message } of failed) {
    const reason = allowed.find((one) => one.title === title)?.reason;
    console.log(`failed: ${title} (${seconds.toFixed(0)} s): ${message}${reason ? `\n  allowed: ${reason}` : ""}`);
  }
  for (const title of outdated) console.log(`passes now, take it from the list of what may fail: ${title}`);
  console.log(`figure: ${outcomes.length - failed.length} of ${outcomes.length} tests passed`);
  if (outcomes.length === 0 || unexpected.length > 0 || outdated.length > 0) process.exitCode = 1;
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Starts a server by the command that users have, and gives what ends it. */
async function startServer(command: readonly string[]): Promise<() => Promise<void>> {
  const main = fileURLToPath(new URL("../../../packages/client-ts/src/cli/main.ts", import.meta.url));
  const args = ["--conditions=client-ts-source", "--import", "tsx", main, ...command, "--kubeconfig-out", kubeconfig];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString("utf8").includes("ready:")) resolve();
    });
    child.once("error", reject);
    void ended.then(() => reject(new Error(`client-ts ${command.join(" ")} ended before it was ready`)));
  });
  return () => {
    child.kill("SIGINT");
    return ended;
  };
}

/** The tests as a binary, in the cache. */
function testBinary(): string {
  const cache = join(process.env["CLIENT_TS_CACHE"] ?? join(homedir(), ".cache", "client-ts"), "e2e");
  const binary = join(cache, "e2e-1.37.1.test");
  if (existsSync(binary)) return binary;
  mkdirSync(cache, { recursive: true });
  const source = fileURLToPath(new URL("../../go/e2e", import.meta.url));
  execFileSync("go", ["test", "-trimpath", "-c", "-o", binary, "."], {
    cwd: source,
    env: { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=mod" },
    stdio: "inherit",
  });
  return binary;
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    // Its exit code says that a test failed; which of them may, is decided by the report.
    child.on("close", () => resolve());
  });
}
