import { describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { newMetadataClient } from "./index.ts";
import { serverPerTest } from "./test-support/serving.ts";

const serving = serverPerTest();

const metadata = { name: "web", namespace: "shop", uid: "u", resourceVersion: "7", labels: { app: "web" } };
const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata };
const whole = { apiVersion: "v1", kind: "Pod", metadata, spec: { containers: [] } };
const acceptObject = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
const acceptList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

describe("the metadata client", () => {
  it("asks for metadata, and sends bodies as JSON (B462)", async () => {
    const { server, client } = await serving(({ method, url }) => {
      if (url.includes("watch=true")) return { body: `${JSON.stringify({ type: "MODIFIED", object: partial })}\n` };
      if (method === "GET" && !url.includes("web")) {
        return {
          body: {
            apiVersion: "meta.k8s.io/v1",
            kind: "PartialObjectMetadataList",
            metadata: { resourceVersion: "8" },
            items: [partial],
          },
        };
      }
      return { body: method === "DELETE" ? { kind: "Status", status: "Success" } : partial };
    });
    const pods = client.metadata(Pod, { namespace: "shop" });
    expect(await pods.get("web")).toEqual(partial);
    expect(await pods.list()).toEqual({
      apiVersion: "meta.k8s.io/v1",
      kind: "PartialObjectMetadataList",
      metadata: { resourceVersion: "8" },
      items: [partial],
    });
    for await (const event of pods.watch({ resourceVersion: "8" }))
      expect(event).toEqual({ type: "MODIFIED", object: partial });
    expect(await pods.mergePatch("web", { metadata: { labels: { a: "b" } } })).toEqual(partial);
    expect(await pods.jsonPatch("web", [])).toEqual(partial);
    expect(await pods.strategicMergePatch("web", {})).toEqual(partial);
    expect(await pods.delete("web", { preconditions: { uid: "u" } })).toBeUndefined();
    await pods.deleteCollection({ all: true });
    expect(
      server.seen.map(({ method, url, headers }) => [
        method,
        url.replace("/api/v1/namespaces/shop/pods", ""),
        headers.accept,
      ]),
    ).toEqual([
      ["GET", "/web", acceptObject],
      ["GET", "", acceptList],
      ["GET", "?resourceVersion=8&watch=true", acceptObject],
      ["PATCH", "/web", acceptObject],
      ["PATCH", "/web", acceptObject],
      ["PATCH", "/web", acceptObject],
      ["DELETE", "/web", acceptObject],
      ["DELETE", "", acceptList],
    ]);
    expect(server.seen.map(({ headers }) => headers["content-type"]).slice(3)).toEqual([
      "application/merge-patch+json",
      "application/json-patch+json",
      "application/strategic-merge-patch+json",
      "application/json",
      "application/json",
    ]);
    expect(JSON.parse(server.seen[6]!.body)).toEqual({
      apiVersion: "v1",
      kind: "DeleteOptions",
      preconditions: { uid: "u" },
    });
  });

  it("takes the metadata out itself when the server sends whole objects (B462)", async () => {
    const { client } = await serving(({ method, url }) => {
      if (url.includes("watch=true")) {
        return {
          body: [
            { type: "ADDED", object: whole },
            { type: "BOOKMARK", object: { metadata: { resourceVersion: "9" } } },
          ]
            .map((one) => `${JSON.stringify(one)}\n`)
            .join(""),
        };
      }
      if (method === "GET" && !url.includes("web"))
        return { body: { kind: "PodList", metadata: {}, items: [{ metadata }, whole] } };
      return { body: whole };
    });
    const pods = client.metadata(Pod, { namespace: "shop" });
    expect(await pods.get("web")).toEqual(partial);
    expect((await pods.list()).items).toEqual([partial, partial]);
    expect((await pods.list()).kind).toBe("PartialObjectMetadataList");
    const names = [];
    for await (const pod of pods.list()) names.push(pod.metadata.name);
    expect(names).toEqual(["web", "web"]);
    expect(await pods.delete("web")).toEqual(partial);
    const events = [];
    for await (const event of pods.watch()) events.push(event);
    expect(events).toEqual([
      { type: "ADDED", object: partial },
      { type: "BOOKMARK", resourceVersion: "9" },
    ]);
  });

  it("rejects what has no metadata (B462)", async () => {
    for (const body of [
      { kind: "Pod", spec: {} },
      { metadata: {} },
      { metadata: { labels: {} } },
      { metadata: "web" },
    ]) {
      const { client } = await serving(({ url }) => ({
        body: url.includes("web") ? body : { kind: "PodList", metadata: {}, items: [body] },
      }));
      const pods = client.metadata(Pod, { namespace: "shop" });
      await expect(pods.get("web")).rejects.toMatchObject({ kind: "Protocol" });
      await expect(pods.listPage()).rejects.toMatchObject({ kind: "Protocol" });
    }
  });

  it("can be made from a configuration", async () => {
    const { server } = await serving(() => ({ body: partial }));
    const clients = newMetadataClient({ host: server.url });
    expect(await clients.resource(Pod, { namespace: "shop" }).get("web")).toEqual(partial);
    await clients.close();
  });
});
