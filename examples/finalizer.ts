// Run: npm run examples -- finalizer
// A controller that keeps a record outside of its objects, and removes it before an object may go.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";

const records = new Map<string, string>(); // stands for a bucket, a DNS zone or a database

const client = await connect();
const { namespace } = client;
const manager = newManager(client, { namespaces: [namespace] });
const stop = new AbortController();
manager.controller(ConfigMap, {
  finalizer: "example.com/record", // a custom kind has a default, made of its group
  when: ({ name }) => name === "site",
  async reconcile({ metadata, data }) {
    records.set(metadata.uid, data?.["host"] ?? "");
    console.log(`recorded ${data?.["host"]}`);
  },
  // Runs until it succeeds, perhaps more than once: deleting what is gone already must be no failure.
  async finalize({ metadata }) {
    records.delete(metadata.uid);
    console.log("the record is removed, the object may go");
  },
  async deleted() {
    stop.abort(); // this example ends here
  },
});
const running = manager.run({ signal: stop.signal });

const maps = client.resource(ConfigMap, { namespace });
const { metadata } = await maps.create({ metadata: { name: "site" }, data: { host: "a.example" } });
while (!records.has(metadata.uid)) await new Promise((resolve) => setTimeout(resolve, 20));
await maps.delete("site");
await running;
console.log(`${records.size} records left`);
await client.close();
