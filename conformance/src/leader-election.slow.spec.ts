/** Leader election on both servers: what the Lease holds at each step, and what the servers refuse. */
import { type Client, connect } from "client-ts";
import { Lease } from "client-ts/api/coordination/v1";
import { LeaseCandidate } from "client-ts/api/coordination/v1beta1";
import { ConfigMap, Namespace } from "client-ts/api/core/v1";
import { isLeadershipLost, type LeaderElector, newLeaderElector } from "client-ts/leaderelection";
import { sharedKubeconfig, startApiServer, startControlPlane, testNamespaceName } from "client-ts-testing";
import { describe, expect, it, vi } from "vitest";

type Cleanup = (run: () => Promise<void>) => void;

const times = { leaseDurationMs: 2_000, renewDeadlineMs: 1_500, retryPeriodMs: 200 };

/** A client, and a namespace of its own. */
type Stage = (cleanup: Cleanup) => Promise<{ readonly client: Client; readonly namespace: string }>;

const inMemory: Stage = async (cleanup) => {
  const server = await startApiServer();
  cleanup(() => server.close());
  return prepare(await connect({ kubeconfigText: server.kubeconfig }), cleanup);
};

const real: Stage = async (cleanup) => prepare(await connect({ kubeconfigPath: sharedKubeconfig() }), cleanup);

async function prepare(client: Client, cleanup: Cleanup) {
  const namespace = testNamespaceName("election");
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  cleanup(async () => {
    await client.resource(Namespace).delete(namespace);
    await client.close();
  });
  return { client, namespace };
}

/** Runs an elector for the test, and says how it ended. */
function run(elector: LeaderElector, cleanup: Cleanup): Promise<unknown> {
  cleanup(() => elector.close());
  return elector.run().then(
    () => "resolved",
    (error: unknown) => error,
  );
}

function becomes(what: () => boolean, timeout = 10_000): Promise<void> {
  return vi.waitFor(() => expect(what()).toBe(true), { timeout, interval: 10 });
}

describe.each([
  ["the in-memory server", inMemory, false],
  ["the real control plane", real, sharedKubeconfig() === undefined],
] as const)("on %s", (_name, stage, skip) => {
  it.skipIf(skip)(
    "creates, renews and releases the Lease, with labels and microseconds (B233, B240, B243, B252)",
    async ({ onTestFinished }) => {
      const { client, namespace } = await stage(onTestFinished);
      const leases = client.resource(Lease, { namespace });
      const options = { name: "shop", namespace, ...times, labels: { app: "shop" }, onStartedLeading() {} };
      const elector = newLeaderElector(client, options);
      const ended = run(elector, onTestFinished);
      await becomes(() => elector.isLeader);
      const taken = await leases.get("shop");
      expect(taken.metadata.labels).toEqual({ app: "shop" });
      expect(taken.spec).toEqual({
        holderIdentity: elector.identity,
        leaseDurationSeconds: 2,
        acquireTime: expect.stringMatching(/\.\d{6}Z$/),
        renewTime: expect.stringMatching(/\.\d{6}Z$/),
        leaseTransitions: 0,
      });
      await vi.waitFor(async () => {
        const renewed = await leases.get("shop");
        expect(renewed.spec?.renewTime).not.toBe(taken.spec?.renewTime);
        expect(renewed.spec).toMatchObject({ acquireTime: taken.spec?.acquireTime, leaseTransitions: 0 });
      }, 10_000);
      const maps = elector.client.resource(ConfigMap, { namespace });
      await maps.create({ metadata: { name: "by-the-leader" } });
      await elector.close();
      expect(await ended).toBe("resolved");
      expect((await leases.get("shop")).spec).toMatchObject({ holderIdentity: "", leaseDurationSeconds: 1 });
      await expect(maps.delete("by-the-leader")).rejects.toSatisfy(isLeadershipLost);
      expect((await maps.get("by-the-leader")).metadata.name).toBe("by-the-leader");
    },
  );

  it.skipIf(skip)("hands over at a release, and takes nothing before (B238, B239)", async ({ onTestFinished }) => {
    const { client, namespace } = await stage(onTestFinished);
    const candidate = (identity: string) =>
      newLeaderElector(client, { name: "shop", namespace, ...times, identity, onStartedLeading() {} });
    const [first, second] = [candidate("first"), candidate("second")];
    run(first, onTestFinished);
    await becomes(() => first.isLeader);
    run(second, onTestFinished);
    await becomes(() => second.leader === "first");
    expect(second.isLeader).toBe(false);
    const began = performance.now();
    await first.close();
    await becomes(() => second.isLeader);
    // Woken by its watch; without it, it would wait for at least a retry period.
    expect(performance.now() - began).toBeLessThan(times.leaseDurationMs);
    expect((await client.resource(Lease, { namespace }).get("shop")).spec).toMatchObject({ leaseTransitions: 1 });
  });

  it.skipIf(skip)(
    "recreates a deleted Lease only as a new one, and stops when another holds it (F-G4, F-G9)",
    async ({ onTestFinished }) => {
      const { client, namespace } = await stage(onTestFinished);
      const leases = client.resource(Lease, { namespace });
      const elector = newLeaderElector(client, { name: "shop", namespace, ...times, onStartedLeading() {} });
      const ended = run(elector, onTestFinished);
      await becomes(() => elector.isLeader);
      const { uid } = (await leases.get("shop")).metadata;
      await leases.delete("shop");
      await expect.poll(async () => (await leases.get("shop")).metadata.uid).not.toBe(uid);
      expect(elector.isLeader).toBe(true);
      await leases.modify("shop", (lease) => {
        lease.spec = { holderIdentity: "another", leaseDurationSeconds: 60 };
      });
      expect(isLeadershipLost(await ended)).toBe(true);
      expect((await leases.get("shop")).spec).toEqual({ holderIdentity: "another", leaseDurationSeconds: 60 });
    },
  );
});

describe.skipIf(sharedKubeconfig() === undefined)(
  "on a control plane that chooses the leader",
  { timeout: 120_000 },
  () => {
    it("leads when it has the oldest emulation version, and ends its term for an older one (B241, B251)", async ({
      onTestFinished,
    }) => {
      const plane = await startControlPlane({
        parts: "core",
        featureGates: { CoordinatedLeaderElection: true },
        flags: { "kube-apiserver": { "runtime-config": "coordination.k8s.io/v1beta1=true" } },
      });
      onTestFinished(() => plane.close());
      const { client, namespace } = await prepare(await connect({ kubeconfigText: plane.kubeconfig }), onTestFinished);
      const candidate = (identity: string, emulationVersion: string) =>
        newLeaderElector(client, {
          name: "shop",
          namespace,
          identity,
          coordinated: { binaryVersion: "1.4.0", emulationVersion },
          onStartedLeading() {},
        });
      const newer = candidate("newer", "1.4.0");
      const ended = run(newer, onTestFinished);
      await becomes(() => newer.isLeader, 60_000);
      const lease = await client.resource(Lease, { namespace }).get("shop");
      expect(lease.spec).toMatchObject({ holderIdentity: "newer", strategy: "OldestEmulationVersion" });
      const older = candidate("older", "1.3.0");
      run(older, onTestFinished);
      await becomes(() => older.isLeader, 60_000);
      expect(isLeadershipLost(await ended)).toBe(true);
      const candidates = await client.resource(LeaseCandidate, { namespace }).list();
      expect(candidates.items.map(({ metadata }) => metadata.name).sort()).toEqual(["newer", "older"]);
    });
  },
);
