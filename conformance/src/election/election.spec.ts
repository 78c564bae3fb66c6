import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedKubeconfig, startApiServer, testNamespaceName } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { checkHistory } from "./history.ts";
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
  expect(writes).toBeGreaterThan(5);
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

describe("the comparison of writes with the Lease", () => {
  const state = (resourceVersion: string, holderIdentity: string, second: number) => ({
    resourceVersion,
    spec: { holderIdentity, renewTime: `2026-01-01T00:00:0${second}.000000Z` },
    seenAtMs: 0,
  });
  const write = (resourceVersion: string, by: string, second: number) => ({
    resourceVersion,
    by,
    beganMs: Date.UTC(2026, 0, 1, 0, 0, second),
  });
  const states = [state("10", "a", 0), state("20", "a", 2), state("30", "b", 7)];

  it("accepts writes of the holder that were begun before its deadline", () => {
    const writes = [write("25", "a", 3), write("11", "a", 1), write("31", "b", 8)];
    expect(checkHistory(states, writes, 2_000, () => true)).toEqual({
      writes: 3,
      foreign: [],
      late: [],
      transitions: 2,
    });
  });

  it("finds a write that landed when another held the Lease, and one that was begun too late", () => {
    const { foreign, late } = checkHistory(states, [write("31", "a", 3), write("25", "a", 5)], 2_000, () => true);
    expect(foreign).toEqual([expect.stringContaining('when "b" held the lease')]);
    expect(late).toEqual([expect.stringContaining("1000 ms after its deadline")]);
  });
});
