const { connect } = require("client-ts");
const { ConfigMap } = require("client-ts/api/core/v1");
const { sharedKubeconfig, startApiServer } = require("client-ts-testing");

test("a client and a server in one Jest file", async () => {
  const server = await startApiServer();
  const client = await connect({ kubeconfigText: server.kubeconfig });
  const maps = client.resource(ConfigMap, { namespace: "default" });
  await maps.create({ metadata: { name: "greeting" }, data: { text: "hello" } });
  expect((await maps.get("greeting")).data).toEqual({ text: "hello" });
  await client.close();
  await server.close();
});

test("the control plane that globalSetup started, where its binaries are", async () => {
  const kubeconfigPath = sharedKubeconfig();
  if (kubeconfigPath === undefined) return;
  const client = await connect({ kubeconfigPath });
  expect((await client.health.readyz()).ok).toBe(true);
  await client.close();
});

test("a connection goes on after ticks were replaced for a while", async () => {
  const server = await startApiServer();
  const client = await connect({ kubeconfigText: server.kubeconfig });
  await client.discovery.serverVersion();
  jest.useFakeTimers();
  const during = client.discovery.serverVersion();
  await Promise.resolve();
  jest.useRealTimers();
  await during;
  await client.discovery.serverVersion();
  await client.close();
  await server.close();
});
