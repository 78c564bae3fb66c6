// Run: npm run examples -- from-client-go/out-of-cluster
// client-go's examples/out-of-cluster-client-configuration.
import { homedir } from "node:os";
import { join } from "node:path";
import { newClientset } from "client-ts/clientset";
import { findStatusError, isNotFound } from "client-ts/errors";
import { buildConfigFromFlags } from "client-ts/kubeconfig";

const kubeconfig = process.env["KUBECONFIG"] ?? join(homedir(), ".kube", "config");
const config = await buildConfigFromFlags("", kubeconfig);
const clientset = newClientset(config);

const pods = await clientset.core.v1.pods().list();
console.log(`There are ${pods.items.length} Pods in the cluster`);

const [namespace, name] = ["default", "example-xxxxx"];
try {
  await clientset.core.v1.pods(namespace).get(name);
  console.log(`Found Pod ${name} in namespace ${namespace}`);
} catch (error) {
  if (isNotFound(error)) console.log(`Pod ${name} in namespace ${namespace} not found`);
  else console.log(`Error getting Pod ${name}: ${findStatusError(error)?.message ?? String(error)}`);
}
await clientset.client.close();
