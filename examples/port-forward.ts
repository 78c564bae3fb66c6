// Run: npm run examples -- port-forward (in memory only: the container that answers is a function in this file)
// Reaches a port of a Pod through a local one.
import { createServer } from "node:http";
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { findPod } from "client-ts/streaming";
import { startApiServer } from "client-ts-testing";

const site = createServer((request, response) => response.end(`you asked for ${request.url}\n`));
const web = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web-1", namespace: "default", labels: { app: "web" } },
  spec: {
    nodeName: "node-1",
    containers: [{ name: "app", image: "nginx", ports: [{ name: "http", containerPort: 8080 }] }],
  },
  status: { phase: "Running" },
};
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "default" },
  spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: "http" }] },
};
await using server = await startApiServer({
  objects: [web, service],
  containers: () => ({ ports: { 8080: (connection) => site.emit("connection", connection) } }),
});
await using client = await connect({ kubeconfigText: server.kubeconfig });

// The Pod behind a Service, and the Pod's port for the Service's port 80.
const { pod, port } = await findPod(client, "service/web");
const pods = client.resource(Pod, { namespace: client.namespace });
await using forward = await pods.portForward(pod, [{ local: 0, remote: port(80) }], {
  onError: (error) => console.error(error.message),
});
const [{ local } = { local: 0 }] = forward.ports;
console.log(`http://127.0.0.1:${local} leads to port ${port(80)} of ${pod}`);
const response = await fetch(`http://127.0.0.1:${local}/hello`, { headers: { connection: "close" } });
console.log(await response.text());
