// Run: npm run examples -- webhook
// Defaults and checks ConfigMaps with webhooks that the API server calls.
import { connect } from "client-ts";
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "client-ts/api/admissionregistration/v1";
import { ConfigMap } from "client-ts/api/core/v1";
import { newWebhookServer } from "client-ts/controller";

const client = await connect();
const name = "example-webhooks";
const objectSelector = { matchLabels: { example: "webhook" } };

const webhooks = newWebhookServer({ name, port: 0 }).webhook(ConfigMap, {
  objectSelector,
  default: (draft) => void Object.assign(draft, { data: { color: "red", ...draft.data } }),
  validate(map, { refuse }) {
    if (map.data?.["color"] === "green") refuse("green is sold out", { field: "data.color" });
  },
});
await webhooks.start();

// In a cluster `service` takes the place of `url`, and `npx client-ts manifests` prints the configurations.
const [mutating, validating] = webhooks.manifests({ url: `https://127.0.0.1:${webhooks.port}` });
await client.resource(MutatingWebhookConfiguration).create(mutating as MutatingWebhookConfiguration);
await client.resource(ValidatingWebhookConfiguration).create(validating as ValidatingWebhookConfiguration);

const maps = client.resource(ConfigMap, { namespace: "default" });
const labels = { example: "webhook" };

/** A real API server takes up new webhooks within a second. */
async function untilCalled(): Promise<ConfigMap> {
  for (;;) {
    const map = await maps.create({ metadata: { generateName: "paint-", labels } }, { dryRun: true });
    if (map.data !== undefined) return map;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

console.log("the default color is", (await untilCalled()).data?.["color"]);
await maps.create({ metadata: { name: "paint", labels }, data: { color: "green" } }).catch((error: Error) => {
  console.log("refused:", error.message);
});

await client.resource(MutatingWebhookConfiguration).delete(name);
await client.resource(ValidatingWebhookConfiguration).delete(name);
await webhooks.close();
await client.close();
