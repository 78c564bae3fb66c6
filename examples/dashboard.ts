// Run: npm run examples -- dashboard
// The backend of a dashboard: one cache for all browsers, and a stream of server-sent events for each.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newSharedInformerFactory } from "client-ts/informers";

const client = await connect();
const { namespace } = client;
const factory = newSharedInformerFactory(client, { namespace });
const informer = factory.core.v1.configMaps.informer(); // before start: it runs what was asked for

const server = createServer((request, response) => {
  if (request.url !== "/events") return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders();
  const send = (event: string, data: unknown): void => {
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  // A new handler gets everything in the cache as an add, then each change. No request is sent to the cluster.
  const registration = informer.addEventHandler({
    onAdd: ({ key, object }) => send("upsert", { key, data: object.data }),
    onUpdate: ({ key, object }) => send("upsert", { key, data: object.data }),
    onDelete: ({ key }) => send("delete", { key }),
  });
  response.once("close", () => informer.removeEventHandler(registration));
});

factory.start();
await factory.waitForCacheSync();
server.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));

// A browser would say: new EventSource("/events").addEventListener("upsert", ...)
const { port } = server.address() as AddressInfo;
const page = await fetch(`http://127.0.0.1:${port}/events`);
const maps = client.resource(ConfigMap, { namespace });
await maps.create({ metadata: { name: "paint" }, data: { color: "red" } });
await maps.delete("paint");
const decoder = new TextDecoder();
let text = "";
for await (const chunk of page.body ?? []) {
  text += decoder.decode(chunk, { stream: true });
  if (text.includes("event: delete")) break; // leaving the loop closes the connection
}
console.log(text.match(/^event: .*\ndata: .*paint.*$/gm)?.join("\n"));

server.closeAllConnections();
server.close();
await factory.close();
await client.close();
