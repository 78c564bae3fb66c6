// Run: npm run examples -- watch
// Watches ConfigMaps until the third change.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";

const client = await connect();
const maps = client.resource(ConfigMap, { namespace: client.namespace });
const { metadata } = await maps.list();

// Something to see: three changes, made while we watch.
const changes = (async () => {
  await maps.create({ metadata: { name: "watched" }, data: { step: "1" } });
  await maps.mergePatch("watched", { data: { step: "2" } });
  await maps.delete("watched");
})();

let seen = 0;
for await (const event of maps.watch({
  resourceVersion: metadata.resourceVersion ?? "",
  fieldSelector: "metadata.name=watched",
})) {
  if (event.type === "BOOKMARK") continue;
  console.log(event.type, event.object.metadata.name, event.object.data?.["step"] ?? "");
  if (++seen === 3) break; // Leaving the loop closes the stream.
}

await changes;
await client.close();
