import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, type SeenRequest, startServer, type TestServer } from "../discovery/test-support/server.ts";
import { type Client, newClient, type ProxyTarget } from "./index.ts";

async function serving(
  answer: (request: SeenRequest) => Answer = () => ({ body: "pong" }),
): Promise<{ server: TestServer; client: Client }> {
  const server = await startServer(answer);
  const client = newClient({ host: server.url });
  onTestFinished(() => server[Symbol.asyncDispose]());
  onTestFinished(() => client.close());
  return { server, client };
}

/** Texts that a URL parser, a proxy or a server could read as another path. */
const hostile = [
  "",
  ".",
  "..",
  "a/b",
  "/",
  "a\\b",
  "..\\..",
  "%2e%2e",
  "a%2fb",
  "a?b",
  "a#b",
  "a\tb",
  "a\nb",
  "a\u0000",
  "a\u007fb",
  "\ud800",
  "x".repeat(254),
];

describe("a request through the proxy", () => {
  const targets: [ProxyTarget, string][] = [
    [{ pod: "web", namespace: "shop" }, "/api/v1/namespaces/shop/pods/web/proxy"],
    [{ pod: "web", namespace: "shop", port: 8080 }, "/api/v1/namespaces/shop/pods/web:8080/proxy"],
    [{ service: "web", namespace: "shop", port: "http" }, "/api/v1/namespaces/shop/services/web:http/proxy"],
    [
      { service: "web", namespace: "shop", port: 443, scheme: "https" },
      "/api/v1/namespaces/shop/services/https:web:443/proxy",
    ],
    [{ service: "web", namespace: "shop", scheme: "http" }, "/api/v1/namespaces/shop/services/http:web:/proxy"],
    [{ node: "node-1.example" }, "/api/v1/nodes/node-1.example/proxy"],
    [{ node: "node-1", port: 10250, scheme: "https" }, "/api/v1/nodes/https:node-1:10250/proxy"],
  ];

  it.each(targets)("is addressed by segments: %j", async (target, path) => {
    const { server, client } = await serving();
    const proxy = client.proxy(target);
    expect((await proxy.get(["api", "status page"], { query: { q: "a b&c", many: ["1", "2"] } })).toString()).toBe(
      "pong",
    );
    await proxy.get();
    await proxy.get(["x"], { trailingSlash: true });
    expect(server.seen.map(({ url }) => url)).toEqual([
      `${path}/api/status%20page?many=1&many=2&q=a+b%26c`,
      `${path}/`,
      `${path}/x/`,
    ]);
  });

  it("sends any method, headers and a body, and gives the answer as a stream", async () => {
    const { server, client } = await serving(() => ({ body: "done", headers: { "content-type": "text/plain" } }));
    const answer = await client
      .proxy({ service: "web", namespace: "shop" })
      .request(["jobs"], { method: "post", body: "data", headers: { "x-kind": "a" } });
    expect(answer.headers["content-type"]).toBe("text/plain");
    let text = "";
    for await (const chunk of answer.body) text += chunk;
    expect(text).toBe("done");
    expect(server.seen[0]).toMatchObject({ method: "POST", body: "data", headers: { "x-kind": "a" } });
  });

  it("leads nowhere but to its target, whatever the names, ports and segments (SEC-10, SEC-21)", async () => {
    const { server, client } = await serving();
    const refused = { kind: "InvalidArgument" };
    const proxy = client.proxy({ pod: "web", namespace: "shop" });
    for (const bad of hostile) {
      await expect(proxy.get([bad])).rejects.toMatchObject(refused);
      await expect(proxy.get(["ok", bad, "ok"])).rejects.toMatchObject(refused);
      for (const target of [
        { pod: bad, namespace: "shop" },
        { service: "web", namespace: bad },
        { node: bad },
        { pod: "web", namespace: "shop", port: bad },
        { pod: "web", namespace: "shop", scheme: bad as "http" },
      ]) {
        expect(() => client.proxy(target)).toThrow(expect.objectContaining(refused));
      }
    }
    for (const bad of ["https:web:1", "web:80", "10.0.0.1:80", "[::1]", "user@host", "WEB"]) {
      expect(() => client.proxy({ pod: bad, namespace: "shop" })).toThrow(expect.objectContaining(refused));
    }
    for (const port of [0, -1, 65_536, 1.5, Number.NaN, "80:90", "-", "UP"]) {
      expect(() => client.proxy({ pod: "web", namespace: "shop", port })).toThrow(expect.objectContaining(refused));
    }
    expect(() => client.proxy({} as never)).toThrow(expect.objectContaining(refused));
    expect(() => client.proxy({ pod: "a", node: "b" } as never)).toThrow(expect.objectContaining(refused));
    await expect(proxy.get("http://10.0.0.1/" as never)).rejects.toMatchObject(refused);
    await expect(proxy.request([], { method: "GET /x" })).rejects.toMatchObject(refused);
    for (const name of [
      "authorization",
      "Impersonate-User",
      "proxy-authorization",
      "Proxy-Connection",
      "host",
      "Connection",
      "upgrade",
    ]) {
      await expect(proxy.get([], { headers: { [name]: "x" } })).rejects.toMatchObject(refused);
    }
    expect(server.seen).toEqual([]);
  });

  it("follows no address in an answer, and tries nothing twice (SEC-21)", async () => {
    const { server, client } = await serving(({ path }) =>
      path.endsWith("/away")
        ? { code: 302, headers: { location: "http://169.254.169.254/latest/meta-data" }, body: "" }
        : { code: 503, headers: { "retry-after": "1" }, body: "" },
    );
    const proxy = client.proxy({ service: "web", namespace: "shop" });
    await expect(proxy.get(["away"])).rejects.toMatchObject({ kind: "Transport" });
    await expect(proxy.get(["busy"])).rejects.toMatchObject({ kind: "Status", code: 503 });
    expect(server.seen).toHaveLength(2);
  });
});
