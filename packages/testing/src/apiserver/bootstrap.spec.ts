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
});
