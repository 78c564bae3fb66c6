// Run: npm run examples -- scale
// Reads and sets the number of replicas through the scale subresource, which every scalable kind has.
import { connect, retryOnConflict } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";

const client = await connect();
const { namespace } = client;
const deployments = client.resource(Deployment, { namespace });
const labels = { app: "scaled" };
await deployments.create({
  metadata: { name: "scaled" },
  spec: {
    replicas: 1,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
});

// The same calls serve a StatefulSet, a ReplicaSet, or a custom kind with a scale subresource.
const scales = client.scale(Deployment, { namespace });
const scale = await scales.get("scaled");
console.log(`${scale.spec?.replicas} replica of ${scale.status?.selector}`);

await scales.mergePatch("scaled", { spec: { replicas: 3 } });
console.log(`${(await deployments.get("scaled")).spec?.replicas} replicas`);

// With the resourceVersion that was read, a change by another client in between is a conflict: read again then.
const written = await retryOnConflict(async () => {
  const read = await scales.get("scaled");
  return scales.update({ ...read, spec: { replicas: 2 * (read.spec?.replicas ?? 0) } });
});
console.log(`${written.spec?.replicas} replicas`);

await deployments.delete("scaled");
await client.close();
