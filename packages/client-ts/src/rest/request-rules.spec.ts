import { describe, expect, it } from "vitest";
import { TransportError } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import { optionParams } from "./params.ts";
import { segmentProblem } from "./path.ts";
import { restClientFor, type Serializer, serverUrl } from "./index.ts";
import { type Answer, scripted } from "./test-support/scripted.ts";

const core = { groupVersion: { group: "", version: "v1" } };
const get = (base = "") => restClientFor({ host: `https://api:6443${base}` }, core).get();
const busy: Answer = { status: 429, headers: { "retry-after": "1" }, body: {} };
/** Answers when the test is over. */
const never = (): Promise<Answer> => new Promise(() => {});

describe("the parts of a request", () => {
  it("are set once, all namespaces included, and a deeper subresource as several arguments", () => {
    expect(get().namespace("").namespace("kube-system").error).toMatchObject({ kind: "InvalidArgument" });
    expect(get().resource("pods").name("web").subresource("proxy", "metrics").url()).toBe(
      "/api/v1/pods/web/proxy/metrics",
    );
    expect(get().resource("pods").name("web").subresource("proxy", "..").error).toMatchObject({
      kind: "InvalidArgument",
    });
  });

  it("are as long as a Kubernetes name can be, and hold no control character", () => {
    expect([segmentProblem("a".repeat(253)), segmentProblem("a".repeat(254))]).toEqual([
      undefined,
      "is longer than 253 characters",
    ]);
    expect(segmentProblem("a\u007f")).toBe("has a control character");
  });

  it.each([
    ["/base", "/a%20b?x=1#fragment", "/base/a%20b?x=1"],
    ["/base", "/a/", "/base/a/"],
    ["/one/two", "../../a", "/a"],
    ["/one/two", "../a", "/one/a"],
    ["", "../../a", "/a"],
  ])("behind the base %j are replaced by the URI %j as %j (B407)", (base, uri, url) => {
    expect(get(base).requestURI(uri).url()).toBe(url);
  });

  it("keep the escapes of the server's own path, which must be readable", () => {
    expect(get("/a%20b").resource("pods").url()).toBe("/a%20b/api/v1/pods");
    for (const base of ["/k8s/clusters/c%2Fx", "/%252F/c%2fx", "/%3F%23"]) {
      expect(get(base).namespace("shop").resource("pods").name("a b").url()).toBe(
        `${base}/api/v1/namespaces/shop/pods/a%20b`,
      );
      expect(get(base).absPath("/version").url()).toBe(`${base}/version`);
      expect(get(base).absPath("/").url()).toBe(`${base}/`);
      expect(get(base).requestURI("/logs/?x=1").url()).toBe(`${base}/logs/?x=1`);
    }
    expect(get("/a%2Fb/c").requestURI("../d").url()).toBe("/a%2Fb/d");
    expect(get("/a%2Fb/c").requestURI("../../d").url()).toBe("/d");
    expect(() => serverUrl({ host: "https://api:6443/%zz" })).toThrow(
      expect.objectContaining({ kind: "Config", message: expect.stringContaining("invalid percent escape") }),
    );
  });

  it("need a group version, also behind a base path", async () => {
    const { client, sent } = scripted([{}], { host: "https://api:6443/base" }, { groupVersion: undefined });
    await expect(client.get().resource("pods").do()).rejects.toThrow("has no group version");
    await expect(client.get().absPath("/").resource("pods").do()).rejects.toThrow("has no group version");
    await client.get().absPath("/api/v1").resource("pods").do();
    expect(sent.map(({ path }) => path)).toEqual(["/base/api/v1/pods"]);
  });

  it("refuse a time limit and a parameter that are not numbers, before anything is sent", async () => {
    for (const timeoutMs of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(get().timeoutMs(timeoutMs).error).toMatchObject({ kind: "InvalidArgument" });
    for (const limit of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => optionParams({ limit })).toThrow("the option limit cannot be sent");
  });

  it("in front and behind add up; a header and a body that are set again replace the former", async () => {
    const url = get().prefix("a").prefix("b/c").resource("pods").suffix("x").suffix("y").url();
    expect(url).toBe("/api/v1/a/b/c/pods/x/y");
    const { client, sent } = scripted([{}]);
    const twice = client.post().resource("nodes").setHeader("X-A", "1", "2").setHeader("x-a", "3");
    await twice.body("first").body("second").do();
    expect(sent[0]).toMatchObject({ body: "second", headers: { "x-a": "3" } });
  });

  it("send one timeout: the request's, whatever the parameters say", () => {
    expect(get().param("timeout", "42s").timeoutMs(1_000).url()).toBe("/api/v1?timeout=1s");
  });

  it("name the subresource in the error", async () => {
    const { client } = scripted([{ status: 403, body: {} }]);
    await expect(client.get().namespace("shop").resource("pods").name("web").subresource("log").do()).rejects.toThrow(
      '[Forbidden] pods/log "web" in namespace "shop"',
    );
  });
});

describe("the limits of a request", () => {
  it("are the request's own before the configuration's, and zero in the configuration means no limit", async () => {
    for (const [configured, own, expected] of [
      [60_000, 5_000, 5_000],
      [5_000, 0, 5_000],
      [0, undefined, undefined],
    ] as const) {
      const clock = new FakeClock();
      const { client, sent } = scripted([never], { clock, timeoutMs: configured });
      const request = client.get().resource("pods");
      if (own !== undefined) request.timeoutMs(own);
      void request.do();
      await clock.advance(0);
      expect([sent[0]?.signal === undefined, clock.nextInMs]).toEqual([expected === undefined, expected]);
    }
  });

  it("in time are sent with a watch and a stream, and end neither", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([{ body: "" }], { clock });
    const pods = () => client.get().resource("pods").listOptions({ timeoutSeconds: 21 });
    await pods().openWatch();
    await pods().stream();
    expect(sent.map(({ path, signal }) => [path.includes("timeout=21s"), signal])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(clock.pending).toBe(0);
  });

  it("of silence, head and size go to the transport with a watch and a stream", async () => {
    const { client, sent } = scripted([{ body: "" }]);
    const limits = { headersTimeoutMs: 1, idleTimeoutMs: 2, maxBodyBytes: 3 };
    await client.get().resource("pods").openWatch(limits);
    await client.get().resource("pods").stream(limits);
    await client.get().resource("pods").watch(limits).open();
    for (const request of sent) expect(request).toMatchObject(limits);
  });

  it("of the configuration hold for events and errors, and leave the others as they are", async () => {
    const long = `{"type":"ADDED","object":{"metadata":{"name":"${"x".repeat(2_000)}"}}}\n`;
    const { client } = scripted([{ body: long }, { status: 500, body: "y".repeat(2_000) }], {
      limits: { eventBytes: 1_000 },
    });
    const watched = async (): Promise<void> => {
      for await (const _event of client.get().resource("pods").watch());
    };
    await expect(watched()).rejects.toMatchObject({ kind: "Transport", code: "limit" });
    const small = scripted([{ status: 500, headers: { "content-type": "text/plain" }, body: "y".repeat(2_000) }], {
      limits: { errorBytes: 10 },
    });
    await expect(small.client.get().resource("pods").do()).rejects.toMatchObject({
      status: { details: { causes: [{ message: "y".repeat(10) }] } },
    });
  });

  it("on retries are the request's, else the client's, zero included", async () => {
    const clock = new FakeClock();
    for (const [client, request, expected] of [
      [2, undefined, 3],
      [2, 1, 2],
      [0, undefined, 1],
      [0, 1, 2],
    ] as const) {
      const made = scripted([busy], { clock }, { ...core, maxRetries: client });
      const asked = made.client.get().resource("pods");
      if (request !== undefined) asked.maxRetries(request);
      const ended = expect(asked.do()).rejects.toMatchObject({ code: 429 });
      await clock.advance(60_000);
      await ended;
      expect(made.sent).toHaveLength(expected);
    }
  });

  it("on the rate are the client's, another limiter's or none", async () => {
    const waits: string[] = [];
    const limiter = (name: string) => ({
      qps: 1,
      tryAccept: () => true,
      wait: async () => void waits.push(name),
    });
    const { client } = scripted([{}], { rateLimiter: limiter("client") });
    await client.get().resource("pods").do();
    await client.get().resource("pods").throttle(limiter("own")).do();
    await client.get().resource("pods").throttle(null).do();
    expect(waits).toEqual(["client", "own"]);
  });
});

describe("a request that is read piece by piece", () => {
  const reset = new TransportError("reset", { code: "reset" });

  it.each([
    ["list", 2],
    ["stream", 1],
    ["upgrade", 1],
    ["watch", 2],
  ] as const)("is sent again after a broken connection when it is safe: a %s %i times", async (purpose, times) => {
    const clock = new FakeClock();
    const { client, sent } = scripted([reset, { body: "" }], { clock });
    const ended = client
      .get()
      .resource("pods")
      .stream({ purpose })
      .catch((error: unknown) => error);
    await clock.advance(1_000);
    await ended;
    expect(sent.map((one) => one.purpose)).toEqual(Array.from({ length: times }, () => purpose));
  });
});

describe("the format of a request", () => {
  const shout: Serializer = {
    mediaType: "text/x-shout",
    encode: (object) => JSON.stringify(object).toUpperCase(),
    decode: (body) => body.toString(),
  };

  it("is the one that the configuration names, for what is sent and for what is asked for", async () => {
    const { client, sent } = scripted([{}], { contentType: "text/x-shout" }, { ...core, serializers: [shout] });
    await client.post().resource("nodes").body({ a: "b" }).do();
    expect(sent[0]).toMatchObject({
      body: '{"A":"B"}',
      headers: { "content-type": "text/x-shout", accept: "text/x-shout, */*" },
    });
    const other = scripted([{}], { contentType: "text/unknown" }, { ...core, serializers: [shout] });
    await other.client.post().resource("nodes").body({ a: "b" }).do();
    expect(other.sent[0]).toMatchObject({ body: '{"a":"b"}', headers: { "content-type": "application/json" } });
  });

  it("stays what the caller says, before and behind the body", async () => {
    const { client, sent } = scripted([{}]);
    const patch = "application/merge-patch+json";
    await client.post().resource("nodes").body({}).setHeader("Content-Type", patch).do();
    await client.post().resource("nodes").setHeader("content-type", patch).body({}).do();
    expect(sent.map(({ headers }) => headers["content-type"])).toEqual([patch, patch]);
  });
});
