import { loadProtobuf, type ProtobufCodec, protobufMediaType } from "client-ts/internal";
import { FakeClock } from "client-ts/util";
import { beforeAll, describe, expect, it } from "vitest";
import { type SpecClient, serverForAll } from "./spec-client.ts";

const path = "/api/v1/namespaces/shop/secrets";
const accept = `${protobufMediaType},application/json`;

describe("protobuf from the in-memory server", () => {
  let client: SpecClient;
  let codec: ProtobufCodec;

  const metadata = { name: "a", namespace: "shop", labels: { app: "web" } };
  const secret = { apiVersion: "v1", kind: "Secret", metadata, type: "Opaque", data: { key: "AAEC", empty: "" } };
  serverForAll({ clock: new FakeClock(), objects: [secret] }, (started) => {
    ({ client } = started);
  });
  beforeAll(async () => {
    codec = await loadProtobuf();
  });

  it("holds the objects that JSON holds, alone and in a list", async () => {
    for (const [url, kind] of [
      [`${path}/a`, "Secret"],
      [path, "SecretList"],
    ] as const) {
      const binary = await client.get(url, { accept });
      expect(binary.headers["content-type"]).toBe(protobufMediaType);
      expect(codec.decode(binary.bytes)).toStrictEqual((await client.get(url)).body);
      expect(codec.envelopeOf(binary.bytes)).toMatchObject({ apiVersion: "v1", kind });
    }
  });

  it("answers what was written in protobuf, from a body in protobuf", async () => {
    const body = codec.encode({ apiVersion: "v1", kind: "Secret", metadata: { name: "b" }, data: { x: "AA==" } })!;
    const created = await client.request("POST", path, body, { accept, "content-type": protobufMediaType });
    expect(created.status).toBe(201);
    expect(codec.decode(created.bytes)).toMatchObject({
      metadata: { name: "b", namespace: "shop" },
      data: { x: "AA==" },
    });
  });

  it("refuses in protobuf too", async () => {
    const missing = await client.get(`${path}/none`, { accept });
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, protobufMediaType]);
    expect(codec.decode(missing.bytes)).toMatchObject({ kind: "Status", reason: "NotFound", code: 404 });
  });

  it("sends metadata alone in protobuf", async () => {
    const as = `${protobufMediaType};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`;
    const answer = await client.get(`${path}/a`, { accept: as });
    expect(codec.decode(answer.bytes)).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "a" } });
  });

  it("refuses a body that is cut off", async () => {
    const body = codec.encode({ apiVersion: "v1", kind: "Secret", metadata: { name: "c" } })!;
    const headers = { "content-type": protobufMediaType };
    const { status, body: refusal } = await client.request("POST", path, body.subarray(0, -5), headers);
    expect([status, refusal.reason]).toEqual([400, "BadRequest"]);
  });
});
