import { describe, expect, it } from "vitest";
import { failure } from "../discovery/test-support/server.ts";
import type { Unstructured } from "../meta/index.ts";
import { type DynamicResourceClient, newDynamicClient } from "./index.ts";
import { serverPerTest } from "./test-support/serving.ts";

const serving = serverPerTest({ userAgent: "golden" });

const flips = { group: "flops", version: "v1alpha1", resource: "flips" };
const mips: Unstructured & { metadata: { name: string } } = { metadata: { name: "mips" } };
const path = "/apis/flops/v1alpha1/namespaces/mops/flips";
const dry = '{"apiVersion":"v1","kind":"DeleteOptions","dryRun":["All"]}';

type Call = (client: DynamicResourceClient) => PromiseLike<unknown>;
const read = async (stream: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of stream) break;
};

/** What client-go sends for each verb: method, path and query, content type, body. */
const requests: [verb: string, call: Call, line: string, contentType: string | undefined, body: string][] = [
  [
    "create",
    (c) => c.create(mips, { fieldValidation: "Warn" }),
    `POST ${path}?fieldValidation=Warn`,
    "application/json",
    '{"metadata":{"name":"mips"}}',
  ],
  [
    "create of a subresource",
    (c) => c.subresource("fin").create("mips", mips, { fieldValidation: "Warn" }),
    `POST ${path}/mips/fin?fieldValidation=Warn`,
    "application/json",
    '{"metadata":{"name":"mips"}}',
  ],
  [
    "update",
    (c) => c.update(mips, { fieldValidation: "Warn" }),
    `PUT ${path}/mips?fieldValidation=Warn`,
    "application/json",
    '{"metadata":{"name":"mips"}}',
  ],
  [
    "update of a subresource",
    (c) => c.subresource("fin").update("mips", mips, { fieldValidation: "Warn" }),
    `PUT ${path}/mips/fin?fieldValidation=Warn`,
    "application/json",
    '{"metadata":{"name":"mips"}}',
  ],
  [
    "updateStatus",
    (c) => c.updateStatus(mips, { fieldValidation: "Warn" }),
    `PUT ${path}/mips/status?fieldValidation=Warn`,
    "application/json",
    '{"metadata":{"name":"mips"}}',
  ],
  ["delete", (c) => c.delete("mips", { dryRun: true }), `DELETE ${path}/mips`, "application/json", dry],
  [
    "delete of a subresource",
    (c) => c.subresource("fin").delete("mips", { dryRun: true }),
    `DELETE ${path}/mips/fin`,
    "application/json",
    dry,
  ],
  [
    "deleteCollection",
    (c) => c.deleteCollection({ labelSelector: "a=b", dryRun: true }),
    `DELETE ${path}?labelSelector=a%3Db`,
    "application/json",
    dry,
  ],
  ["get", (c) => c.get("mips", { resourceVersion: "42" }), `GET ${path}/mips?resourceVersion=42`, undefined, ""],
  [
    "get of a subresource",
    (c) => c.subresource("fin").get("mips", { resourceVersion: "42" }),
    `GET ${path}/mips/fin?resourceVersion=42`,
    undefined,
    "",
  ],
  ["list", (c) => c.list({ resourceVersion: "42" }), `GET ${path}?resourceVersion=42`, undefined, ""],
  [
    "watch",
    (c) => read(c.watch({ resourceVersion: "42" })),
    `GET ${path}?resourceVersion=42&watch=true`,
    undefined,
    "",
  ],
  [
    "strategicMergePatch of a subresource",
    (c) => c.strategicMergePatch("mips", { foo: "bar" }, { fieldManager: "baz", subresource: "fin" }),
    `PATCH ${path}/mips/fin?fieldManager=baz`,
    "application/strategic-merge-patch+json",
    '{"foo":"bar"}',
  ],
  [
    "mergePatch",
    (c) => c.mergePatch("mips", { foo: "bar" }),
    `PATCH ${path}/mips`,
    "application/merge-patch+json",
    '{"foo":"bar"}',
  ],
  [
    "jsonPatch",
    (c) => c.jsonPatch("mips", [{ op: "remove", path: "/foo" }]),
    `PATCH ${path}/mips`,
    "application/json-patch+json",
    '[{"op":"remove","path":"/foo"}]',
  ],
  [
    "apply of a subresource",
    (c) => c.subresource("fin").apply("mips", mips, { force: true, fieldManager: "baz" }),
    `PATCH ${path}/mips/fin?fieldManager=baz&force=true`,
    "application/apply-patch+yaml",
    '{"metadata":{"name":"mips"}}',
  ],
  [
    "apply",
    (c) => c.apply(mips, { force: true, fieldManager: "baz" }),
    `PATCH ${path}/mips?fieldManager=baz&force=true`,
    "application/apply-patch+yaml",
    '{"metadata":{"name":"mips"}}',
  ],
  [
    "applyStatus",
    (c) => c.applyStatus(mips, { force: true, fieldManager: "baz" }),
    `PATCH ${path}/mips/status?fieldManager=baz&force=true`,
    "application/apply-patch+yaml",
    '{"metadata":{"name":"mips"}}',
  ],
];

