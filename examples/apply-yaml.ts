// Run: npm run examples -- apply-yaml
// Applies manifests, then fewer of them: what left the set is deleted, as `kubectl apply --prune` does.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { applyYaml } from "client-ts/client";

const settings = `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { color: red }
`;
const account = `
apiVersion: v1
kind: ServiceAccount
metadata: { name: shop }
`;

const client = await connect();
const { namespace } = client;
const options = { fieldManager: "shop", applySet: { kind: "ConfigMap", name: "shop-set" } } as const;

for (const text of [`${settings}---${account}`, settings]) {
  const { results, pruned, ok } = await applyYaml(client, text, options);
  for (const { kind, name, error } of results) console.log(`${kind} ${name}: ${error?.message ?? "applied"}`);
  for (const { kind, name } of pruned) console.log(`${kind} ${name}: deleted`);
  if (!ok) process.exitCode = 1;
}

for (const name of ["settings", "shop-set"]) await client.resource(ConfigMap, { namespace }).delete(name);
await client.close();
