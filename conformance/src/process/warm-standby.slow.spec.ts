import { readFileSync } from "node:fs";
import { type Client, connect } from "client-ts";
import { Lease } from "client-ts/api/coordination/v1";
import { ConfigMap, Namespace } from "client-ts/api/core/v1";
import { parseTimeMs } from "client-ts/meta";
import { sharedKubeconfig, startApiServer, testNamespaceName } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { type Child, startChild } from "./child.ts";
import { onSources } from "./spawn-on-sources.ts";
import type { ReplicaInput, ReplicaNews } from "./programs/replica.ts";

/** Kills the leader of two replicas; gives the time from the takeover of the lease to the first reconcile. */
async function takeover(
  kubeconfig: string,
  client: Client,
  onTestFinished: (run: () => Promise<void>) => void,
): Promise<{ readonly ms: number; readonly holder: string | undefined }> {
  const namespace = testNamespaceName("standby");
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  const metadata = { name: "one", labels: { app: "replica" } };
  await client.resource(ConfigMap, { namespace }).create({ metadata });
  const replica = (identity: string): Child => {
    const input: ReplicaInput = { kubeconfig, identity, namespace };
    const child = startChild("replica.ts", { flags: onSources, input });
    onTestFinished(child.stop);
    return child;
  };
  const first = replica("first");
  await first.receive<ReplicaNews>(({ reconciled }) => reconciled !== undefined);
  const second = replica("second");
  await second.receive<ReplicaNews>(({ ready }) => ready === true);
  const reconciled = second.receive<ReplicaNews>((news) => news.reconciled !== undefined);
  process.kill(first.pid, "SIGKILL");
  const { at = 0 } = (await reconciled).reconciled ?? {};
  const { spec } = await client.resource(Lease, { namespace }).get("replicas");
  await second.stop();
  await client.resource(Namespace).delete(namespace);
  return { ms: at - parseTimeMs(spec?.acquireTime ?? ""), holder: spec?.holderIdentity };
}

describe("a warm standby whose leader was killed", { timeout: 60_000 }, () => {
  it("reconciles within one second of taking the lease, on the in-memory server", async ({ onTestFinished }) => {
    const server = await startApiServer();
    const client = await connect({ kubeconfigText: server.kubeconfig });
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    const { ms, holder } = await takeover(server.kubeconfig, client, onTestFinished);
    console.log(`figure: first reconcile ${ms} ms after the takeover on the in-memory server`);
    expect(holder).toBe("second");
    expect(ms).toBeLessThan(1_000);
  });

  const kubeconfigPath = sharedKubeconfig();
  it.skipIf(kubeconfigPath === undefined)("does so on the real control plane", async ({ onTestFinished }) => {
    const client = await connect({ kubeconfigPath });
    onTestFinished(() => client.close());
    const { ms, holder } = await takeover(readFileSync(kubeconfigPath ?? "", "utf8"), client, onTestFinished);
    console.log(`figure: first reconcile ${ms} ms after the takeover on the real control plane`);
    expect(holder).toBe("second");
    expect(ms).toBeLessThan(1_000);
  });
});
