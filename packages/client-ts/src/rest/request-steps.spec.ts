import { getEventListeners } from "node:events";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { KubeObject } from "../meta/index.ts";
import { FakeClock } from "../util/index.ts";
import { type Request, restClientFor } from "./index.ts";
import { type Answer, scripted } from "./test-support/scripted.ts";

const core = { groupVersion: { group: "", version: "v1" } };
const get = (base = ""): Request => restClientFor({ host: `https://api:6443${base}` }, core).get();
const busy: Answer = { status: 429, headers: { "retry-after": "1" }, body: {} };

describe("a mistake in a request", () => {
  const escaped = "the URI has an escaped segment that would change the path";
  const body = (what: string): string => `a body must be an object, text, bytes or a stream, not a ${what}`;
  const other = (value: unknown) => get().body(value as never);

  it.each([
    [() => get().namespace("a").namespace("b"), 'the namespace is already set to "a"'],
    [() => get().namespace("").namespace("b"), 'the namespace is already set to ""'],
    [() => get().resource("a").resource("b"), 'the resource is already set to "a"'],
    [() => get().name("a").name("b"), 'the name is already set to "a"'],
    [() => get().subresource("a", "b").subresource("c"), 'the subresource is already set to "a/b"'],
    [() => get().namespace(".."), 'the namespace ".." would lead to another path'],
    [() => get().resource(".."), 'the resource ".." would lead to another path'],
    [() => get().name(".."), 'the name ".." would lead to another path'],
    [() => get().subresource("a", ".."), 'the subresource ".." would lead to another path'],
    [() => get().prefix("..").resource("a"), 'the path "/api/v1/.." would lead to another path'],
    [() => get().suffix("a", ".."), 'the path "/a/.." would lead to another path'],
    [() => get("/base").absPath("a", ".."), 'the path "a/.." would lead to another path'],
    [() => get().requestURI("/a/%zz"), "the URI has an invalid percent escape"],
    [() => get().requestURI("/a/%2e%2e/b"), escaped],
    [() => get().requestURI("/a%2Fb"), escaped],
    [() => get().requestURI("/a%5Cb"), escaped],
    [() => get().requestURI("/a%00"), escaped],
    [() => get().requestURI("/a/../b"), 'the path "/a/../b" would lead to another path'],
    [() => other(7), body("number")],
    [() => other(true), body("boolean")],
    [() => other(() => {}), body("function")],
    [() => other([1]), body("list")],
    [() => get().timeoutMs(-1), "a timeout is a number of milliseconds from zero up, not -1"],
  ])("is kept with a message of its own (%#)", (make, message) => {
    const request = make();
    expect(request.error).toMatchObject({ kind: "InvalidArgument" });
    expect(request.error?.message).toBe(message);
    expect(() => request.url()).toThrow(request.error);
    expect(() => request.facts()).toThrow(request.error);
  });

  it("is one that reaches further than it says, or nowhere", async () => {
    const { client, sent } = scripted([{}]);
    const needed = 'a namespace is needed for pods "web" and must not be empty';
    for (const method of ["GET", "PUT", "DELETE", "PATCH"])
      await expect(client.verb(method).namespace("").resource("pods").name("web").do()).rejects.toThrow(
        expect.objectContaining({ kind: "InvalidArgument", message: needed }),
      );
    await expect(client.post().namespace("").resource("pods").do()).rejects.toThrow(
      expect.objectContaining({
        kind: "InvalidArgument",
        message: "a namespace is needed to create something and must not be empty",
      }),
    );
    const bare = scripted([{}], { host: "https://api:6443/base" }, { groupVersion: undefined });
    await expect(bare.client.get().resource("pods").do()).rejects.toThrow(
      expect.objectContaining({
        kind: "InvalidArgument",
        message:
          "GET /base/pods has no group version: use a client with one (forGroupVersion, the option groupVersion of " +
          'restClientFor, or client.resource), or name the path with absPath("/api/v1")',
      }),
    );
    expect([...sent, ...bare.sent]).toEqual([]);
    // These say what they mean.
    await client.verb("HEAD").namespace("").resource("pods").name("web").do();
    await client.delete().namespace("").resource("pods").do();
    await bare.client.get().do();
    expect([...sent, ...bare.sent].map(({ method, path }) => `${method} ${path}`)).toEqual([
      "HEAD /api/v1/pods/web",
      "DELETE /api/v1/pods",
      "GET /base",
    ]);
  });
});

