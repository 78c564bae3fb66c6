import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildConfigFromFlags } from "../kubeconfig/index.ts";
import { startProxy } from "../transport/test-support/proxies.ts";
import { testCa } from "../transport/test-support/servers.ts";
import type { RestConfig } from "../transport/index.ts";
import { restClientFor, transportFor } from "./index.ts";

/** A kubeconfig of a real control plane. */
const kubeconfig = process.env["CLIENT_TS_TEST_KUBECONFIG"];
if (kubeconfig === undefined) console.log("skipped: proxies in front of a real control plane (set CLIENT_TS_TEST_KUBECONFIG)");

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
    await client.close();
  });
  afterAll(async () => {
    const client = restClientFor(direct, { groupVersion: { group: "", version: "v1" } });
    await client.delete().resource("namespaces").name(namespace).do();
    await client.close();
  });

  it("knows a client by the certificate that an exec plugin of the kubeconfig prints, in calls and watches (B297, B303)", async () => {
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
    await writeFile(join(dir, "plugin"), `#!/bin/sh\nprintf '%s' "$KUBERNETES_EXEC_INFO" > '${dir}/question'\ncat '${dir}/answer'\n`, {
      mode: 0o700,
    });
    const ca = Buffer.from(await text(tls.ca, tls.caFile)).toString("base64");
    const exec = { apiVersion: answer.apiVersion, command: "./plugin", interactiveMode: "Never", provideClusterInfo: true };
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

  it.each(["http", "https", "socks5"] as const)(
    "answers GET, watch and upgrade behind a recording %s proxy (SEC-9, B439)",
    async (kind) => {
      const origin = new URL(direct.host);
      const proxy = await startProxy({
        kind,
        login: { username: "user", password: "pa:ss" },
        resolve: () => ({ host: origin.hostname, port: Number(origin.port) }),
      });
      // Its own certificate of a test cannot be vouched for by the cluster: beside the cluster's authority, the test's is trusted.
      const ca = direct.tls?.ca ?? (direct.tls?.caFile ? await readFile(direct.tls.caFile, "utf8") : "");
      const { caFile: _caFile, ...rest } = direct.tls ?? {};
      const config: RestConfig = { ...direct, proxyUrl: proxy.url, tls: { ...rest, ca: `${ca}\n${testCa.cert}` } };
      const transport = transportFor(config);
      const client = restClientFor(config, { groupVersion: { group: "", version: "v1" }, transport });
      const name = `seen-${kind}`;
      try {
        const found = await client.get().resource("namespaces").name(namespace).do();
        expect(found.statusCode).toBe(200);
        const watch = client.get().namespace(namespace).resource("configmaps").watch();
        await watch.open();
        await client
          .post()
          .namespace(namespace)
          .resource("configmaps")
          .body({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } })
          .do();
        for await (const event of watch) {
          const { object } = event as { object?: { metadata?: { name?: string } } };
          if (object?.metadata?.name === name) break;
        }
        expect(proxy.targets).toEqual([`${origin.hostname}:${origin.port}`]);
        const before = proxy.bytes.down;
        const socket = await transport.connect();
        const path = `/api/v1/namespaces/${namespace}/pods/none/exec?command=true&stdout=true`;
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${origin.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.from("0123456789abcdef").toString("base64")}\r\nSec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n`,
        );
        const head = await new Promise<string>((resolve) => socket.once("data", (chunk: Buffer) => resolve(chunk.toString())));
        // There is no such Pod, or the credential is not part of this request: what counts is that the server itself answers.
        expect(head).toMatch(/^HTTP\/1\.1 (101|401|403|404) /);
        expect(head).toMatch(/audit-id/i);
        expect(proxy.targets).toHaveLength(2);
        expect(proxy.bytes.down).toBeGreaterThan(before);
        console.log(
          `${kind} proxy: ${proxy.targets.length} tunnels, ${proxy.bytes.up} bytes up, ${proxy.bytes.down} down; upgrade: ${head.split("\r\n")[0]}`,
        );
        socket.destroy();
      } finally {
        await client.close();
        await transport.close();
        await proxy.close();
      }
    },
  );
});
