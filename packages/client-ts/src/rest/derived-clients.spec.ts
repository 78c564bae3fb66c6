import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { Duplex } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { json, serve, testCa } from "../transport/test-support/servers.ts";
import { eventually } from "../util/test-support/eventually.ts";
import type { Dial } from "../transport/index.ts";
import { noopMeter } from "../util/index.ts";
import type { ClientTransport } from "./index.ts";
import { restClientFor, transportFor } from "./index.ts";
import { scripted } from "./test-support/scripted.ts";

const apps = { group: "apps", version: "v1" };

describe("a client that is derived from another", () => {
  it("shares the rate limiter, so that all of them together keep to the limit", () => {
    const { client } = scripted([{}], { qps: 1, burst: 1 });
    const derived = [
      client.forGroupVersion(apps),
      client.with({ userAgent: "other" }),
      client.wrapped((transport) => transport),
      client.with({}).forGroupVersion(apps),
    ];
    expect(client.rateLimiter?.tryAccept()).toBe(true);
    for (const one of derived) {
      expect(one.rateLimiter).toBe(client.rateLimiter);
      expect(one.rateLimiter?.tryAccept()).toBe(false);
    }
  });

  it("for another group version asks where that one is, whatever the path of the first", async () => {
    const { client, sent } = scripted([{}], {}, { groupVersion: { group: "", version: "v1" }, apiPath: "/api" });
    await client.get().resource("pods").do();
    await client.forGroupVersion(apps).get().resource("deployments").do();
    await client.with({}).get().resource("pods").do();
    const paths = ["/api/v1/pods", "/apis/apps/v1/deployments", "/api/v1/pods"];
    expect(sent.map(({ path }) => path)).toEqual(paths);
    const odd = scripted([{}], {}, { groupVersion: apps, apiPath: "/odd" });
    await odd.client.get().resource("deployments").do();
    expect(odd.sent[0]?.path).toBe("/odd/apps/v1/deployments");
  });

  it("keeps everything of the configuration that is not changed, also when a change is undefined", async () => {
    const { client, sent } = scripted([{}], {
      impersonate: { userName: "jane" },
      userAgent: "shop/1",
      timeoutMs: 7_000,
      accept: "application/json",
      namespace: "shop",
      supportsWatchList: false,
    });
    const derived = client.with({ impersonate: undefined, userAgent: undefined, timeoutMs: undefined });
    expect(derived.config).toMatchObject({
      impersonate: { userName: "jane" },
      userAgent: "shop/1",
      timeoutMs: 7_000,
      namespace: "shop",
    });
    expect(derived.supportsWatchList).toBe(false);
    await derived.get().resource("pods").do();
    expect(sent[0]?.headers).toMatchObject({ "impersonate-user": "jane", "user-agent": "shop/1" });
    expect(client.with({ impersonate: { userName: "eve" } }).config.impersonate).toEqual({ userName: "eve" });
  });

  it("gives on the logger, the meter and the group version to what builds on it", () => {
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const { client } = scripted([{}], { logger, meter: noopMeter });
    for (const one of [client, client.with({ userAgent: "x" }), client.wrapped((transport) => transport)])
      expect([one.logger, one.meter, one.apiVersion]).toEqual([logger, noopMeter, { group: "", version: "v1" }]);
    expect(client.forGroupVersion(apps).apiVersion).toEqual(apps);
    expect(scripted([{}], { logger: false }).client.logger).toBe(false);
  });

  it("sends through the transport that wraps the connections, and its origin does not", async () => {
    const { client, sent } = scripted([{}]);
    const wrapped = client.wrapped((transport) => ({
      ...transport,
      send: (request) => transport.send({ ...request, headers: { ...request.headers, "x-wrapped": "yes" } }),
    }));
    await wrapped.get().resource("pods").do();
    await client.get().resource("pods").do();
    expect(sent.map(({ headers }) => headers["x-wrapped"])).toEqual(["yes", undefined]);
  });

  it("takes another handler of warnings, format and time limit", async () => {
    const seen: string[] = [];
    const { client, sent } = scripted([{ headers: { warning: '299 - "w"' } }], {
      onWarning: () => void seen.push("base"),
      timeoutMs: 60_000,
    });
    const derived = client.with({ onWarning: () => void seen.push("derived"), accept: "text/plain" });
    await derived.get().resource("pods").do();
    await client.get().resource("pods").do();
    expect(seen).toEqual(["derived", "base"]);
    expect(sent.map(({ headers }) => headers["accept"])).toEqual(["text/plain", "application/json, */*"]);
  });

  it("closes no connection; its origin does, and tells when the sockets are closed", async () => {
    const server = await serve((_request, response) => json(response, {}));
    onTestFinished(() => server.close());
    const client = restClientFor({ host: server.url, tls: { ca: testCa.cert }, env: {} });
    const derived = [client.forGroupVersion(apps), client.with({ userAgent: "x" }), client.wrapped((one) => one)];
    await client.get().absPath("/version").do();
    for (const one of derived) {
      await one.close();
      await one[Symbol.asyncDispose]();
    }
    for (const one of derived) await one.get().absPath("/version").do();
    expect([server.connections, client.stats().sessions]).toEqual([1, 1]);
    await client[Symbol.asyncDispose]();
    expect(client.stats().sessions).toBe(0);
    await eventually(() => server.open === 0, "the connection is closed");
    for (const one of derived)
      await expect(one.get().absPath("/version").do()).rejects.toMatchObject({ code: "closed" });
  });
});

