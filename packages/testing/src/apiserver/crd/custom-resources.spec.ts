import { describe, expect, it } from "vitest";
import type { ApiServer } from "../index.ts";
import { type SpecClient, serverForAll } from "../spec-client.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const path = "/apis/example.com/v1/namespaces/default/widgets";

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget", shortNames: ["wd"] },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
        selectableFields: [{ jsonPath: ".spec.color" }],
        additionalPrinterColumns: [{ name: "Color", type: "string", jsonPath: ".spec.color" }],
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["size"],
                properties: {
                  size: { type: "integer", minimum: 1, maximum: 10 },
                  color: { type: "string", enum: ["red", "blue"], default: "red" },
                  replicas: { type: "integer" },
                  free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
                },
              },
              status: { type: "object", properties: { phase: { type: "string" }, replicas: { type: "integer" } } },
            },
          },
        },
      },
      {
        name: "v1beta1",
        served: true,
        storage: false,
        deprecated: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

const widget = (name: string, spec: object): object => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name },
  spec,
});

describe("a custom kind in the in-memory server", () => {
  let server: ApiServer;
  let client: SpecClient;

  serverForAll({}, (started) => {
    ({ server, client } = started);
  });

  it("is refused when its definition cannot be served", async () => {
    const named = await client.post(definitions, { ...definition, metadata: { name: "x.example.com" } });
    expect(named.body.message).toContain(
      'metadata.name: Invalid value: "x.example.com": must be spec.names.plural+"."+spec.group',
    );
    const loose = {
      ...definition.spec,
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { properties: { spec: {} } } } },
      ],
    };
    const untyped = await client.post(definitions, { ...definition, spec: loose });
    expect(untyped.status).toBe(422);
    expect(untyped.body.message).toContain("must not be empty at the root");
  });

  it("is served once it is defined, and says that it is established", async () => {
    expect((await client.post(definitions, definition)).status).toBe(201);
    const { body } = await client.get(`${definitions}/widgets.example.com`);
    expect(body.spec.names).toMatchObject({ singular: "widget", listKind: "WidgetList" });
    expect(body.status).toMatchObject({
      acceptedNames: { kind: "Widget" },
      storedVersions: ["v1"],
      conditions: [
        { type: "NamesAccepted", status: "True" },
        { type: "Established", status: "True" },
      ],
    });
    const resources = (await client.get("/apis/example.com/v1")).body.resources;
    expect(resources.map(({ name }: { name: string }) => name)).toEqual(["widgets", "widgets/status", "widgets/scale"]);
    expect((await client.get("/apis/example.com")).body.preferredVersion.version).toBe("v1");
  });

  it("gets its defaults, loses unknown fields with a warning, and keeps what the schema leaves free", async () => {
    const { status, body, headers } = await client.post(path, widget("a", { size: 1, nope: 1, free: { x: { y: 1 } } }));
    expect(status).toBe(201);
    expect(body.spec).toEqual({ size: 1, color: "red", free: { x: { y: 1 } } });
    expect(headers["warning"]).toBe('299 - "unknown field \\"spec.nope\\""');
    expect(body.metadata.generation).toBe(1);
  });

  it("is checked by its schema, in the real server's words", async () => {
    const messages = async (spec: object): Promise<string> =>
      (await client.post(path, widget("bad", spec))).body.message;
    expect(await messages({})).toBe('Widget.example.com "bad" is invalid: spec.size: Required value');
    expect(await messages({ size: 0 })).toContain(
      "spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1",
    );
    expect(await messages({ size: "x" })).toContain(
      'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
    );
    expect(await messages({ size: 1, color: "green" })).toContain(
      'spec.color: Unsupported value: "green": supported values: "red", "blue"',
    );
  });

  it("is matched against a pattern in linear time, as Go does", async () => {
    const text = { type: "string", pattern: "^(a+)+$" };
    const schema = { openAPIV3Schema: { type: "object", properties: { text } } };
    await client.post(definitions, {
      metadata: { name: "slows.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "slows", kind: "Slow" },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
    });
    const slow = (value: string): object => ({
      apiVersion: "example.com/v1",
      kind: "Slow",
      metadata: { name: "a" },
      text: value,
    });
    const slows = "/apis/example.com/v1/namespaces/default/slows";
    expect((await client.post(slows, slow(`${"a".repeat(100_000)}!`))).status).toBe(422);
    expect((await client.post(slows, slow("a".repeat(100_000)))).status).toBe(201);
  });

  it("has status and scale of their own", async () => {
    const status = await client.patch(`${path}/a/status`, {
      status: { phase: "Ready" },
      spec: { size: 9 },
      metadata: { labels: { x: "y" } },
    });
    expect(status.body).toMatchObject({ spec: { size: 1 }, status: { phase: "Ready" }, metadata: { generation: 1 } });
    expect(status.body.metadata.labels).toBeUndefined();
    await client.patch(`${path}/a`, { spec: { replicas: 2 }, status: { phase: "No" } });
    expect((await client.get(`${path}/a`)).body.status).toEqual({ phase: "Ready" });
    expect((await client.get(`${path}/a/scale`)).body).toMatchObject({ kind: "Scale", spec: { replicas: 2 } });
    expect((await client.patch(`${path}/a/scale`, { spec: { replicas: 4 } })).body.spec.replicas).toBe(4);
  });

  it("is selected by the fields it offers and printed by its columns", async () => {
    await client.post(path, widget("b", { size: 1, color: "blue" }));
    const blue = await client.get(`${path}?fieldSelector=spec.color%3Dblue`);
    expect(
      blue.body.items.map((item: { kind: string; metadata: { name: string } }) => [item.kind, item.metadata.name]),
    ).toEqual([["Widget", "b"]]);
    expect((await client.get(`${path}?fieldSelector=spec.size%3D1`)).body.message).toBe(
      "field label not supported: spec.size",
    );
    const table = await client.get(`${path}/b`, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" });
    expect(table.body.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(["Name", "Color"]);
    expect(table.body.rows[0].cells).toEqual(["b", "blue"]);
  });

  it("is shown in its other versions, with a warning from a deprecated one", async () => {
    const old = await client.get("/apis/example.com/v1beta1/namespaces/default/widgets/b");
    expect(old.body).toMatchObject({ apiVersion: "example.com/v1beta1", spec: { color: "blue" } });
    expect(old.headers["warning"]).toBe('299 - "example.com/v1beta1 Widget is deprecated"');
  });

  it("takes no strategic merge patch", async () => {
    const refused = await client.patch(`${path}/a`, {}, "application/strategic-merge-patch+json");
    expect(refused.body).toMatchObject({ code: 415, reason: "UnsupportedMediaType" });
  });

  it("is removed with its definition, objects included", async () => {
    const watch = client.watch(`${path}?watch=1&resourceVersion=${server.revision}`);
    await watch.status;
    await client.delete(`${definitions}/widgets.example.com`);
    expect((await watch.next()).type).toBe("DELETED");
    for (let round = 0; (await client.get(`${definitions}/widgets.example.com`)).status !== 404; round++)
      if (round > 100) throw new Error("it stays");
    expect((await client.get(path)).status).toBe(404);
  });
});
