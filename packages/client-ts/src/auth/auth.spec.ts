import { mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { newSecretValue } from "../errors/index.ts";
import {
  intercept,
  type RestConfig,
  type Transport,
  type TransportRequest,
  type Credential,
} from "../transport/index.ts";
import { defined, FakeClock } from "../util/index.ts";
import { anonymous } from "./anonymous.ts";
import { authentication } from "./authentication.ts";
import { credentialFor } from "./from-config.ts";
import { basicAuth, bearerToken } from "./static.ts";
import { tokenFile } from "./token-file.ts";

const request: TransportRequest = { method: "GET", path: "/", headers: {}, purpose: "call" };
const dirs: string[] = [];
afterEach(async () => {
  for (const dir of dirs.splice(0)) await rm(dir, { recursive: true });
});

/** A server that accepts some values of `authorization`. */
function server(accepts: (authorization: string) => boolean): { sent: TransportRequest[]; send: Transport } {
  const sent: TransportRequest[] = [];
  return {
    sent,
    send: async (one) => {
      sent.push(one);
      const status = accepts(String(one.headers["authorization"])) ? 200 : 401;
      return { status, headers: {}, body: Readable.from([]), protocol: "h2" };
    },
  };
}

async function header(credential: Credential): Promise<string | undefined> {
  return (await credential.headers())["authorization"];
}

describe("static credentials", () => {
  it("are a bearer token or a user and password, and keep a header that is there (B453)", async () => {
    expect(await header(bearerToken(newSecretValue("abc")))).toBe("Bearer abc");
    expect(await header(basicAuth("user", newSecretValue("pa:ss")))).toBe(
      `Basic ${Buffer.from("user:pa:ss").toString("base64")}`,
    );
    const { sent, send } = server(() => true);
    await intercept(
      send,
      authentication(bearerToken(newSecretValue("abc"))),
    )({ ...request, headers: { authorization: "Mine" } });
    expect(sent[0]?.headers["authorization"]).toBe("Mine");
  });

  it("are refused when they cannot be right, without being repeated (SEC-12)", () => {
    for (const bad of ["canary\r\nx: y", "can\nary", "canary token", "canaryü", ""]) {
      const error = tryTo(() => bearerToken(newSecretValue(bad)));
      expect(error).toMatchObject({ kind: "Config" });
      expect(inspect(error)).not.toContain("canary");
    }
    expect(() => basicAuth("a:b", newSecretValue("x"))).toThrow("colon");
  });

  it("must be secrets, and say so without being repeated (SEC-4)", () => {
    for (const config of [
      { bearerToken: "k4nary" },
      { username: "u", password: "k4nary" },
      { bearerToken: { reveal: () => "k4nary" } },
    ]) {
      const error = tryTo(() => credentialFor({ host: "https://x", ...(config as object) }));
      expect(error).toMatchObject({
        kind: "Config",
        message: expect.stringContaining("must be a SecretValue: call newSecretValue(text)"),
      });
      expect(inspect(error)).not.toContain("k4nary");
    }
  });

  it("exclude each other, as the Authorization header holds one (B459)", () => {
    const host = "https://x";
    expect(() =>
      credentialFor({ host, bearerToken: newSecretValue("a"), username: "u", password: newSecretValue("p") }),
    ).toThrow("exclude each other");
    expect(() => credentialFor({ host, bearerTokenFile: "/t", username: "u", password: newSecretValue("p") })).toThrow(
      "exclude each other",
    );
    expect(() => credentialFor({ host, username: "u" })).toThrow("needs a password");
    expect(credentialFor({ host })).toBeUndefined();
    expect(credentialFor({ host, bearerToken: newSecretValue("") })).toBeUndefined();
  });
});

describe("a plugin", () => {
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "/nowhere/plugin",
    interactiveMode: "Never",
  } as const;
  const host = "https://x";

  it("never runs when there is a token, a token file, a user name or a client certificate (B307)", async () => {
    const dir = await mkdtemp(join(tmpdir(), "token-"));
    dirs.push(dir);
    await writeFile(join(dir, "token"), "t");
    expect(await header(credentialFor({ host, exec, bearerToken: newSecretValue("t") })!)).toBe("Bearer t");
    expect(await header(credentialFor({ host, exec, bearerTokenFile: join(dir, "token") })!)).toBe("Bearer t");
    expect(await header(credentialFor({ host, exec, username: "u", password: newSecretValue("p") })!)).toMatch(
      /^Basic /,
    );
    expect(credentialFor({ host, exec, tls: { cert: "c", key: newSecretValue("k") } })).toBeUndefined();
    expect(credentialFor({ host, exec, tls: { certFile: "c", keyFile: "k" } })).toBeUndefined();
    const clientCertificate = { current: async () => undefined, onChange: () => () => {} };
    expect(credentialFor({ host, exec, clientCertificate })).toBeUndefined();
    await expect(credentialFor({ host, exec })!.headers()).rejects.toThrow('"/nowhere/plugin" is not found');
    await expect(credentialFor({ host, exec, bearerToken: newSecretValue("") })!.headers()).rejects.toThrow(
      "is not found",
    );
  });

  it("never runs for a request that has an Authorization header (B307)", async () => {
    const { sent, send } = server(() => true);
    await intercept(
      send,
      authentication(credentialFor({ host, exec })!),
    )({ ...request, headers: { authorization: "Mine" } });
    expect(sent[0]?.headers["authorization"]).toBe("Mine");
  });

  it("does not run when the policy of the configuration forbids it (B305, SEC-3)", async () => {
    const credential = credentialFor({ host, exec, execPolicy: { policy: "DenyAll" } })!;
    await expect(credential.headers()).rejects.toThrow("may not run: the exec policy is DenyAll");
  });

  it("with a policy or a configuration that cannot be right is refused at once (B305, F-D13)", () => {
    expect(() => credentialFor({ host, exec, execPolicy: { policy: "Allowlist" } })).toThrow("at least one entry");
    expect(() => credentialFor({ host, execPolicy: { policy: "No" as never } })).toThrow("not known");
    expect(() => credentialFor({ host, exec: { ...exec, apiVersion: "v1" } })).toThrow("which is not supported");
  });
});

