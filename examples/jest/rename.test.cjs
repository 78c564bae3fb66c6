// Run: npx jest, in a copy of this folder with client-ts, client-ts-testing and jest installed (CI: npm run consumer)
// A Jest file: a server for each test, the code under test, and the same on a real control plane where there is one.
const { connect, isNotFound } = require("client-ts");
const { ConfigMap, Namespace } = require("client-ts/api/core/v1");
const { sharedKubeconfig, startApiServer, testNamespaceName } = require("client-ts-testing");

/** The code under test: gives a ConfigMap another name. */
async function rename(maps, from, to) {
  const { data } = await maps.get(from);
  await maps.create({ metadata: { name: to }, data });
  await maps.delete(from);
}

const settings = { metadata: { name: "old" }, data: { color: "red" } };

describe("rename, in memory", () => {
  let server;
  let client;
  beforeEach(async () => {
    server = await startApiServer();
    client = await connect({ kubeconfigText: server.kubeconfig });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  test("moves the data to the new name", async () => {
    const maps = client.resource(ConfigMap, { namespace: "default" });
    await maps.create(settings);
    await rename(maps, "old", "new");
    expect((await maps.get("new")).data).toEqual({ color: "red" });
  });

  test("keeps the old one when the new one cannot be created", async () => {
    const maps = client.resource(ConfigMap, { namespace: "default" });
    await maps.create(settings);
    server.faults.add({ match: { verb: "create" } }, { type: "status", code: 403, reason: "Forbidden" });
    await expect(rename(maps, "old", "new")).rejects.toMatchObject({ reason: "Forbidden" });
    expect((await maps.get("old")).data).toEqual({ color: "red" });
  });
});

const kubeconfigPath = sharedKubeconfig();
(kubeconfigPath === undefined ? describe.skip : describe)("rename, on a real control plane", () => {
  test("fails when there is nothing to rename", async () => {
    const client = await connect({ kubeconfigPath });
    const namespace = testNamespaceName();
    await client.resource(Namespace).create({ metadata: { name: namespace } });
    const maps = client.resource(ConfigMap, { namespace });
    const error = await rename(maps, "old", "new").catch((caught) => caught);
    expect(isNotFound(error)).toBe(true);
    await client.close();
  });
});
