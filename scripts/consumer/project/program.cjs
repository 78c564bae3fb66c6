const assert = require("node:assert/strict");
const { connect, isNotFound } = require("client-ts");
const { ConfigMap } = require("client-ts/api/core/v1");
const { startApiServer } = require("client-ts-testing");

(async () => {
  const server = await startApiServer();
  const client = await connect({ kubeconfigText: server.kubeconfig });
  const maps = client.resource(ConfigMap, { namespace: "default" });
  await maps.create({ metadata: { name: "greeting" }, data: { text: "hello" } });
  assert.equal((await maps.get("greeting")).data.text, "hello");
  const error = await maps.get("missing").catch((e) => e);
  assert.equal(isNotFound(error), true);
  // The other copy of the package, loaded as ESM in the same process, recognises it too.
  assert.equal((await import("client-ts")).isNotFound(error), true);
  await client.close();
  await server.close();
  console.log("works");
})();
