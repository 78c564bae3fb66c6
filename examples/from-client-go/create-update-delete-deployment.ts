// Run: npm run examples -- from-client-go/create-update-delete-deployment
// client-go's examples/create-update-delete-deployment.
import { connect, retryOnConflict } from "client-ts";
import type { Deployment } from "client-ts/api/apps/v1";
import { newClientset } from "client-ts/clientset";

const client = await connect();
const deployments = newClientset(client).apps.v1.deployments("default");

const deployment: Deployment = {
  metadata: { name: "demo-deployment" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "demo" } },
    template: {
      metadata: { labels: { app: "demo" } },
      spec: { containers: [{ name: "web", image: "nginx:1.12", ports: [{ name: "http", containerPort: 80 }] }] },
    },
  },
};
const created = await deployments.create(deployment);
console.log(`Created Deployment ${created.metadata.name}`);

await retryOnConflict(async () => {
  const latest = await deployments.get("demo-deployment");
  await deployments.update({
    ...latest,
    spec: {
      ...deployment.spec,
      selector: { matchLabels: { app: "demo" } },
      replicas: 1,
      template: {
        metadata: { labels: { app: "demo" } },
        spec: { containers: [{ name: "web", image: "nginx:1.13" }] },
      },
    },
  });
});
console.log("Updated Deployment");

for (const { metadata, spec } of (await deployments.list()).items)
  console.log(` * ${metadata.name} (${spec?.replicas} replicas)`);

await deployments.delete("demo-deployment", { propagationPolicy: "Foreground" });
console.log("Deleted Deployment");
await client.close();
