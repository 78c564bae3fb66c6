import { describe, expect, it } from "vitest";
import { startApiServer } from "./index.ts";
import { SpecClient, serverForEach } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";

let client: SpecClient;
serverForEach({}, (started) => {
  ({ client } = started);
});

interface Owner {
  readonly name: string;
  readonly uid: string;
}
const ownerOf = ({ name, uid }: Owner, blockOwnerDeletion = false): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name,
  uid,
  blockOwnerDeletion,
});
const create = async (name: string, owners: readonly object[] = [], more: object = {}): Promise<Owner> => {
  const { body } = await client.post(path, { metadata: { name, ownerReferences: owners, ...more } });
  return { name, uid: body.metadata.uid };
};
const statusOf = async (name: string): Promise<number> => (await client.get(`${path}/${name}`)).status;
const gone = async (name: string): Promise<void> => {
  await expect.poll(() => statusOf(name), { interval: 1 }).toBe(404);
};
/** Settles when what was written so far had its consequences. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
};

describe("the garbage collector of the in-memory server", () => {
  it("keeps an object until the last of its owners is gone", async () => {
    const [first, second] = [await create("first"), await create("second")];
    await create("child", [ownerOf(first), ownerOf(second)]);
    await client.delete(`${path}/first`);
    await settled();
    expect(await statusOf("child")).toBe(200);
    await client.delete(`${path}/second`);
    await gone("child");
  });

  it("follows owners through several generations", async () => {
    const first = await create("first");
    const second = await create("second", [ownerOf(first)]);
    await create("third", [ownerOf(second)]);
    await client.delete(`${path}/first`);
    await gone("third");
    expect(await statusOf("second")).toBe(404);
  });

  it("leaves an object alone that no longer names the owner", async () => {
    const owner = await create("owner");
    await create("child", [ownerOf(owner)]);
    await client.patch(`${path}/child`, { metadata: { ownerReferences: null } });
    await client.delete(`${path}/owner`, { propagationPolicy: "Foreground" });
    await gone("owner");
    await settled();
    expect(await statusOf("child")).toBe(200);
  });

  it("knows owners by their uid: a new object of the same name is another one", async () => {
    const old = await create("owner");
    await create("child", [ownerOf(old)]);
    await client.delete(`${path}/owner`, { propagationPolicy: "Orphan" });
    await gone("owner");
    const fresh = await create("owner");
    await create("own", [ownerOf(fresh)]);
    await create("late", [ownerOf(old)]);
    await gone("late");
    expect([await statusOf("own"), await statusOf("child")]).toEqual([200, 200]);
  });

  it("takes one owner from orphans and leaves them the others", async () => {
    const [first, second] = [await create("first"), await create("second")];
    await create("child", [ownerOf(first), ownerOf(second)]);
    await client.delete(`${path}/first`, { propagationPolicy: "Orphan" });
    await gone("first");
    const { body } = await client.get(`${path}/child`);
    expect(body.metadata.ownerReferences).toEqual([ownerOf(second)]);
  });

  it("waits in the foreground for those that block, and not for the others", async () => {
    const finalizers = ["example.com/keep"];
    const owner = await create("owner");
    await create("blocking", [ownerOf(owner, true)], { finalizers });
    await create("free", [ownerOf(owner)], { finalizers });
    await client.delete(`${path}/owner`, { propagationPolicy: "Foreground" });
    await settled();
    expect(await statusOf("owner")).toBe(200);
    await client.patch(`${path}/blocking`, { metadata: { finalizers: null } });
    await gone("owner");
    expect((await client.get(`${path}/free`)).body.metadata.deletionTimestamp).toEqual(expect.any(String));
  });

  it("keeps an owner whose own finalizer is still there after its dependents are settled", async () => {
    const owner = await create("owner", [], { finalizers: ["example.com/keep"] });
    await create("child", [ownerOf(owner)]);
    await client.delete(`${path}/owner`, { propagationPolicy: "Orphan" });
    await expect
      .poll(async () => (await client.get(`${path}/owner`)).body.metadata.finalizers, { interval: 1 })
      .toEqual(["example.com/keep"]);
    expect((await client.get(`${path}/child`)).body.metadata.ownerReferences).toBeUndefined();
    await client.patch(`${path}/owner`, { metadata: { finalizers: null } });
    await gone("owner");
    expect(await statusOf("child")).toBe(200);
  });

  it("does nothing when the server has no controllers, and neither do namespaces end", async () => {
    await using idle = await startApiServer({ controllers: false });
    const writer = new SpecClient(idle);
    const missing = { apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "no-such" };
    await writer.post(path, { metadata: { name: "lost", ownerReferences: [missing] } });
    await writer.post("/api/v1/namespaces", { metadata: { name: "shop" } });
    await writer.delete("/api/v1/namespaces/shop");
    await settled();
    expect((await writer.get(`${path}/lost`)).status).toBe(200);
    expect((await writer.get("/api/v1/namespaces/shop")).body.status.phase).toBe("Terminating");
    writer.close();
  });

  it("ends a namespace with a Pod that a node runs, although no kubelet stops it", async () => {
    await client.post("/api/v1/namespaces", { metadata: { name: "shop" } });
    const spec = { nodeName: "n", containers: [{ name: "c", image: "i" }] };
    await client.post("/api/v1/namespaces/shop/pods", { metadata: { name: "busy" }, spec });
    await client.delete("/api/v1/namespaces/shop/pods/busy");
    expect((await client.get("/api/v1/namespaces/shop/pods/busy")).status).toBe(200);
    await client.delete("/api/v1/namespaces/shop");
    const status = async (): Promise<number> => (await client.get("/api/v1/namespaces/shop")).status;
    await expect.poll(status, { interval: 1 }).toBe(404);
  });

  it("leaves objects of other namespaces where they are when a namespace ends", async () => {
    for (const name of ["shop", "shopping"]) {
      await client.post("/api/v1/namespaces", { metadata: { name } });
      await client.post(`/api/v1/namespaces/${name}/secrets`, { metadata: { name: "s" } });
    }
    await client.delete("/api/v1/namespaces/shop");
    const status = async (): Promise<number> => (await client.get("/api/v1/namespaces/shop")).status;
    await expect.poll(status, { interval: 1 }).toBe(404);
    expect((await client.get("/api/v1/namespaces/shopping/secrets/s")).status).toBe(200);
  });
});

describe("what the server counts", () => {
  const quotas = "/api/v1/namespaces/default/resourcequotas";

  it("of a quota is free again when an object is deleted, and stands in its status", async () => {
    await client.post(quotas, { metadata: { name: "few" }, spec: { hard: { configmaps: "2", "count/secrets": "1" } } });
    const used = async (): Promise<unknown> => (await client.get(`${quotas}/few`)).body.status?.used;
    await create("a");
    await create("b");
    const refused = await client.post(path, { metadata: { name: "c" } });
    expect(refused.body).toMatchObject({
      code: 403,
      message:
        'configmaps "c" is forbidden: exceeded quota: few, requested: configmaps=1, used: configmaps=2, limited: configmaps=2',
    });
    await expect.poll(used, { interval: 1 }).toEqual({ configmaps: "2", "count/secrets": "0" });
    await client.delete(`${path}/a`);
    await expect.poll(used, { interval: 1 }).toEqual({ configmaps: "1", "count/secrets": "0" });
    expect((await client.post(path, { metadata: { name: "c" } })).status).toBe(201);
    await client.post("/api/v1/namespaces", { metadata: { name: "shop" } });
    const elsewhere = await client.post("/api/v1/namespaces/shop/configmaps", { metadata: { name: "d" } });
    expect(elsewhere.status).toBe(201);
  });

  it("of a disruption budget follows its Pods, and an eviction that it forbids changes nothing", async () => {
    const pods = "/api/v1/namespaces/default/pods";
    const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    const spec = { nodeName: "n", containers: [{ name: "c", image: "i" }] };
    for (const name of ["p1", "p2"]) await client.post(pods, { metadata: { name, labels: { app: "web" } }, spec });
    await client.post(budgets, {
      metadata: { name: "web" },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
    });
    const status = async (): Promise<object> => (await client.get(`${budgets}/web`)).body.status;
    const ready = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
    const evict = (name: string, deleteOptions: object = {}) =>
      client.post(`${pods}/${name}/eviction`, {
        apiVersion: "policy/v1",
        kind: "Eviction",
        metadata: { name },
        deleteOptions,
      });
    for (const name of ["p1", "p2"]) await client.patch(`${pods}/${name}/status`, { status: ready });
    await expect
      .poll(status, { interval: 1 })
      .toMatchObject({ disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 });
    expect((await evict("p1", { dryRun: ["All"] })).status).toBe(201);
    expect((await client.get(`${pods}/p1`)).body.metadata.deletionTimestamp).toBeUndefined();
    expect((await evict("p1", { dryRun: [] })).status).toBe(201);
    expect((await client.get(`${pods}/p1`)).body.metadata.deletionTimestamp).toEqual(expect.any(String));
    // A Pod on its way out is not healthy any more.
    const counts = { disruptionsAllowed: 0, currentHealthy: 1, expectedPods: 2 };
    await expect.poll(status, { interval: 1 }).toMatchObject(counts);
    expect((await evict("p2")).body).toMatchObject({ code: 429, reason: "TooManyRequests" });
    expect((await client.get(`${pods}/p2`)).body.metadata.deletionTimestamp).toBeUndefined();
  });

  it("of roles that gather others follows these as they come, change and go", async () => {
    const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    const rule = (verb: string): object => ({ apiGroups: [""], resources: ["pods"], verbs: [verb] });
    await client.post(roles, {
      metadata: { name: "all" },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "yes" } }] },
      rules: [],
    });
    const rules = async (): Promise<unknown> => (await client.get(`${roles}/all`)).body.rules ?? [];
    const labels = { part: "yes" };
    await client.post(roles, { metadata: { name: "one", labels }, rules: [rule("get")] });
    await client.post(roles, { metadata: { name: "two", labels: { part: "no" } }, rules: [rule("delete")] });
    await expect.poll(rules, { interval: 1 }).toEqual([rule("get")]);
    await client.patch(`${roles}/one`, { rules: [rule("list")] });
    await expect.poll(rules, { interval: 1 }).toEqual([rule("list")]);
    await client.delete(`${roles}/one`);
    await expect.poll(rules, { interval: 1 }).toEqual([]);
  });
});