describe("a source of tokens", () => {
  it("adds its token, leaves a header that is there, and passes its error on (B318)", async () => {
    const { sent, send } = server(() => true);
    const source: Credential = { headers: async () => ({ authorization: "Bearer from-source" }) };
    await intercept(send, authentication(source))(request);
    await intercept(send, authentication(source))({ ...request, headers: { authorization: "Mine" } });
    expect(sent.map(({ headers }) => headers["authorization"])).toEqual(["Bearer from-source", "Mine"]);
    const broken: Credential = { headers: async () => Promise.reject(new Error("no token today")) };
    await expect(intercept(send, authentication(broken))(request)).rejects.toThrow("no token today");
    expect(sent).toHaveLength(2);
    const leaving = new AbortController();
    const cancelled = intercept(
      ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("cancelled")))),
      authentication(source),
    )({ ...request, signal: leaving.signal });
    await new Promise(setImmediate);
    leaving.abort();
    await expect(cancelled).rejects.toThrow("cancelled");
  });
});

describe("a token file", () => {
  it("is served from memory for fifty seconds, then read once for all callers (B319)", async () => {
    const clock = new FakeClock();
    let reads = 0;
    const credential = tokenFile("/t", { clock, read: async () => `token-${++reads}` });
    const all = await Promise.all(Array.from({ length: 100 }, () => header(credential)));
    expect(new Set(all)).toEqual(new Set(["Bearer token-1"]));
    await clock.advance(49_999);
    expect(await header(credential)).toBe("Bearer token-1");
    await clock.advance(1);
    const again = await Promise.all(Array.from({ length: 100 }, () => header(credential)));
    expect(new Set(again)).toEqual(new Set(["Bearer token-2"]));
    expect(reads).toBe(2);
  });

  it("is an error when there is no token at all (B319)", async () => {
    const credential = tokenFile("/missing/token");
    await expect(credential.headers()).rejects.toThrow("/missing/token cannot be read: ENOENT");
  });

  it("that is rotated is used within a minute, without a single 401 (F-D1)", async () => {
    const clock = new FakeClock();
    let text = "old";
    const { sent, send } = server((authorization) => authorization === "Bearer old" || authorization === "Bearer new");
    const ask = intercept(send, authentication(tokenFile("/t", { clock, read: async () => text })));
    for (let second = 0; second < 180; second += 5) {
      if (second === 60) text = "new";
      expect((await ask(request)).status).toBe(200);
      await clock.advance(5_000);
    }
    const used = sent.map(({ headers }) => headers["authorization"]);
    const first = used.indexOf("Bearer new") * 5;
    expect(first).toBeGreaterThanOrEqual(60);
    expect(first).toBeLessThanOrEqual(120);
    expect(used.slice(used.indexOf("Bearer new"))).not.toContain("Bearer old");
  });

  it("keeps the old token while the file is gone or empty, and follows a swapped symbolic link (F-D2)", async () => {
    const dir = await mkdtemp(join(tmpdir(), "token-"));
    dirs.push(dir);
    await writeFile(join(dir, "one"), "first\n");
    await writeFile(join(dir, "two"), "second\n");
    await symlink(join(dir, "one"), join(dir, "token"));
    const clock = new FakeClock();
    const credential = tokenFile(join(dir, "token"), { clock });
    expect(await header(credential)).toBe("Bearer first");
    await writeFile(join(dir, "one"), "");
    await clock.advance(60_000);
    expect(await header(credential)).toBe("Bearer first");
    await rm(join(dir, "one"));
    await clock.advance(2_000);
    expect(await header(credential)).toBe("Bearer first");
    await symlink(join(dir, "two"), join(dir, "next"));
    await rename(join(dir, "next"), join(dir, "token"));
    // While it cannot be read it is looked at every second, not every minute.
    await clock.advance(1_000);
    expect(await header(credential)).toBe("Bearer second");
  });

  it("is trimmed at its end; a line break inside is refused (F-D3)", async () => {
    expect(await header(tokenFile("/t", { read: async () => "abc\r\n" }))).toBe("Bearer abc");
    const bad = tokenFile("/t", { read: async () => "canary\ninjected: x" });
    const error = await bad.headers().catch((e: unknown) => e);
    expect(error).toMatchObject({ kind: "Config", message: "the token file /t has a line break inside" });
    const kept = tokenFile("/t", { initial: newSecretValue("given"), read: async () => "a\nb" });
    expect(await header(kept)).toBe("Bearer given");
  });

  it("that stays away is looked for once a second, with a warning once in ten seconds (F-D2)", async () => {
    const clock = new FakeClock();
    let reads = 0;
    const warnings: string[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (message: string) => void warnings.push(message) };
    const read = async (): Promise<string> => {
      reads++;
      throw Object.assign(new Error("canary"), { code: "ENOENT" });
    };
    const credential = tokenFile("/t", { initial: newSecretValue("given"), clock, logger, read });
    for (let i = 0; i < 300; i++) {
      expect(await header(credential)).toBe("Bearer given");
      await clock.advance(100);
    }
    expect(reads).toBe(30);
    expect(warnings).toHaveLength(3);
  });

  it("wins over the given token once it could be read", async () => {
    expect(await header(tokenFile("/t", { initial: newSecretValue("given"), read: async () => "read" }))).toBe(
      "Bearer read",
    );
  });

  it("that changes during a watch leaves the stream alone; the next request has the fresh token (F-D4)", async () => {
    const clock = new FakeClock();
    let text = "old";
    const open = new Readable({ read() {} });
    const sent: unknown[] = [];
    const send: Transport = async ({ headers }) => {
      sent.push(headers["authorization"]);
      return { status: 200, headers: {}, body: open, protocol: "h2" };
    };
    const ask = intercept(send, authentication(tokenFile("/t", { clock, read: async () => text })));
    const watch = await ask({ ...request, purpose: "watch" });
    text = "new";
    await clock.advance(3_600_000);
    expect(watch.body.destroyed).toBe(false);
    await ask(request);
    expect(sent).toEqual(["Bearer old", "Bearer new"]);
    open.destroy();
  });
});

