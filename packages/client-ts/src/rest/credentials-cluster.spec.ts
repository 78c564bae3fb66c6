import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSecretValue } from "../errors/index.ts";
import { buildConfigFromFlags } from "../kubeconfig/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { startProxy } from "../transport/test-support/proxies.ts";
import { testCa } from "../transport/test-support/servers.ts";
import { defined } from "../util/index.ts";
import { eventually } from "../util/test-support/eventually.ts";
import { upgrade } from "../transport/test-support/upgrade.ts";
import type { RestConfig } from "../transport/index.ts";
import { restClientFor, transportFor } from "./index.ts";

interface Pod extends KubeObject {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** A kubeconfig of a real control plane. */
const kubeconfig = process.env["CLIENT_TS_TEST_KUBECONFIG"];
if (kubeconfig === undefined)
  console.log("skipped: proxies in front of a real control plane (set CLIENT_TS_TEST_KUBECONFIG)");

describe.skipIf(kubeconfig === undefined)("a real control plane", () => {
  const namespace = `proxy-${process.pid}`;
  let direct: RestConfig;
  beforeAll(async () => {
    direct = await buildConfigFromFlags("", kubeconfig as string);
    const client = restClientFor(direct, { groupVersion: { group: "", version: "v1" } });
    await client
      .post()
      .resource("namespaces")
      .body({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } })
      .do();
    const until = async (resource: string, name: string, holds: (object: Pod) => boolean): Promise<void> => {
      const watch = client
        .get()
        .namespace(namespace)
        .resource(resource)
        .param("fieldSelector", `metadata.name=${name}`)
        .watch<Pod>();
      for await (const event of watch) if ("object" in event && holds(event.object)) return;
      throw new Error(`the watch of ${resource} ended before ${name} was as awaited`);
    };
    // A new namespace is given its account, and takes no Pods before.
    await until("serviceaccounts", "default", () => true);
    const spec = { containers: [{ name: "shell", image: "shell" }] };
    await client
      .post()
      .namespace(namespace)
      .resource("pods")
      .body({ apiVersion: "v1", kind: "Pod", metadata: { name: "shell" }, spec })
      .do();
    await until(
      "pods",
      "shell",
      ({ status }) => status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false,
    );
    await client.close();
  }, 60_000);
  afterAll(async () => {
    const client = restClientFor(direct, { groupVersion: { group: "", version: "v1" } });
    await client.delete().resource("namespaces").name(namespace).do();
    await client.close();
  });

  it("knows a client by the certificate of an exec plugin, in calls and watches (B297, B303)", async () => {
    const dir = await mkdtemp(join(tmpdir(), "exec-"));
    const { tls = {}, host } = direct;
    const text = async (data: string | undefined, file: string | undefined): Promise<string> =>
      data ?? (await readFile(file ?? "", "utf8"));
    const answer = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: {
        clientCertificateData: await text(tls.cert, tls.certFile),
        clientKeyData: await text(tls.key?.reveal(), tls.keyFile),
      },
    };
    await writeFile(join(dir, "answer"), JSON.stringify(answer), { mode: 0o600 });
    await writeFile(
      join(dir, "plugin"),
      `#!/bin/sh\nprintf '%s' "$KUBERNETES_EXEC_INFO" > '${dir}/question'\ncat '${dir}/answer'\n`,
      {
        mode: 0o700,
      },
    );
    const ca = Buffer.from(await text(tls.ca, tls.caFile)).toString("base64");
    const exec = {
      apiVersion: answer.apiVersion,
      command: "./plugin",
      interactiveMode: "Never",
      provideClusterInfo: true,
    };
    await writeFile(
      join(dir, "config"),
      JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        "current-context": "c",
        clusters: [{ name: "c", cluster: { server: host, "certificate-authority-data": ca } }],
        users: [{ name: "u", user: { exec } }],
        contexts: [{ name: "c", context: { cluster: "c", user: "u", namespace } }],
      }),
    );
    const config = await buildConfigFromFlags("", join(dir, "config"));
    const client = restClientFor(config, { groupVersion: { group: "", version: "v1" } });
    try {
      expect((await client.get().resource("namespaces").name(namespace).do()).statusCode).toBe(200);
      const watch = client.get().namespace(namespace).resource("configmaps").watch();
      await watch.open();
      const { spec } = JSON.parse(await readFile(join(dir, "question"), "utf8"));
      expect(spec).toEqual({ interactive: false, cluster: { server: host, "certificate-authority-data": ca } });
    } finally {
      await client.close();
      await rm(dir, { recursive: true });
    }
  });

  it.each([
    ["directly", undefined],
    ["behind a recording http proxy (SEC-9, B439)", "http"],
    ["behind a recording https proxy (SEC-9, B439)", "https"],
    ["behind a recording socks5 proxy (SEC-9, B439)", "socks5"],
  ] as const)("answers GET, watch and upgrade, a command's output and exit code included, %s", async (_way, kind) => {
    const socketsBefore = openSockets();
    const origin = new URL(direct.host);
    const target = `${origin.hostname}:${origin.port}`;
    const resolve = (): { host: string; port: number } => ({ host: origin.hostname, port: Number(origin.port) });
    const proxy = kind && (await startProxy({ kind, login: { username: "user", password: "pa:ss" }, resolve }));
    // The certificate of the test's proxy is from the test's authority, which is trusted in addition to the cluster's.
    const ca = direct.tls?.ca ?? (direct.tls?.caFile ? await readFile(direct.tls.caFile, "utf8") : "");
    const { caFile: _caFile, ...rest } = direct.tls ?? {};
    // The server knows us by our certificate; the token travels along as a canary.
    const config: RestConfig = {
      ...direct,
      env: {},
      bearerToken: newSecretValue("k4nary-token"),
      tls: { ...rest, ca: `${ca}\n${testCa.cert}` },
      ...defined({ proxyUrl: proxy?.url }),
    };
    const transport = transportFor(config);
    const client = restClientFor(config, { groupVersion: { group: "", version: "v1" }, transport });
    const name = `seen-${proxy?.port ?? "directly"}`;
    try {
      expect((await client.get().resource("namespaces").name(namespace).do()).statusCode).toBe(200);
      const watch = client.get().namespace(namespace).resource("configmaps").watch();
      await watch.open();
      await client
        .post()
        .namespace(namespace)
        .resource("configmaps")
        .body({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } })
        .do();
      for await (const { object } of watch as AsyncIterable<{ object?: KubeObject }>)
        if (object?.metadata?.name === name) break;
      if (proxy) expect(proxy.targets).toEqual([target]);

      const command = ["sh", "-c", "echo hello from the Pod; exit 7"]
        .map((word) => `command=${encodeURIComponent(word)}`)
        .join("&");
      const socket = await transport.connect();
      const answer = await upgrade(socket, {
        host: origin.host,
        path: `/api/v1/namespaces/${namespace}/pods/shell/exec?${command}&stdout=true&stderr=true`,
        headers: { Authorization: "Bearer k4nary-token" },
      });
      expect(answer).toMatchObject({
        status: 101,
        accepted: true,
        headers: { "sec-websocket-protocol": "v5.channel.k8s.io" },
      });
      expect(answer.channels[1]).toBe("hello from the Pod\n");
      const outcome = JSON.parse(answer.channels[3] ?? "");
      expect(outcome).toMatchObject({ status: "Failure", details: { causes: [{ reason: "ExitCode", message: "7" }] } });

      if (proxy) {
        // One way for requests and watches, one for the upgrade; of what passes there, only the address can be read.
        expect(proxy.targets).toEqual([target, target]);
        const said = kind === "socks5" ? saidToSocks(origin) : saidToConnect(target);
        expect(proxy.heads).toEqual([...said, ...said]);
        const wire = Buffer.concat([
          ...proxy.heads.map((head) => Buffer.from(head, "latin1")),
          ...proxy.carried,
        ]).toString("latin1");
        expect(wire.length).toBeGreaterThan(2_000);
        expect(wire).not.toMatch(/k4nary|authorization: bearer|system:masters|BEGIN|namespaces|hello|websocket/i);
        console.log(
          `${kind} proxy: ${proxy.targets.length} tunnels, ${proxy.bytes.up} bytes up, ${proxy.bytes.down} down`,
        );
      }
      expect(openSockets()).toBeGreaterThan(socketsBefore);
      await client.close();
      await transport.close();
      expect(socket.destroyed).toBe(true);
      expect(transport.stats()).toMatchObject({ sessions: 0, sockets: 0, streams: 0 });
      if (proxy) await eventually(() => proxy.open === 0, "no tunnel is left");
    } finally {
      await transport.close();
      await proxy?.close();
    }
    await eventually(() => openSockets() === socketsBefore, "no socket is left");
  });
});

/** Sockets of this process that are open. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((resource) => /^(TCP|TLS)/.test(resource)).length;
}

/** All that an HTTP proxy receives. */
function saidToConnect(target: string): string[] {
  const login = Buffer.from("user:pa:ss").toString("base64");
  return [`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: Basic ${login}\r\n\r\n`];
}

/** All that a SOCKS5 proxy receives: the ways to log in, the login, the address. */
function saidToSocks({ hostname, port }: URL): string[] {
  const address = /^[\d.]+$/.test(hostname)
    ? Buffer.from([1, ...hostname.split(".").map(Number)])
    : Buffer.from([3, hostname.length, ...Buffer.from(hostname)]);
  const request = Buffer.concat([
    Buffer.from([5, 1, 0]),
    address,
    Buffer.from([Number(port) >> 8, Number(port) & 0xff]),
  ]);
  return ["\x05\x02\x00\x02", "\x01\x04user\x05pa:ss", request.toString("latin1")];
}
