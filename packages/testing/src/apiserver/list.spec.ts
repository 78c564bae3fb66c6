import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FakeClock } from "client-ts/util";
import type { ApiServer } from "./index.ts";
import { type SpecClient, serverForAll } from "./spec-client.ts";

const path = "/api/v1/namespaces/shop/configmaps";

describe("a list from the in-memory server", () => {
  let server: ApiServer;
  let client: SpecClient;
  const clock = new FakeClock();

  const objects = ["e", "d", "c", "b", "a"].map((name) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "shop", labels: { even: String(name.charCodeAt(0) % 2 === 0) } },
  }));
  serverForAll({ clock, objects }, (started) => {
    ({ server, client } = started);
  });

  it("is in order of names, at one version, and its items of built-in kinds carry no kind", async () => {
    const { body } = await client.get(path);
    expect(body).toMatchObject({
      kind: "ConfigMapList",
      apiVersion: "v1",
      metadata: { resourceVersion: server.revision },
    });
    expect(body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
    ]);
    expect(body.items[0].kind).toBeUndefined();
  });

  it("comes in pages of one version, whatever is written meanwhile", async () => {
    const first = await client.get(`${path}?limit=2`);
    expect(first.body.metadata.remainingItemCount).toBe(3);
    server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "bb", namespace: "shop" } });
    await client.delete(`${path}/d`);
    const rest = await client.get(`${path}?limit=10&continue=${first.body.metadata.continue}`);
    expect(rest.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(["c", "d", "e"]);
    expect(rest.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
    expect(rest.body.metadata.continue).toBeUndefined();
  });

  it("answers a token that is too old with 410 and a fresh one that goes on at the newest version", async () => {
    const first = await client.get(`${path}?limit=2`);
    server.compact();
    server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "zz", namespace: "shop" } });
    server.compact();
    const gone = await client.get(`${path}?limit=2&continue=${first.body.metadata.continue}`);
    expect(gone.body).toMatchObject({ code: 410, reason: "Expired" });
    const rest = await client.get(`${path}?continue=${gone.body.metadata.continue}`);
    expect(rest.body.items.at(-1).metadata.name).toBe("zz");
  });

  it("knows the rules of resourceVersion and resourceVersionMatch", async () => {
    const before = server.revision;
    server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "late", namespace: "shop" } });
    const names = async (query: string): Promise<string[]> =>
      (await client.get(`${path}?${query}`)).body.items.map(
        (item: { metadata: { name: string } }) => item.metadata.name,
      );
    expect(await names(`resourceVersion=${before}&resourceVersionMatch=Exact`)).not.toContain("late");
    expect(await names(`resourceVersion=${before}&resourceVersionMatch=NotOlderThan`)).toContain("late");
    expect(await names("resourceVersion=0")).toContain("late");
    const forbidden = await client.get(`${path}?resourceVersionMatch=Exact`);
    expect(forbidden.body).toMatchObject({
      code: 422,
      message: expect.stringContaining("resourceVersionMatch is forbidden unless resourceVersion is provided"),
    });
    const old = await client.get(`${path}?resourceVersion=1&resourceVersionMatch=Exact`);
    expect(old.body).toMatchObject({ code: 410, message: "The resourceVersion for the provided list is too old." });
  });

  it("refuses a version that is still to come after waiting for it", async () => {
    const pending = client.get(`${path}?resourceVersion=999999`);
    let answer: Awaited<typeof pending> | undefined;
    void pending.then((got) => {
      answer = got;
    });
    for (let round = 0; round < 200 && answer === undefined; round++) await clock.advance(100);
    expect((await pending).body).toMatchObject({
      code: 504,
      reason: "Timeout",
      details: { causes: [{ reason: "ResourceVersionTooLarge" }], retryAfterSeconds: 1 },
    });
    expect((await pending).headers["retry-after"]).toBe("1");
  });

  it("waits for a version that comes in time, and a read of one object does", async () => {
    const next = String(Number(server.revision) + 1);
    const answers = [path, `${path}/a`].map((where) => client.get(`${where}?resourceVersion=${next}`));
    await expect.poll(() => clock.pending).toBeGreaterThanOrEqual(2);
    await clock.advance(2_900);
    server.apply({ apiVersion: "v1", kind: "Secret", metadata: { name: "newer", namespace: "shop" } });
    await clock.advance(100);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("stays in its namespace, whatever list a token is from", async () => {
    for (const namespace of ["shop-a", "shop", "shopping", "shoq"])
      for (const name of ["x", "y"])
        server.apply({ apiVersion: "v1", kind: "Endpoints", metadata: { name, namespace } });
    const keys = async (where: string, query: string): Promise<string[]> =>
      (await client.get(`${where}?${query}`)).body.items.map(
        ({ metadata }: { metadata: { name: string; namespace: string } }) => `${metadata.namespace}/${metadata.name}`,
      );
    const tokenOf = async (where: string): Promise<string> =>
      `continue=${(await client.get(`${where}?limit=1`)).body.metadata.continue}`;
    const at = (namespace: string): string => `/api/v1/namespaces/${namespace}/endpoints`;
    expect(await keys(at("shop"), "")).toEqual(["shop/x", "shop/y"]);
    expect(await keys(at("shop"), await tokenOf(at("shop")))).toEqual(["shop/y"]);
    expect(await keys(at("shoq"), await tokenOf(at("shop-a")))).toEqual(["shoq/x", "shoq/y"]);
    expect(await keys(at("shop-a"), await tokenOf(at("shoq")))).toEqual([]);
  });

  it("comes whole when it is too large for one piece, compressed or not", async () => {
    const names = ["one", "two", "three", "zero"];
    const objects = names.map((name, n) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, namespace: "large" },
      data: { a: String(n).repeat(600_000) },
    }));
    server.apply(...objects);
    const large = "/api/v1/namespaces/large/configmaps";
    const plain = await client.get(large);
    expect(plain.body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(names.sort());
    const packed = await client.get(large, { "accept-encoding": "br, gzip" });
    expect(packed.headers["vary"]).toBe("Accept-Encoding");
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it("selects by labels and by the fields that a kind offers, and refuses other fields", async () => {
    const even = await client.get(`${path}?labelSelector=${encodeURIComponent("even in (true),!odd")}`);
    expect(even.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(["b"]);
    const named = await client.get(`${path}?fieldSelector=metadata.name%3Dc`);
    expect(named.body.items).toHaveLength(1);
    expect((await client.get(`${path}?fieldSelector=data.x%3D1`)).body).toMatchObject({
      code: 400,
      message: '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
    expect((await client.get("/api/v1/pods?fieldSelector=spec.foo%3D1")).body.message).toBe(
      "field label not supported: spec.foo",
    );
  });

  it("comes as a table, as metadata alone and as YAML", async () => {
    const table = await client.get(path, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" });
    expect(table.body).toMatchObject({
      kind: "Table",
      columnDefinitions: [{ name: "Name" }, { name: "Data" }, { name: "Age" }],
    });
    expect(table.body.rows[0]).toMatchObject({
      cells: ["a", 0, expect.any(String)],
      object: { kind: "PartialObjectMetadata" },
    });
    const partial = await client.get(path, {
      accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    });
    expect(partial.body).toMatchObject({
      kind: "PartialObjectMetadataList",
      items: [{ kind: "PartialObjectMetadata", metadata: { name: "a" } }, {}, {}, {}, {}, {}, {}],
    });
    const yaml = await client.get(`${path}/a`, { accept: "application/yaml" });
    expect(yaml.text).toMatch(/^apiVersion: v1\nkind: ConfigMap\n/);
  });

  it("is compressed from 128 KiB on when the client takes gzip", async () => {
    for (const name of ["g1", "g2"])
      server.apply({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name, namespace: "zip" },
        data: { a: "x".repeat(100_000) },
      } as object);
    const zip = "/api/v1/namespaces/zip/configmaps";
    const packed = await client.get(zip, { "accept-encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(packed.bytes).toString("utf8")).items).toHaveLength(2);
    expect((await client.get(zip)).headers["content-encoding"]).toBeUndefined();
  });

  it("answers a client that prefers protobuf in protobuf, and 406 to one that takes nothing we have", async () => {
    const both = await client.get(path, { accept: "application/vnd.kubernetes.protobuf,application/json" });
    expect(both.headers["content-type"]).toBe("application/vnd.kubernetes.protobuf");
    expect(both.bytes.subarray(0, 4).toString("latin1")).toBe("k8s\0");
    expect((await client.get(path, { accept: "text/html" })).body).toMatchObject({
      code: 406,
      reason: "NotAcceptable",
    });
  });
});
