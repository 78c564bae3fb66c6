// Run: npm run examples -- node-test (in memory only: each test starts a server of its own)
// A test file for `node --test`: a server for each test, the code under test, and what the server has afterwards.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Client, connect, isNotFound } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { startApiServer } from "client-ts-testing";

/** The code under test: gives a ConfigMap another name. */
async function rename(client: Client, namespace: string, from: string, to: string): Promise<void> {
  const maps = client.resource(ConfigMap, { namespace });
  const { data = {} } = await maps.get(from);
  await maps.create({ metadata: { name: to }, data });
  await maps.delete(from);
}

const settings: ConfigMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "old", namespace: "shop" },
  data: { color: "red" },
};

describe("rename", () => {
  it("moves the data to the new name", async () => {
    await using server = await startApiServer({ objects: [settings] });
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    await rename(client, "shop", "old", "new");
    const { items } = await client
      .resource(ConfigMap, { namespace: "shop" })
      .list({ fieldSelector: "metadata.name=new" });
    assert.deepEqual(items[0]?.data, { color: "red" });
  });

  it("fails when there is nothing to rename", async () => {
    await using server = await startApiServer();
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    await assert.rejects(rename(client, "default", "old", "new"), isNotFound);
  });

  it("keeps the old one when the new one cannot be created", async () => {
    await using server = await startApiServer({ objects: [settings] });
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    server.faults.add({ match: { verb: "create" } }, { type: "status", code: 403, reason: "Forbidden" });
    await assert.rejects(rename(client, "shop", "old", "new"));
    assert.equal((await client.resource(ConfigMap, { namespace: "shop" }).get("old")).data?.["color"], "red");
  });
});
