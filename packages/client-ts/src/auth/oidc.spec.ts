import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { newSecretValue, type SecretValue } from "../errors/index.ts";
import { loadKubeconfig } from "../kubeconfig/index.ts";
import type { AuthProviderFactory, Credential, Dial, RestConfig } from "../transport/index.ts";
import { json, type SeenRequest, serve, testCa, type TestServer } from "../transport/test-support/servers.ts";
import { eventually } from "../util/test-support/eventually.ts";
import { FakeClock } from "../util/index.ts";
import { credentialFor } from "./from-config.ts";
import { isExpired, parseNumericDate, sharedOidcCredential } from "./oidc.ts";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = (claims: object): string => `${part({ alg: "RS256" })}.${part(claims)}.sig`;
const seconds = (ms: number): number => Math.floor(ms / 1_000);

/** An issuer that answers as the test sets it, with a clock that it shares with the client. */
async function issuer(
  token: (request: SeenRequest, count: number) => [status: number, body: unknown],
  discovery: object = {},
) {
  let count = 0;
  const server: TestServer = await serve((request, response) => {
    if (request.path === "/realm/.well-known/openid-configuration")
      return json(response, { issuer: server.url, token_endpoint: `${server.url}/realm/token`, ...discovery });
    const [status, body] = token(request, ++count);
    json(response, body, status);
  });
  onTestFinished(() => server.close());
  return { server, url: `${server.url}/realm`, asked: () => count };
}
function configFor(
  url: string,
  clock: FakeClock,
  fields: Record<string, string | SecretValue> = {},
  more: Partial<RestConfig> = {},
): RestConfig {
  return {
    host: "https://api",
    clock,
    authProvider: {
      name: "oidc",
      config: {
        "idp-issuer-url": url,
        "client-id": "me",
        "client-secret": newSecretValue("k4nary-client:secret"),
        "idp-certificate-authority-data": Buffer.from(testCa.cert).toString("base64"),
        "refresh-token": newSecretValue("k4nary-refresh-0"),
        ...fields,
      },
    },
    ...more,
  };
}
const header = async (one: Credential | undefined): Promise<string | undefined> =>
  (await one?.headers())?.["authorization"];

describe("an id-token", () => {
  it("expires when its claim says so, ten seconds early, and is refused when it is not a token (B314)", () => {
    const now = Date.UTC(2026, 0, 1);
    expect(isExpired(jwt({ exp: seconds(now) + 11 }), now)).toBe(false);
    expect(isExpired(jwt({ exp: seconds(now) + 10 }), now)).toBe(true);
    expect(isExpired(jwt({ exp: seconds(now) - 1 }), now)).toBe(true);
    expect(isExpired(jwt({ exp: seconds(now) + 10.5 }), now)).toBe(false);
    for (const bad of [
      "",
      "a.b",
      "a.b.c.d",
      `x.${part("text")}.z`,
      `x.${part({})}.z`,
      `x.${part({ exp: "soon" })}.z`,
      "x.!!!.z",
    ])
      expect(() => isExpired(bad, now), bad).toThrow("JSON Web Token");
    expect(parseNumericDate(1.5)).toBe(1_500);
    expect(parseNumericDate("1")).toBeUndefined();
    expect(parseNumericDate(null)).toBeUndefined();
  });
});

