import { Readable } from "node:stream";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newSecretValue } from "../errors/index.ts";
import { TokenBucket } from "../util/index.ts";
import { type RESTClient, restClientFor } from "./index.ts";
import { goDuration, optionParams } from "./params.ts";
import { assertSamePath, encodePath, segmentProblem } from "./path.ts";
import { isConfigTransportTls, serverUrl } from "./server-url.ts";
import { scripted } from "./test-support/scripted.ts";

function client(base = "", options = {}): RESTClient {
  return restClientFor({ host: `https://api:6443${base}` }, options);
}
const core = { groupVersion: { group: "", version: "v1" } };

describe("a request's path", () => {
  it("has a fixed order whatever the order of the calls (B404)", () => {
    const request = client("", { groupVersion: { group: "apps", version: "v1" } })
      .get()
      .subresource("status")
      .name("web")
      .suffix("a", "b")
      .resource("Deployments")
      .namespace("shop");
    expect(request.url()).toBe("/apis/apps/v1/namespaces/shop/deployments/web/status/a/b");
    expect(client("", core).get().name("bar").resource("baz").namespace("foo").url()).toBe(
      "/api/v1/namespaces/foo/baz/bar",
    );
    expect(client("", core).get().prefix("test").namespaceIfScoped("x", false).resource("nodes").url()).toBe(
      "/api/v1/test/nodes",
    );
    expect(client("", core).get().namespaceIfScoped("x", true).resource("pods").url()).toBe(
      "/api/v1/namespaces/x/pods",
    );
  });

  it.each([
    ["/", "", "", "/"],
    ["", "", "/", "/"],
    ["", "", "/api", "/api"],
    ["", "", "/api/", "/api/"],
    ["", "", "/apis", "/apis"],
    ["", "/foo", "/bar/foo", "/bar/foo"],
    ["", "/api/foo/123", "/bar/foo", "/bar/foo"],
    ["/p1", "", "", "/p1"],
    ["/p1", "", "/", "/p1/"],
    ["/p1", "", "/api", "/p1/api"],
    ["/p1", "", "/apis", "/p1/apis"],
    ["/p1", "/r1", "/apis", "/p1/apis"],
    ["/p1", "/api/r1", "/apis", "/p1/apis"],
    ["/p1/api/p2", "", "", "/p1/api/p2"],
    ["/p1/api/p2", "", "/", "/p1/api/p2/"],
    ["/p1/api/p2", "", "/api", "/p1/api/p2/api"],
    ["/p1/api/p2", "", "/api/", "/p1/api/p2/api/"],
    ["/p1/api/p2", "/r1", "/api/", "/p1/api/p2/api/"],
    ["/p1/api/p2", "/api/r1", "/api/", "/p1/api/p2/api/"],
  ])("base %j, prefix %j and absolute path %j give %j (B403)", (base, prefix, absPath, expected) => {
    expect(client(base).post().prefix(prefix).absPath(absPath).url()).toBe(expected);
  });

  it("joins the parts of an absolute path (B403)", () => {
    expect(client().get().absPath("foo/bar", "baz").url()).toBe("/foo/bar/baz");
    expect(client("", core).get().absPath("/foo/").url()).toBe("/foo/");
  });

  it("is replaced by a request URI together with the query, behind the base unless it climbs out (B407)", () => {
    const build = (base: string) => client(base).get().param("foo", "a").prefix("other");
    expect(build("").requestURI("/test?foo=b&a=b&c=1&c=2").url()).toBe("/test?a=b&c=1&c=2&foo=b");
    expect(build("/context").requestURI("/test?foo=b").url()).toBe("/context/test?foo=b");
    expect(build("/context").requestURI("../test?foo=b").url()).toBe("/test?foo=b");
    expect(build("/context").requestURI("/test").url()).toBe("/context/test");
    for (const bad of ["/a/../../b", "/a/%2e%2e/b", "/a%2Fb", "/a/%zz", "/a\\b"]) {
      expect(() => build("/context").requestURI(bad).url()).toThrow();
    }
  });
});

