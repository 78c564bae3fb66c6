// Run: npm run examples -- testing-with-fake (in memory only: the fake has no server)
// The unit tests of a small controller on a fake clientset: fixtures, a failing server, and what was called.
import assert from "node:assert/strict";
import { type Client, isConflict, retryOnConflict } from "client-ts";
import { ConfigMap, Secret } from "client-ts/api/core/v1";
import { newStatus, StatusError } from "client-ts/errors";
import { newFakeClientset } from "client-ts-testing";

/** The code under test: counts the Secrets of a namespace in a ConfigMap. */
async function countSecrets(client: Client, namespace: string): Promise<void> {
  const { items } = await client.resource(Secret, { namespace }).list();
  const maps = client.resource(ConfigMap, { namespace });
  await retryOnConflict(async () => {
    const report = await maps.get("report");
    await maps.update({ ...report, data: { secrets: String(items.length) } });
  });
}

const fixtures = () => [
  { apiVersion: "v1", kind: "Secret", metadata: { name: "token", namespace: "shop" } } as Secret,
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "report", namespace: "shop" } } as ConfigMap,
];

// It writes the count.
{
  const fake = newFakeClientset(...fixtures());
  await countSecrets(fake.client, "shop");
  assert.equal((await fake.core.v1.configMaps("shop").get("report")).data?.["secrets"], "1");
}

// It tries again after a conflict.
{
  const fake = newFakeClientset(...fixtures());
  let conflicts = 1;
  fake.prependReactor("update", "configmaps", () => {
    if (conflicts-- > 0) throw new StatusError(newStatus("Conflict", { resource: "configmaps", name: "report" }));
    return undefined;
  });
  await countSecrets(fake.client, "shop");
  assert.deepEqual(
    fake.actions.map(({ verb, resource }) => `${verb} ${resource.resource}`),
    ["list secrets", "get configmaps", "update configmaps", "get configmaps", "update configmaps"],
  );
}

// It gives up when conflicts do not end.
{
  const fake = newFakeClientset(...fixtures());
  fake.prependReactor("update", "configmaps", () => {
    throw new StatusError(newStatus("Conflict", { resource: "configmaps", name: "report" }));
  });
  const error = await countSecrets(fake.client, "shop").catch((caught: unknown) => caught);
  assert.ok(isConflict(error));
  console.log(`gave up after ${fake.actions.filter(({ verb }) => verb === "update").length} updates`);
}
