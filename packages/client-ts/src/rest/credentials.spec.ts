import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { anonymous } from "../auth/index.ts";
import { issueCertificate } from "../certs/index.ts";
import { revealed, newSecretValue } from "../errors/index.ts";
import { loadKubeconfig } from "../kubeconfig/index.ts";
import { type RecordingProxy, startProxy } from "../transport/test-support/proxies.ts";
import {
  type Handler,
  json,
  serve,
  type ServeOptions,
  testCa,
  type TestServer,
} from "../transport/test-support/servers.ts";
import { eventually } from "../util/test-support/eventually.ts";
import { type ExecConfig, hideCredentials, type RestConfig } from "../transport/index.ts";
import { FakeClock, type MetricLabels, type Meter } from "../util/index.ts";
import { type RESTClient, restClientFor, transportFor } from "./index.ts";

/** What an exec plugin prints; `%s` is the token. */
const execCredential =
  '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}';

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "credentials-"));
  onTestFinished(() => rm(dir, { recursive: true }));
});

const tls = { ca: testCa.cert };
const status = (reason: string, code: number) => ({
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  reason,
  code,
});

async function start(handler: Handler, options: ServeOptions = {}): Promise<TestServer> {
  const server = await serve(handler, options);
  onTestFinished(() => server.close());
  return server;
}
function clientOf(config: RestConfig): RESTClient {
  const client = restClientFor(config, { groupVersion: { group: "", version: "v1" } });
  onTestFinished(() => client.close());
  return client;
}
/** A plugin that prints a file of the test's folder and notes each run. */
async function plugin(more = ""): Promise<ExecConfig> {
  const command = join(dir, "plugin");
  await writeFile(command, `#!/bin/sh\necho run >> '${dir}/runs'\n${more}\ncat '${dir}/answer'\n`);
  await chmod(command, 0o755);
  return { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never" };
}
const runs = async (): Promise<number> =>
  (await readFile(join(dir, "runs"), "utf8").catch(() => "")).split("\n").length - 1;
const answer = (fields: object): Promise<void> =>
  writeFile(
    join(dir, "answer"),
    JSON.stringify({ apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: fields }),
  );
const get = (client: RESTClient) => client.get().resource("pods").do();

describe("a plugin behind a client", () => {
  it("runs once for ten first calls at once, and for ten clients of the same configuration (B319, F-D6)", async () => {
    const server = await start((request, response) =>
      request.headers["authorization"] === "Bearer one"
        ? json(response, {})
        : json(response, status("Unauthorized", 401), 401),
    );
    await answer({ token: "one" });
    const config = { host: server.url, tls, exec: await plugin() };
    const client = clientOf(config);
    await Promise.all(Array.from({ length: 10 }, () => get(client)));
    expect(await runs()).toBe(1);
    await Promise.all(Array.from({ length: 10 }, () => get(clientOf(config))));
    expect(await runs()).toBe(1);
    expect(server.requests).toHaveLength(20);
  });

  it("runs for each user of its own, even when two contexts give them one name (SEC-25, B296)", async () => {
    const server = await start((_, response) => json(response, {}));
    const command = join(dir, "who");
    await writeFile(command, `#!/bin/sh\nprintf '${execCredential}' "$WHO"\n`);
    await chmod(command, 0o755);
    for (const value of ["alice", "bob", "alice"]) {
      const env = [{ name: "WHO", value }];
      const exec: ExecConfig = {
        apiVersion: "client.authentication.k8s.io/v1",
        command,
        interactiveMode: "Never",
        env,
      };
      await get(clientOf({ host: server.url, tls, exec }));
    }
    expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer alice",
      "Bearer bob",
      "Bearer alice",
    ]);
  });

  it("runs for each environment of its own, and outlives the client that was closed first (SEC-25, B296)", async () => {
    const server = await start((_, response) => json(response, {}));
    const command = join(dir, "who");
    await writeFile(command, `#!/bin/sh\necho run >> '${dir}/runs'\nprintf '${execCredential}' "$WHO"\n`);
    await chmod(command, 0o755);
    const exec: ExecConfig = { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never" };
    const alice = { WHO: "alice" };
    for (const env of [alice, { WHO: "bob" }, alice]) {
      const client = restClientFor(
        { host: server.url, tls, exec, env },
        { groupVersion: { group: "", version: "v1" } },
      );
      await get(client);
      await client.close();
    }
    expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer alice",
      "Bearer bob",
      "Bearer alice",
    ]);
    expect(await runs()).toBe(2);
  });

  it("costs no failed call when its token expires amid 1,000 requests and a watch (F-D4, B300, B306)", async () => {
    const clock = new FakeClock();
    let refused = 0;
    let watching = 0;
    const server = await start((request, response) => {
      const ends = Number(/^Bearer until-(\d+)$/.exec(String(request.headers["authorization"]))?.[1] ?? 0);
      if (clock.now() >= ends) {
        refused++;
        return json(response, status("Unauthorized", 401), 401);
      }
      if (!request.path.includes("watch=true")) return json(response, { kind: "Pod" });
      watching++;
      response.writeHead(200, { "content-type": "application/json" });
      response.write(`${JSON.stringify({ type: "ADDED", object: { kind: "Pod", metadata: { name: "first" } } })}\n`);
      setTimeout(
        () =>
          finish.then(() =>
            response.end(`${JSON.stringify({ type: "ADDED", object: { kind: "Pod", metadata: { name: "last" } } })}\n`),
          ),
        0,
      );
    });
    let done = (): void => {};
    const finish = new Promise<void>((resolve) => {
      done = resolve;
    });
    const client = clientOf({ host: server.url, tls, exec: await plugin(), clock });
    const issue = (): Promise<void> => {
      const ends = clock.now() + 100_000;
      return answer({ token: `until-${ends}`, expirationTimestamp: new Date(ends).toISOString() });
    };
    await issue();
    const seen: string[] = [];
    const watch = (async () => {
      for await (const event of client.get().resource("pods").watch())
        seen.push((event as { object?: { metadata?: { name?: string } } }).object?.metadata?.name ?? "");
    })();
    await eventually(() => watching === 1, "the watch is open");
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => get(client)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
      // Three seconds a round: the token ends, and a new one is there, twice.
      for (let second = 0; second < 3; second++) await clock.advance(1_000);
      await issue();
    }
    done();
    await watch;
    expect(seen).toEqual(["first", "last"]);
    expect(watching).toBe(1);
    expect(refused).toBe(0);
    expect(server.requests).toHaveLength(1_001);
    expect(await runs()).toBe(4);
  });

  it("costs no failed call when the server refuses its token early, not even a POST (F-D5, B306)", async () => {
    let valid = "Bearer first";
    const server = await start((request, response) =>
      request.headers["authorization"] === valid
        ? json(response, {})
        : json(response, status("Unauthorized", 401), 401),
    );
    await answer({ token: "first" });
    const client = clientOf({ host: server.url, tls, exec: await plugin() });
    await get(client);
    await answer({ token: "second" });
    valid = "Bearer second";
    await Promise.all(Array.from({ length: 100 }, () => get(client)));
    await client.post().resource("pods").body({}).do();
    expect(await runs()).toBe(2);
  });

  it("may give a client certificate; a new one closes the old connections (B308, F-D11, SEC-24)", async () => {
    const clock = new FakeClock();
    const names: string[] = [];
    const server = await start(
      (_, response, raw) => {
        names.push(
          (raw.socket as unknown as { getPeerCertificate(): { subject?: { CN?: string } } }).getPeerCertificate()
            .subject?.CN ?? "",
        );
        json(response, {});
      },
      { clientCa: testCa.cert },
    );
    const issue = (commonName: string): Promise<void> => {
      const { cert, key } = issueCertificate(testCa, { commonName, usages: ["client"] });
      const expirationTimestamp = new Date(clock.now() + 5_000).toISOString();
      return answer({ clientCertificateData: cert, clientKeyData: key, expirationTimestamp });
    };
    await issue("alice-1");
    const config = { host: server.url, tls, exec: await plugin(), clock };
    const clients = [clientOf(config), clientOf(config)];
    for (const client of clients) await get(client);
    await issue("alice-2");
    await clock.advance(5_000);
    for (const client of clients) await get(client);
    expect(names).toEqual(["alice-1", "alice-1", "alice-2", "alice-2"]);
    expect(await runs()).toBe(2);
    await eventually(() => server.open === 2, "the connections of the old certificate are closed");
    expect(clients.map((client) => client.stats().sessions)).toEqual([1, 1]);
  });

  it("runs for each user of one kubeconfig, although they print alike (SEC-25, B296)", async () => {
    const server = await start((_, response) => json(response, {}));
    const command = join(dir, "who");
    await writeFile(command, `#!/bin/sh\nprintf '${execCredential}' "$1$WHO"\n`);
    await chmod(command, 0o755);
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never" as const };
    const users = {
      alice: { ...exec, env: [{ name: "WHO", value: "alice" }] },
      bob: { ...exec, env: [{ name: "WHO", value: "bob" }] },
      carol: { ...exec, args: ["carol"] },
      dave: { ...exec, args: ["dave"] },
    };
    const kubeconfig = {
      clusters: [
        {
          name: "c",
          cluster: { server: server.url, "certificate-authority-data": Buffer.from(testCa.cert).toString("base64") },
        },
      ],
      users: Object.entries(users).map(([name, one]) => ({ name, user: { exec: one } })),
      contexts: Object.keys(users).map((name) => ({ name, context: { cluster: "c", user: name } })),
    };
    for (const name of Object.keys(users)) {
      const read = await loadKubeconfig({ object: kubeconfig as never, context: name, env: {}, trusted: true });
      await get(clientOf(read.restConfig()));
    }
    expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual(
      Object.keys(users).map((name) => `Bearer ${name}`),
    );
  });
});