describe("the address of a request", () => {
  it.each([
    [() => get("/base"), "/base/api/v1"],
    [() => restClientFor({ host: "https://api/base" }).get(), "/base"],
    [() => restClientFor({ host: "https://api/base" }, { apiPath: "/odd" }).get(), "/base/odd"],
    [() => get().namespace("").resource("PODS"), "/api/v1/pods"],
    [() => get().absPath("/a/"), "/a/"],
    [() => get().absPath("/"), "/"],
    [() => get().absPath("/a", "b/"), "/a/b"],
    [() => get().absPath("/a/").resource("pods"), "/a/pods"],
    [() => get("/base").absPath(), "/base"],
    [() => get("/base").requestURI("/"), "/base/"],
    [() => get("/base").requestURI("../"), "/"],
    [() => get().requestURI("/"), "/"],
    [() => get("/base").requestURI(""), "/base"],
    [() => get().requestURI("/a%3Ab%20c?x=%2F&y#z?"), "/a:b%20c?x=%2F&y="],
    [() => get().requestURI("?a=b"), "/?a=b"],
    [() => get().requestURI("#a?b"), "/"],
    [() => get().param("b", "1").param("a", "2").param("b", "0"), "/api/v1?a=2&b=1&b=0"],
    [() => get().listOptions({ limit: 5 }), "/api/v1?limit=5"],
    [() => get().listOptions({ timeoutSeconds: 0 }), "/api/v1"],
  ])("is what its parts say (%#)", (make, url) => {
    expect(make().url()).toBe(url);
  });

  it("forgets a time limit that is taken back, and is not changed by a look at it", () => {
    const request = get().param("b", "1").param("a", "2").timeoutMs(1_000);
    expect([request.url(), request.url()]).toEqual(Array(2).fill("/api/v1?a=2&b=1&timeout=1s"));
    expect(request.timeoutMs(0).url()).toBe("/api/v1?a=2&b=1");
  });

  it("is given to errors with its parts, without those that are not set", () => {
    expect(get().facts()).toStrictEqual({ method: "GET", path: "/api/v1" });
    expect(get().namespace("").resource("pods").param("a", "b").facts()).toStrictEqual({
      method: "GET",
      resource: "pods",
      path: "/api/v1/pods",
    });
    expect(get().namespace("shop").resource("pods").name("web").subresource("proxy", "x").facts()).toStrictEqual({
      method: "GET",
      resource: "pods/proxy/x",
      name: "web",
      namespace: "shop",
      path: "/api/v1/namespaces/shop/pods/web/proxy/x",
    });
    expect(get().method).toBe("GET");
  });
});

