import { describe, expect, it } from "vitest";
import { type SpecClient, serverForAll } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";
const json = "application/json-patch+json";
const strategic = "application/strategic-merge-patch+json";
const apply = "application/apply-patch+yaml";

describe("patches in the in-memory server", () => {
  let client: SpecClient;

  serverForAll({}, (started) => {
    ({ client } = started);
  });

  const fields = (body: { metadata: { managedFields?: { manager: string; fieldsV1: unknown }[] } }): unknown =>
    Object.fromEntries((body.metadata.managedFields ?? []).map(({ manager, fieldsV1 }) => [manager, fieldsV1]));

  it("applies JSON patches, and refuses one whose test fails or whose path leads nowhere", async () => {
    await client.post(path, { metadata: { name: "j" }, data: { a: "1" } });
    const done = await client.patch(
      `${path}/j`,
      [
        { op: "test", path: "/data/a", value: "1" },
        { op: "add", path: "/data/b", value: "2" },
      ],
      json,
    );
    expect(done.body.data).toEqual({ a: "1", b: "2" });
    const failed = await client.patch(`${path}/j`, [{ op: "test", path: "/data/a", value: "9" }], json);
    expect(failed.body).toMatchObject({
      code: 422,
      reason: "Invalid",
      message: "the server rejected our request due to an error in our request",
    });
    expect((await client.patch(`${path}/j`, [{ op: "remove", path: "/data/nope" }], json)).status).toBe(422);
  });

  it("applies merge patches, which cannot change the identity", async () => {
    await client.post(path, { metadata: { name: "m" }, data: { a: "1", b: "2" } });
    expect((await client.patch(`${path}/m`, { data: { a: null, c: "3" } })).body.data).toEqual({ b: "2", c: "3" });
    expect((await client.patch(`${path}/m`, { metadata: { name: "n" } })).body).toMatchObject({
      code: 400,
      message: "the name of the object (n) does not match the name on the URL (m)",
    });
    expect((await client.patch(`${path}/m`, { metadata: { uid: "n" } })).status).toBe(422);
    expect((await client.patch(`${path}/m`, { metadata: { resourceVersion: "1" } })).status).toBe(409);
    expect((await client.patch(`${path}/m`, { data: { a: 1 } })).body).toMatchObject({ code: 422, reason: "Invalid" });
  });

  it("merges lists by their keys in strategic merge patches, which custom kinds do not have", async () => {
    const pods = "/api/v1/namespaces/default/pods";
    await client.post(pods, {
      metadata: { name: "p" },
      spec: {
        containers: [
          { name: "a", image: "a:1" },
          { name: "b", image: "b:1" },
        ],
      },
    });
    const { body } = await client.patch(
      `${pods}/p`,
      { spec: { containers: [{ name: "b", image: "b:2" }] } },
      strategic,
    );
    expect(body.spec.containers.map(({ image }: { image: string }) => image)).toEqual(["a:1", "b:2"]);
  });

  it("creates by apply and owns what was applied", async () => {
    const created = await client.patch(
      `${path}/s?fieldManager=one`,
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "s" }, data: { a: "1", b: "2" } },
      apply,
    );
    expect(created.status).toBe(201);
    expect(fields(created.body)).toEqual({ one: { "f:data": { "f:a": {}, "f:b": {} } } });
  });

  it("refuses to take a field of another manager, names it, and takes it by force", async () => {
    const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "s" }, data: { a: "9" } };
    const refused = await client.patch(`${path}/s?fieldManager=two`, config, apply);
    expect(refused.body).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .data.a',
      details: { causes: [{ reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".data.a" }] },
    });
    const forced = await client.patch(`${path}/s?fieldManager=two&force=true`, config, apply);
    expect(forced.body.data).toEqual({ a: "9", b: "2" });
    expect(fields(forced.body)).toEqual({ one: { "f:data": { "f:b": {} } }, two: { "f:data": { "f:a": {} } } });
  });

  it("shares a field that two apply with one value, and removes it when none applies it any more", async () => {
    const config = (data: object): object => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "t" }, data });
    await client.patch(`${path}/t?fieldManager=one`, config({ a: "1", b: "1" }), apply);
    await client.patch(`${path}/t?fieldManager=two`, config({ a: "1" }), apply);
    expect((await client.patch(`${path}/t?fieldManager=one`, config({ b: "1" }), apply)).body.data).toEqual({
      a: "1",
      b: "1",
    });
    expect((await client.patch(`${path}/t?fieldManager=two`, config({}), apply)).body.data).toEqual({ b: "1" });
  });

  it("names who owns a field after an update took it from an applier", async () => {
    await client.patch(
      `${path}/u?fieldManager=one`,
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "u" }, data: { a: "1" } },
      apply,
    );
    const updated = await client.patch(`${path}/u?fieldManager=edit`, { data: { a: "2" } });
    expect(fields(updated.body)).toEqual({ edit: { "f:data": { "f:a": {} } } });
    const refused = await client.patch(
      `${path}/u?fieldManager=one`,
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "u" }, data: { a: "1" } },
      apply,
    );
    expect(refused.body.message).toBe('Apply failed with 1 conflict: conflict with "edit" using v1: .data.a');
  });

  it("owns items of lists by their keys, and removes an item with its last owner", async () => {
    const deployments = "/apis/apps/v1/namespaces/default/deployments/d";
    const config = (...containers: object[]): object => ({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      spec: {
        selector: { matchLabels: { a: "b" } },
        template: { metadata: { labels: { a: "b" } }, spec: { containers } },
      },
    });
    await client.patch(
      `${deployments}?fieldManager=one`,
      config({ name: "a", image: "a:1", ports: [{ containerPort: 80 }] }, { name: "b", image: "b:1" }),
      apply,
    );
    const { body } = await client.patch(
      `${deployments}?fieldManager=one`,
      config({ name: "a", image: "a:1", ports: [{ containerPort: 80 }] }),
      apply,
    );
    expect(body.spec.template.spec.containers.map(({ name }: { name: string }) => name)).toEqual(["a"]);
    expect(JSON.stringify(fields(body))).toContain('"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}"');
  });

  it("asks of an apply what the real server asks", async () => {
    const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "s" } };
    expect((await client.patch(`${path}/s`, config, apply)).body).toMatchObject({
      code: 422,
      message: expect.stringContaining("fieldManager: Required value: is required for apply patch"),
    });
    expect(
      (await client.patch(`${path}/s?fieldManager=x`, { ...config, metadata: { name: "s", managedFields: [] } }, apply))
        .body.message,
    ).toBe("metadata.managedFields must be nil");
    expect((await client.patch(`${path}/s?fieldManager=x`, { ...config, foo: 1 }, apply)).body.message).toContain(
      ".foo: field not declared in schema",
    );
    expect((await client.patch(`${path}/s?force=true`, {})).body.message).toContain(
      "may not be specified for non-apply patch",
    );
  });
});
