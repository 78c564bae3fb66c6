// Run: npm run examples -- table-watch
// Prints objects as `kubectl get -w` does: the server chooses the columns, for custom resources too.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { asTable, formatTable, watchTable } from "client-ts/client";

const client = await connect();
const { namespace } = client;
const maps = client.resource(ConfigMap, { namespace });
const question = { namespace, labelSelector: "example=table" };
const labels = { example: "table" };
await maps.create({ metadata: { name: "paint", labels }, data: { color: "red" } });

const table = await asTable(client, ConfigMap, question);
console.log(formatTable(table).trimEnd());

// Something to see: two changes, made while we watch.
const changes = (async () => {
  await maps.mergePatch("paint", { data: { size: "xl" } });
  await maps.delete("paint");
})();

let rows = 0;
const { resourceVersion } = table.metadata ?? {};
for await (const event of watchTable(client, ConfigMap, { ...question, resourceVersion })) {
  if (event.type === "BOOKMARK") continue;
  const row = formatTable(event.object, { headers: false }); // the names of the columns are printed already
  console.log(`${row.trimEnd()}   ${event.type}`);
  if (++rows === 2) break;
}

await changes;
await client.close();