describe("a 401", () => {
  it("renews the credential once and repeats an idempotent request once; any other keeps its 401 (F-D5)", async () => {
    let token = "old";
    const renewals: string[] = [];
    const credential: Credential = {
      headers: async () => ({ authorization: `Bearer ${token}` }),
      onUnauthorized: async () => {
        renewals.push(token);
        token = "new";
        return true;
      },
    };
    const good = server((authorization) => authorization === "Bearer new");
    const ask = intercept(good.send, authentication(credential));
    expect((await ask(request)).status).toBe(200);
    expect(renewals).toEqual(["old"]);
    expect(good.sent).toHaveLength(2);

    for (const [method, body, sends, status] of [
      ["PUT", "{}", 2, 200],
      ["DELETE", undefined, 2, 200],
      ["POST", "{}", 1, 401],
      ["PUT", Readable.from(["x"]), 1, 401],
    ] as const) {
      token = "old";
      good.sent.length = 0;
      expect((await ask({ ...request, method, ...defined({ body }) })).status).toBe(status);
      expect(good.sent).toHaveLength(sends);
    }

    const never = server(() => false);
    expect((await intercept(never.send, authentication(credential))(request)).status).toBe(401);
    expect(never.sent).toHaveLength(2);
  });

  it("of a token that was replaced meanwhile is repeated without another look at the file (F-D5)", async () => {
    const clock = new FakeClock();
    const texts = ["old", "new", "newest"];
    let reads = 0;
    const credential = tokenFile("/token", { clock, read: async () => texts[reads++]! });
    const refused = await credential.headers();
    await clock.advance(50_000);
    expect(await header(credential)).toBe("Bearer new");
    expect([await credential.onUnauthorized?.({ refused }), reads]).toEqual([true, 2]);
    expect([await header(credential), reads]).toEqual(["Bearer new", 2]);
  });

  it("reads a token file again, and repeats only when it says something else (F-D5)", async () => {
    let text = "old";
    const credential = tokenFile("/t", { read: async () => text });
    const { sent, send } = server((authorization) => authorization === "Bearer new");
    const ask = intercept(send, authentication(credential));
    expect((await ask(request)).status).toBe(401);
    expect(sent).toHaveLength(1);
    text = "new";
    expect((await ask(request)).status).toBe(200);
    expect(sent).toHaveLength(3);
  });
});

