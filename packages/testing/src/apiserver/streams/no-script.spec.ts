import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { expect, it } from "vitest";
import { startApiServer } from "../api-server.ts";

it("a stream of a container without a script says how to give one", async () => {
  const server = await startApiServer({
    objects: [
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "web", namespace: "default" },
        spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
        status: { phase: "Running" },
      },
    ],
  });
  const client = await connect({ kubeconfigText: server.kubeconfig });
  try {
    const running = client.resource(Pod, { namespace: "default" }).exec("web", ["ls"]);
    await expect(running).rejects.toThrow(
      "no script for a container of pod web: give one with startApiServer({ containers })",
    );
  } finally {
    await client.close();
    await server.close();
  }
});
