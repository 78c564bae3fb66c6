// Run: npm run examples -- prometheus
// Serves the metrics of requests, informers and work queues for Prometheus.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "client-ts";
import { newSharedInformerFactory } from "client-ts/informers";
import { newPrometheusMeter } from "client-ts/prometheus";
import { newRateLimitingQueue } from "client-ts/workqueue";

const meter = newPrometheusMeter({ labels: { app: "shop" } });
const client = await connect({ meter }); // requests and informers of this client are measured
const queue = newRateLimitingQueue<string>({ name: "namespaces", meter: client.meter });
const factory = newSharedInformerFactory(client);
factory.core.v1.namespaces.informer().addEventHandler({ onAdd: ({ key }) => queue.add(key) }, { name: "enqueue" });
factory.start();
await factory.waitForCacheSync();

const server = createServer((request, response) => {
  if (request.url !== "/metrics") return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": meter.contentType }).end(meter.text());
});
server.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));

const { port } = server.address() as AddressInfo;
const scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
for (const name of ["rest_client_requests_total", "client_ts_reflector_lists_total", "workqueue_depth"])
  console.log(scraped.match(new RegExp(`^${name}.*$`, "m"))?.[0]);

server.closeAllConnections();
server.close();
queue.shutDown();
await factory.close();
await client.close();
