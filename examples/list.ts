// Run: npm run examples -- list
// Lists Pods, page by page and all at once.
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";

const client = await connect();

// Across pages of 500, as they come; leaving the loop asks for no more.
for await (const pod of client.resource(Pod).list({ limit: 500 })) {
  console.log(`${pod.metadata.namespace}/${pod.metadata.name} ${pod.status?.phase ?? "Unknown"}`);
}

// The whole list of one namespace, narrowed by labels.
const { items, metadata } = await client
  .resource(Pod, { namespace: client.namespace })
  .list({ labelSelector: "app in (web, api)" });
console.log(`${items.length} Pods at version ${metadata.resourceVersion}`);

await client.close();