const stored = {
  apiVersion: "flops/v1alpha1",
  kind: "Flip",
  metadata: { name: "mips", namespace: "mops", uid: "u", resourceVersion: "7" },
  fins: 3,
};

describe("the dynamic client", () => {
  it.each(requests)(
    "sends for %s the bytes that client-go sends, members in our order (B461)",
    async (verb, call, line, contentType, body) => {
      const event = `${JSON.stringify({ type: "ADDED", object: stored })}\n`;
      const { server, client } = await serving((request) =>
        verb === "watch"
          ? { body: event }
          : request.path === path && request.method === "GET"
            ? { body: { kind: "FlipList", metadata: {}, items: [] } }
            : { body: stored },
      );
      await call(client.dynamic.resource(flips).namespace("mops"));
      const [seen] = server.seen;
      expect(server.seen).toHaveLength(1);
      expect(`${seen?.method} ${seen?.url}`).toBe(line);
      expect(seen?.headers.accept).toBe("application/json");
      expect(seen?.headers["user-agent"]).toBe("golden");
      expect(seen?.headers["content-type"]).toBe(contentType);
      expect(seen?.body).toBe(body);
      expect(seen?.headers["content-length"]).toBe(body === "" ? undefined : String(body.length));
    },
  );

  it("gives what the server sends; list items have the kind that their list names (B461)", async () => {
    const lines = [
      { type: "ADDED", object: stored },
      { type: "BOOKMARK", object: { kind: "Flip", metadata: { resourceVersion: "9" } } },
    ];
    const { client } = await serving(({ url, method }) => {
      if (url.includes("watch=true")) return { body: lines.map((line) => `${JSON.stringify(line)}\n`).join("") };
      if (method === "GET" && !url.includes("mips")) {
        return {
          body: {
            kind: "FlipList",
            apiVersion: "flops/v1alpha1",
            metadata: { resourceVersion: "8" },
            items: [{ metadata: { name: "a" } }, stored],
          },
        };
      }
      return { body: stored };
    });
    const all = client.dynamic.resource(flips).namespace("mops");
    expect(await all.get("mips")).toEqual(stored);
    expect(await all.create(mips)).toEqual(stored);
    const list = await all.list();
    expect(list.items).toEqual([{ apiVersion: "flops/v1alpha1", kind: "Flip", metadata: { name: "a" } }, stored]);
    const events = [];
    for await (const event of all.watch()) events.push(event);
    expect(events).toEqual([
      { type: "ADDED", object: stored },
      { type: "BOOKMARK", resourceVersion: "9" },
    ]);
  });

  it("takes objects with any kind or none, works without namespaces, and discovers nothing", async () => {
    const { server, client } = await serving(() => ({ body: stored }));
    const cluster = client.dynamic.resource({ group: "", version: "v1", resource: "nodes" });
    await cluster.create({ kind: "Anything", apiVersion: "else/v1", metadata: { name: "n" } });
    await cluster.delete("n");
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /api/v1/nodes",
      "DELETE /api/v1/nodes/n",
    ]);
    expect(server.seen[0]?.body).toBe('{"kind":"Anything","apiVersion":"else/v1","metadata":{"name":"n"}}');
  });

  it("refuses invalid names, and an apply without a name or with managedFields, unsent (SEC-10)", async () => {
    const { server, client } = await serving(() => ({ body: stored }));
    const { dynamic } = client;
    const refused = { kind: "InvalidArgument" };
    for (const bad of ["", "..", ".", "a/b", "a%2fb", "a\\b", "a?b", "a#b", "a\nb", "\ud800", "x".repeat(254)]) {
      await expect(async () => dynamic.resource(flips).namespace(bad).get("x")).rejects.toMatchObject(refused);
      await expect(async () => dynamic.resource(flips).get(bad)).rejects.toMatchObject(refused);
      await expect(async () => dynamic.resource({ ...flips, resource: bad }).list()).rejects.toMatchObject(refused);
      await expect(async () => dynamic.resource({ ...flips, version: bad }).list()).rejects.toMatchObject(refused);
      await expect(async () => dynamic.resource(flips).subresource(bad).get("x")).rejects.toMatchObject(refused);
      if (bad !== "")
        await expect(async () => dynamic.resource({ ...flips, group: bad }).list()).rejects.toMatchObject(refused);
    }
    const all = dynamic.resource(flips).namespace("mops");
    await expect(all.apply({ metadata: {} }, { fieldManager: "f" })).rejects.toMatchObject(refused);
    await expect(all.apply({ metadata: { name: "a", managedFields: [] } }, { fieldManager: "f" })).rejects.toThrow(
      "managedFields",
    );
    await expect(all.update({ metadata: { name: "" } })).rejects.toMatchObject(refused);
    await expect(all.deleteCollection({} as never)).rejects.toMatchObject(refused);
    expect(server.seen).toEqual([]);
  });

  it("can be made from a configuration, with the errors of the server as they are", async () => {
    const { server } = await serving(() => failure(404, "NotFound"));
    const dynamic = newDynamicClient({ host: server.url });
    await expect(dynamic.resource(flips).get("x")).rejects.toMatchObject({ kind: "Status", code: 404 });
    await dynamic.close();
  });
});