describe("an OpenID Connect session", () => {
  it("without a client-secret names itself in the form and sends no login (B314)", async () => {
    const clock = new FakeClock();
    const { url, server } = await issuer(() => [200, { id_token: jwt({ exp: seconds(clock.now()) + 3_600 }) }]);
    await header(credentialFor(configFor(url, clock, { "client-secret": "" })));
    const post = server.requests.find(({ method }) => method === "POST");
    expect(post?.headers["authorization"]).toBeUndefined();
    expect(new URLSearchParams(post?.body)).toEqual(
      new URLSearchParams({ grant_type: "refresh_token", refresh_token: "k4nary-refresh-0", client_id: "me" }),
    );
  });

  it("uses its id-token, renews it once for a hundred callers, and saves it (B314, F-D16, B320)", async () => {
    const clock = new FakeClock();
    const { url, server, asked } = await issuer((_, count) => [
      200,
      { id_token: jwt({ exp: seconds(clock.now()) + 3_600, count }), refresh_token: `k4nary-refresh-${count}` },
    ]);
    const saved: Readonly<Record<string, string>>[] = [];
    const started = jwt({ exp: seconds(clock.now()) + 100 });
    const one = credentialFor(
      configFor(
        url,
        clock,
        { "id-token": newSecretValue(started) },
        { authProviderPersister: async (fields) => void saved.push(fields) },
      ),
    );
    expect(await header(one)).toBe(`Bearer ${started}`);
    expect(asked()).toBe(0);
    await clock.advance(90_000);
    const all = await Promise.all(Array.from({ length: 100 }, () => header(one)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(`Bearer ${started}`);
    expect(asked()).toBe(1);
    expect(saved).toEqual([expect.objectContaining({ "refresh-token": "k4nary-refresh-1", "client-id": "me" })]);
    expect(`Bearer ${saved[0]?.["id-token"]}`).toBe(all[0]);
    const post = server.requests.find(({ method }) => method === "POST");
    expect(new URLSearchParams(post?.body)).toEqual(
      new URLSearchParams({ grant_type: "refresh_token", refresh_token: "k4nary-refresh-0" }),
    );
    expect(post?.headers["authorization"]).toBe(`Basic ${Buffer.from("me:k4nary-client%3Asecret").toString("base64")}`);
    await clock.advance(3_600_000);
    await header(one);
    expect(server.requests.filter(({ method }) => method === "POST")[1]?.body).toContain("k4nary-refresh-1");
  });

  it("logs in by form where the issuer supports nothing else", async () => {
    const clock = new FakeClock();
    const { url, server } = await issuer(() => [200, { id_token: jwt({ exp: seconds(clock.now()) + 99 }) }], {
      token_endpoint_auth_methods_supported: ["client_secret_post"],
    });
    await header(credentialFor(configFor(url, clock)));
    const form = new URLSearchParams(server.requests.at(-1)?.body);
    expect([form.get("client_id"), form.get("client_secret")]).toEqual(["me", "k4nary-client:secret"]);
    expect(server.requests.at(-1)?.headers["authorization"]).toBeUndefined();
  });

  it("keeps the new tokens in memory when they cannot be saved, with a warning (F-D16, B320)", async () => {
    const clock = new FakeClock();
    const { url, server } = await issuer((_, count) => [
      200,
      { id_token: jwt({ exp: seconds(clock.now()) + 60, count }), refresh_token: `k4nary-refresh-${count}` },
    ]);
    const warned: unknown[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (...line: unknown[]) => void warned.push(line) };
    const authProviderPersister = async () => Promise.reject(Object.assign(new Error("k4nary"), { code: "EACCES" }));
    const one = credentialFor(configFor(url, clock, {}, { logger, authProviderPersister }));
    await header(one);
    await clock.advance(60_000);
    await header(one);
    expect(server.requests.at(-1)?.body).toContain("k4nary-refresh-1");
    expect(inspect(warned)).toContain("kept in memory");
    expect(inspect(warned)).not.toContain("k4nary");
  });

  it("writes back to the kubeconfig under its lock, whole, with mode 0600 (F-D16)", async () => {
    const dir = await mkdtemp(join(tmpdir(), "oidc-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    const { url } = await issuer((_, count) => [
      200,
      { id_token: jwt({ exp: seconds(Date.now()) + 3_600, count }), refresh_token: `refresh-${count}` },
    ]);
    const file = join(dir, "config");
    const ca = Buffer.from(testCa.cert).toString("base64");
    const provider = {
      name: "oidc",
      config: {
        "idp-issuer-url": url,
        "client-id": "me",
        "refresh-token": "old",
        "idp-certificate-authority-data": ca,
      },
    };
    const text = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "c",
      clusters: [{ name: "c", cluster: { server: "https://api" } }],
      users: [{ name: "u", user: { "auth-provider": provider } }],
      contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    };
    await writeFile(file, JSON.stringify(text), { mode: 0o644 });
    const config = (await loadKubeconfig({ path: file })).restConfig();
    const token = await header(credentialFor(config));
    const written = await readFile(file, "utf8");
    expect(written).toContain("refresh-token: refresh-1");
    expect(token).toBe(`Bearer ${/id-token: (\S+)/.exec(written)?.[1]}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dir)).toEqual(["config"]);
    // A client that starts from the written file needs no renewal.
    const again = (await loadKubeconfig({ path: file })).restConfig();
    expect(await header(credentialFor(again))).toBe(token);
  });

  it("that cannot be renewed is an error that names the issuer, and is retried after a second (F-D16)", async () => {
    const clock = new FakeClock();
    const cases: [answer: [number, unknown], message: string][] = [
      [
        [400, { error: "invalid_grant", error_description: "k4nary" }],
        "did not renew the id-token (invalid_grant): it answered 400",
      ],
      [[400, { error: "k4nary !" }], "did not renew the id-token: it answered 400"],
      [[200, { access_token: "k4nary" }], "without an id_token"],
      [[200, { id_token: "k4\nnary" }], "line break"],
      [[200, "k4nary"], "without an id_token"],
    ];
    for (const [answer, message] of cases) {
      const { url, asked } = await issuer(() => answer);
      const one = credentialFor(configFor(url, clock));
      const error = await one?.headers().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "Credential", message: expect.stringContaining(message) });
      expect(inspect(error)).not.toMatch(/k4/);
      for (let i = 0; i < 5; i++) await expect(one?.headers()).rejects.toBe(error);
      await clock.advance(999);
      await expect(one?.headers()).rejects.toBe(error);
      expect(asked()).toBe(1);
      await clock.advance(1);
      await expect(one?.headers()).rejects.toThrow(message);
      expect(asked()).toBe(2);
    }
    const gone = credentialFor(configFor("https://127.0.0.1:1", clock));
    await expect(gone?.headers()).rejects.toMatchObject({
      kind: "Credential",
      message: expect.stringContaining("cannot be reached"),
    });
    const stuck = credentialFor(configFor("https://x", clock, { "refresh-token": "", "id-token": jwt({ exp: 1 }) }));
    await expect(stuck?.headers()).rejects.toThrow("no refresh-token");
    const plain = credentialFor(configFor("http://issuer.example.com", clock));
    await expect(plain?.headers()).rejects.toThrow("not an https URL");
    const bad = credentialFor(configFor("https://x", clock, { "id-token": "no token" }));
    await expect(bad?.headers()).rejects.toThrow("JSON Web Token");
  });

  it("does not ask again and again when our clock is ahead of the issuer's (F-D12)", async () => {
    const clock = new FakeClock();
    const { url, asked } = await issuer(() => [200, { id_token: jwt({ exp: seconds(clock.now()) - 3_000 }) }]);
    const one = credentialFor(configFor(url, clock));
    for (let i = 0; i < 50; i++) await header(one);
    await clock.advance(4_999);
    await header(one);
    expect(asked()).toBe(1);
    await clock.advance(1);
    await header(one);
    expect(asked()).toBe(2);
  });

  it("is renewed when the server refuses the id-token, once for all that were refused with it (F-D5)", async () => {
    const clock = new FakeClock();
    const { url, asked } = await issuer((_, count) => [
      200,
      { id_token: jwt({ exp: seconds(clock.now()) + 3_600, count }) },
    ]);
    const one = credentialFor(configFor(url, clock, { "id-token": jwt({ exp: seconds(clock.now()) + 3_600 }) }));
    const refused = await one!.headers();
    expect(await Promise.all(Array.from({ length: 10 }, () => one!.onUnauthorized!({ refused })))).toEqual(
      Array(10).fill(true),
    );
    expect(await one!.onUnauthorized!({ refused })).toBe(true);
    expect(asked()).toBe(1);
    expect(await one!.onUnauthorized!({ refused: await one!.headers() })).toBe(false);
    await clock.advance(4_999);
    expect(await one!.onUnauthorized!({ refused: await one!.headers() })).toBe(false);
    await clock.advance(1);
    expect(await one!.onUnauthorized!({ refused: await one!.headers() })).toBe(true);
    expect(asked()).toBe(2);
  });

  it("finds an issuer whose URL ends with a slash, and keeps no connection to it (B314)", async () => {
    const clock = new FakeClock();
    const { url, server } = await issuer(() => [200, { id_token: jwt({ exp: seconds(clock.now()) + 3_600 }) }]);
    await header(credentialFor(configFor(`${url}/`, clock)));
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/realm/.well-known/openid-configuration",
      "/realm/token",
    ]);
    await eventually(() => server.open === 0, "no connection is left");
  });

  it("waits thirty seconds for an issuer that does not answer (F-D16)", async () => {
    const clock = new FakeClock();
    const server = await serve(() => {});
    onTestFinished(() => server.close());
    const failed = header(credentialFor(configFor(server.url, clock))).catch((error: unknown) => error);
    await eventually(() => server.requests.length === 1, "the issuer is asked");
    // Bytes that answer a ping take turns of the loop.
    for (let second = 0; second < 30; second++) {
      await clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(await failed).toMatchObject({ kind: "Credential", cause: { code: "timeout" } });
  });

  it("trusts the authority of its own file, and takes the way of the configuration (B314)", async () => {
    const clock = new FakeClock();
    const dir = await mkdtemp(join(tmpdir(), "oidc-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    await writeFile(join(dir, "ca.pem"), testCa.cert);
    const { url } = await issuer(() => [200, { id_token: jwt({ exp: seconds(clock.now()) + 3_600 }) }]);
    const dialled: number[] = [];
    const dial: Dial = async ({ host, port }) => {
      dialled.push(port);
      const socket = connectTcp(port, host);
      await once(socket, "connect");
      return socket;
    };
    const file = { "idp-certificate-authority-data": "", "idp-certificate-authority": join(dir, "ca.pem") };
    expect(await header(credentialFor(configFor(url, clock, file, { dial })))).toMatch(/^Bearer /);
    expect(dialled).toHaveLength(2);
    const untrusting = credentialFor(configFor(url, clock, { "idp-certificate-authority-data": "" }));
    await expect(untrusting?.headers()).rejects.toMatchObject({ cause: { code: "tls" } });
  });

  it("sends no token to an address without https that the issuer names (SEC-4)", async () => {
    const clock = new FakeClock();
    const { url, asked } = await issuer(() => [200, {}], { token_endpoint: "http://issuer.example.com/token" });
    await expect(credentialFor(configFor(url, clock))?.headers()).rejects.toThrow("not an https URL");
    const none = await issuer(() => [200, {}], { token_endpoint: null });
    await expect(credentialFor(configFor(none.url, clock))?.headers()).rejects.toThrow("names no token endpoint");
    expect([asked(), none.asked()]).toEqual([0, 0]);
  });

  it("takes no more than a megabyte of an answer (SEC-16)", async () => {
    const clock = new FakeClock();
    const { url } = await issuer(() => [200, { id_token: "x".repeat(1024 * 1024) }]);
    await expect(credentialFor(configFor(url, clock))?.headers()).rejects.toMatchObject({ cause: { code: "limit" } });
  });

  it("is renewed for the callers that stay when the caller that began it leaves", async () => {
    const clock = new FakeClock();
    const leaving = new AbortController();
    const { url, asked } = await issuer(() => {
      leaving.abort();
      return [200, { id_token: jwt({ exp: seconds(clock.now()) + 3_600 }) }];
    });
    const one = credentialFor(configFor(url, clock));
    const left = one!.headers({ signal: leaving.signal });
    const stays = header(one);
    await expect(left).rejects.toMatchObject({ kind: "Aborted" });
    expect(await stays).toMatch(/^Bearer /);
    expect(asked()).toBe(1);
  });

  it("that cannot be renewed after a refusal keeps the refusal, with a warning, and is not tried in vain", async () => {
    const clock = new FakeClock();
    const warned: unknown[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (...line: unknown[]) => void warned.push(line) };
    const { url, asked } = await issuer(() => [400, { error: "invalid_grant" }]);
    const good = jwt({ exp: seconds(clock.now()) + 3_600 });
    const one = credentialFor(configFor(url, clock, { "id-token": good }, { logger }))!;
    expect(await one.onUnauthorized?.({ refused: await one.headers() })).toBe(false);
    expect(inspect(warned)).toContain("invalid_grant");
    expect(asked()).toBe(1);
    // The token is still good by its own claim, and is used.
    expect(await header(one)).toBe(`Bearer ${good}`);
    const stuck = credentialFor(configFor(url, clock, { "id-token": good, "refresh-token": "" }))!;
    expect(await stuck.onUnauthorized?.({ refused: await stuck.headers() })).toBe(false);
    expect(asked()).toBe(1);
  });

  it("is shared by clients of one cluster, issuer, client and user, and by no others (B314, SEC-25)", () => {
    const clock = new FakeClock();
    const of = (config: RestConfig) => sharedOidcCredential(config.authProvider!, { config, persist: async () => {} });
    const base = of(configFor("https://i", clock));
    expect(of(configFor("https://i", clock))).toBe(base);
    const others = [
      of({ ...configFor("https://i", clock), host: "https://other" }),
      of(configFor("https://j", clock)),
      of(configFor("https://i", clock, { "client-id": "you" })),
      of(configFor("https://i", clock, { "refresh-token": newSecretValue("another user") })),
    ];
    expect(new Set([base, ...others]).size).toBe(5);
    expect(() => of(configFor("", clock))).toThrow("idp-issuer-url");
    expect(() => of(configFor("https://i", clock, { "client-id": "" }))).toThrow("client-id");
  });
});

describe("auth providers", () => {
  it("are given by name, never as oidc, and get a persister even when there is no file to save to (B320)", async () => {
    const name = "of-this-test";
    const config: RestConfig = { host: "https://api", authProvider: { name, config: { a: "1" } } };
    expect(() => credentialFor(config)).toThrow('the auth provider "of-this-test" is unknown');
    const factory: AuthProviderFactory = (provider, { persist, config: whole }) => ({
      async headers() {
        await persist({ a: "2" });
        return { authorization: `Mine ${provider.config["a"]} ${whole.host}` };
      },
    });
    const withProvider: RestConfig = { ...config, authProviders: { [name]: factory } };
    expect(() => credentialFor({ ...config, authProviders: { oidc: factory } })).toThrow('"oidc" is built in');
    expect(() => credentialFor({ ...withProvider, authProvider: { name: "toString", config: {} } })).toThrow("unknown");
    expect(await header(credentialFor(withProvider))).toBe("Mine 1 https://api");
    const saved: unknown[] = [];
    await header(credentialFor({ ...withProvider, authProviderPersister: async (fields) => void saved.push(fields) }));
    expect(saved).toEqual([{ a: "2" }]);
  });

  it.each([
    ["gcp", "gke-gcloud-auth-plugin"],
    ["azure", "kubelogin"],
    ["openstack", "client-keystone-auth"],
  ])("that kubectl removed say which plugin to install: %s", (name, plugin) => {
    expect(() => credentialFor({ host: "https://api", authProvider: { name, config: {} } })).toThrow(
      `install the exec plugin ${plugin}`,
    );
  });
});
