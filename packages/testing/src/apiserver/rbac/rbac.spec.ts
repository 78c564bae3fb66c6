import { connect, isForbidden, newClient } from "client-ts";
import { ConfigMap, ServiceAccount } from "client-ts/api/core/v1";
import { ClusterRole, ClusterRoleBinding, type Role, type RoleBinding } from "client-ts/api/rbac/v1";
import { newSecretValue } from "client-ts/errors";
import { canI } from "client-ts/operations";
import { afterEach, describe, expect, it } from "vitest";
import { newFakeClientset } from "../../fake/index.ts";
import { type ApiServer, type ApiServerOptions, startApiServer } from "../index.ts";

const servers: ApiServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function started(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await startApiServer(options);
  servers.push(server);
  return server;
}

const reader: Role = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "reader", namespace: "default" },
  rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }],
};
const janeReads: RoleBinding = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "RoleBinding",
  metadata: { name: "jane", namespace: "default" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
  subjects: [
    { kind: "User", name: "jane", apiGroup: "rbac.authorization.k8s.io" },
    { kind: "ServiceAccount", name: "robot", namespace: "default" },
  ],
};

describe("roles and bindings", () => {
  it("decide about impersonated users, and not about the users of the server's options", async () => {
    const server = await started({ objects: [reader, janeReads], users: [{ name: "owner" }] });
    const client = await connect({ kubeconfigText: server.kubeconfig });
    const jane = client.with({ impersonate: { userName: "jane" } });
    const maps = { namespace: "default" } as const;
    expect((await jane.resource(ConfigMap, maps).list()).items).toEqual([]);
    await expect(jane.resource(ConfigMap, maps).create({ metadata: { name: "a" } })).rejects.toSatisfy(isForbidden);
    await client.resource(ConfigMap, maps).create({ metadata: { name: "a" } });
    expect(await canI(jane, { verb: "list", resource: "configmaps", namespace: "default" })).toMatchObject({
      allowed: true,
    });
    await client.close();
  });

  it("decide about ServiceAccounts with a token", async () => {
    const server = await started({ objects: [reader, janeReads] });
    const admin = await connect({ kubeconfigText: server.kubeconfig });
    const accounts = admin.resource(ServiceAccount, { namespace: "default" });
    await accounts.create({ metadata: { name: "robot" } });
    const { status } = await accounts.createToken("robot", { audiences: [] });
    const { host, tls } = admin.rest.config;
    const robot = newClient({ host, tls, bearerToken: newSecretValue(status?.token ?? "") });
    const maps = robot.resource(ConfigMap, { namespace: "default" });
    expect((await maps.list()).items).toEqual([]);
    await expect(maps.get("a")).rejects.toSatisfy(isForbidden);
    await robot.close();
    await admin.close();
  });

  it("decide about every user with rbac: true, and about none with rbac: false", async () => {
    const strict = await started({ objects: [reader, janeReads], users: [{ name: "jane" }], rbac: true });
    const jane = await connect({ kubeconfigText: strict.kubeconfig });
    expect((await jane.resource(ConfigMap, { namespace: "default" }).list()).items).toEqual([]);
    await expect(jane.resource(ConfigMap).list()).rejects.toSatisfy(isForbidden);
    await jane.close();
    const open = await started({ rbac: false });
    const admin = await connect({ kubeconfigText: open.kubeconfig });
    const unknownUser = admin.with({ impersonate: { userName: "unknown-user" } });
    expect((await unknownUser.resource(ConfigMap).list()).items).toEqual([]);
    await admin.close();
  });

  it("are made when they are first read, and follow changes at once", async () => {
    const fake = newFakeClientset();
    const before = (await fake.tracker.journal()).length;
    await fake.core.v1.configMaps("default").create({ metadata: { name: "a" } });
    expect((await fake.tracker.journal()).length).toBe(before + 1);
    const jane = fake.client.with({ impersonate: { userName: "jane" } });
    await expect(jane.resource(ConfigMap).list()).rejects.toSatisfy(isForbidden);
    const bindings = fake.client.resource(ClusterRoleBinding);
    await bindings.create({
      metadata: { name: "jane" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      subjects: [{ kind: "User", name: "jane", apiGroup: "rbac.authorization.k8s.io" }],
    });
    expect((await jane.resource(ConfigMap).list()).items).toHaveLength(1);
    await bindings.delete("jane");
    await expect(jane.resource(ConfigMap).list()).rejects.toSatisfy(isForbidden);
    expect((await fake.client.resource(ClusterRole).list()).items.length).toBeGreaterThan(60);
  });
});
