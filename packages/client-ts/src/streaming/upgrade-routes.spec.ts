/** Streams take the same route as everything else: TLS, client certificates, proxies, impersonation, interceptors. */
import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { type ApiServer, startApiServer } from "client-ts-testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { type Client, type ConnectOptions, connect } from "../client/index.ts";
import { loadKubeconfig } from "../kubeconfig/index.ts";
import { startProxy } from "../transport/test-support/proxies.ts";
import { testCa } from "../transport/test-support/servers.ts";
import { restClientFor } from "../rest/index.ts";
import type { ExecOptions } from "./exec.ts";
import { newSecretValue } from "../errors/index.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
};

async function start(options: Parameters<typeof startApiServer>[0] = {}): Promise<ApiServer> {
  const server = await startApiServer({
    objects: [pod],
    containers: () => ({
      commands: { fail: () => 7 },
      ports: { 80: (connection) => void connection.pipe(connection) },
    }),
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

async function client(options: ConnectOptions): Promise<Client> {
  const made = await connect(options);
  onTestFinished(() => made.close());
  return made;
}

async function echo(connected: Client, protocols?: ExecOptions["protocols"]): Promise<string> {
  const pods = connected.resource(Pod, { namespace: "default" });
  const process = await pods.exec("web", ["cat"], { stdin: true, protocols });
  process.stdin.end("hello");
  return text(process.stdout);
}

describe.each([true, false])("an upgrade (TLS: %s)", (tls) => {
  it.each(["http", "https", "socks5"] as const)(
    "goes through a %s proxy in either protocol, without a second attempt and without its login (B334, B339, SEC-9)",
    async (kind) => {
      const server = await start({ tls });
      const login = { username: "user", password: "canary-password" };
      const proxy = await startProxy({ kind, login });
      onTestFinished(() => proxy.close());
      const config = (await loadKubeconfig({ text: server.kubeconfig })).restConfig();
      const proxyUrl = newSecretValue(proxy.url);
      // The proxy's own certificate is of another authority than the server's.
      const trust = { ...config.tls, ca: `${config.tls?.ca ?? ""}${testCa.cert}` };
      // A kubeconfig gives no token to a server without TLS.
      const bearerToken = newSecretValue(/token: (\S+)/.exec(server.kubeconfig)?.[1] ?? "");
      const connected = await client({ kubeconfig: { ...config, proxyUrl, bearerToken, tls: trust } });
      for (const protocol of ["v5.channel.k8s.io", "SPDY/3.1"] as const)
        expect(await echo(connected, [protocol])).toBe("hello");
      for (const protocol of ["SPDY/3.1+portforward.k8s.io", "SPDY/3.1"] as const) {
        const pods = connected.resource(Pod, { namespace: "default" });
        const forward = await pods.portForward("web", [], { protocols: [protocol] });
        const stream = await forward.connect(80);
        const bytes = randomBytes(1000).toString("base64");
        stream.end(bytes);
        expect(await text(stream)).toBe(bytes);
        await forward.close();
      }
      expect(proxy.targets).toHaveLength(4);
      expect(Buffer.concat(proxy.carried).includes("canary-password")).toBe(false);
    },
  );
});

describe("an upgrade", () => {
  it("shows the client certificate, impersonates, and passes the interceptors", async () => {
    const users: string[] = [];
    const server = await start({
      rbac: false,
      deny: ({ user, subresource, verb }) => {
        if (subresource === "exec") users.push(`${verb} ${user.name}`);
        return false;
      },
    });
    const seen: string[] = [];
    const connected = await client({
      kubeconfigText: server.userKubeconfig("jane", ["system:masters"]),
      interceptors: [
        (next) => async (request) => {
          const response = await next(request);
          seen.push(`${request.purpose} ${response.status}`);
          return response;
        },
      ],
    });
    expect(await echo(connected)).toBe("hello");
    expect(await echo(connected.with({ impersonate: { userName: "joe" } }))).toBe("hello");
    expect(users).toEqual(["get jane", "get joe"]);
    expect(seen).toEqual(["upgrade 101", "upgrade 101"]);
  });

  it("is refused without credentials, and with a server that is not trusted", async () => {
    const server = await start();
    const config = (await loadKubeconfig({ text: server.kubeconfig })).restConfig();
    const wrong = await client({ kubeconfig: { ...config, bearerToken: newSecretValue("wrong") } });
    await expect(echo(wrong)).rejects.toMatchObject({ kind: "Status", code: 401 });
    const untrusting = await client({ kubeconfig: { host: config.host, bearerToken: newSecretValue("x") } });
    await expect(echo(untrusting)).rejects.toMatchObject({ kind: "Transport", code: "tls" });
  });

  it("uses SPDY when the server has no WebSocket, and keeps exit codes (B336, B338)", async () => {
    const server = await start({ streamProtocols: ["SPDY/3.1"] });
    const connected = await client({ kubeconfigText: server.kubeconfig });
    const pods = connected.resource(Pod, { namespace: "default" });
    const process = await pods.exec("web", ["fail"]);
    expect(process.protocol).toBe("v5.channel.k8s.io");
    expect((await process.exit).code).toBe(7);
    expect(await echo(connected)).toBe("hello");
    const forward = await pods.portForward("web", []);
    const stream = await forward.connect(80);
    stream.end("x");
    expect(await text(stream)).toBe("x");
    await forward.close();
  });

  it("uses WebSocket v4 last of all, and reports the last refusal when nothing is left (B335, B337)", async () => {
    const old = await client({ kubeconfigText: (await start({ streamProtocols: ["v4.channel.k8s.io"] })).kubeconfig });
    const process = await old.resource(Pod, { namespace: "default" }).exec("web", ["true"], { stdin: true });
    expect(process.protocol).toBe("v4.channel.k8s.io");
    expect((await process.exit).code).toBe(0);
    const none = await client({ kubeconfigText: (await start({ streamProtocols: [] })).kubeconfig });
    const pods = none.resource(Pod, { namespace: "default" });
    await expect(pods.exec("web", ["true"])).rejects.toMatchObject({ kind: "Status", code: 400 });
    await expect(pods.portForward("web", [])).rejects.toMatchObject({ kind: "Status", code: 400 });
  });

  it("fails at construction with contradictory credentials (B333)", () => {
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "x", interactiveMode: "Never" } as const;
    const config = { host: "https://127.0.0.1:1", exec, authProvider: { name: "oidc", config: {} } };
    expect(() => restClientFor(config)).toThrow(/exclude each other/);
  });

  it("closes with its client", async () => {
    const server = await start();
    const connected = await connect({ kubeconfigText: server.kubeconfig });
    const process = await connected.resource(Pod, { namespace: "default" }).exec("web", ["cat"], { stdin: true });
    await connected.close();
    await expect(process.exit).rejects.toMatchObject({ kind: "Transport" });
    await expect.poll(() => server.connectionCount).toBe(0);
  });
});