describe("what a request sends", () => {
  const agent = { "user-agent": "test" };
  const accept = "application/json, */*";

  it("is exactly what was asked for", async () => {
    const { client, sent } = scripted([{}], { userAgent: "test" });
    await client.get().resource("pods").do();
    await client.post().resource("nodes").body({ a: 1 }).setHeader("X-A", "1", "2").doRaw();
    await client.put().absPath("/x").body(null).body("text").body(undefined).doRaw();
    await client.get().resource("pods").openWatch({ idleTimeoutMs: 5, headersTimeoutMs: 0, maxBodyBytes: 7 });
    await client.get().resource("pods").stream();
    expect(sent).toStrictEqual([
      { method: "GET", path: "/api/v1/pods", headers: { accept, ...agent }, purpose: "list" },
      {
        method: "POST",
        path: "/api/v1/nodes",
        headers: { accept, "content-type": "application/json", "x-a": ["1", "2"], ...agent },
        purpose: "call",
        body: '{"a":1}',
      },
      { method: "PUT", path: "/x", headers: { accept, ...agent }, purpose: "call" },
      {
        method: "GET",
        path: "/api/v1/pods?watch=true",
        headers: { accept, ...agent },
        purpose: "watch",
        headersTimeoutMs: 0,
        idleTimeoutMs: 5,
        maxBodyBytes: 7,
      },
      { method: "GET", path: "/api/v1/pods", headers: { accept, ...agent }, purpose: "stream" },
    ]);
  });

  it("is a stream only if it can be read like one", async () => {
    const { client, sent } = scripted([{}]);
    const stream = Readable.from(["x"]);
    const other = { pipe: () => {}, destroy: () => {}, on: () => {} };
    for (const body of [stream, other, { pipe: () => {} }, { destroy: () => {} }, { pipe: "a", destroy: "b" }])
      await client.post().resource("nodes").body(body).do();
    expect(sent.map(({ body }) => body)).toEqual([stream, other, "{}", "{}", '{"pipe":"a","destroy":"b"}']);
  });

  it("is repeated as often as a whole number says, and never less than not at all", async () => {
    for (const [retries, times] of [
      [-3, 1],
      [1.9, 2],
      [2, 3],
    ] as const) {
      const clock = new FakeClock();
      const { client, sent } = scripted([busy], { clock });
      const ended = expect(client.get().resource("pods").maxRetries(retries).do()).rejects.toThrow();
      await clock.advance(20_000);
      await ended;
      expect([retries, sent.length]).toEqual([retries, times]);
    }
  });
});

describe("an answer that is read piece by piece", () => {
  const text = async (body: Readable): Promise<string> => Buffer.concat(await body.toArray()).toString();

  it("is handed out with its head and its bytes, for a stream and a watch", async () => {
    const { client } = scripted([{ status: 201, headers: { "x-a": "1" }, body: "abc" }]);
    for (const response of [
      await client.get().resource("pods").stream(),
      await client.get().resource("pods").openWatch(),
    ]) {
      expect([response.status, response.headers["x-a"], await text(response.body)]).toEqual([201, "1", "abc"]);
    }
  });

  it("gives each object of a watch as the option makes it", async () => {
    const event = { type: "ADDED", object: { kind: "Pod", metadata: { name: "web", resourceVersion: "1" } } };
    const { client } = scripted([{ body: `${JSON.stringify(event)}\n` }]);
    const seen: unknown[] = [];
    const decode = (object: KubeObject) => ({ ...object, seen: true });
    for await (const one of client.get().resource("pods").watch({ decode })) seen.push(one);
    for await (const one of client.get().resource("pods").watch()) seen.push(one);
    expect(seen).toEqual([{ ...event, object: { ...event.object, seen: true } }, event]);
  });

  it("leaves nothing on the signal of a watch that failed, was refused or has ended", async () => {
    const { signal } = new AbortController();
    const { client, bodies } = scripted([
      { status: 403, body: {} },
      { headers: { "content-type": "text/html" }, body: "<html>" },
      { body: "" },
    ]);
    const watch = () => client.get().resource("pods").watch({ signal });
    await expect(watch().open()).rejects.toMatchObject({ code: 403 });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    await expect(watch().open()).rejects.toThrow(
      'UnexpectedContentType: GET /api/v1/pods answered with "text/html": <html>',
    );
    expect([getEventListeners(signal, "abort").length, bodies[1]?.destroyed]).toEqual([0, true]);
    const open = watch();
    await open.open();
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    for await (const _ of open) expect.unreachable("there is no event");
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});
