/**
 * Runs Kubernetes' own end-to-end tests of [sig-api-machinery] on the in-memory server with real controllers beside it,
 * and compares what failed with the list of what may:
 *
 *   npm run e2e                             # all that need no containers
 *   npm run e2e -- --focus "ResourceQuota"  # some
 *   npm run e2e -- --real                   # on the real control plane
 *   npm run e2e -- --both                   # on both, and lists what passes on the real control plane alone
 *
 * Needs Go and the binaries of `client-ts control-plane setup --from-source`. The test binary is built on first use.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startCommand } from "../process/start-command.ts";
import { allowed } from "./allowed.ts";
import { compareWithAllowed, failedOnlyHere, readReport, type TestOutcome } from "./read-report.ts";

/** Tests that need containers, hours or a cluster of their own, and tests of what is off by default. */
const skipped =
  "Slow|Disruptive|Feature:|Serial|AdmissionWebhook|Aggregator|webhook|CustomResourceConversion|StorageVersionAPI|" +
  "etcd|Flaky|Alpha|Beta";

const { values } = parseArgs({
  options: {
    focus: { type: "string" },
    real: { type: "boolean" },
    both: { type: "boolean" },
    report: { type: "string" },
  },
});

const real = values.real || values.both ? await outcomesOn("the real control plane", ["control-plane", "up"]) : [];
if (!values.real) {
  const ours = await outcomesOn("the in-memory server", ["apiserver", "--controllers", "real"]);
  const { unexpected, outdated } = compareWithAllowed(ours, allowed);
  const differing = values.both ? failedOnlyHere(ours, real) : unexpected;
  for (const { title } of differing) {
    const reason = allowed.find((one) => one.title === title)?.reason ?? "no reason is listed";
    console.log(`passes on the real control plane alone: ${title}: ${reason}`);
  }
  for (const title of outdated) console.log(`passes now, take it from the list of what may fail: ${title}`);
  if (values.both) console.log(`figure: ${differing.length} tests pass on the real control plane alone`);
  if (ours.length === 0 || unexpected.length > 0 || outdated.length > 0) process.exitCode = 1;
}

/** Runs the tests on a server that a command starts, and shows what failed. */
async function outcomesOn(server: string, command: readonly string[]): Promise<TestOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "client-ts-e2e-"));
  const kubeconfig = join(folder, "kubeconfig");
  const stop = await startServer(command, kubeconfig);
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
    for (const { title, seconds, message } of failed)
      console.log(`failed on ${server}: ${title} (${seconds.toFixed(0)} s): ${message}`);
    console.log(`figure: ${outcomes.length - failed.length} of ${outcomes.length} tests passed on ${server}`);
    return outcomes;
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a server by the command that users have, and gives what ends it. */
async function startServer(command: readonly string[], kubeconfig: string): Promise<() => Promise<void>> {
  const { child, ended } = await startCommand([...command, "--kubeconfig-out", kubeconfig]);
  return async () => {
    child.kill("SIGINT");
    await ended;
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
