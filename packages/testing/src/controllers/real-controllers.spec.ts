import { connect } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { Node, Pod } from "client-ts/api/core/v1";
import { waitForRollout } from "client-ts/operations";
import { describe, expect, it, onTestFinished } from "vitest";
import { startApiServer } from "../apiserver/index.ts";
import { sharedKubeconfig } from "../control-plane/index.ts";
import { hasRealControllers } from "./real-controllers.ts";

/** Where the binaries of a control plane are used for tests. */
describe.skipIf(sharedKubeconfig() === undefined || !hasRealControllers())("the real controllers", () => {
  it("make a whole cluster of the in-memory server: a Deployment becomes Pods on ready nodes", async () => {
    const server = await startApiServer({ controllers: "real" });
    const client = await connect({ kubeconfigText: server.kubeconfig });
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    const target = { namespace: "default", name: "web" };
    const labels = { app: "web" };
    await client.resource(Deployment, { namespace: "default" }).create({
      metadata: { name: "web" },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
      },
    });
    await waitForRollout(client, Deployment, target, { timeoutMs: 30_000 });
    const pods = await client.resource(Pod, { namespace: "default" }).list();
    expect(pods.items.map((pod) => pod.status?.phase)).toEqual(["Running", "Running"]);
    expect((await client.resource(Node).list()).items.map(({ metadata }) => metadata.name)).toEqual([
      "node-0",
      "node-1",
    ]);
  }, 60_000);
});
