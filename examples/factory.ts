// Run: npm run examples -- factory
// A factory with listers of two kinds.
import { connect } from "client-ts";
import { newSharedInformerFactory } from "client-ts/informers";

const client = await connect();
const factory = newSharedInformerFactory(client, {
  tweakListOptions: (options) => ({ ...options, labelSelector: "app" }),
});
const pods = factory.core.v1.pods;
const deployments = factory.apps.v1.deployments;
pods.informer().addEventHandler({ onAdd: ({ key }) => console.log("pod", key) });
deployments.informer(); // reaching a property creates nothing; informer() and lister() register

factory.start();
await factory.waitForCacheSync();
for (const deployment of deployments.lister().list()) {
  const app = deployment.metadata?.labels?.["app"];
  const owned = pods
    .lister()
    .namespace(deployment.metadata?.namespace ?? "")
    .list({ labelSelector: `app=${app}` });
  console.log(`${deployment.metadata?.name}: ${owned.length} Pods`);
}
await factory.close();
await client.close();
