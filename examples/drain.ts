// Run: npm run examples -- drain
// Empties a node for maintenance, as `kubectl drain` does: nothing is evicted before every Pod was looked at.
import { connect } from "client-ts";
import { Node, Pod } from "client-ts/api/core/v1";
import { isClientError } from "client-ts/errors";
import { drain, uncordon } from "client-ts/operations";

const client = await connect();
const { namespace } = client;
const node = "drain-example"; // a node and a Pod of our own, so that nothing else is touched
await client.resource(Node).create({ metadata: { name: node } });
const pods = client.resource(Pod, { namespace });
await pods.create({
  metadata: { name: "on-the-node" },
  spec: { nodeName: node, containers: [{ name: "web", image: "nginx:1.29" }], tolerations: [{ operator: "Exists" }] },
});

try {
  await drain(client, node);
} catch (error) {
  if (!isClientError(error, "InvalidArgument")) throw error; // a DrainError: a Pod without a controller
  console.log(error.message);
}

// An eviction that a PodDisruptionBudget forbids now is tried again until it is allowed; onPod says "waiting" then.
const { evicted } = await drain(client, node, {
  force: true,
  gracePeriodSeconds: 0,
  timeoutMs: 60_000,
  onPod: (pod, what) => console.log(`${pod} ${what}`),
});
console.log(
  `${evicted.length} Pod evicted, unschedulable: ${(await client.resource(Node).get(node)).spec?.unschedulable}`,
);

await uncordon(client, node);
await client.resource(Node).delete(node);
await client.close();
