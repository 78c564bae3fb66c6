// Run: npm run examples -- events
// Reports what happens to an object as events, and reads them back.
import { connect } from "client-ts";
import { ConfigMap, Event } from "client-ts/api/core/v1";
import { eventFieldSelector, newBroadcaster } from "client-ts/events";

const client = await connect();
const namespace = client.namespace;
const order = await client.resource(ConfigMap, { namespace }).create({ metadata: { generateName: "order-" } });

const broadcaster = newBroadcaster();
broadcaster.startRecordingToSink(client); // events.k8s.io/v1 where the server has it, else the core API
broadcaster.startLogging(console);

const recorder = broadcaster.newRecorder({ component: "shop" });
recorder.event(order, "Normal", "Accepted", "the order was accepted");
for (let parcel = 1; parcel <= 3; parcel++) recorder.eventf(order, "Normal", "Packed", "parcel %d is ready", parcel);
recorder.eventf(order, "Warning", "Late", "the courier is %d minutes late", 20);
await broadcaster.shutDown(); // Writes what is left.

const fieldSelector = eventFieldSelector(Event, order);
for await (const event of client.resource(Event, { namespace }).list({ fieldSelector }))
  console.log(`${event.type} ${event.reason} x${event.series?.count ?? 1}: ${event.message}`);

await client.resource(ConfigMap, { namespace }).delete(order.metadata.name);
await client.close();