describe("an invalid request", () => {
  it("keeps its first mistake, and later calls change nothing (B402)", async () => {
    const { client: one, sent } = scripted([{}]);
    const request = one
      .get()
      .namespace("a")
      .namespace("b")
      .resource("pods")
      .name("..")
      .param("x", "y")
      .body({ a: 1 })
      .timeoutMs(1);
    expect(String(request.error)).toContain('the namespace is already set to "a"');
    await expect(request.do()).rejects.toBe(request.error);
    await expect(request.doRaw()).rejects.toBe(request.error);
    await expect(request.stream()).rejects.toBe(request.error);
    await expect(request.watch().open()).rejects.toBe(request.error);
    expect(sent).toEqual([]);
  });

  it("has a part of its path set twice or invalid; no parameter is reserved (B405)", () => {
    const make = () => client("", core).get();
    const twice = [
      make().namespace("a").namespace("a"),
      make().resource("a").resource("b"),
      make().name("a").name("b"),
      make().subresource("a").subresource("b"),
    ];
    for (const request of twice) expect(request.error).toMatchObject({ kind: "InvalidArgument" });
    for (const bad of ["..", ".", "a/b", "a%b"]) {
      for (const request of [make().namespace(bad), make().resource(bad), make().name(bad), make().subresource(bad)]) {
        expect(request.error?.message).toContain(JSON.stringify(bad));
      }
    }
    expect(make().name("").error?.message).toContain("is empty");
    expect(make().param("timeout", "42s").url()).toBe("/api/v1?timeout=42s");
  });

  it.each([
    ["POST", "", ""],
    ["GET", "", "web"],
    ["PUT", "", "web"],
    ["DELETE", "", "web"],
  ])("is a %s with an empty namespace %j and name %j (B410)", async (method, namespace, name) => {
    const { client: one, sent } = scripted([{}]);
    const request = one.verb(method).namespace(namespace).resource("pods");
    if (name !== "") request.name(name);
    await expect(request.do()).rejects.toThrow("a namespace is needed");
    expect(sent).toEqual([]);
  });

  it("is not a list over all namespaces, a cluster-scoped object or a namespaced one (B410)", async () => {
    const { client: one, sent } = scripted([{}]);
    await one.get().namespace("").resource("pods").do();
    await one.get().resource("nodes").name("n").do();
    await one.post().resource("nodes").body({}).do();
    await one.delete().namespace("a").resource("pods").name("b").do();
    expect(sent).toHaveLength(4);
  });

  it("never becomes another path, whatever the text (SEC-10)", () => {
    for (const bad of [
      "",
      ".",
      "..",
      "a/b",
      "a\\b",
      "%2e%2e",
      "a?b",
      "a#b",
      "a\u0000",
      "a\nb",
      "a\tb",
      "\ud800",
      "\udc00x",
      "a".repeat(254),
    ]) {
      expect(segmentProblem(bad), JSON.stringify(bad)).toBeDefined();
      expect(() => client("", { groupVersion: { group: bad || "..", version: "v1" } })).toThrow();
      expect(() => client("", { groupVersion: { group: "", version: bad || ".." } })).toThrow();
    }
    const hostile = fc.string({
      unit: fc.constantFrom(
        "a",
        "é",
        ".",
        "/",
        "\\",
        "%",
        "2",
        "e",
        "?",
        "#",
        ":",
        "@",
        " ",
        "\t",
        "\n",
        "\u0000",
        "\ud800",
        "😀",
        "&",
        "=",
        ";",
      ),
      maxLength: 12,
      size: "max",
    });
    fc.assert(
      fc.property(hostile, hostile, hostile, (namespace, name, sub) => {
        const request = client("/base", core).get().namespace(namespace).resource("pods").name(name).subresource(sub);
        if (request.error !== undefined) return;
        const url = new URL(`https://api:6443${request.url()}`);
        const expected = [
          "base",
          "api",
          "v1",
          ...(namespace === "" ? [] : ["namespaces", namespace]),
          "pods",
          name,
          sub,
        ];
        expect(url.pathname.slice(1).split("/").map(decodeURIComponent)).toEqual(expected);
        expect(url.search + url.hash).toBe("");
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), (segments) => {
        const request = client("/base")
          .get()
          .absPath(...segments);
        if (request.error !== undefined) return;
        expect(new URL(`https://api:6443${request.url()}`).pathname.startsWith("/base")).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is refused by the last check of the finished path too (SEC-10)", () => {
    for (const bad of ["/a/../b", "/a/%2e%2e/b", "/a\\b", "/a\tb", "//evil/x/.."])
      expect(() => assertSamePath(bad)).toThrow("would be changed by a URL parser");
    expect(encodePath("/a b/é/system:node@x")).toBe("/a%20b/%C3%A9/system:node@x");
  });

  it("cannot smuggle a parameter inside of another's value (SEC-11)", () => {
    const url = client("", core)
      .get()
      .resource("pods")
      .param("fieldManager", "x&force=true#frag")
      .versionedParams({ container: "a b&c=d" })
      .url();
    const { searchParams, hash } = new URL(`https://h${url}`);
    expect([...searchParams]).toEqual([
      ["container", "a b&c=d"],
      ["fieldManager", "x&force=true#frag"],
    ]);
    expect(hash).toBe("");
  });
});

describe("parameters", () => {
  it("add up; options are sent without what is absent or empty; what is not an option is an error (B406)", () => {
    const request = client("", core).get().resource("pods").param("foo", "a").param("foo", "b");
    request.versionedParams({
      limit: 10,
      continue: "",
      labelSelector: "a=b",
      watch: false,
      resourceVersion: "1",
      pretty: undefined,
      foo: ["c"],
    });
    expect(request.url()).toBe("/api/v1/pods?foo=a&foo=b&foo=c&labelSelector=a%3Db&limit=10&resourceVersion=1");
    expect(optionParams({ dryRun: true, force: true, gracePeriodSeconds: 0 })).toEqual([
      ["dryRun", "All"],
      ["force", "true"],
    ]);
    expect(
      client()
        .get()
        .versionedParams({ bad: { nested: 1 } }).error,
    ).toMatchObject({ kind: "InvalidArgument" });
  });

  it("send the timeout as a Go duration, also for lists and watches (B449)", async () => {
    const { client: one, sent } = scripted([{}]);
    await one.get().resource("pods").listOptions({ timeoutSeconds: 21 }).do();
    await one.get().resource("pods").listOptions({ timeoutSeconds: 21 }).watch().open();
    expect(sent.map(({ path }) => path)).toEqual([
      "/api/v1/pods?timeout=21s&timeoutSeconds=21",
      "/api/v1/pods?timeout=21s&timeoutSeconds=21&watch=true",
    ]);
    expect([0, 500, 1_000, 1_500, 312_000, 3_600_000, 3_661_000].map(goDuration)).toEqual([
      "0s",
      "500ms",
      "1s",
      "1.5s",
      "5m12s",
      "1h0m0s",
      "1h1m1s",
    ]);
    expect(() => goDuration(Number.NaN)).toThrow();
  });
});

describe("headers and body", () => {
  it("ask for the configured format; own headers are sent by do, watch and stream (B401)", async () => {
    const { client: one, sent } = scripted([{}]);
    await one.get().resource("pods").setHeader("X-A", "1", "2").do();
    await one.get().resource("pods").setHeader("x-a", "3").watch().open();
    await one.get().resource("pods").setHeader("accept", "text/plain").stream();
    const other = scripted([{}], { accept: "application/yaml" });
    await other.client.get().resource("pods").do();
    expect(sent.map(({ headers }) => [headers["accept"], headers["x-a"]])).toEqual([
      ["application/json, */*", ["1", "2"]],
      ["application/json, */*", "3"],
      ["text/plain", undefined],
    ]);
    expect(other.sent[0]?.headers["accept"]).toBe("application/yaml");
    expect(one.get().setHeader("x", "a\r\nb").error).toMatchObject({ kind: "InvalidArgument" });
  });

  it("take an object, text, bytes, a stream or nothing; anything else is an error (B408)", async () => {
    const { client: one, sent } = scripted([{}]);
    const bytes = new Uint8Array([1]);
    const stream = Readable.from(["x"]);
    for (const body of [{ a: 1 }, "text", bytes, stream, null, undefined])
      await one.post().resource("pods").body(body).do();
    expect(sent.map(({ body }) => body)).toEqual(['{"a":1}', "text", bytes, stream, undefined, undefined]);
    expect(sent.map(({ headers }) => headers["content-type"])).toEqual([
      "application/json",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    await one.patch("application/merge-patch+json").resource("pods").name("a").body({ a: 1 }).do();
    expect(sent.at(-1)?.headers["content-type"]).toBe("application/merge-patch+json");
    for (const bad of [7, true, () => {}, [1], Symbol("x")])
      expect(one.post().body(bad as never).error).toMatchObject({ kind: "InvalidArgument" });
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(one.post().body(circular).error).toBeDefined();
  });

  it("have a helper for each verb, and any other by name (B434)", async () => {
    const { client: one, sent } = scripted([{}]);
    for (const request of [one.get(), one.post(), one.put(), one.patch("a/b"), one.delete(), one.verb("head")])
      await request.absPath("/x").do();
    expect(sent.map(({ method }) => method)).toEqual(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]);
  });

  it("can be sent again and at once (B427)", async () => {
    const { client: one, sent } = scripted([{ body: { a: 1 } }]);
    const request = one.get().resource("pods").name("web");
    const results = await Promise.all(Array.from({ length: 20 }, () => request.do()));
    expect(results.map((result) => result.into())).toEqual(Array(20).fill({ a: 1 }));
    await request.do();
    expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(["/api/v1/pods/web"]));
  });
});

describe("a configuration", () => {
  it.each([
    ["127.0.0.1", "http://127.0.0.1", "/"],
    ["127.0.0.1:8080", "http://127.0.0.1:8080", "/"],
    ["foo.bar.com", "http://foo.bar.com", "/"],
    ["http://host/prefix", "http://host", "/prefix"],
    ["http://host", "http://host", "/"],
    ["https://[::1]:6443/a/b/", "https://[::1]:6443", "/a/b"],
    ["", "http://localhost", "/"],
    ["localhost:8001", "http://localhost:8001", "/"],
  ])("host %j is read as %s with base %s (B444)", (host, origin, path) => {
    expect(serverUrl({ host })).toEqual({ origin, path });
  });

  it("with a path but no scheme, another scheme, a password or a query is refused (B444)", () => {
    for (const host of [
      "host/server",
      "ftp://host",
      "https://user:canary@host",
      "https://host?x=1",
      "http://",
      "https://a b",
    ]) {
      expect(() => serverUrl({ host }), host).toThrow();
    }
    expect(() => serverUrl({ host: "https://user:canary@host" })).toThrow(/^(?!.*canary)/);
  });

  it("speaks TLS when it says https or anything about certificates (B443)", () => {
    expect(isConfigTransportTls({ host: "localhost" })).toBe(false);
    expect(isConfigTransportTls({ host: "https://localhost" })).toBe(true);
    for (const tls of [{ ca: "x" }, { caFile: "x" }, { cert: "x" }, { certFile: "x" }, { insecure: true }])
      expect(isConfigTransportTls({ host: "localhost", tls })).toBe(true);
    expect(isConfigTransportTls({ host: "localhost", tls: { serverName: "x" } })).toBe(false);
  });

  it("prints without its secrets, however it is printed (B441)", () => {
    const config = {
      host: "https://x",
      bearerToken: newSecretValue("canary"),
      password: newSecretValue("canary"),
      tls: { key: newSecretValue("canary") },
      authProvider: { name: "oidc", config: { "client-secret": newSecretValue("canary") } },
    };
    const made = restClientFor({ ...config, tls: {}, password: undefined as never });
    for (const printed of [
      inspect(config, { depth: 9 }),
      JSON.stringify(config),
      `${config.bearerToken}`,
      inspect(made, { depth: 9, showHidden: true }),
      JSON.stringify(made),
    ]) {
      expect(printed).not.toContain("canary");
    }
  });

  it("with a custom transport takes no options for TLS and dialling (B459)", () => {
    const transport = async () => {
      throw new Error("x");
    };
    expect(() => restClientFor({ host: "https://x", transport, tls: { ca: "x" } })).toThrow("leave out tls and dial");
    expect(() => restClientFor({ host: "https://x", tls: { insecure: true, ca: "x" } })).toThrow("exclude each other");
  });

  it("throttles when asked and not otherwise; a limiter of one's own wins", () => {
    expect(client().rateLimiter).toBeUndefined();
    expect(restClientFor({ host: "x", qps: 5 }).rateLimiter?.qps).toBe(5);
    expect(restClientFor({ host: "x", qps: -1 }).rateLimiter).toBeUndefined();
    const limiter = new TokenBucket({ qps: 3, burst: 1 });
    expect(restClientFor({ host: "x", qps: 5, rateLimiter: limiter }).rateLimiter).toBe(limiter);
    expect(() => restClientFor({ host: "x", qps: 5, burst: 0 })).toThrow("burst");
  });

  it("gives every group the same user agent, the default or its own (B450)", async () => {
    for (const userAgent of [undefined, "shop/1.0"]) {
      const { client: one, sent } = scripted([{}], { userAgent });
      for (const group of ["", "apps", "batch"])
        await one.forGroupVersion({ group, version: "v1" }).get().resource("x").do();
      expect(sent.map(({ path }) => path)).toEqual(["/api/v1/x", "/apis/apps/v1/x", "/apis/batch/v1/x"]);
      const agents = new Set(sent.map(({ headers }) => headers["user-agent"]));
      expect(agents.size).toBe(1);
      expect([...agents][0]).toMatch(userAgent ?? /^[\w.-]+\/\S+ \(\w+\/\w+\) client-ts$/);
    }
  });

  it("can be derived for another user on the same connections", async () => {
    const { client: one, sent } = scripted([{}], { impersonate: { userName: "base" }, userAgent: "base" });
    const derived = one.with({ impersonate: { userName: "eve" }, userAgent: "other" });
    await derived.get().resource("pods").do();
    await one.get().resource("pods").do();
    expect(sent.map(({ headers }) => [headers["impersonate-user"], headers["user-agent"]])).toEqual([
      ["eve", "other"],
      ["base", "base"],
    ]);
    expect(derived.apiVersion).toEqual({ group: "", version: "v1" });
  });
});
