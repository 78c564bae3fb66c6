// Run: npm run examples -- proxy (in memory only: the container that answers is a function in this file)
// Sends HTTP requests to a Pod through the API server, with its credentials and its TLS.
import { createServer } from "node:http";
import { connect, isNotFound } from "client-ts";
import { startApiServer } from "client-ts-testing";

const site = createServer((request, response) => {
  if (request.url === "/status") response.end(JSON.stringify({ healthy: true }));
  else response.writeHead(404).end("no such page");
});
const web = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default", labels: { app: "web" } },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "nginx", ports: [{ containerPort: 8080 }] }] },
  status: { phase: "Running", podIP: "10.0.0.1", conditions: [{ type: "Ready", status: "True" }] },
};
await using server = await startApiServer({
  objects: [web],
  containers: () => ({ ports: { 8080: (connection) => site.emit("connection", connection) } }),
});
await using client = await connect({ kubeconfigText: server.kubeconfig });

// The path is given by its segments, so that no input can lead elsewhere.
const pod = client.proxy({ pod: "web", namespace: "default", port: 8080 });
console.log(JSON.parse((await pod.get(["status"])).toString()));

await pod.get(["missing"]).catch((error: Error) => {
  if (!isNotFound(error)) throw error;
  console.log(error.message);
});
