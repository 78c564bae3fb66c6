// Run: npm run examples -- dynamic-informer
// Watches a resource that the program knows only by its name, without types and without discovery.
import { connect } from "client-ts";
import { newDynamicSharedInformerFactory } from "client-ts/informers";
import { getNested } from "client-ts/meta";

const client = await connect();
const resource = { group: "", version: "v1", resource: "configmaps" }; // from a flag or a settings file
const factory = newDynamicSharedInformerFactory(client, { namespace: client.namespace });
const informer = factory.forResource(resource);

const colored = new Promise<void>((resolve) => {
  informer.informer().addEventHandler({
    onAdd: ({ key, object }) => {
      const color = getNested(object, ["data", "color"]);
      if (color === undefined) return;
      console.log(`${key} is ${color}`);
      resolve();
    },
  });
});
factory.start();
await factory.waitForCacheSync();

const objects = client.dynamic.resource(resource).namespace(client.namespace);
const metadata = { name: "dynamic" };
await objects.create({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { color: "red" } });
await colored;
console.log(`${informer.lister().namespace(client.namespace).list().length} in the cache`);

await objects.delete("dynamic");
await factory.close();
await client.close();
