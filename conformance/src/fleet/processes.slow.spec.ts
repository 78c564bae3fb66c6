import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedKubeconfig, startApiServer, startFaultProxy, testNamespaceName } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { runFleet } from "./run.ts";

async function run(kubeconfigPath: string, allowedHosts: string[] = []): Promise<void> {
  const kubeconfig = readFileSync(kubeconfigPath, "utf8");
  const port = Number(/https?:\/\/[^:"\s]+:(\d+)/.exec(kubeconfig)?.[1]);
  const result = await runFleet({
    kubeconfigPath,
    newProxy: async () => {
      const proxy = await startFaultProxy(port);
      allowedHosts.push(`127.0.0.1:${proxy.port}`);
      return Object.assign(proxy, { kubeconfig: kubeconfig.replaceAll(`:${port}`, `:${proxy.port}`) });
    },
    namespace: testNamespaceName("fleet"),
    shards: 4,
    objects: 12,
    replicas: 3,
    leaseMs: 3_000,
    renewMs: 2_000,
    retryMs: 400,
    workMs: 50,
    faults: { kill: 1, stop: 1, partition: 1 },
    seed: 1,
    say: () => {},
  });
  const { overlaps, foreign, unconverged, reconciles } = result;
  expect({ overlaps, foreign, unconverged }).toEqual({ overlaps: [], foreign: [], unconverged: [] });
  expect(reconciles).toBeGreaterThan(12);
}

describe("a fleet of processes, with SIGKILL, SIGSTOP and a partition", { timeout: 180_000 }, () => {
  it("reconciles no object in two replicas at a time, on the in-memory server", async ({ onTestFinished }) => {
    const directory = mkdtempSync(join(tmpdir(), "client-ts-fleet-"));
    // Looked at with each request; each replica has a proxy with a port of its own.
    const allowedHosts: string[] = [];
    const server = await startApiServer({ allowedHosts });
    onTestFinished(async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    });
    const kubeconfigPath = join(directory, "config");
    writeFileSync(kubeconfigPath, server.kubeconfig, { mode: 0o600 });
    await run(kubeconfigPath, allowedHosts);
  });

  const shared = sharedKubeconfig();
  it.skipIf(shared === undefined)("reconciles no object in two replicas at a time, on the real control plane", () =>
    run(shared as string),
  );
});
