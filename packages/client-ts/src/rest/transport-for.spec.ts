import { Duplex } from "node:stream";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { json, serve, testCa } from "../transport/test-support/servers.ts";
import type { RestConfig, Transport } from "../transport/index.ts";
import { FakeClock } from "../util/index.ts";
import { restClientFor, transportFor } from "./index.ts";
import { scripted } from "./test-support/scripted.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const host = "https://api:6443";
const transport: Transport = async () => {
  throw new Error("nothing is sent");
};
const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "x", interactiveMode: "Never" } as const;
const authProvider = { name: "mine", config: {} };
const authProviders = { mine: () => ({ headers: async () => ({}) }) };
const clientCertificate = { current: async () => undefined } as unknown as NonNullable<RestConfig["clientCertificate"]>;
const dial = async (): Promise<Duplex> => new Duplex();
const noisy = (): never => {
  throw new Error("the program's own");
};

describe("the parts of a configuration", () => {
  const tlsAndDial = "a custom transport makes its own connections: leave out tls and dial";
  const twoCertificates = "clientCertificate and a client certificate in tls exclude each other: remove one of them";
  const certificate = "a custom transport makes its own connections: leave out clientCertificate";
  const burst = "burst must be at least 1 when qps is set";

  it.each<[Partial<RestConfig>, readonly string[]]>([
    [{ transport, tls: {} }, [tlsAndDial]],
    [{ transport, dial }, [tlsAndDial]],
    [{ transport, dial, clientCertificate }, [tlsAndDial, certificate]],
    [{ clientCertificate, tls: { cert: "c", key: "k" } as never }, [twoCertificates]],
    [{ clientCertificate, tls: { certFile: "c", keyFile: "k" } }, [twoCertificates]],
    [
      { exec, authProvider, authProviders },
      ["an exec plugin and an auth provider exclude each other: remove one of them"],
    ],
    [{ qps: 1, burst: 0 }, [burst]],
    [{ qps: 0.1, burst: 0.5 }, [burst]],
    [
      { tls: { insecure: true, ca: "x" } },
      ["insecure and a certificate authority exclude each other: remove one of them"],
    ],
  ])("exclude each other, and all of that is said at once (%#)", (config, problems) => {
    expect(() => transportFor({ host, ...config })).toThrow(expect.objectContaining({ kind: "Config", problems }));
  });

  it.each<Partial<RestConfig>>([
    { transport },
    { dial },
    { tls: {} },
    { clientCertificate },
    { clientCertificate, tls: { ca: testCa.cert } },
    { exec },
    { authProvider, authProviders },
    { qps: 1 },
    { qps: 1, burst: 1 },
    { qps: 0, burst: 0 },
    { burst: 0 },
    { proxyUrl: "" },
  ])("fit together where nothing speaks against it (%#)", (config) => {
    expect(() => transportFor({ host, ...config })).not.toThrow();
  });

  it("have a proxy that can be read", () => {
    expect(() => transportFor({ host, proxyUrl: "nonsense://proxy" })).toThrow(
      expect.objectContaining({ kind: "Config" }),
    );
  });
});

describe("what is wrapped around the connections", () => {
  it("logs each call from verbosity 6 on, on the configuration's clock", async () => {
    for (const [verbosity, expected] of [
      [undefined, []],
      [5, []],
      [6, [["response", { method: "GET", path: "/x", status: 200, protocol: "h2", ms: 1_500 }]]],
    ] as const) {
      const clock = new FakeClock();
      const lines: unknown[] = [];
      const debug = (message: string, fields?: object) => void lines.push([message, fields]);
      const { client } = scripted(
        [
          async () => {
            await clock.advance(1_500);
            return {};
          },
        ],
        { clock, verbosity, logger: { debug, info() {}, warn() {}, error() {} } },
      );
      await client.get().absPath("/x").do();
      expect(lines).toEqual(expected);
    }
  });

  it("logs nothing without a logger, whatever the verbosity", async () => {
    for (const logger of [undefined, false] as const) {
      const { client } = scripted([{ body: { ok: 1 } }], { logger, verbosity: 9 });
      expect((await client.get().absPath("/x").do()).into()).toEqual({ ok: 1 });
    }
  });

  it("survives a logger and a meter that throw", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const server = await serve((_request, response) => json(response, { ok: 1 }));
    onTestFinished(() => server.close());
    const client = restClientFor({
      host: server.url,
      tls: { ca: testCa.cert },
      env: {},
      verbosity: 8,
      logger: { debug: noisy, info: noisy, warn: noisy, error: noisy },
      meter: { counter: noisy, gauge: noisy, histogram: noisy },
    });
    onTestFinished(() => client.close());
    expect((await client.get().absPath("/x").do()).into()).toEqual({ ok: 1 });
  });

  it("names the program, also when the configuration gives an empty name", async () => {
    const { client, sent } = scripted([{}], { userAgent: "" });
    await client.get().absPath("/x").do();
    expect(sent[0]?.headers["user-agent"]).toMatch(/ client-ts$/);
  });

  it("goes through the proxy of the configuration, else of its environment", async () => {
    for (const config of [{ proxyUrl: "http://127.0.0.1:1" }, { env: { HTTPS_PROXY: "http://127.0.0.1:1" } }]) {
      const client = restClientFor({ host: "https://api.test:6443", env: {}, ...config });
      onTestFinished(() => client.close());
      await expect(client.get().absPath("/x").maxRetries(0).do()).rejects.toThrow(/proxy/i);
    }
  });

  it("has no connection to upgrade when the transport is the program's own, and closes without one", async () => {
    const own = transportFor({ host, transport });
    await expect(own.connect()).rejects.toThrow(
      expect.objectContaining({
        kind: "Config",
        message: "a client with a custom transport has no connection to upgrade",
      }),
    );
    expect(own.stats()).toEqual({ sessions: 0, sockets: 0, streams: 0, opened: 0 });
    await own.close();
  });
});
