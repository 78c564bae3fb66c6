import { ResourceQuota, Service } from "client-ts/api/core/v1";
import { describe, expect, it } from "vitest";
import { bothServers, serverWithNamespace } from "./both-servers.ts";

describe.each(bothServers)("a quota on %s", (_, start) => {
  const server = serverWithNamespace(start, "quotas");
  const { namespace } = server;

  it("counts what a change adds, and refuses one that asks for too much", async () => {
    const quotas = server.client.resource(ResourceQuota, { namespace });
    const services = server.client.resource(Service, { namespace });
    const used = async () => (await quotas.get("ports")).status?.used;
    await quotas.create({
      metadata: { name: "ports" },
      spec: { hard: { "services.nodeports": "1", services: "5" } },
    });
    await expect.poll(used).toEqual({ "services.nodeports": "0", services: "0" });
    const ports = [{ name: "a", port: 80 }];
    for (const name of ["one", "two"]) await services.create({ metadata: { name }, spec: { ports } });
    await services.mergePatch("one", { spec: { type: "NodePort" } });
    await expect.poll(used).toEqual({ "services.nodeports": "1", services: "2" });
    await expect(services.mergePatch("two", { spec: { type: "NodePort" } })).rejects.toThrow(
      'services "two" is forbidden: exceeded quota: ports, requested: services.nodeports=1, ' +
        "used: services.nodeports=1, limited: services.nodeports=1",
    );
    expect((await services.get("two")).spec?.type).toBe("ClusterIP");
    await services.mergePatch("one", { metadata: { labels: { changed: "yes" } } });
  });
});
