// Run: npm run examples -- can-i
// Grants a user the reading of Pods, and asks what that user may do, as `kubectl auth can-i --as` does.
import { connect, isForbidden } from "client-ts";
import { Pod, Secret } from "client-ts/api/core/v1";
import { Role, RoleBinding } from "client-ts/api/rbac/v1";
import { canI } from "client-ts/operations";

const client = await connect();
const { namespace } = client;
const metadata = { name: "can-i-example" };
const roles = client.resource(Role, { namespace });
const bindings = client.resource(RoleBinding, { namespace });
await roles.create({ metadata, rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }] });
await bindings.create({
  metadata,
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: metadata.name },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "ada" }],
});

const ada = client.with({ impersonate: { userName: "ada" } }); // the same connections, as another user
for (const [verb, resource] of [
  ["list", "pods"],
  ["delete", "pods"],
  ["get", "secrets"],
] as const) {
  const { allowed } = await canI(ada, { verb, resource, namespace });
  console.log(`ada may ${allowed ? "" : "not "}${verb} ${resource}`);
}

await ada.resource(Pod, { namespace }).list();
try {
  await ada.resource(Secret, { namespace }).list();
} catch (error) {
  if (!isForbidden(error)) throw error;
  console.log((error as Error).message);
}

await bindings.delete(metadata.name);
await roles.delete(metadata.name);
await client.close();