describe("the answer that refuses a credential (F-D5)", () => {
  const refusing = (bodies: Readable[]): Transport => {
    return async ({ headers }) => {
      const body = new Readable({ read() {} });
      bodies.push(body);
      return { status: headers["authorization"] === "Bearer new" ? 200 : 401, headers: {}, body, protocol: "h2" };
    };
  };
  const renewing = (onUnauthorized: NonNullable<Credential["onUnauthorized"]>): Credential => {
    let token = "old";
    return {
      headers: async () => ({ authorization: `Bearer ${token}` }),
      onUnauthorized: async (options) => {
        token = "new";
        return onUnauthorized(options);
      },
    };
  };

  it("is given up when the request is repeated or the credential fails, and else is the caller's", async () => {
    const bodies: Readable[] = [];
    const again = await intercept(refusing(bodies), authentication(renewing(async () => true)))(request);
    expect([again.status, bodies.map(({ destroyed }) => destroyed)]).toEqual([200, [true, false]]);
    bodies.length = 0;
    const failed = intercept(refusing(bodies), authentication(renewing(() => Promise.reject(new Error("no plugin")))));
    await expect(failed(request)).rejects.toThrow("no plugin");
    expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true]);
    bodies.length = 0;
    const kept = await intercept(refusing(bodies), authentication(renewing(async () => false)))(request);
    expect([kept.status, kept.body.destroyed, bodies.length]).toEqual([401, false, 1]);
  });

  it("reaches the credential with the headers that were refused and the signal of the request", async () => {
    const seen: unknown[] = [];
    const { signal } = new AbortController();
    const credential = renewing(async (options) => {
      seen.push(options?.refused, options?.signal);
      return false;
    });
    await intercept(refusing([]), authentication(credential))({ ...request, signal });
    expect(seen).toEqual([{ authorization: "Bearer old" }, signal]);
  });
});

