import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { anonymous } from "../auth/index.ts";
import { issueCertificate } from "../certs/index.ts";
import { newSecretValue } from "../errors/index.ts";
import { json, serve, testCa } from "../transport/test-support/servers.ts";
import type { Interceptor, RestConfig } from "../transport/index.ts";
import type { MetricLabels, Meter } from "../util/index.ts";
import { restClientFor } from "./index.ts";

/** Every kind of credential, each with a text that must never show up anywhere. */
async function credentials(dir: string): Promise<Record<string, Partial<RestConfig>>> {
  const client = issueCertificate(testCa, { commonName: "k4nary-cert-name", usages: ["client"] });
  await writeFile(join(dir, "token"), "k4nary-token-file\n");
  await writeFile(join(dir, "key.pem"), client.key);
  await writeFile(join(dir, "cert.pem"), client.cert);
  const ca = testCa.cert;
  return {
    token: { bearerToken: newSecretValue("k4nary-token"), tls: { ca } },
    tokenFile: { bearerTokenFile: join(dir, "token"), tls: { ca } },
    basic: { username: "user", password: newSecretValue("k4nary-password"), tls: { ca } },
    certificate: { tls: { ca, cert: client.cert, key: newSecretValue(client.key) } },
    certificateFiles: { tls: { ca, certFile: join(dir, "cert.pem"), keyFile: join(dir, "key.pem") } },
    badKey: {
      tls: {
        ca,
        cert: client.cert,
        key: newSecretValue("-----BEGIN PRIVATE KEY-----\nk4nary-key\n-----END PRIVATE KEY-----"),
      },
    },
    badToken: { bearerToken: newSecretValue("k4nary\ntoken"), tls: { ca } },
    header: {
      tls: { ca },
      interceptors: [
        ((next) => (request) =>
          next({ ...request, headers: { ...request.headers, "x-api-key": "k4nary-header" } })) satisfies Interceptor,
      ],
    },
    exec: { tls: { ca }, exec: { apiVersion: "v1", command: "x", env: [] } },
  };
}

describe("credentials", () => {
  it("are in no log, error, metric, trace or printed object at the highest verbosity (SEC-4)", async () => {
    const dir = await mkdtemp(join(tmpdir(), "credentials-"));
    const server = await serve((request, response) => {
      if (request.path.includes("missing"))
        return json(response, { kind: "Status", status: "Failure", reason: "NotFound", code: 404 }, 404);
      if (request.path.includes("denied")) return json(response, {}, 401);
      if (request.path.includes("broken"))
        return void (response as unknown as { stream?: { close(code: number): void } }).stream?.close(2);
      if (request.path.includes("secrets"))
        return json(response, { kind: "Secret", data: { password: "k4nary-secret-body" } });
      if (request.path.includes("html"))
        return void response.writeHead(200, { "content-type": "text/html", "set-cookie": "k4nary-cookie" }).end("<p>");
      if (request.path.includes("garbage"))
        return void response.writeHead(200, { "content-type": "application/json" }).end('{"x": k4nary-garbage');
      json(response, { kind: "Pod" });
    });
    const printed: string[] = [];
    const print = (...values: unknown[]): void => {
      for (const value of values) {
        printed.push(inspect(value, { depth: 12, showHidden: true }));
        if (value instanceof Error) printed.push(String(value.stack), value.message);
        try {
          printed.push(JSON.stringify(value) ?? "");
        } catch {
          // What cannot be written as JSON cannot leak that way.
        }
      }
    };
    const logger = { debug: print, info: print, warn: print, error: print };
    const note = (name: string) => (value: number, labels?: MetricLabels) => print(name, value, labels);
    const meter: Meter = {
      counter: (n) => ({ add: note(n) }),
      gauge: (n) => ({ set: note(n) }),
      histogram: (n) => ({ observe: note(n) }),
    };
    const channels = ["start", "end", "error"].map((name) => `client-ts:request:${name}`);
    for (const name of channels) subscribe(name, print);
    let calls = 0;
    try {
      for (const [kind, config] of Object.entries(await credentials(dir))) {
        const whole = { host: server.url, logger, meter, verbosity: 10, ...config };
        print({ ...whole, interceptors: undefined });
        try {
          const client = restClientFor(whole, { groupVersion: { group: "", version: "v1" } });
          print(client);
          for (const what of ["ok", "missing", "denied", "broken", "html", "garbage", "secrets"]) {
            for (const request of [
              client.get(),
              client.post().body({ kind: "Secret", stringData: { a: "k4nary-sent" } }),
            ]) {
              calls++;
              await request
                .namespace("a")
                .resource(what)
                .maxRetries(0)
                .do()
                .then(({ statusCode }) => print(statusCode), print);
            }
          }
          await client.get().resource("ok").watch().open().catch(print);
          print(client, client.stats());
          await client.close();
          await client.get().resource("ok").do().catch(print);
        } catch (error) {
          print(kind, error);
        }
      }
    } finally {
      for (const name of channels) unsubscribe(name, print);
      await server.close();
      await rm(dir, { recursive: true });
    }
    expect(calls).toBeGreaterThan(80);
    expect(server.requests.some(({ headers }) => headers["authorization"] === "Bearer k4nary-token")).toBe(true);
    expect(server.requests.some(({ headers }) => headers["authorization"] === "Bearer k4nary-token-file")).toBe(true);
    const encoded = Buffer.from("user:k4nary-password").toString("base64");
    expect(server.requests.some(({ headers }) => headers["authorization"] === `Basic ${encoded}`)).toBe(true);
    const leaked = printed.filter((text) => /k4nary(?!-cert-name)/.test(text) || text.includes(encoded));
    expect(leaked.map((text) => text.slice(0, 500))).toEqual([]);
    expect(printed.join("\n")).toContain("Bearer <masked>");
  });

  it("are not sent by an anonymous client (SEC-6, F-D17)", async () => {
    const dir = await mkdtemp(join(tmpdir(), "credentials-"));
    const seen: unknown[] = [];
    const server = await serve(
      (request, response, raw) => {
        seen.push(request.headers, (raw.socket as unknown as { getPeerCertificate(): object }).getPeerCertificate());
        json(response, {});
      },
      { protocol: "https", clientCa: testCa.cert },
    );
    try {
      for (const config of Object.values(await credentials(dir))) {
        const client = restClientFor(
          anonymous({ host: server.url, impersonate: { userName: "k4nary-user" }, ...config }),
        );
        await client.get().absPath("/x").do();
        await client.close();
      }
      expect(seen).toHaveLength(18);
      expect(JSON.stringify(seen)).not.toMatch(/k4nary|authorization|impersonate/i);
      expect(seen.filter((_, i) => i % 2 === 1)).toEqual(Array(9).fill({}));
    } finally {
      await server.close();
      await rm(dir, { recursive: true });
    }
  });
});
