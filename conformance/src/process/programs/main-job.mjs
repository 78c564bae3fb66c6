// The work of most programs, on the built packages: connect, list, follow an informer, patch, close. Prints "done" and
// ends by itself.
import assert from "node:assert/strict";
import { connect, isNotFound } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newSharedInformerFactory } from "client-ts/informers";

const { kubeconfig } = JSON.parse(process.env.TEST_INPUT);
process.disconnect?.();
const client = await connect({ kubeconfigText: kubeconfig });
const maps = client.resource(ConfigMap, { namespace: "default" });
assert.deepEqual(
  (await maps.list()).items.map(({ metadata }) => metadata.name),
  ["greeting"],
);
assert.equal(await maps.get("missing").then(() => false, isNotFound), true);
const factory = newSharedInformerFactory(client, { namespace: "default" });
let onPatched;
const patched = new Promise((resolve) => {
  onPatched = resolve;
});
factory.core.v1.configMaps.informer().addEventHandler({
  onUpdate: ({ object }) => {
    if (object.data.text === "hello again") onPatched();
  },
});
factory.start();
await factory.waitForCacheSync({ signal: AbortSignal.timeout(20_000) });
await maps.mergePatch("greeting", { data: { text: "hello again" } });
await patched;
assert.equal(factory.core.v1.configMaps.lister().namespace("default").get("greeting").data.text, "hello again");
await factory.close();
await client.close();
console.log("done");
