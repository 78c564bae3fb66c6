import { describe, expect, it } from "vitest";
import { FakeClock } from "client-ts/util";
import { type ApiServer, hashOf } from "./index.ts";
import { StorageJournal } from "./journal.ts";
import { Storage } from "./storage.ts";
import { type SpecClient, serverForAll } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";

describe("objects in the in-memory server", () => {
  let server: ApiServer;
  let client: SpecClient;
  const clock = new FakeClock();

  serverForAll({ clock }, (started) => {
    ({ server, client } = started);
  });

  it("gives a new object its identity and tracks who wrote which field", async () => {
    const { status, body } = await client.post(path, {
      metadata: { name: "new", labels: { a: "b" } },
      data: { k: "v" },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { name: "new", namespace: "default", creationTimestamp: "2026-01-01T00:00:00Z", labels: { a: "b" } },
      data: { k: "v" },
    });
    expect(body.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.metadata.managedFields).toEqual([
      {
        manager: "spec",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { ".": {}, "f:k": {} }, "f:metadata": { "f:labels": { ".": {}, "f:a": {} } } },
      },
    ]);
  });

  it("makes up a name from generateName with five characters of its own alphabet", async () => {
    const { body } = await client.post(path, { metadata: { generateName: "pre-" } });
    expect(body.metadata.name).toMatch(/^pre-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it("refuses a name that is taken with AlreadyExists, and a namespace that is not there with NotFound", async () => {
    await client.post(path, { metadata: { name: "taken" } });
    const taken = await client.post(path, { metadata: { name: "taken" } });
    expect(taken.body).toMatchObject({
      code: 409,
      reason: "AlreadyExists",
      message: 'configmaps "taken" already exists',
    });
    const nowhere = await client.post("/api/v1/namespaces/nope/configmaps", { metadata: { name: "x" } });
    expect(nowhere.body).toMatchObject({ code: 404, reason: "NotFound", message: 'namespaces "nope" not found' });
  });

  it("says what is wrong with names, labels and versions in the real server's words", async () => {
    const bad = await client.post(path, { metadata: { name: "Bad_Name", labels: { ok: "-no" } } });
    expect(bad.status).toBe(422);
    expect(bad.body.message).toContain("a lowercase RFC 1123 subdomain must consist of");
    expect(bad.body.details.causes.map((cause: { field: string }) => cause.field)).toEqual([
      "metadata.name",
      "metadata.labels",
    ]);
    const other = await client.post(path, { metadata: { name: "x", namespace: "other" } });
    expect(other.body).toMatchObject({
      code: 400,
      message: "the namespace of the provided object does not match the namespace sent on the request",
    });
    const versioned = await client.post(path, { metadata: { name: "x", resourceVersion: "5" } });
    expect(versioned.body).toMatchObject({
      code: 500,
      message: "resourceVersion should not be set on objects to be created",
    });
  });

  it("refuses an update that saw an older version, and takes one that saw the present", async () => {
    const { body: first } = await client.post(path, { metadata: { name: "seen" }, data: { n: "1" } });
    const second = await client.put(`${path}/seen`, { ...first, data: { n: "2" } });
    expect(second.status).toBe(200);
    const third = await client.put(`${path}/seen`, { ...first, data: { n: "3" } });
    expect(third.body).toMatchObject({
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on configmaps "seen": the object has been modified; please apply your changes to the latest version and try again',
    });
  });

  it("keeps the version when a write changes nothing", async () => {
    const { body } = await client.post(path, { metadata: { name: "same" }, data: { n: "1" } });
    const again = await client.put(`${path}/same`, body);
    expect(again.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
  });

  it("demands a version for custom and lease updates, and creates leases by PUT", async () => {
    const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
    expect((await client.put(leases, { metadata: { name: "l" } })).status).toBe(201);
    const refused = await client.put(leases, { metadata: { name: "l" }, spec: { holderIdentity: "x" } });
    expect(refused.body).toMatchObject({
      code: 422,
      message: expect.stringContaining("metadata.resourceVersion: Invalid value: 0: must be specified for an update"),
    });
  });

  it("raises the generation with the desired state and not with labels or status", async () => {
    const deployments = "/apis/apps/v1/namespaces/default/deployments";
    const spec = {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i:1" }] } },
    };
    const { body } = await client.post(deployments, { metadata: { name: "web" }, spec });
    expect(body.metadata.generation).toBe(1);
    expect(body.spec).toMatchObject({
      replicas: 1,
      strategy: { type: "RollingUpdate" },
      template: { spec: { restartPolicy: "Always" } },
    });
    const scaled = await client.patch(`${deployments}/web`, { spec: { replicas: 3 }, status: { replicas: 9 } });
    expect(scaled.body.metadata.generation).toBe(2);
    expect(scaled.body.status).toEqual({});
    const labelled = await client.patch(`${deployments}/web`, { metadata: { labels: { x: "y" } } });
    expect(labelled.body.metadata.generation).toBe(2);
    const status = await client.patch(`${deployments}/web/status`, { status: { replicas: 3 }, spec: { replicas: 7 } });
    expect(status.body).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 3 }, status: { replicas: 3 } });
  });

  it("reads and writes scale", async () => {
    const scale = "/apis/apps/v1/namespaces/default/deployments/web/scale";
    expect((await client.get(scale)).body).toMatchObject({
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      spec: { replicas: 3 },
      status: { selector: "a=b" },
    });
    expect((await client.patch(scale, { spec: { replicas: 5 } })).body.spec).toEqual({ replicas: 5 });
    expect((await client.get("/apis/apps/v1/namespaces/default/deployments/web")).body.spec.replicas).toBe(5);
  });

  it("checks and answers a dry run, and stores nothing", async () => {
    const { status, body } = await client.post(`${path}?dryRun=All`, { metadata: { name: "dry" } });
    expect(status).toBe(201);
    expect(body.metadata.resourceVersion).toBeUndefined();
    expect((await client.get(`${path}/dry`)).status).toBe(404);
  });

  it("warns of unknown and repeated fields, refuses them when strict, and is silent when asked to", async () => {
    const text = '{"metadata":{"name":"NAME"},"foo":1,"data":{"a":"1","a":"2"}}';
    const warned = await client.post(path, text.replace("NAME", "warned"));
    expect(warned.status).toBe(201);
    expect(warned.headers["warning"]).toBe('299 - "unknown field \\"foo\\"", 299 - "duplicate field \\"data.a\\""');
    expect(warned.body.foo).toBeUndefined();
    const strict = await client.post(`${path}?fieldValidation=Strict`, text.replace("NAME", "strict"));
    expect(strict.body).toMatchObject({
      code: 400,
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "foo", duplicate field "data.a"',
    });
    const ignored = await client.post(`${path}?fieldValidation=Ignore`, text.replace("NAME", "ignored"));
    expect(ignored.headers["warning"]).toBeUndefined();
  });

  it("keeps __proto__ and constructor as data", async () => {
    const stored = await client.post(path, '{"metadata":{"name":"proto"},"data":{"__proto__":"1","constructor":"2"}}');
    expect(stored.text).toContain('"__proto__":"1"');
    expect((await client.get(`${path}/proto`)).text).toContain('"data":{"__proto__":"1","constructor":"2"}');
    expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
  });

  it("writes each commit into the journal with the hash of the bytes a watch sends", async () => {
    const start = server.journal.length;
    const { body } = await client.post(path, { metadata: { name: "noted" } });
    await client.delete(`${path}/noted`);
    const entries = server.journal.entries().slice(start);
    expect(entries.map(({ type, resource, key }) => [type, resource, key])).toEqual([
      ["ADDED", "configmaps", "default/noted"],
      ["DELETED", "configmaps", "default/noted"],
    ]);
    expect(entries[0]!.resourceVersion).toBe(body.metadata.resourceVersion);
    expect(entries[0]!.uid).toBe(body.metadata.uid);
    expect(entries[0]!.hash).toBe(hashOf(JSON.stringify(body)));
  });

  it("bounds the journal by default, and keeps all of it when asked to", async () => {
    const writes = 70_000;
    const entry = { type: "ADDED", resource: "configmaps", key: "a/b", uid: "u", bytes: Buffer.from("x") } as const;
    const [bounded, all] = [new StorageJournal(), new StorageJournal(Number.POSITIVE_INFINITY)];
    for (const journal of [bounded, all])
      for (let n = 1; n <= writes; n++) journal.append({ ...entry, resourceVersion: String(n) });
    expect(bounded.length).toBeGreaterThanOrEqual(50_000);
    expect(bounded.dropped + bounded.length).toBe(writes);
    expect(bounded.dropped).toBeGreaterThan(0);
    expect(bounded.at(-1)?.resourceVersion).toBe(String(writes));
    expect([all.length, all.dropped]).toEqual([writes, 0]);
  });

  it("forgets old versions of large objects before they fill the memory", () => {
    const storage = new Storage();
    const collection = storage.collection("configmaps");
    const bytes = Buffer.alloc(1 << 20);
    for (let n = 0; n < 600; n++) {
      storage.put(collection, (revision) => ({
        key: "a",
        namespace: "",
        name: "a",
        uid: "u",
        revision,
        version: "v1",
        bytes,
        labels: undefined,
        owners: undefined,
        deleting: false,
      }));
    }
    expect(collection.history.length * bytes.length).toBeLessThanOrEqual(256 << 20);
    expect(collection.history.length).toBeGreaterThan(100);
    expect(storage.oldest(collection)).toBe(collection.history[0]!.revision - 1);
  });
});
