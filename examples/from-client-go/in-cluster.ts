// Run: npm run examples -- from-client-go/in-cluster
// client-go's examples/in-cluster-client-configuration: in a Pod the service account is used. Outside of a Pod this
// program takes the kubeconfig instead, so that it can be tried.
import { newClientset } from "client-ts/clientset";
import { buildConfigFromFlags, inClusterConfig, isNotInCluster } from "client-ts/kubeconfig";

const config = await inClusterConfig().catch((error: unknown) => {
  if (!isNotInCluster(error)) throw error;
  console.log("This program does not run in a Pod; it uses the kubeconfig.");
  return buildConfigFromFlags("", process.env["KUBECONFIG"] ?? "");
});
const clientset = newClientset(config);
const pods = await clientset.core.v1.pods().list();
console.log(`There are ${pods.items.length} Pods in the cluster`);
await clientset.client.close();
