import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Answer, failure, type SeenRequest, type TestServer } from "../discovery/test-support/server.ts";
import { discoveryAnswer, resource, type Served } from "../discovery/test-support/served.ts";
import { applyYaml, parseManifests } from "./index.ts";
import { type Serving, serverPerTest } from "./test-support/serving.ts";

const served: Served = {
  "": [
    {
      version: "v1",
      resources: [resource("configmaps", "ConfigMap"), resource("namespaces", "Namespace", { namespaced: false })],
    },
  ],
};

const start = serverPerTest({ namespace: "home" });
const serving = (answer: (request: SeenRequest) => Answer = stored): Promise<Serving> =>
  start((request) => (request.method === "GET" ? discoveryAnswer(served, request) : answer(request)));

/** The object with a uid. */
function stored({ body }: SeenRequest): Answer {
  const object = JSON.parse(body) as { metadata: object };
  return { body: { ...object, metadata: { ...object.metadata, uid: "u", resourceVersion: "1" } } };
}

const writes = (server: TestServer): string[] =>
  server.seen.filter(({ method }) => method !== "GET").map(({ method, url }) => `${method} ${url}`);

const text = `
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
---
{ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "b", "namespace": "shop" } }
---
apiVersion: v1
kind: List
items:
- { apiVersion: v1, kind: ConfigMap, metadata: { name: c }, data: { yes: "no" } }
- { apiVersion: example.com/v1, kind: Widget, metadata: { name: d } }
---
apiVersion: v1
kind: Namespace
metadata: { name: shop }
`;

describe("applyYaml", () => {
  it("applies namespaces first, fills in the namespace, and gives results in the order of the text", async () => {
    const { server, client } = await serving();
    const { results, ok, pruned } = await applyYaml(client, text, { fieldManager: "me", force: true });
    expect(writes(server)).toEqual([
      "PATCH /api/v1/namespaces/shop?fieldManager=me&force=true",
      "PATCH /api/v1/namespaces/home/configmaps/a?fieldManager=me&force=true",
      "PATCH /api/v1/namespaces/shop/configmaps/b?fieldManager=me&force=true",
      "PATCH /api/v1/namespaces/home/configmaps/c?fieldManager=me&force=true",
    ]);
    expect(
      results.map(({ document, kind, name, namespace, error }) => [document, kind, name, namespace, error?.name]),
    ).toEqual([
      [1, "ConfigMap", "a", "home", undefined],
      [3, "ConfigMap", "b", "shop", undefined],
      [4, "ConfigMap", "c", "home", undefined],
      [4, "Widget", "d", undefined, "NoMatchError"],
      [5, "Namespace", "shop", undefined, undefined],
    ]);
    expect(results[0]?.object?.metadata.uid).toBe("u");
    expect(ok).toBe(false);
    expect(pruned).toEqual([]);
  });

  it("continues after a failure, obeys dryRun, and ends with the signal", async () => {
    const { server, client } = await serving((request) =>
      request.url.includes("/a?") ? failure(409, "Conflict") : stored(request),
    );
    const manifest =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n---\n" +
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}";
    const { results } = await applyYaml(client, manifest, { fieldManager: "me", dryRun: true, namespace: "test" });
    expect(results.map(({ error }) => (error as { reason?: string } | undefined)?.reason)).toEqual([
      "Conflict",
      undefined,
    ]);
    expect(writes(server)[1]).toBe("PATCH /api/v1/namespaces/test/configmaps/b?dryRun=All&fieldManager=me");
    const signal = AbortSignal.abort();
    await expect(applyYaml(client, manifest, { fieldManager: "me", signal })).rejects.toMatchObject({
      kind: "Aborted",
    });
    await expect(applyYaml(client, manifest)).rejects.toThrow("fieldManager");
  });

  it("sends nothing when a document is invalid", async () => {
    const { server, client } = await serving();
    const bad = [
      text,
      "kind: ConfigMap\nmetadata: {name: x}",
      "[1]",
      "{apiVersion: v1, kind: ConfigMap}",
      "{apiVersion: v1, metadata: {name: x}}",
    ].join("\n---\n");
    await expect(applyYaml(client, bad, { fieldManager: "me" })).rejects.toThrow(
      "document 6 has no apiVersion; document 7 is not an object; " +
        "document 8 (ConfigMap) has no metadata.name; document 9 has no kind",
    );
    const namespaced = await applyYaml(
      client,
      "{apiVersion: v1, kind: Namespace, metadata: {name: x, namespace: other}}",
      {
        fieldManager: "me",
      },
    );
    expect(namespaced.results[0]?.error).toMatchObject({ kind: "InvalidArgument" });
    const member =
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: x, labels: {applyset.kubernetes.io/part-of: y}}}";
    await expect(applyYaml(client, member, { fieldManager: "me", applySet: { name: "set" } })).rejects.toThrow(
      "part-of",
    );
    expect(writes(server)).toEqual([]);
  });

  it("leaves the apply sets of others alone", async () => {
    const id = `applyset-${createHash("sha256").update("set.default.Secret.").digest("base64url")}-v1`;
    const kinds = { "applyset.kubernetes.io/contains-group-kinds": "" };
    const parent = (annotations: object, labels: object = {}): Answer => ({
      body: { kind: "Secret", apiVersion: "v1", metadata: { name: "set", annotations, labels } },
    });
    for (const answer of [
      parent({}),
      parent({ "applyset.kubernetes.io/tooling": "kubectl/v1.37", ...kinds }, { "applyset.kubernetes.io/id": id }),
      parent({ "applyset.kubernetes.io/tooling": "client-ts/v1" }, { "applyset.kubernetes.io/id": id }),
      parent(
        { "applyset.kubernetes.io/tooling": "client-ts/v1", "applyset.kubernetes.io/contains-group-kinds": "" },
        { "applyset.kubernetes.io/id": "other" },
      ),
    ]) {
      const { server, client } = await start((request) =>
        request.path.endsWith("/secrets/set")
          ? answer
          : request.method === "GET"
            ? discoveryAnswer(served, request)
            : stored(request),
      );
      const manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}";
      await expect(
        applyYaml(client, manifest, { fieldManager: "me", applySet: { name: "set" } }),
      ).rejects.toMatchObject({
        kind: "InvalidArgument",
      });
      expect(writes(server)).toEqual([]);
    }
  });
});

