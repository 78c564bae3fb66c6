import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { loadKubeconfig } from "../kubeconfig/index.ts";
import { MemoryHost } from "../kubeconfig/test-support/memory-host.ts";
import { type ConnectOptions, connect } from "./connect.ts";
import { startServer, type TestServer } from "../discovery/test-support/server.ts";

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
  it("refuses options that choose from a kubeconfig together with a RestConfig, which they cannot change", async () => {
    const config = (await loadKubeconfig({ text })).restConfig();
    for (const options of [
      { context: "a" },
      { cluster: "a" },
      { user: "a" },
      { userInfo: { token: "t" } },
      { clusterInfo: { server: "https://elsewhere" } },
    ])
      await expect(connect({ kubeconfig: config, ...options })).rejects.toThrow(
        `${Object.keys(options)[0]} chooses from a kubeconfig and cannot change a RestConfig`,
      );
    const client = await connect({ kubeconfig: config, namespace: "shop", context: undefined });
    expect(client.namespace).toBe("shop");
    await client.close();
  });

  it("takes a path, text, a parsed config, a Kubeconfig, a RestConfig, or looks where kubectl looks", async () => {
    const object = {
      clusters: [{ name: "c", cluster: { server: server.url } }],
      contexts: [{ name: "x", context: { cluster: "c", user: "", namespace: "shop" } }],
      "current-context": "x",
    };
    const sources: ConnectOptions[] = [
      { kubeconfigPath: join(folder, "config") },
      { kubeconfigText: text },
      { kubeconfig: object },
      { kubeconfig: await loadKubeconfig({ text }) },
      { kubeconfig: { host: server.url, namespace: "shop" } },
    ];
    for (const source of sources) {
      await using client = await connect({ ...source, env: {} });
      expect(client.namespace).toBe("shop");
      await client.resource(Pod, { namespace: client.namespace }).list();
    }
    await using found = await connect({ env: { KUBECONFIG: join(folder, "config") } });
    await found.resource(Pod).list();
    expect(server.seen.map(({ path }) => path)).toEqual([
      ...sources.map(() => "/api/v1/namespaces/shop/pods"),
      "/api/v1/pods",
    ]);
  });

  it("never guesses whether a string is a path or text, and takes one source only (SEC-3)", async () => {
    const env = { KUBECONFIG: join(folder, "config") };
    for (const kubeconfig of [text, join(folder, "config"), "", "one line", null, 7, [text]]) {
      const error = await connect({ kubeconfig: kubeconfig as never, env }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "InvalidArgument" });
      expect(String(error)).toMatch(/kubeconfigPath.*kubeconfigText/);
    }
    const [path, object] = [join(folder, "config"), { host: server.url }];
    for (const two of [
      { kubeconfigPath: path, kubeconfigText: text },
      { kubeconfigPath: path, kubeconfig: object },
      { kubeconfigText: text, kubeconfig: object },
    ])
      await expect(connect({ ...two, env })).rejects.toThrow("give a kubeconfig once, not as kubeconfig");
    await expect(connect({ kubeconfigPath: "", env })).rejects.toMatchObject({ kind: "InvalidArgument" });
    await expect(connect({ kubeconfigPath: text, env })).rejects.toMatchObject({ reasons: ["unreadable"] });
    await expect(connect({ kubeconfigText: path, env })).rejects.toMatchObject({ reasons: ["syntax"] });
    await expect(connect({ kubeconfigText: "", env })).rejects.toMatchObject({ reasons: ["empty"] });
    await expect(connect({ trusted: false, env })).rejects.toThrow(
      "must be given as kubeconfigPath, kubeconfigText or kubeconfig",
    );
    for (const load of [
      { path: "" },
      { path: 7 },
      { text: 7 },
      { object: "x" },
      { object: [] },
      { path, text },
      { trusted: false },
    ])
      await expect(loadKubeconfig({ ...(load as object), env })).rejects.toMatchObject({ kind: "InvalidArgument" });
    expect(server.seen).toEqual([]);
  });

  it("takes context and namespace in addition to it, and what concerns requests", async () => {
    await using client = await connect({
      kubeconfigText: text,
      context: "two",
      namespace: "other",
      userAgent: "mine/1",
      env: {},
      fieldManager: "me",
    });
    expect(client.namespace).toBe("other");
    await client.resource(Pod).list();
    expect(server.seen[0]).toMatchObject({ path: "/two/api/v1/pods", headers: { "user-agent": "mine/1" } });
    await expect(connect({ kubeconfigText: text, context: "gone", env: {} })).rejects.toThrow(
      'context "gone" does not exist',
    );
  });

  it("sends the path of the server's URL as it is written, and refuses one that leads to another path", async () => {
    const to = (path: string) =>
      connect({ kubeconfigText: text, clusterInfo: { server: `${server.url}${path}` }, env: {} });
    await using client = await to("/k8s/clusters/c%2Fx");
    await client.resource(Pod).list();
    expect(server.seen.map(({ path }) => path)).toEqual(["/k8s/clusters/c%2Fx/api/v1/pods"]);
    for (const path of ["/a/../b", "/a/%2e%2e/b", "/a\\..\\b"])
      await expect(to(path)).rejects.toMatchObject({ kind: "Config" });
  });

  it("says which kubeconfig files are missing", async () => {
    const missing: string[] = [];
    const host = new MemoryHost({}, { KUBECONFIG: "/a:/c" });
    const connecting = connect({ host, onMissingFiles: (message) => missing.push(message) });
    await expect(connecting).rejects.toMatchObject({ kind: "Config" });
    expect(missing).toEqual(["no kubeconfig was found at /a, /c"]);
  });

  it("throws when nothing is configured", async () => {
    await expect(connect({ env: {} })).rejects.toMatchObject({ kind: "Config", reasons: ["empty"] });
  });

  it("leaves no socket open after close", async () => {
    const client = await connect({ kubeconfigText: text, env: {} });
    await client.resource(Pod).list();
    expect(client.rest.stats().sockets).toBe(1);
    await client.close();
    expect(client.rest.stats()).toMatchObject({ sockets: 0, sessions: 0 });
    await expect(client.resource(Pod).list()).rejects.toMatchObject({ code: "closed" });
  });
});
