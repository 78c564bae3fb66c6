// Run: npm run examples -- patch
// The three kinds of patch, and a change that is tried again on conflict.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";

const client = await connect();
const maps = client.resource(ConfigMap, { namespace: client.namespace });
await maps.create({ metadata: { name: "patched" }, data: { color: "red" } });

await maps.mergePatch("patched", { data: { color: "green" } });
await maps.jsonPatch("patched", [{ op: "add", path: "/data/size", value: "xl" }]);
await maps.strategicMergePatch("patched", { metadata: { labels: { tier: "front" } } });

// Read, change, write; read again when another client was faster.
const result = await maps.modify("patched", (draft) => {
  draft.data = { ...draft.data, count: String(Number(draft.data?.["count"] ?? 0) + 1) };
});
console.log(result.data, result.metadata.labels);

await maps.delete("patched");
await client.close();
