// Run: npm run examples -- logs (in memory only: the lines of the containers are written in this file)
// Follows the logs of several Pods as one.
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { mergeLogs } from "client-ts/streaming";
import { newContainerLog, startApiServer } from "client-ts-testing";

const pod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "default", labels: { app: "shop" } },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "nginx" }] },
  status: { phase: "Running" },
});
const logs = new Map(["web", "api"].map((name) => [name, newContainerLog()]));
await using server = await startApiServer({
  objects: [pod("web"), pod("api")],
  containers: (target) => ({ log: logs.get(target.pod) }),
});
for (const [name, log] of logs) log.append(`${name} is up`);

await using client = await connect({ kubeconfigText: server.kubeconfig });
const pods = client.resource(Pod, { namespace: "default" });

// One Pod. With "resume" a cut connection is no end: the log goes on without a gap or a repeated line.
for await (const line of pods.logs("web", { follow: true, tailLines: 100, whenCut: "resume" })) {
  console.log(line);
  break; // closes the connection
}

// All Pods with a label, in the order in which lines arrive.
for await (const { pod: name, text } of mergeLogs(pods, { labelSelector: "app=shop" }))
  console.log(`[${name}] ${text}`);