describe("connections that are handed in", () => {
  function shared(): { readonly transport: ClientTransport; readonly closed: () => number } {
    let closed = 0;
    const transport: ClientTransport = {
      send: async () => {
        throw new Error("nothing is sent");
      },
      connect: async () => new Duplex(),
      stats: () => ({ sessions: 1, sockets: 2, streams: 3, opened: 4 }),
      close: async () => void closed++,
    };
    return { transport, closed: () => closed };
  }

  it("are closed by their owner alone, and give their own numbers", async () => {
    const { transport, closed } = shared();
    const client = restClientFor({ host: "https://api:6443" }, { transport });
    expect(client.stats()).toEqual({ sessions: 1, sockets: 2, streams: 3, opened: 4 });
    expect(await client.connect()).toBeInstanceOf(Duplex);
    await client.close();
    expect(closed()).toBe(0);
  });

  it("of a custom transport cannot be upgraded, and count as none", async () => {
    const { client } = scripted([{}]);
    const refused = client.connect();
    await expect(refused).rejects.toMatchObject({ kind: "Config" });
    expect(client.stats()).toEqual({ sessions: 0, sockets: 0, streams: 0, opened: 0 });
  });
});

describe("what a configuration says about connections", () => {
  async function asked(config: object): Promise<{ readonly encoding: unknown; readonly version: string }> {
    let seen = { encoding: undefined as unknown, version: "" };
    const server = await serve((request, response, raw) => {
      seen = { encoding: request.headers["accept-encoding"], version: raw.httpVersion };
      json(response, { text: "x".repeat(2_000) });
    });
    onTestFinished(() => server.close());
    // Compression is not asked for on loopback, so that the server has another name.
    const dial: Dial = async ({ port }) => {
      const socket = connectTcp(port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    };
    const host = `https://api.test:${server.port}`;
    const client = restClientFor({ host, tls: { ca: testCa.cert }, env: {}, dial, ...config });
    onTestFinished(() => client.close());
    await client.get().absPath("/version").do();
    return seen;
  }

  it("reaches them: the way to dial, HTTP/2, compression and the size of an answer", async () => {
    expect(await asked({})).toMatchObject({ version: "2.0", encoding: expect.stringContaining("gzip") });
    expect((await asked({ http2: false })).version).toBe("1.1");
    expect((await asked({ disableCompression: true })).encoding ?? "").not.toContain("gzip");
    await expect(asked({ limits: { objectBytes: 100 } })).rejects.toMatchObject({ code: "limit" });
  });

  it("ends its credential together with the connections", async () => {
    let closed = 0;
    const server = await serve((_request, response) => json(response, {}));
    onTestFinished(() => server.close());
    const client = restClientFor({
      host: server.url,
      tls: { ca: testCa.cert },
      env: {},
      authProvider: { name: "mine", config: {} },
      authProviders: {
        mine: () => ({ headers: async () => ({ authorization: "Bearer mine" }), close: () => void closed++ }),
      },
    });
    await client.get().absPath("/version").do();
    expect([server.requests[0]?.headers["authorization"], closed]).toEqual(["Bearer mine", 0]);
    await client.close();
    expect(closed).toBe(1);
  });

  it("is refused as a whole where parts exclude each other", () => {
    const transport = async () => {
      throw new Error("nothing is sent");
    };
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "x", interactiveMode: "Never" } as const;
    const clientCertificate = { current: async () => undefined } as never;
    const problems: [object, string][] = [
      [
        { exec, authProvider: { name: "oidc", config: {} } },
        "an exec plugin and an auth provider exclude each other: remove one of them",
      ],
      [{ clientCertificate, tls: { cert: "c", key: "k" } }, "clientCertificate and a client certificate in tls"],
      [{ clientCertificate, transport }, "a custom transport makes its own connections: leave out clientCertificate"],
      [
        { transport, dial: async () => new Duplex() },
        "a custom transport makes its own connections: leave out tls and dial",
      ],
      [{ qps: 1, burst: 0 }, "burst must be at least 1"],
    ];
    for (const [config, problem] of problems)
      expect(() => transportFor({ host: "https://api:6443", ...config })).toThrow(
        expect.objectContaining({ kind: "Config", message: expect.stringContaining(problem) }),
      );
  });

  it("wraps the configuration's own interceptors inside, where credentials are set already", async () => {
    const { client, sent } = scripted([{}], {
      bearerToken: undefined,
      userAgent: "shop/1",
      impersonate: { userName: "jane" },
      interceptors: [
        (next) => (request) => {
          const { "user-agent": agent, "impersonate-user": user } = request.headers;
          return next({ ...request, headers: { ...request.headers, "x-seen": `${String(agent)} ${String(user)}` } });
        },
      ],
    });
    await client.get().resource("pods").do();
    expect(sent[0]?.headers["x-seen"]).toBe("shop/1 jane");
  });
});