describe("an object of a manifest", () => {
  it("has a namespace and labels of the right type, and a list is one only without a name", async () => {
    const object = (metadata: string, more = ""): string =>
      `{apiVersion: v1, kind: ConfigMap, metadata: {name: a, ${metadata}}${more}}`;
    await expect(
      parseManifests([object("namespace: 7"), object("labels: [x]"), object("labels: text")].join("\n---\n")),
    ).rejects.toThrow(
      "document 1 (ConfigMap) has a metadata.namespace that is not a string; " +
        "document 2 (ConfigMap) has metadata.labels that are not a map; document 3 (ConfigMap) has metadata.labels",
    );
    const named = "{apiVersion: example.com/v1, kind: PriceList, metadata: {name: prices}, items: [1, 2]}";
    expect((await parseManifests(named)).map((one) => one.object.kind)).toEqual(["PriceList"]);
  });
});

describe("parseManifests", () => {
  it("reads several documents as Go does: 1.1 booleans and octals, anchors that end with their document", async () => {
    const [first, second] = await parseManifests(
      "apiVersion: v1\nkind: A\nmetadata: {name: a}\nmode: 010\non: &x [yes]\nsame: *x\n---\n" +
        "apiVersion: v1\nkind: B\nmetadata: {name: b}\n",
    );
    expect(first?.object).toMatchObject({ mode: 8, true: [true], same: [true] });
    expect(second).toMatchObject({ document: 2, object: { kind: "B" } });
    await expect(parseManifests("a: &x 1\n---\nb: *x")).rejects.toMatchObject({ kind: "InvalidArgument" });
    expect(await parseManifests("")).toEqual([]);
    expect(await parseManifests("---\n# nothing\n---\n")).toEqual([]);
  });

  it("names document, line and key of a mistake, in words, and never a value (SEC-18)", async () => {
    const web = "apiVersion: v1\nkind: Secret\nmetadata: { name: web }";
    const cases: [string, string][] = [
      [
        "stringData:\n  password: hunter2: x",
        'a map begins in the middle of a line; indent it, or quote text that contains a colon (BLOCK_AS_IMPLICIT_KEY, line 9 ("password:") of document 2)',
      ],
      [
        "stringData:\n\tpassword: hunter2",
        'a tab is used for indentation; use spaces (TAB_AS_INDENT, line 9 ("password:") of document 2)',
      ],
      ['stringData:\n  password: "hunter2', "a character is missing, such as a closing quote, a bracket"],
      ["stringData: { password: hunter2 }\nkind: Other", 'has a key twice in one map, line 9 ("kind:") of document 2'],
    ];
    for (const [rest, expected] of cases) {
      const error = (await parseManifests(`${web}\n---\n${web}\n${rest}\n`).catch(
        (thrown: unknown) => thrown,
      )) as Error;
      expect(error.message).toContain(expected);
      expect(error.message).not.toContain("hunter2");
    }
  });

  it("refuses bombs, deep nesting, tags, merge keys, duplicate keys and 17 MiB (SEC-13)", async () => {
    const bomb = [
      "a: &a [x]",
      ...[..."bcdefgh"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`).join(",")}]`),
    ].join("\n");
    for (const hostile of [
      bomb,
      "[".repeat(20_000),
      `${"- ".repeat(5_000)}x`,
      "a: !!js/function x",
      "a: &a {b: 1}\nc: {<<: *a}",
      "a: 1\na: 2",
      "a: [",
    ]) {
      await expect(parseManifests(hostile)).rejects.toMatchObject({ kind: "InvalidArgument" });
    }
    const large = (mebibytes: number): string =>
      `{apiVersion: v1, kind: A, metadata: {name: a}, x: "${"x".repeat(mebibytes * 1024 * 1024)}"}`;
    await expect(parseManifests(large(17))).rejects.toThrow("is larger than 16777216 bytes");
    expect(await parseManifests(large(2))).toHaveLength(1);
    const [hostileName] = await parseManifests(
      "{apiVersion: v1, kind: A, metadata: {name: a}, __proto__: {polluted: true}}",
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.hasOwn(hostileName?.object ?? {}, "__proto__")).toBe(true);
  });
});
