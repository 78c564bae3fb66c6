import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { TokenReview } from "../api/authentication/v1.ts";
import { CertificateSigningRequest } from "../api/certificates/v1.ts";
import { ConfigMap, Namespace, Node, Pod, ServiceAccount } from "../api/core/v1.ts";
import { isConflict, isNotFound, isResourceExpired } from "../errors/index.ts";
import type { KubeObject, Resource } from "../meta/index.ts";
import { type Client, newClient } from "./client.ts";
import type { DeleteCallOptions } from "./options.ts";
import {
  type Answer,
  failure,
  type SeenRequest,
  startServer,
  type TestServer,
} from "../discovery/test-support/server.ts";

const stored = (name: string, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name,
    namespace: "shop",
    uid: `uid-${name}`,
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  ...more,
});

let server: TestServer;
let client: Client;
let answer: (request: SeenRequest) => Answer;

beforeEach(async () => {
  answer = () => ({ body: stored("web") });
  server = await startServer((request) => answer(request));
  client = newClient({ host: server.url });
});
afterEach(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
});

const asked = (): string[] => server.seen.map(({ method, path }) => `${method} ${path}`);
const maps = () => client.resource(ConfigMap, { namespace: "shop" });

describe("a client of a kind", () => {
  it("sends each verb to the path at which the server has it", async () => {
    const object = { metadata: { name: "web" } };
    await maps().get("web", { resourceVersion: "0" });
    await maps().create(object, { dryRun: true, fieldManager: "me", fieldValidation: "Strict" });
    await maps().update(object);
    await maps().delete("web");
    await client.resource(Node).get("n1");
    await client
      .resource(Deployment, { namespace: "shop" })
      .updateStatus({ metadata: { name: "web" } } as Deployment & { metadata: { name: string } });
    answer = () => ({
      body: { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "9" }, items: [] },
    });
    await maps().listPage({ labelSelector: "a=b", limit: 3 });
    await client.resource(Pod).list();
    await maps().deleteCollection({ labelSelector: "a=b" });
    expect(asked()).toEqual([
      "GET /api/v1/namespaces/shop/configmaps/web",
      "POST /api/v1/namespaces/shop/configmaps",
      "PUT /api/v1/namespaces/shop/configmaps/web",
      "DELETE /api/v1/namespaces/shop/configmaps/web",
      "GET /api/v1/nodes/n1",
      "PUT /apis/apps/v1/namespaces/shop/deployments/web/status",
      "GET /api/v1/namespaces/shop/configmaps",
      "GET /api/v1/pods",
      "DELETE /api/v1/namespaces/shop/configmaps",
    ]);
    expect(server.seen[0]?.query).toEqual({ resourceVersion: "0" });
    expect(server.seen[1]?.query).toEqual({ dryRun: "All", fieldManager: "me", fieldValidation: "Strict" });
    expect(JSON.parse(server.seen[1]!.body)).toMatchObject({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "web", namespace: "shop" },
    });
    expect(server.seen[6]?.query).toEqual({ labelSelector: "a=b", limit: "3" });
  });

  it("sends each kind of patch under its own name", async () => {
    await maps().jsonPatch("web", [{ op: "add", path: "/data/a", value: "1" }]);
    await maps().mergePatch("web", { data: { a: "1" } }, { subresource: "status" });
    await maps().strategicMergePatch("web", { data: { a: "1" } });
    await maps().apply({ metadata: { name: "web" }, data: { a: "1" } }, { fieldManager: "me", force: true });
    expect(
      server.seen.map(({ method, path, headers, query }) => [
        method,
        path.split("/configmaps/")[1],
        headers["content-type"],
        query,
      ]),
    ).toEqual([
      ["PATCH", "web", "application/json-patch+json", {}],
      ["PATCH", "web/status", "application/merge-patch+json", {}],
      ["PATCH", "web", "application/strategic-merge-patch+json", {}],
      ["PATCH", "web", "application/apply-patch+yaml", { fieldManager: "me", force: "true" }],
    ]);
    expect(JSON.parse(server.seen[3]!.body)).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "web", namespace: "shop" },
      data: { a: "1" },
    });
  });

  it("refuses to apply without a field manager, or an object that was read", async () => {
    await expect(maps().apply({ metadata: { name: "web" } })).rejects.toThrow(
      'apply of configmaps "web" needs a fieldManager, here or on the client',
    );
    const read = { metadata: { name: "web", managedFields: [] } };
    await expect(maps().apply(read, { fieldManager: "me" })).rejects.toThrow("has metadata.managedFields");
    await client
      .with({ fieldManager: "mine" })
      .resource(ConfigMap, { namespace: "shop" })
      .apply({ metadata: { name: "web" } });
    expect(server.seen.map(({ query }) => query)).toEqual([{ fieldManager: "mine" }]);
  });

  it("refuses before anything is sent what types could not stop (F-J12)", async () => {
    const open: Resource<KubeObject> = Pod;
    const everywhere = client.resource(open);
    const calls = [
      () => everywhere.get("web"),
      () => everywhere.create({}),
      () => everywhere.update({ metadata: { name: "web" } }),
      () => everywhere.delete("web"),
      () => everywhere.deleteCollection({ all: true }),
      () => everywhere.mergePatch("web", {}),
      () => everywhere.apply({ metadata: { name: "web" } }, { fieldManager: "me" }),
      async () => client.resource(open, { namespace: "" }),
      async () => client.resource(Node as Resource<KubeObject>, { namespace: "shop" }),
      () => maps().deleteCollection({ labelSelector: "" }),
      () => maps().update({} as never),
      () => maps().create({ kind: "Secret" }),
      () => maps().create({ metadata: { name: "web", namespace: "other" } }),
      () => client.resource(Namespace).create({ metadata: { name: "x", namespace: "y" } }),
      () => maps().jsonPatch("web", {} as never),
      () => maps().mergePatch("web", "x" as never),
      async () => maps().list({ limit: -1 }),
      ...["", ".", "..", "a/b", "a%2fb", "a?b", "a#b", "a\\b", "a\u0000b", "a".repeat(254)].flatMap((name) => [
        () => maps().get(name),
        () => maps().delete(name),
      ]),
      ...["../kube-system", "a/b", "..", "%2e%2e"].map(
        (namespace) => async () => client.resource(Pod, { namespace }).get("web"),
      ),
      () =>
        client
          .resource({ ...ConfigMap, plural: "configmaps/../secrets" as "configmaps" }, { namespace: "shop" })
          .get("web"),
      () =>
        maps()
          .subresource("status/../.." as never)
          .get("web"),
    ];
    for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject({ kind: "InvalidArgument" });
    expect(server.seen).toEqual([]);
  });

  it("gives list items their kind, so that lists and watches have one shape", async () => {
    const {
      apiVersion: _a,
      kind: _k,
      ...bare
    } = stored("web", { unknownField: { kept: true } }) as Record<string, unknown>;
    answer = ({ query }) =>
      query.watch === "true"
        ? (response) =>
            response
              .writeHead(200, { "content-type": "application/json" })
              .end(`${JSON.stringify({ type: "ADDED", object: stored("web", { unknownField: { kept: true } }) })}\n`)
        : { body: { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "9" }, items: [bare] } };
    const { items } = await maps().list();
    for await (const event of maps().watch({ resourceVersion: "9" })) {
      expect(event).toEqual({ type: "ADDED", object: items[0] });
    }
    expect(items[0]?.kind).toBe("ConfigMap");
  });

  it("has an empty list where Go sends null", async () => {
    answer = () => ({
      body: { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "9" }, items: null },
    });
    expect((await maps().list()).items).toEqual([]);
    answer = () => ({ body: { hello: "world" } });
    await expect(maps().list()).rejects.toMatchObject({ kind: "Protocol" });
  });

  it("keeps fields that it does not know through read, change and write", async () => {
    answer = ({ method }) => ({
      body:
        method === "GET" ? stored("web", { newField: { deep: [1, { x: null }] }, data: { a: "1" } }) : stored("web"),
    });
    await maps().modify("web", (draft) => {
      draft.data = { ...draft.data, b: "2" };
    });
    expect(JSON.parse(server.seen[1]!.body)).toEqual(
      stored("web", { newField: { deep: [1, { x: null }] }, data: { a: "1", b: "2" } }),
    );
  });

  it("reads and writes again after a conflict, a few times", async () => {
    let writes = 0;
    answer = ({ method }) =>
      method === "GET"
        ? { body: stored("web") }
        : ++writes < 3
          ? failure(409, "Conflict")
          : { body: stored("web", { data: { n: "3" } }) };
    const result = await maps().modify("web", (draft) => {
      draft.data = { n: "x" };
    });
    expect([result.data, writes]).toEqual([{ n: "3" }, 3]);
    answer = ({ method }) => (method === "GET" ? { body: stored("web") } : failure(409, "Conflict"));
    const error = await maps()
      .modify("web", (draft) => Object.assign(draft, { data: { n: "y" } }), { tries: 2 })
      .catch((thrown: unknown) => thrown);
    expect(isConflict(error)).toBe(true);
  });

  it("writes nothing when nothing changed", async () => {
    await maps().modify("web", async () => {});
    expect(asked()).toEqual(["GET /api/v1/namespaces/shop/configmaps/web"]);
  });

  it("says whether a deleted object is gone", async () => {
    answer = () => ({ body: { kind: "Status", apiVersion: "v1", status: "Success", details: { name: "web" } } });
    expect(
      await maps().delete("web", {
        gracePeriodSeconds: 0,
        preconditions: { uid: "u" },
        propagationPolicy: "Foreground",
        dryRun: true,
      }),
    ).toBeUndefined();
    expect(JSON.parse(server.seen[0]!.body)).toEqual({
      apiVersion: "v1",
      kind: "DeleteOptions",
      gracePeriodSeconds: 0,
      preconditions: { uid: "u" },
      propagationPolicy: "Foreground",
      dryRun: ["All"],
    });
    answer = () => ({ body: stored("web", { metadata: { name: "web", finalizers: ["x"] } }) });
    expect(await maps().delete("web")).toMatchObject({ metadata: { finalizers: ["x"] } });
  });

  it("takes what is gone for deleted and evicted, with ignoreNotFound alone", async () => {
    answer = () => failure(404, "NotFound");
    const pods = client.resource(Pod, { namespace: "shop" });
    const calls = [
      (options?: DeleteCallOptions) => pods.delete("web", options),
      (options?: DeleteCallOptions) => pods.evict("web", options),
      (options?: DeleteCallOptions) => pods.subresource("status").delete("web", options),
    ];
    for (const call of calls) {
      expect(await call({ ignoreNotFound: true })).toBeUndefined();
      await expect(call()).rejects.toSatisfy(isNotFound);
    }
    expect(server.seen.filter(({ body }) => body.includes("ignoreNotFound"))).toEqual([]);
    answer = () => failure(409, "Conflict");
    for (const call of calls) await expect(call({ ignoreNotFound: true })).rejects.toSatisfy(isConflict);
  });

  it("reaches the subresources of each kind", async () => {
    const pods = client.resource(Pod, { namespace: "shop" });
    const pod = { metadata: { name: "web" }, spec: { containers: [] } };
    await pods.evict("web", { gracePeriodSeconds: 5, dryRun: true });
    await pods.bind("web", { kind: "Node", name: "n1" });
    await pods.updateEphemeralContainers(pod);
    await pods.updateResize(pod);
    await client.resource(ServiceAccount, { namespace: "shop" }).createToken("web", { audiences: ["a"] });
    await client
      .resource(CertificateSigningRequest)
      .updateApproval({ metadata: { name: "web" }, spec: { request: "", signerName: "s" } });
    await client.resource(Namespace).finalize({ metadata: { name: "web" } });
    const deployments = client.resource(Deployment, { namespace: "shop" });
    await deployments.getScale("web");
    await deployments.updateScale("web", { spec: { replicas: 3 } });
    await deployments.applyScale("web", { spec: { replicas: 4 } }, { fieldManager: "me" });
    await deployments.subresource("status").get("web");
    expect(asked()).toEqual([
      "POST /api/v1/namespaces/shop/pods/web/eviction",
      "POST /api/v1/namespaces/shop/pods/web/binding",
      "PUT /api/v1/namespaces/shop/pods/web/ephemeralcontainers",
      "PUT /api/v1/namespaces/shop/pods/web/resize",
      "POST /api/v1/namespaces/shop/serviceaccounts/web/token",
      "PUT /apis/certificates.k8s.io/v1/certificatesigningrequests/web/approval",
      "PUT /api/v1/namespaces/web/finalize",
      "GET /apis/apps/v1/namespaces/shop/deployments/web/scale",
      "PUT /apis/apps/v1/namespaces/shop/deployments/web/scale",
      "PATCH /apis/apps/v1/namespaces/shop/deployments/web/scale",
      "GET /apis/apps/v1/namespaces/shop/deployments/web/status",
    ]);
    expect(JSON.parse(server.seen[0]!.body)).toEqual({
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name: "web", namespace: "shop" },
      deleteOptions: { gracePeriodSeconds: 5, dryRun: ["All"] },
    });
    expect(JSON.parse(server.seen[8]!.body)).toEqual({
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "web", namespace: "shop" },
      spec: { replicas: 3 },
    });
  });

  it("derives clients that act otherwise on the same connections", async () => {
    const derived = client.with({
      dryRun: true,
      fieldManager: "me",
      userAgent: "other/1",
      impersonate: { userName: "jane", groups: ["a", "b"] },
    });
    await derived.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "web" } });
    await derived.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "web" } }, { dryRun: false });
    await derived.resource(TokenReview).create({ spec: { token: "t" } });
    await maps().get("web");
    expect(server.seen[0]?.query).toEqual({ dryRun: "All", fieldManager: "me" });
    expect(server.seen[0]?.headers).toMatchObject({ "user-agent": "other/1", "impersonate-user": "jane" });
    expect(server.seen[1]?.query).toEqual({ fieldManager: "me" });
    expect(server.seen[3]?.headers["impersonate-user"]).toBeUndefined();
    await derived.close();
    await maps().get("web");
    expect(client.rest.stats().opened).toBe(1);
  });

  it("ends a call by its signal and by its time", async () => {
    answer = () => () => {};
    const ended = maps().get("web", { signal: AbortSignal.timeout(20) });
    await expect(ended).rejects.toMatchObject({ kind: "Aborted" });
    await expect(maps().get("web", { timeoutMs: 20 })).rejects.toMatchObject({
      kind: expect.stringMatching(/Timeout|Transport/),
    });
  });
});

