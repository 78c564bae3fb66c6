// Run: npm run examples -- rollout (on a cluster only: in memory, no controller makes Pods of a Deployment)
// Rolls out a Deployment, waits for it, restarts it, and returns to the revision before.
import { connect } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { restartRollout, undoRollout, waitForRollout } from "client-ts/operations";

const client = await connect();
const target = { namespace: client.namespace, name: "rolled" };
const deployments = client.resource(Deployment, { namespace: target.namespace });
const labels = { app: "rolled" };
const wait = async (): Promise<void> => {
  const options = { timeoutMs: 60_000, onProgress: (message: string) => console.log(`  ${message}`) };
  await waitForRollout(client, Deployment, target, options);
};

await deployments.create({
  metadata: { name: target.name },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx:1.28" }] } },
  },
});
console.log("first rollout");
await wait();

await deployments.jsonPatch(target.name, [
  { op: "replace", path: "/spec/template/spec/containers/0/image", value: "nginx:1.29" },
]);
console.log("a new image");
await wait();

await restartRollout(client, Deployment, target);
console.log("a restart");
await wait();

const { revision } = await undoRollout(client, Deployment, target, { toRevision: 1 });
console.log(`back to revision ${revision}`);
await wait();
console.log((await deployments.get(target.name)).spec?.template.spec?.containers[0]?.image);

await deployments.delete(target.name, { propagationPolicy: "Foreground" });
await client.close();
