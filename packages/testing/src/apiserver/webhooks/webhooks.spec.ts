import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { newSelfSignedServingCertificate } from "client-ts/certs";
import type { KubeObject } from "client-ts/meta";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "../index.ts";
import type { Json } from "../objects.ts";
import { type SpecClient, serverForAll } from "../spec-client.ts";

type Review = { request: Json & { uid: string; object: Json & { data?: Json } } };

const pair = newSelfSignedServingCertificate({ host: "127.0.0.1" });
const caBundle = Buffer.from(pair.ca).toString("base64");
const asked: string[] = [];
let answer: (path: string, review: Review) => Promise<unknown> | unknown;
let hooks: Server;
let server: ApiServer;
let client: SpecClient;
beforeAll(async () => {
  hooks = createServer({ cert: pair.cert, key: pair.key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const path = (request.url ?? "").split("?")[0] as string;
      asked.push(path);
      response.end(JSON.stringify(await answer(path, JSON.parse(Buffer.concat(chunks).toString()))));
    });
  });
  await new Promise<void>((resolve) => hooks.listen(0, "127.0.0.1", resolve));
});
serverForAll({}, (started) => {
  ({ server, client } = started);
});
afterAll(async () => {
  hooks.closeAllConnections();
  hooks.close();
});
const made: string[] = [];
afterEach(async () => {
  for (const path of made.splice(0)) await client.request("DELETE", path);
  asked.length = 0;
});

const registrations = "/apis/admissionregistration.k8s.io/v1";
const maps = "/api/v1/namespaces/default/configmaps";

async function register(type: "Mutating" | "Validating", name: string, ...webhooks: Json[]): Promise<void> {
  const path = `${registrations}/${type.toLowerCase()}webhookconfigurations`;
  const { status } = await client.request("POST", path, {
    metadata: { name },
    webhooks: webhooks.map((webhook) => ({
      name: `${String(webhook["path"])}.example.com`,
      clientConfig: { url: `https://127.0.0.1:${(hooks.address() as AddressInfo).port}/${webhook["path"]}`, caBundle },
      rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      ...webhook,
    })),
  });
  expect(status).toBe(201);
  made.push(`${path}/${name}`);
}

