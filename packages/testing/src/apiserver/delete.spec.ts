import { describe, expect, it } from "vitest";
import type { ApiServer } from "./index.ts";
import { type SpecClient, serverForEach } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";

describe("deletion in the in-memory server", () => {
  let server: ApiServer;
  let client: SpecClient;

  serverForEach({}, (started) => {
    ({ server, client } = started);
  });

  const until = async (what: () => Promise<boolean>): Promise<void> => {
    for (let round = 0; round < 100; round++) if (await what()) return;
    throw new Error("it did not happen");
  };
  const gone = (where: string): Promise<void> => until(async () => (await client.get(where)).status === 404);

  it("waits for finalizers, and shows the last stored state when the last one goes", async () => {
    await client.post(path, { metadata: { name: "f", finalizers: ["a/b"] } });
    const watch = client.watch(`${path}?watch=1&resourceVersion=${server.revision}`);
    await watch.status;
    const marked = await client.delete(`${path}/f`);
    expect(marked.body).toMatchObject({
      kind: "ConfigMap",
      metadata: { deletionTimestamp: expect.any(String), deletionGracePeriodSeconds: 0 },
    });
    const more = await client.patch(`${path}/f`, { metadata: { finalizers: ["a/b", "c/d"] } });
    expect(more.body).toMatchObject({
      code: 422,
      message: expect.stringContaining("no new finalizers can be added if the object is being deleted"),
    });
    const released = await client.patch(`${path}/f`, { metadata: { finalizers: null } });
    expect(released.status).toBe(200);
    expect(await watch.next()).toMatchObject({ type: "MODIFIED" });
    expect(await watch.next()).toMatchObject({ type: "DELETED", object: { metadata: { finalizers: ["a/b"] } } });
    expect((await client.get(`${path}/f`)).status).toBe(404);
  });

  it("checks preconditions, options and dry runs first", async () => {
    const { body } = await client.post(path, { metadata: { name: "p" } });
    const other = await client.delete(`${path}/p`, { preconditions: { uid: "another" } });
    expect(other.body).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: expect.stringContaining("the UID in the precondition (another) does not match"),
    });
    expect((await client.delete(`${path}/p`, { preconditions: { resourceVersion: "1" } })).status).toBe(409);
    expect((await client.delete(`${path}/p`, { propagationPolicy: "Sideways" })).status).toBe(422);
    expect((await client.delete(`${path}/p`, { dryRun: ["All"] })).status).toBe(200);
    expect((await client.delete(`${path}/p`, { preconditions: { uid: body.metadata.uid } })).body).toMatchObject({
      kind: "Status",
      status: "Success",
    });
  });

  it("gives a running Pod its grace period and removes one that no node runs at once", async () => {
    const pods = "/api/v1/namespaces/default/pods";
    const spec = { containers: [{ name: "c", image: "i" }] };
    await client.post(pods, { metadata: { name: "idle" }, spec });
    expect((await client.delete(`${pods}/idle`)).body.kind).toBe("Pod");
    expect((await client.get(`${pods}/idle`)).status).toBe(404);
    await client.post(pods, { metadata: { name: "busy" }, spec: { ...spec, nodeName: "n" } });
    expect((await client.delete(`${pods}/busy`)).body.metadata.deletionGracePeriodSeconds).toBe(30);
    expect((await client.get(`${pods}/busy`)).status).toBe(200);
    await client.delete(`${pods}/busy`, { gracePeriodSeconds: 0 });
    expect((await client.get(`${pods}/busy`)).status).toBe(404);
  });

  it("deletes what a selector covers, and nothing else", async () => {
    for (const name of ["a", "b", "c"])
      await client.post(path, { metadata: { name, labels: { old: String(name !== "c") } } });
    const { body } = await client.delete(`${path}?labelSelector=old%3Dtrue`);
    expect(body.kind).toBe("ConfigMapList");
    expect(body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(["a", "b"]);
    expect((await client.get(path)).body.items).toHaveLength(1);
  });

  const family = async (name: string, blockOwnerDeletion: boolean): Promise<void> => {
    const { body } = await client.post(path, { metadata: { name } });
    await client.post(path, {
      metadata: {
        name: `${name}-child`,
        ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name, uid: body.metadata.uid, blockOwnerDeletion }],
      },
    });
  };

  it("deletes dependents afterwards in the background", async () => {
    await family("bg", false);
    await client.delete(`${path}/bg`, { propagationPolicy: "Background" });
    await gone(`${path}/bg-child`);
  });

  it("deletes dependents first in the foreground", async () => {
    await family("fg", true);
    await client.patch(`${path}/fg-child`, { metadata: { finalizers: ["keep/me"] } });
    expect((await client.delete(`${path}/fg`, { propagationPolicy: "Foreground" })).body.metadata.finalizers).toEqual([
      "foregroundDeletion",
    ]);
    await until(async () => (await client.get(`${path}/fg-child`)).body.metadata.deletionTimestamp !== undefined);
    expect((await client.get(`${path}/fg`)).status).toBe(200);
    await client.patch(`${path}/fg-child`, { metadata: { finalizers: null } });
    await gone(`${path}/fg`);
  });

  it("leaves orphans without their owner", async () => {
    await family("or", false);
    await client.delete(`${path}/or`, { propagationPolicy: "Orphan" });
    await gone(`${path}/or`);
    expect((await client.get(`${path}/or-child`)).body.metadata.ownerReferences).toBeUndefined();
  });

  it("collects an object whose owner does not exist", async () => {
    await client.post(path, {
      metadata: { name: "lost", ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "no-such" }] },
    });
    await gone(`${path}/lost`);
  });

  it("deletes a namespace with everything in it, and refuses new objects meanwhile", async () => {
    await client.post("/api/v1/namespaces", { metadata: { name: "shop" } });
    const inside = "/api/v1/namespaces/shop/configmaps";
    await client.post(inside, { metadata: { name: "kept", finalizers: ["a/b"] } });
    await client.post(inside, { metadata: { name: "plain" } });
    const ending = await client.delete("/api/v1/namespaces/shop");
    expect(ending.body).toMatchObject({ kind: "Namespace", status: { phase: "Terminating" } });
    const late = await client.post(inside, { metadata: { name: "late" } });
    expect(late.body).toMatchObject({
      code: 403,
      reason: "Forbidden",
      message:
        'configmaps "late" is forbidden: unable to create new content in namespace shop because it is being terminated',
      details: { causes: [{ reason: "NamespaceTerminating" }] },
    });
    await gone(`${inside}/plain`);
    expect((await client.get("/api/v1/namespaces/shop")).status).toBe(200);
    await client.patch(`${inside}/kept`, { metadata: { finalizers: null } });
    await gone("/api/v1/namespaces/shop");
    expect((await client.delete("/api/v1/namespaces/default")).status).toBe(403);
  });
});