describe("the token file of a configuration", () => {
  it("is read on the clock of the configuration, with its token until then, and reported to its logger", async () => {
    const dir = await mkdtemp(join(tmpdir(), "token-"));
    dirs.push(dir);
    const bearerTokenFile = join(dir, "token");
    const clock = new FakeClock();
    const warnings: unknown[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (...line: unknown[]) => void warnings.push(line) };
    const credential = credentialFor({
      host: "https://x",
      bearerTokenFile,
      bearerToken: newSecretValue("given"),
      clock,
      logger,
    })!;
    expect(await header(credential)).toBe("Bearer given");
    expect(inspect(warnings)).toContain(bearerTokenFile);
    await writeFile(bearerTokenFile, "read");
    await clock.advance(1_000);
    expect(await header(credential)).toBe("Bearer read");
    await writeFile(bearerTokenFile, "rotated");
    await clock.advance(49_999);
    expect(await header(credential)).toBe("Bearer read");
    await clock.advance(1);
    expect(await header(credential)).toBe("Bearer rotated");
  });

  it("may be read more often than once in fifty seconds", async () => {
    const clock = new FakeClock();
    let reads = 0;
    const credential = tokenFile("/t", { clock, periodMs: 20_000, leewayMs: 5_000, read: async () => `t${++reads}` });
    await header(credential);
    await clock.advance(14_999);
    expect(await header(credential)).toBe("Bearer t1");
    await clock.advance(1);
    expect(await header(credential)).toBe("Bearer t2");
  });
});

describe("anonymous", () => {
  const canary = newSecretValue("canary");
  const everything: RestConfig = {
    host: "https://api:6443/base",
    namespace: "shop",
    tls: {
      insecure: false,
      serverName: "api",
      ca: "CA",
      caFile: "/ca",
      cert: "canary",
      certFile: "/canary",
      key: canary,
      keyFile: "/canary",
    },
    bearerToken: canary,
    bearerTokenFile: "/canary",
    username: "canary",
    password: canary,
    impersonate: { userName: "canary" },
    exec: { apiVersion: "v1", command: "canary" },
    execPolicy: { policy: "AllowAll" },
    authProvider: { name: "oidc", config: { "refresh-token": "canary" } },
    authProviderPersister: async () => {},
    proxyUrl: "http://proxy:3128",
    disableCompression: true,
    userAgent: "shop",
    timeoutMs: 5,
    qps: 1,
    burst: 2,
    onWarning: () => {},
    interceptors: [(next) => (one) => next({ ...one, headers: { ...one.headers, authorization: "canary" } })],
    verbosity: 1,
    http2: false,
    limits: {},
    contentType: "a/b",
    accept: "c/d",
    transport: async () => {
      throw new Error("canary");
    },
  };

  it("keeps exactly what is known to carry no identity (SEC-6, B442)", () => {
    const kept = anonymous(everything);
    expect(Object.keys(kept).sort()).toEqual(
      [
        "host",
        "namespace",
        "tls",
        "proxyUrl",
        "disableCompression",
        "userAgent",
        "timeoutMs",
        "qps",
        "burst",
        "onWarning",
        "verbosity",
        "http2",
        "limits",
        "contentType",
        "accept",
      ].sort(),
    );
    expect(kept.tls).toEqual({ insecure: false, serverName: "api", ca: "CA", caFile: "/ca" });
    expect(inspect(kept, { depth: 9 })).not.toContain("canary");
    // A field that is not in the list is left out.
    expect(anonymous({ ...everything, tomorrow: "canary" } as RestConfig)).toEqual(kept);
    expect(anonymous({ host: "h" })).toEqual({ host: "h" });
  });

  it("sends nothing of any kind of credential (F-D17)", async () => {
    for (const one of [
      { bearerToken: canary },
      { bearerTokenFile: "/canary" },
      { username: "canary", password: canary },
      { impersonate: { userName: "canary" } },
      { exec: { apiVersion: "v1", command: "canary" } },
    ]) {
      const config = anonymous({ host: "https://x", ...one });
      expect(credentialFor(config)).toBeUndefined();
      expect(config).toEqual({ host: "https://x" });
    }
  });
});

function tryTo(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("did not throw");
}