const reviewed = (uid: string, response: object): object => ({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  response: { uid, allowed: true, ...response },
});
const patching = (uid: string, ...patch: object[]): object =>
  reviewed(uid, { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") });
const create = (name: string, data: object = {}) => client.request("POST", maps, { metadata: { name }, data });

describe("webhooks of the in-memory server", () => {
  it("are called by the name of their configuration, then in its order, with what the last one left", async () => {
    await register("Mutating", "b", { path: "third" });
    await register("Mutating", "a", { path: "first" }, { path: "second" });
    answer = (path, { request: { uid, object } }) =>
      patching(uid, { op: "add", path: `/data${path}`, value: String(Object.keys(object.data ?? {}).length) });
    const { body } = await create("order", { own: "x" });
    expect(body["data"]).toEqual({ own: "x", first: "1", second: "2", third: "3" });
    expect(asked).toEqual(["/first", "/second", "/third"]);
  });

  it("are called again when a later one changed the object, if they ask for that", async () => {
    await register("Mutating", "a", { path: "again", reinvocationPolicy: "IfNeeded" }, { path: "never" });
    await register("Mutating", "b", { path: "late" });
    answer = (path, { request: { uid } }) =>
      path === "/late" ? patching(uid, { op: "add", path: "/data/late", value: "1" }) : reviewed(uid, {});
    expect((await create("again", { own: "x" })).status).toBe(201);
    expect(asked).toEqual(["/again", "/never", "/late", "/again"]);
  });

  it("see what the server chose by chance, once: names, addresses, ports and uids", async () => {
    const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["*"] }];
    await register("Mutating", "all", { path: "mutate", rules });
    await register("Validating", "all", { path: "validate", rules });
    const seen: Json[] = [];
    answer = (path, { request: { uid, object } }) => {
      if (path === "/validate") seen.push(object);
      return reviewed(uid, {});
    };
    const container = { name: "c", image: "i" };
    const objects: [string, Json][] = [
      ["services", { metadata: { name: "ports" }, spec: { type: "NodePort", ports: [{ port: 80 }] } }],
      ["services", { metadata: { generateName: "made-" }, spec: { ports: [{ port: 80 }] } }],
      ["pods", { metadata: { generateName: "made-" }, spec: { containers: [container] } }],
    ];
    for (const [plural, object] of objects) {
      const { status, body } = await client.request("POST", `/api/v1/namespaces/default/${plural}`, object);
      expect({ status, message: body["message"] }).toEqual({ status: 201, message: undefined });
      made.push(`/api/v1/namespaces/default/${plural}/${(body["metadata"] as Json)["name"]}`);
      expect((seen.pop() as Json)["spec"]).toEqual(body["spec"]);
    }
    expect(asked).toHaveLength(6);
  });

  it("are refused in the real server's words when their answer is not one", async () => {
    await register("Validating", "bad", { path: "bad", timeoutSeconds: 1 });
    const messageFor = async (value: (uid: string) => unknown): Promise<string> => {
      answer = (_path, { request: { uid } }) => value(uid);
      const { status, body } = await create("bad");
      expect(status).toBe(500);
      return String(body["message"]).replace('Internal error occurred: failed calling webhook "bad.example.com": ', "");
    };
    const invalid = "received invalid webhook response: ";
    expect(await messageFor(() => ({}))).toBe(`${invalid}webhook response was absent`);
    expect(await messageFor(() => reviewed("other", {}))).toMatch(/expected response.uid="[^"]{36}", got "other"$/);
    expect(await messageFor((uid) => ({ ...reviewed(uid, {}), kind: "Pod" }))).toBe(
      `${invalid}expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v1, Kind=Pod`,
    );
    expect(await messageFor((uid) => reviewed(uid, { patch: "W10=" }))).toBe(
      `${invalid}webhook returned response.patch but not response.patchType`,
    );
    expect(await messageFor(() => new Promise(() => {}))).toMatch(/\?timeout=1s": context deadline exceeded$/);
    expect((await client.request("GET", `${maps}/bad`)).status).toBe(404);
  });

  it("deny with what they give as a reason, or without explanation", async () => {
    await register("Validating", "deny", { path: "deny" });
    answer = (_path, { request: { uid } }) => reviewed(uid, { allowed: false });
    const denied = 'admission webhook "deny.example.com" denied the request';
    expect((await create("deny")).body).toMatchObject({ code: 400, message: `${denied} without explanation` });
    answer = (_path, { request: { uid } }) =>
      reviewed(uid, { allowed: false, status: { reason: "Teapot", code: 418 } });
    expect((await create("deny")).body).toMatchObject({ code: 418, message: `${denied}: Teapot` });
  });

  it("see the object again when it changed while they were asked", async () => {
    answer = () => ({});
    await create("race", { n: "1" });
    await register("Validating", "race", { path: "race" });
    const seen: unknown[] = [];
    const metadata = { name: "race", namespace: "default" };
    const object: KubeObject = { kind: "ConfigMap", apiVersion: "v1", metadata };
    answer = async (_path, { request: { uid, oldObject } }) => {
      seen.push((oldObject as { data?: Json }).data);
      if (seen.length === 1) server.apply({ ...object, data: { n: "2" } });
      return reviewed(uid, {});
    };
    const { status, body } = await client.patch(`${maps}/race`, { data: { m: "3" } });
    expect([status, body["data"], seen]).toEqual([200, { n: "2", m: "3" }, [{ n: "1" }, { n: "2" }]]);
  });

  it("are not called on addresses of other machines", async () => {
    await register("Validating", "far", { path: "far", clientConfig: { url: "https://webhooks.example.com/x" } });
    expect((await create("far")).body["message"]).toContain("on loopback addresses only");
  });

  it("own nothing of what they change, neither of a new object nor of an update", async () => {
    await register("Mutating", "owners", { path: "owners" });
    answer = (_, { request: { uid, operation } }) =>
      patching(uid, { op: "add", path: "/data/set", value: `by ${operation}` });
    const owners = ({ metadata }: Json): unknown =>
      (metadata as { managedFields: Json[] }).managedFields.map(({ fieldsV1 }) => fieldsV1);
    const created = (await create("owned", { x: "1" })).body;
    expect(created.data).toEqual({ x: "1", set: "by CREATE" });
    expect(owners(created)).toEqual([{ "f:data": { ".": {}, "f:x": {} } }]);
    const changed = { ...created, data: { ...created.data, x: "2" } };
    const updated = (await client.request("PUT", `${maps}/owned`, changed)).body;
    expect(updated.data).toEqual({ x: "2", set: "by UPDATE" });
    expect(owners(updated)).toEqual([{ "f:data": { ".": {}, "f:x": {} } }]);
  });
});
