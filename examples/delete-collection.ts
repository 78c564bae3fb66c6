// Run: npm run examples -- delete-collection
// Deletes what a selector chooses, first as a dry run; and one object only if it is still the one that was read.
import { connect, isConflict } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { deleted, waitFor } from "client-ts/client";

const client = await connect();
const maps = client.resource(ConfigMap, { namespace: client.namespace });
const labelSelector = "example=cleanup,tier!=keep";
for (const tier of ["old", "older", "keep"])
  await maps.create({ metadata: { name: `report-${tier}`, labels: { example: "cleanup", tier } } });
const count = async () => (await maps.list({ labelSelector: "example=cleanup" })).items.length;

await maps.deleteCollection({ labelSelector, dryRun: true });
console.log(`after the dry run: ${await count()}`);
await maps.deleteCollection({ labelSelector });
console.log(`after the deletion: ${await count()}`);

// Another program has replaced the object since it was read: the new one stays.
const read = await maps.get("report-keep");
await maps.delete("report-keep");
await maps.create({ metadata: { name: "report-keep", labels: { example: "cleanup" } } });
const error = await maps
  .delete("report-keep", { preconditions: { uid: read.metadata.uid } })
  .catch((caught: unknown) => caught);
if (!isConflict(error)) throw error;
console.log("refused: another object has this name by now");

// "Foreground" deletes what the object owns first; the wait ends when all of it is gone.
await maps.delete("report-keep", { propagationPolicy: "Foreground" });
await waitFor(maps, "report-keep", deleted(), { timeoutMs: 10_000 });
console.log(`at the end: ${await count()}`);
await client.close();
