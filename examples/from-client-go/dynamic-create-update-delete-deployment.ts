// Run: npm run examples -- from-client-go/dynamic-create-update-delete-deployment
// client-go's examples/dynamic-create-update-delete-deployment: no types, only names and nested fields.
import { connect, retryOnConflict } from "client-ts";

const client = await connect();
const deployments = client.dynamic
  .resource({ group: "apps", version: "v1", resource: "deployments" })
  .namespace("default");

const created = await deployments.create({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "demo-deployment" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "demo" } },
    template: {
      metadata: { labels: { app: "demo" } },
      spec: { containers: [{ name: "web", image: "nginx:1.12" }] },
    },
  },
});
console.log(`Created Deployment ${created.metadata?.name}`);

await retryOnConflict(async () => {
  const latest = await deployments.get("demo-deployment");
  await deployments.update({ ...latest, spec: { ...(latest["spec"] as object), replicas: 1 } });
});
console.log("Updated Deployment");

for (const { metadata, spec } of (await deployments.list()).items)
  console.log(` * ${metadata?.name} (${(spec as { replicas?: number }).replicas} replicas)`);

await deployments.delete("demo-deployment", { propagationPolicy: "Foreground" });
console.log("Deleted Deployment");
await client.close();
