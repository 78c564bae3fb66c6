import { describe, expect, it } from "vitest";
import { startApiServer } from "./index.ts";
import { SpecClient } from "./spec-client.ts";

const services = "/api/v1/namespaces/default/services";

describe("objects that every cluster has", () => {
  it("are made when their resource is first asked for, once, and can be deleted", async () => {
    const server = await startApiServer();
    const client = new SpecClient(server);
    const before = server.revision;
    await client.get("/api/v1/namespaces/default/configmaps");
    expect(server.revision).toBe(before);
    const { body } = await client.get(`${services}/kubernetes`);
    expect(body.spec.ports[0].targetPort).toBe(Number(new URL(server.url).port));
    expect(body.metadata.managedFields[0].manager).toBe("kube-apiserver");
    expect(
      (await client.post(services, { metadata: { name: "kubernetes" }, spec: { ports: [{ port: 1 }] } })).status,
    ).toBe(409);
    expect((await client.get(`${services}/kubernetes`)).body.metadata.uid).toBe(body.metadata.uid);
    await client.delete(`${services}/kubernetes`);
    expect((await client.get(services)).body.items).toEqual([]);
    client.close();
    await server.close();
  });

  it("do not replace what the user or a snapshot brought", async () => {
    const own = {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "kubernetes", namespace: "default" },
      spec: { ports: [{ port: 1 }] },
    };
    const server = await startApiServer({ objects: [own] });
    const client = new SpecClient(server);
    expect((await client.get(`${services}/kubernetes`)).body.spec.ports[0].port).toBe(1);
    await client.delete(`${services}/kubernetes`);
    const copy = await startApiServer({ snapshot: server.snapshot() });
    const reader = new SpecClient(copy);
    expect((await reader.get(services)).body.items).toEqual([]);
    for (const one of [client, reader]) one.close();
    await server.close();
    await copy.close();
  });

  it("are there of every kind, as in a cluster that has just started", async () => {
    const server = await startApiServer();
    const client = new SpecClient(server);
    const names = async (path: string): Promise<string[]> =>
      (await client.get(path)).body.items.map((one: { metadata: { name: string } }) => one.metadata.name);
    const flows = "/apis/flowcontrol.apiserver.k8s.io/v1";
    expect(await names(`${flows}/prioritylevelconfigurations`)).toHaveLength(8);
    expect(await names(`${flows}/flowschemas`)).toHaveLength(11);
    expect(await names("/apis/apiregistration.k8s.io/v1/apiservices")).toEqual(
      expect.arrayContaining(["v1.", "v1.apps", "v2.autoscaling"]),
    );
    expect(await names("/api/v1/namespaces/default/endpoints")).toEqual(["kubernetes"]);
    expect(await names("/apis/discovery.k8s.io/v1/endpointslices")).toEqual(["kubernetes"]);
    expect(await names("/apis/networking.k8s.io/v1/servicecidrs")).toEqual(["kubernetes"]);
    client.close();
    await server.close();
  });

  it("leave addresses and node ports for other Services, each of which is given once", async () => {
    const server = await startApiServer();
    const client = new SpecClient(server);
    const service = (name: string, spec: object): ReturnType<SpecClient["post"]> =>
      client.post(services, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });
    const first = (await service("first", { type: "NodePort" })).body.spec;
    expect(first.clusterIP).toMatch(/^10\.96\.\d+\.\d+$/);
    expect(first.ports[0].nodePort).toBeGreaterThanOrEqual(30_000);
    const { nodePort } = first.ports[0];
    const taken = await service("second", { type: "NodePort", ports: [{ port: 80, nodePort }] });
    expect(taken.status).toBe(422);
    expect(taken.body.message).toContain(`Invalid value: ${nodePort}: provided port is already allocated`);
    const same = await service("second", { clusterIP: "10.96.0.1" });
    expect(same.body.message).toContain("failed to allocate IP 10.96.0.1: provided IP is already allocated");
    const patch = await client.patch(`${services}/first`, { spec: { type: "ClusterIP" } });
    expect(patch.body.spec.ports[0].nodePort).toBeUndefined();
    expect(patch.body.spec.clusterIP).toBe(first.clusterIP);
    client.close();
    await server.close();
  });

  it("refuse a Service when all node ports are given away", async () => {
    const server = await startApiServer();
    const client = new SpecClient(server);
    const service = (name: string, size: number): ReturnType<SpecClient["post"]> => {
      const ports = Array.from({ length: size }, (_, at) => ({ name: `p${at}`, port: at + 1 }));
      return client.post(services, { metadata: { name }, spec: { type: "NodePort", ports } });
    };
    const { body } = await service("large", 2_768);
    expect(new Set(body.spec.ports.map((port: { nodePort: number }) => port.nodePort)).size).toBe(2_768);
    const refused = await service("small", 1);
    expect(refused.status).toBe(500);
    expect(refused.body.message).toContain("failed to allocate a nodePort: range is full");
    client.close();
    await server.close();
  });
});
