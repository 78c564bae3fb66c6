import { connect, isNotFound, type Stored } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { Node, Pod } from "client-ts/api/core/v1";
import { newClientset } from "client-ts/clientset";
import { newSharedInformerFactory } from "client-ts/informers";
import { startApiServer } from "client-ts-testing";

const server = await startApiServer();
const client = await connect({ kubeconfigText: server.kubeconfig });
const web: Stored<Pod, "Namespaced"> = await client.resource(Pod, { namespace: "shop" }).get("web");
const where: string = web.metadata.namespace;
await client.resource(Node).get(where);
await client
  .resource(Deployment, { namespace: "shop" })
  .apply({ metadata: { name: "web" }, spec: { replicas: 3 } }, { fieldManager: "shop" });
await newClientset(client).core.v1.pods("shop").get("web").catch(isNotFound);
newSharedInformerFactory(client).core.v1.pods.lister();
// @ts-expect-error a cluster-scoped kind takes no namespace
client.resource(Node, { namespace: "shop" });
