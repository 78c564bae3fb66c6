import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Answer, failure, type SeenRequest, type TestServer } from "../discovery/test-support/server.ts";
import { discoveryAnswer, resource, type Served } from "../discovery/test-support/served.ts";
import { type ApplyYamlOptions, type ApplyYamlResult, applyYaml } from "./index.ts";
import { serverPerTest } from "./test-support/serving.ts";

const served: Served = {
  "": [{ version: "v1", resources: [resource("configmaps", "ConfigMap"), resource("secrets", "Secret")] }],
};
const id = `applyset-${createHash("sha256").update("set.home.Secret.").digest("base64url")}-v1`;
const kindsOf = "applyset.kubernetes.io/contains-group-kinds";
const namespacesOf = "applyset.kubernetes.io/additional-namespaces";
const start = serverPerTest({ namespace: "home" });

/** A set whose parent names these kinds and namespaces, with one member in each namespace. */
interface Old {
  readonly kinds: string;
  readonly namespaces: string;
  /** Answers first. */
  readonly answer?: (request: SeenRequest) => Answer | undefined;
}

async function applying(
  { kinds, namespaces, answer = () => undefined }: Old,
  options: ApplyYamlOptions = {},
): Promise<{ result: ApplyYamlResult; server: TestServer }> {
  const parent = {
    kind: "Secret",
    apiVersion: "v1",
    metadata: {
      name: "set",
      labels: { "applyset.kubernetes.io/id": id },
      annotations: { "applyset.kubernetes.io/tooling": "client-ts/v1", [kindsOf]: kinds, [namespacesOf]: namespaces },
    },
  };
  const { server, client } = await start((request) => {
    const { method, path } = request;
    const given = answer(request);
    if (given !== undefined) return given;
    if (method === "PATCH") {
      const object = JSON.parse(request.body) as { metadata: object };
      return { body: { ...object, metadata: { ...object.metadata, uid: "new" } } };
    }
    if (method === "DELETE") return { body: { kind: "Status", status: "Success" } };
    if (path.endsWith("/secrets/set")) return { body: parent };
    const [, namespace] = /^\/api\/v1\/namespaces\/([a-z]+)\/configmaps$/.exec(path) ?? [];
    if (namespace === undefined) return discoveryAnswer(served, request);
    const items = [
      { metadata: { name: `left-${namespace}`, uid: `old-${namespace}` } },
      { metadata: { name: "a", uid: "new" } },
    ];
    return { body: { kind: "ConfigMapList", apiVersion: "v1", metadata: {}, items } };
  });
  const manifest = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}";
  const result = await applyYaml(client, manifest, { fieldManager: "me", applySet: { name: "set" }, ...options });
  return { result, server };
}

/** What the parent said, each time it was written. */
const parents = (server: TestServer): (readonly [string, string])[] =>
  server.seen
    .filter(({ method, path }) => method === "PATCH" && path.endsWith("/secrets/set"))
    .map(({ body }) => (JSON.parse(body) as { metadata: { annotations: Record<string, string> } }).metadata.annotations)
    .map((annotations) => [annotations[kindsOf] ?? "", annotations[namespacesOf] ?? ""] as const);