describe("credentials of plugins, providers and proxies", () => {
  it("are in no log, error, metric or printed object (SEC-4, SEC-6, F-D9, F-D17, SEC-9)", async () => {
    const printed: string[] = [];
    const print = (...values: unknown[]): void => {
      for (const value of values) {
        printed.push(inspect(value, { depth: 12, showHidden: true }));
        if (value instanceof Error) printed.push(String(value.stack));
        printed.push(JSON.stringify(value) ?? "");
      }
    };
    const logger = { debug: print, info: print, warn: print, error: print };
    const note = (name: string) => (value: number, labels?: MetricLabels) => print(name, value, labels);
    const meter: Meter = {
      counter: (n) => ({ add: note(n) }),
      gauge: (n) => ({ set: note(n) }),
      histogram: (n) => ({ observe: note(n) }),
    };
    const seen: unknown[] = [];
    const server = await start(
      (request, response, raw) => {
        seen.push(
          request,
          (raw.socket as unknown as { getPeerCertificate(): { subject?: object } }).getPeerCertificate().subject,
        );
        if (request.path.endsWith("/token"))
          return json(response, { id_token: "k4nary.k4nary.k4nary", error: "k4nary", refresh_token: "k4nary" }, 400);
        if (request.path.includes("openid")) return json(response, { token_endpoint: `${server.url}/token` });
        json(response, status("Unauthorized", 401), request.path.includes("denied") ? 401 : 200);
      },
      { clientCa: testCa.cert, protocol: "https" },
    );
    const { cert, key } = issueCertificate(testCa, { commonName: "plugin", usages: ["client"] });
    const good = join(dir, "good");
    await answer({ token: "k4nary-token", clientCertificateData: cert, clientKeyData: key });
    await writeFile(good, `#!/bin/sh\necho 'token=k4nary-stderr' >&2\ncat '${dir}/answer'\n`);
    const bad = join(dir, "bad");
    await writeFile(
      bad,
      `#!/bin/sh\necho k4nary-stdout; echo '{"token": "k4nary-stderr"}' "$SECRET" k4nary1k4nary2k4nary3 >&2\nexit 3\n`,
    );
    for (const path of [good, bad]) await chmod(path, 0o755);
    const exec = (command: string, more: Partial<ExecConfig> = {}): Partial<RestConfig> => ({
      exec: { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never", ...more },
    });
    const login = { username: "user", password: "k4nary:proxy" };
    const proxies: RecordingProxy[] = [];
    for (const kind of ["http", "https", "socks5"] as const) {
      for (const password of [login.password, "k4nary-other"]) {
        const proxy = await startProxy({ kind, login: { ...login, password } });
        onTestFinished(() => proxy.close());
        proxies.push(proxy);
      }
    }
    const env = [{ name: "SECRET", value: "k4nary-env" }];
    const configs: Partial<RestConfig>[] = [
      exec(good),
      exec(bad, { env }),
      exec(bad, { env, args: ["k4nary-arg"], installHint: "install me" }),
      exec(join(dir, "absent"), { env }),
      { ...exec(good), execPolicy: { policy: "DenyAll" } },
      {
        authProvider: {
          name: "oidc",
          config: {
            "idp-issuer-url": server.url,
            "client-id": "me",
            "client-secret": newSecretValue("k4nary"),
            "refresh-token": newSecretValue("k4nary"),
            "idp-certificate-authority-data": Buffer.from(testCa.cert).toString("base64"),
          },
        },
      },
      ...proxies.map(({ url }) => ({
        proxyUrl: url.replace(/\/\/.*@/, "//user:k4nary%3Aproxy@"),
        bearerToken: newSecretValue("k4nary-token"),
      })),
    ];
    let sent = 0;
    for (const config of configs) {
      const whole: RestConfig = { host: server.url, tls, logger, meter, verbosity: 10, ...config };
      const client = clientOf(whole);
      for (const what of ["pods", "denied"]) {
        await client
          .get()
          .resource(what)
          .maxRetries(0)
          .do()
          .then(({ statusCode }) => print(statusCode), print);
        await client.post().resource(what).body({}).maxRetries(0).do().catch(print);
      }
      print(client, client.stats());
      sent = seen.length;
      const withoutCredential = clientOf(anonymous(whole));
      await withoutCredential.get().resource("pods").maxRetries(0).do().catch(print);
      const received = JSON.stringify(seen.splice(sent));
      expect(received).not.toMatch(/k4nary|authorization|"CN"/i);
    }
    const everything = JSON.stringify(seen);
    expect(everything).toContain("Bearer k4nary-token");
    expect(everything).toContain('"CN":"plugin"');
    expect(everything).not.toMatch(/proxy-authorization|k4nary.proxy/i);
    const text = printed.join("\n");
    for (const part of ["exit code 3", "is not found", "may not run", "did not renew", "does not accept the user name"])
      expect(text).toContain(part);
    const encoded = Buffer.from("user:k4nary:proxy").toString("base64");
    const leaked = printed.filter(
      (line) => /k4nary/.test(line) || line.includes(encoded) || line.includes("PRIVATE KEY"),
    );
    expect(leaked.map((line) => line.slice(0, 400))).toEqual([]);
  });
});

describe("a configuration that was written by hand", () => {
  const login = "k4nary%3Apassword";
  const config: RestConfig = {
    host: "https://127.0.0.1:1",
    proxyUrl: `http://user:${login}@127.0.0.1:1`,
    env: { HTTPS_PROXY: `http://user:${login}@127.0.0.1:1`, TOKEN: "k4nary-env" },
    exec: {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "login",
      interactiveMode: "Never",
      args: ["--token=k4nary-arg"],
      env: [{ name: "A", value: "k4nary-plugin-env" }],
    },
  };
  const looks = (value: unknown): string => {
    const texts = [
      inspect(value, { depth: 12, showHidden: true, getters: true }),
      JSON.stringify(value) ?? "",
      String(value),
    ];
    if (value instanceof Error) texts.push(String(value.stack), value.message);
    return texts.join("\n");
  };

  it("does not show its proxy's password, environment or plugin in its products (SEC-9, SEC-4)", async () => {
    const logged: unknown[] = [];
    const log = (...values: unknown[]): void => void logged.push(values);
    const logger = { debug: log, info: log, warn: log, error: log };
    const whole: RestConfig = Object.freeze({ ...config, logger, verbosity: 10 });
    const transport = transportFor(whole);
    onTestFinished(() => transport.close());
    const client = clientOf(whole);
    const derived = [
      client.forGroupVersion({ group: "apps", version: "v1" }),
      client.with({ userAgent: "me" }),
      clientOf(client.config),
    ];
    const made: unknown[] = [
      transport,
      client,
      client.config,
      { config: client.config },
      anonymous(whole),
      anonymous(client.config),
    ];
    for (const one of derived) made.push(one, one.config);
    const { exec: _exec, ...plain } = whole;
    const without = clientOf(plain);
    const failed = await without
      .get()
      .resource("pods")
      .maxRetries(0)
      .do()
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "proxy" });
    made.push(failed, await without.connect().catch((error: unknown) => error), without.config);
    for (const broken of [
      "k4nary:k4nary@a",
      "k4nary:k4nary@a:3128",
      "ftp://user:k4nary@a",
      "http://user:k4nary@",
      "http://user:%zzk4nary@a",
    ])
      made.push(
        thrownBy(() => clientOf({ host: "https://a", proxyUrl: broken })),
        hideCredentials({ host: "https://a", proxyUrl: broken }),
      );
    const env = { HTTPS_PROXY: "http://user:%zzk4nary@a" };
    made.push(
      await clientOf({ host: "https://a.test", env })
        .get()
        .resource("pods")
        .maxRetries(0)
        .do()
        .catch((error: unknown) => error),
    );
    for (const value of [...made, ...logged]) expect(looks(value)).not.toMatch(/k4nary/);
    expect(logged.length).toBeGreaterThan(0);
    expect(looks(clientOf({ host: "https://a", proxyUrl: "http://127.0.0.1:1" }).config)).toContain(
      "http://127.0.0.1:1",
    );
  });

  it("keeps every field for callers that reveal it", () => {
    const shown = (value: unknown): unknown => {
      const inner = revealed(value);
      if (typeof inner !== "object" || inner === null) return inner;
      if (Array.isArray(inner)) return inner.map(shown);
      return Object.fromEntries(Object.entries(inner).map(([name, field]) => [name, shown(field)]));
    };
    const client = clientOf(config);
    expect(shown(client.config)).toEqual(config);
    expect(shown(clientOf(client.config).config)).toEqual(config);
    expect(clientOf({ host: "https://a" }).config).toEqual({ host: "https://a" });
  });
});

function thrownBy(make: () => unknown): unknown {
  try {
    make();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
