// Run: npm run examples -- apply
// Applies a Deployment twice, as two managers, and shows the conflict.
import { connect, isConflict } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";

const client = await connect();
const deployments = client.resource(Deployment, { namespace: client.namespace });

const labels = { app: "applied" };
const web = {
  metadata: { name: "applied" },
  spec: {
    replicas: 3,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
};
const stored = await deployments.apply(web, { fieldManager: "shop" });
console.log(`applied at version ${stored.metadata.resourceVersion}`);

const more = { metadata: { name: "applied" }, spec: { replicas: 5 } };
try {
  await deployments.apply(more, { fieldManager: "scaler" });
} catch (error) {
  if (!isConflict(error)) throw error;
  console.log("refused: shop owns the replicas");
}
const forced = await deployments.apply(more, { fieldManager: "scaler", force: true });
console.log(`${forced.spec?.replicas} replicas, by force`);

await deployments.delete("applied");
await client.close();