describe("an apply set", () => {
  it("names old and new places before anything is applied, and the new ones alone when all is done", async () => {
    const { result, server } = await applying({ kinds: "ConfigMap", namespaces: "other" });
    expect(result).toMatchObject({ ok: true, pruned: [{ name: "left-home" }, { name: "left-other" }] });
    expect(parents(server)).toEqual([
      ["ConfigMap", "other,shop"],
      ["ConfigMap", "shop"],
    ]);
    const changes = server.seen.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
    expect(changes).toEqual([
      "PATCH /api/v1/namespaces/home/secrets/set",
      "PATCH /api/v1/namespaces/shop/configmaps/a",
      "DELETE /api/v1/namespaces/home/configmaps/left-home",
      "DELETE /api/v1/namespaces/other/configmaps/left-other",
      "PATCH /api/v1/namespaces/home/secrets/set",
    ]);
  });

  it("deletes the object that it found and no later one of that name, by label and uid", async () => {
    const { server } = await applying({ kinds: "ConfigMap", namespaces: "" });
    const listed = server.seen.filter(({ url }) => url.includes("labelSelector"));
    expect(listed.map(({ url }) => new URL(url, "http://host").searchParams.get("labelSelector"))).toEqual([
      `applyset.kubernetes.io/part-of=${id}`,
    ]);
    const deleted = server.seen
      .filter(({ method }) => method === "DELETE")
      .map(({ body }) => JSON.parse(body) as object);
    expect(deleted).toEqual([
      expect.objectContaining({ preconditions: { uid: "old-home" }, propagationPolicy: "Background" }),
    ]);
  });

  it("still names the old places when a deletion failed, and takes a member that is gone for deleted", async () => {
    const { result, server } = await applying({
      kinds: "ConfigMap",
      namespaces: "other",
      answer: ({ method, path }) =>
        method === "DELETE"
          ? path.includes("/home/")
            ? failure(404, "NotFound")
            : failure(403, "Forbidden")
          : undefined,
    });
    expect(result.ok).toBe(false);
    expect(result.pruned.map(({ name, error }) => [name, error === undefined])).toEqual([
      ["left-home", true],
      ["left-other", false],
    ]);
    expect(parents(server)).toEqual([["ConfigMap", "other,shop"]]);
  });

  it("keeps a kind that the server does not serve at the moment", async () => {
    const { result, server } = await applying({ kinds: "ConfigMap,Gadget.example.com", namespaces: "" });
    expect(result.ok).toBe(false);
    expect(result.pruned.at(-1)).toMatchObject({ kind: "Gadget", apiVersion: "example.com", name: "*" });
    expect(parents(server)).toEqual([["ConfigMap,Gadget.example.com", "shop"]]);
  });

  it("deletes nothing when something was not applied", async () => {
    const { result, server } = await applying({
      kinds: "ConfigMap",
      namespaces: "",
      answer: ({ method, path }) =>
        method === "PATCH" && path.endsWith("/configmaps/a") ? failure(409, "Conflict") : undefined,
    });
    expect([result.ok, result.pruned]).toEqual([false, []]);
    expect(server.seen.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("takes its parent back from another manager by force, and passes other failures on", async () => {
    const { server } = await applying({
      kinds: "ConfigMap",
      namespaces: "",
      answer: ({ method, path, url }) =>
        method === "PATCH" && path.endsWith("/secrets/set") && !url.includes("force=true")
          ? failure(409, "Conflict")
          : undefined,
    });
    const written = server.seen.filter(({ method, path }) => method === "PATCH" && path.endsWith("/secrets/set"));
    expect(written.map(({ url }) => url.includes("force=true"))).toEqual([false, true, false, true]);
    await expect(
      applying({
        kinds: "ConfigMap",
        namespaces: "",
        answer: ({ path }) => (path.endsWith("/secrets/set") ? failure(403, "Forbidden") : undefined),
      }),
    ).rejects.toMatchObject({ code: 403 });
  });

  it("keeps the time limit of the call for its parent as well", async () => {
    const silent = applying(
      { kinds: "", namespaces: "", answer: ({ path }) => (path.endsWith("/secrets/set") ? () => {} : undefined) },
      { timeoutMs: 50 },
    );
    await expect(silent).rejects.toMatchObject({ kind: "Timeout" });
  });

  it("ends with the signal, also while it deletes", async () => {
    const stopper = new AbortController();
    const ended = applying(
      {
        kinds: "ConfigMap",
        namespaces: "",
        answer: ({ method }) => {
          if (method !== "DELETE") return undefined;
          stopper.abort();
          return () => {};
        },
      },
      { signal: stopper.signal },
    );
    await expect(ended).rejects.toMatchObject({ kind: "Aborted" });
  });

  it("sends nothing that is stored in a dry run", async () => {
    const { result, server } = await applying({ kinds: "ConfigMap", namespaces: "" }, { dryRun: true });
    expect(result.pruned.map(({ name }) => name)).toEqual(["left-home"]);
    for (const { method, url, body } of server.seen)
      if (method === "PATCH") expect(url).toContain("dryRun=All");
      else if (method === "DELETE") expect(JSON.parse(body)).toMatchObject({ dryRun: ["All"] });
  });
});
