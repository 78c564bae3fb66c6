// Run: npm run examples -- wait-for
// Waits until an object exists, until a field has a value and until it is gone, as `kubectl wait` does.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { deleted, field, waitFor } from "client-ts/client";
import { isClientError } from "client-ts/errors";

const client = await connect();
const maps = client.resource(ConfigMap, { namespace: client.namespace });

// Nothing is polled: the object is read once, then watched.
const ready = waitFor(maps, "order", field(["data", "state"], "paid"), { timeoutMs: 10_000 });
await maps.create({ metadata: { name: "order" }, data: { state: "new" } });
await maps.mergePatch("order", { data: { state: "paid" } });
console.log(`the order is ${(await ready).data?.["state"]}`);

// Any function of the object is a condition. The error says what was last seen.
try {
  await waitFor(maps, "order", (order) => order?.data?.["state"] === "shipped", { timeoutMs: 100 });
} catch (error) {
  if (!isClientError(error, "Timeout")) throw error;
  console.log(error.message);
}

const gone = waitFor(maps, "order", deleted(), { timeoutMs: 10_000 });
await maps.delete("order");
await gone;
console.log("the order is gone");
await client.close();