describe("a list", () => {
  const page = (from: number, to: number, more: boolean, version = "9"): Answer => ({
    body: {
      kind: "ConfigMapList",
      apiVersion: "v1",
      metadata: { resourceVersion: version, ...(more && { continue: String(to), remainingItemCount: 10 - to }) },
      items: Array.from({ length: to - from }, (_, index) => stored(`m${from + index}`)),
    },
  });
  const paged = ({ query }: SeenRequest): Answer => {
    const from = Number(query.continue ?? 0);
    const to = query.limit === undefined ? 10 : Math.min(10, from + Number(query.limit));
    return page(from, to, to < 10);
  };
  const names = Array.from({ length: 10 }, (_, index) => `m${index}`);

  it("is one answer when awaited, and sent only then", async () => {
    answer = paged;
    const call = maps().list({ labelSelector: "a=b" });
    expect(server.seen).toEqual([]);
    expect((await call).items.map(({ metadata }) => metadata.name)).toEqual(names);
    expect(server.seen.map(({ query }) => query)).toEqual([{ labelSelector: "a=b" }]);
  });

  it("is put together from pages when a limit says so", async () => {
    answer = paged;
    const list = await maps().list({ limit: 4, resourceVersion: "5", resourceVersionMatch: "NotOlderThan" });
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(names);
    expect(list.metadata.continue).toBeUndefined();
    expect(server.seen.map(({ query }) => query)).toEqual([
      { limit: "4", resourceVersion: "5", resourceVersionMatch: "NotOlderThan" },
      { limit: "4", continue: "4" },
      { limit: "4", continue: "8" },
    ]);
  });

  it("gives objects one by one across pages, and pages too", async () => {
    answer = paged;
    const found: string[] = [];
    for await (const { kind, metadata } of maps().list({ limit: 3 })) found.push(`${kind}/${metadata.name}`);
    expect(found).toEqual(names.map((name) => `ConfigMap/${name}`));
    const sizes: number[] = [];
    for await (const { items } of maps().list({ limit: 4 }).pages()) sizes.push(items.length);
    expect(sizes).toEqual([4, 4, 2]);
  });

  it("asks for no further page than is read ahead when the reader leaves", async () => {
    answer = paged;
    for await (const { metadata } of maps().list({ limit: 1 })) if (metadata.name === "m1") break;
    expect(server.seen.length).toBeLessThanOrEqual(4);
  });

  it("begins again without pages when a page has expired, unless objects were handed out", async () => {
    answer = (request) => (request.query.continue === "8" ? failure(410, "Expired") : paged(request));
    expect((await maps().list({ limit: 4 })).items).toHaveLength(10);
    expect(server.seen.at(-1)?.query).toEqual({});
    const read = async (): Promise<void> => {
      for await (const _ of maps().list({ limit: 4 }));
    };
    expect(isResourceExpired(await read().catch((error: unknown) => error))).toBe(true);
  });
});
