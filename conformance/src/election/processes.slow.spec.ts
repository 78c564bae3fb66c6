import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedKubeconfig, startApiServer, testNamespaceName } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { runElection } from "./run.ts";

const times = { leaseMs: 2_000, renewMs: 1_400, retryMs: 300 };

async function run(kubeconfigPath: string): Promise<void> {
  const result = await runElection({
    kubeconfigPath,
    namespace: testNamespaceName("election"),
    ...times,
    kills: 1,
    pauses: 1,
    say: () => {},
  });
  const { foreign, late, writes, takeoversMs } = result;
  expect({ foreign, late }).toEqual({ foreign: [], late: [] });
  expect(writes).toBeGreaterThan(1);
  expect(takeoversMs.ours).toHaveLength(1);
}

describe("an election of processes, with SIGKILL and SIGSTOP", { timeout: 120_000 }, () => {
  it("writes nothing after a deadline, on the in-memory server (F-G1)", async ({ onTestFinished }) => {
    const directory = mkdtempSync(join(tmpdir(), "client-ts-election-"));
    const server = await startApiServer();
    onTestFinished(async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    });
    const kubeconfigPath = join(directory, "config");
    writeFileSync(kubeconfigPath, server.kubeconfig, { mode: 0o600 });
    await run(kubeconfigPath);
  });

  const shared = sharedKubeconfig();
  it.skipIf(shared === undefined)("writes nothing after a deadline, on the real control plane (F-G1)", () =>
    run(shared as string),
  );
});
