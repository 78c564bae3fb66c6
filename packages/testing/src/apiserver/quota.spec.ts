import { connect } from "client-ts";
import { ConfigMap, ResourceQuota, Service } from "client-ts/api/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../index.ts";

const namespace = "default";

describe("a quota on a server whose controllers are elsewhere", () => {
  let server: ApiServer;
  let client: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    server = await startApiServer({ controllers: false });
    client = await connect({ kubeconfigText: server.kubeconfig });
  });
  afterAll(async () => {
    await client?.close();
    await server?.close();
  });

  it("is counted by them first; then the server adds what it lets in, and releases nothing", async () => {
    const quotas = client.resource(ResourceQuota, { namespace });
    const configMaps = client.resource(ConfigMap, { namespace });
    const quota = await quotas.create({
      metadata: { name: "few" },
      spec: { hard: { "count/configmaps": "2", configmaps: "9", secrets: "1" } },
    });
    expect(quota.status?.used).toBeUndefined();
    await expect(configMaps.create({ metadata: { name: "early" } })).rejects.toThrow(
      'configmaps "early" is forbidden: status unknown for quota: few, resources: configmaps,count/configmaps',
    );

    const hard = quota.spec!.hard!;
    const used = { "count/configmaps": "0", configmaps: "3", secrets: "0" };
    await quotas.updateStatus({ ...quota, status: { hard, used } });
    await configMaps.create({ metadata: { name: "first" } });
    expect((await quotas.get("few")).status).toEqual({
      hard,
      used: { "count/configmaps": "1", configmaps: "4", secrets: "0" },
    });

    await configMaps.create({ metadata: { name: "second" } });
    await configMaps.delete("first");
    await configMaps.delete("second");
    expect((await quotas.get("few")).status?.used?.["count/configmaps"]).toBe("2");
    await expect(configMaps.create({ metadata: { name: "third" } })).rejects.toThrow(
      "exceeded quota: few, requested: count/configmaps=1, used: count/configmaps=2, limited: count/configmaps=2",
    );
  });

  it("counts what a change adds, and refuses one that asks for too much", async () => {
    const quotas = client.resource(ResourceQuota, { namespace });
    const services = client.resource(Service, { namespace });
    const hard = { "services.nodeports": "1", services: "5" };
    const quota = await quotas.create({ metadata: { name: "ports" }, spec: { hard } });
    await quotas.updateStatus({ ...quota, status: { hard, used: { "services.nodeports": "0", services: "0" } } });
    const ports = [{ name: "a", port: 80 }];
    for (const name of ["one", "two"]) await services.create({ metadata: { name }, spec: { ports } });
    await services.mergePatch("one", { spec: { type: "NodePort" } });
    expect((await quotas.get("ports")).status?.used).toEqual({ "services.nodeports": "1", services: "2" });
    await services.mergePatch("one", { metadata: { labels: { changed: "yes" } } });
    await expect(services.mergePatch("two", { spec: { type: "NodePort" } })).rejects.toThrow(
      "exceeded quota: ports, requested: services.nodeports=1, used: services.nodeports=1, limited: services.nodeports=1",
    );
    expect((await services.get("two")).spec?.type).toBe("ClusterIP");
  });
});
