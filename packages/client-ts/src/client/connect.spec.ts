import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { connect } from "./connect.ts";
import { startServer, type TestServer } from "./test-support/server.ts";

let server: TestServer;
let folder: string;
let text: string;

beforeEach(async () => {
  server = await startServer(() => ({ body: { kind: "PodList", apiVersion: "v1", metadata: {}, items: [] } }));
  folder = await mkdtemp(join(tmpdir(), "connect-"));
  text = `
clusters: [{ name: one, cluster: { server: "${server.url}" } }, { name: two, cluster: { server: "${server.url}/two" } }]
contexts: [{ name: one, context: { cluster: one, namespace: shop } }, { name: two, context: { cluster: two } }]
current-context: one
`;
  await writeFile(join(folder, "config"), text);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe("connect", () => {
  it("takes a path, text, a parsed config, a RestConfig, or looks where kubectl looks", async () => {
    const sources = [
      join(folder, "config"),
      text,
      {
        clusters: [{ name: "c", cluster: { server: server.url } }],
        contexts: [{ name: "x", context: { cluster: "c", user: "", namespace: "shop" } }],
        "current-context": "x",
      },
      { host: server.url, namespace: "shop" },
    ];
    for (const kubeconfig of sources) {
      await using client = await connect({ kubeconfig, env: {} });
      expect(client.namespace).toBe("shop");
      await client.resource(Pod, { namespace: client.namespace }).list();
    }
    await using found = await connect({ env: { KUBECONFIG: join(folder, "config") } });
    await found.resource(Pod).list();
    expect(server.seen.map(({ path }) => path)).toEqual([...sources.map(() => "/api/v1/namespaces/shop/pods"), "/api/v1/pods"]);
  });

  it("takes context and namespace beside it, and what concerns requests", async () => {
    await using client = await connect({
      kubeconfig: text,
      context: "two",
      namespace: "other",
      userAgent: "mine/1",
      env: {},
      fieldManager: "me",
    });
    expect(client.namespace).toBe("other");
    await client.resource(Pod).list();
    expect(server.seen[0]).toMatchObject({ path: "/two/api/v1/pods", headers: { "user-agent": "mine/1" } });
    await expect(connect({ kubeconfig: text, context: "gone", env: {} })).rejects.toThrow('context "gone" does not exist');
  });

  it("says so when nothing is configured", async () => {
    await expect(connect({ env: {} })).rejects.toMatchObject({ kind: "Config", reasons: ["empty"] });
  });

  it("leaves no socket open after close", async () => {
    const client = await connect({ kubeconfig: text, env: {} });
    await client.resource(Pod).list();
    expect(client.rest.stats().sockets).toBe(1);
    await client.close();
    expect(client.rest.stats()).toMatchObject({ sockets: 0, sessions: 0 });
    await expect(client.resource(Pod).list()).rejects.toMatchObject({ code: "closed" });
  });
});
