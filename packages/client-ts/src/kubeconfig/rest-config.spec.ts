import { describe, expect, it } from "vitest";
import { isSecretValue, newSecretValue, type SecretValue } from "../errors/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { defined } from "../util/index.ts";
import {
  buildConfigFromFlags,
  inClusterConfig,
  isContextNotFound,
  isEmptyConfig,
  isNotInCluster,
  type Kubeconfig,
  type KubeconfigFile,
  type KubeconfigOverrides,
  loadKubeconfig,
} from "./index.ts";
import { parseTimeout, stripNamespacePrefix } from "./overrides.ts";
import { MemoryHost } from "./test-support/memory-host.ts";
import { restConfigOf } from "./test-support/rest-config-of.ts";
import { cleanEscapes } from "./to-rest-config.ts";
import type { KubeconfigCluster, KubeconfigUser } from "./types.ts";

const folder = "/var/run/secrets/kubernetes.io/serviceaccount";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

function file(
  cluster: Partial<KubeconfigCluster> = {},
  user: Partial<KubeconfigUser> = {},
  namespace?: string,
): Partial<KubeconfigFile> {
  return {
    clusters: [{ name: "clean", cluster: { server: "https://clean:8443", ...cluster } }],
    users: [{ name: "clean", user }],
    contexts: [
      {
        name: "clean",
        context: { cluster: "clean", user: "clean", ...defined({ namespace }) },
      },
    ],
    "current-context": "clean",
  };
}

/** The same from a file, which may leave to the machine what it does not say. */
async function load(
  source: Partial<KubeconfigFile>,
  overrides: KubeconfigOverrides = {},
  host = new MemoryHost(),
): Promise<Kubeconfig> {
  host.put("/kube/config", JSON.stringify(source));
  return loadKubeconfig({ host, path: "/kube/config", ...overrides });
}

function pod(files: Record<string, string> = {}, env: Record<string, string> = {}): MemoryHost {
  return new MemoryHost(
    { [`${folder}/token`]: "pod-token\n", [`${folder}/ca.crt`]: "ca", [`${folder}/namespace`]: "podns\n", ...files },
    { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443", ...env },
  );
}

describe("the RestConfig of a kubeconfig", () => {
  it("lets a non-empty override win, field by field (B273)", async () => {
    const config = await restConfigOf(
      file({ "proxy-url": "http://a" }, { token: "t", as: "jane", "as-user-extra": { a: ["1"] } }),
      {
        clusterInfo: { "proxy-url": "http://b", server: "" },
        userInfo: { token: "", as: "joe", "as-user-extra": { b: ["2"] } },
      },
    );
    expect(config).toMatchObject({
      host: "https://clean:8443",
      proxyUrl: "http://b",
      impersonate: { userName: "joe", extra: { a: ["1"], b: ["2"] } },
    });
    expect(config.bearerToken?.reveal()).toBe("t");
  });

  it("drops the CA for insecure, and insecure and CA data for a CA file (B274, F-J6)", async () => {
    const host = new MemoryHost({ "/ca": "pem" });
    expect(
      (
        await restConfigOf(
          file({ "certificate-authority-data": base64("ca") }),
          { clusterInfo: { "insecure-skip-tls-verify": true } },
          host,
        )
      ).tls,
    ).toEqual({ insecure: true });
    expect(
      (
        await restConfigOf(
          file({ "certificate-authority-data": base64("ca") }),
          { clusterInfo: { "certificate-authority": "/ca" } },
          host,
        )
      ).tls,
    ).toEqual({ caFile: "/ca" });
    expect(
      (
        await restConfigOf(
          file({ "insecure-skip-tls-verify": true }),
          { clusterInfo: { "certificate-authority": "/ca" } },
          host,
        )
      ).tls,
    ).toEqual({ caFile: "/ca" });
  });

  it("replaces path and data of certificate and key together (B275, F-J6)", async () => {
    const host = new MemoryHost({ "/c": "pem", "/k": "pem" });
    const { tls } = await restConfigOf(
      file({}, { "client-certificate-data": base64("old cert"), "client-key-data": base64("old key") }),
      { userInfo: { "client-certificate": "/c", "client-key": "/k" } },
      host,
    );
    expect(tls).toEqual({ certFile: "/c", keyFile: "/k" });
    const data = { "client-certificate-data": base64("new cert"), "client-key-data": base64("new key") };
    const other = await restConfigOf(
      file({}, { "client-certificate": "/c", "client-key": "/k" }),
      { userInfo: data },
      host,
    );
    expect(other.tls).toEqual({ cert: "new cert", key: expect.toSatisfy(isSecretValue) });
  });

  it("ignores an empty override: false keeps the CA, an empty list keeps the groups (B273, B274)", async () => {
    const config = await restConfigOf(
      file({ "certificate-authority-data": base64("ca") }, { as: "jane", "as-groups": ["a"] }),
      {
        clusterInfo: { "insecure-skip-tls-verify": false, "certificate-authority": "" },
        userInfo: { "as-groups": [] },
      },
    );
    expect(config.tls).toEqual({ ca: "ca" });
    expect(config.impersonate?.groups).toEqual(["a"]);
  });

  it("lets the override's value win where both name an extra of an impersonation (B273)", async () => {
    const config = await restConfigOf(file({}, { as: "jane", "as-user-extra": { a: ["file"], b: ["file"] } }), {
      userInfo: { "as-user-extra": { a: ["over"] } },
    });
    expect(config.impersonate?.extra).toEqual({ a: ["over"], b: ["file"] });
  });

  it("checks the server by tls-server-name, unless the server is overridden without it (B276)", async () => {
    const named = file({ "tls-server-name": "other" });
    expect((await restConfigOf(named)).tls).toEqual({ serverName: "other" });
    expect((await restConfigOf(named, { clusterInfo: { server: "https://else" } })).tls).toBeUndefined();
    expect(
      (await restConfigOf(named, { clusterInfo: { server: "https://else", "tls-server-name": "third" } })).tls,
    ).toEqual({
      serverName: "third",
    });
  });

  it("carries user, uid, groups and extra of an impersonation (B277)", async () => {
    const config = await restConfigOf(
      file({}, { as: "u", "as-uid": "7", "as-groups": ["a", "b"], "as-user-extra": { k: ["1", "2"], none: null } }),
    );
    expect(config.impersonate).toEqual({
      userName: "u",
      uid: "7",
      groups: ["a", "b"],
      extra: { k: ["1", "2"], none: [] },
    });
  });

  it("chooses cluster, user and namespace by override and leaves the kubeconfig as it is (B278)", async () => {
    const source = file();
    source.clusters!.push({ name: "other", cluster: { server: "https://other" } });
    source.users!.push({ name: "other", user: { token: "o" } });
    source.contexts!.push({ name: "other", context: { cluster: "other", user: "other", namespace: "o" } });
    const kubeconfig = await loadKubeconfig({ object: source, host: new MemoryHost() });
    const before = JSON.stringify(kubeconfig.exportRaw());
    expect(kubeconfig.with({ context: "other" }).restConfig()).toMatchObject({
      host: "https://other",
      namespace: "o",
    });
    expect(kubeconfig.with({ cluster: "other", user: "other", namespace: "n" }).restConfig()).toMatchObject({
      host: "https://other",
      namespace: "n",
    });
    expect(() => kubeconfig.with({ cluster: "gone" }).restConfig()).toThrow(
      'cluster "gone" does not exist: the kubeconfig has "',
    );
    expect(() => kubeconfig.with({ user: "gone" }).restConfig()).toThrow('user "gone" does not exist');
    expect(JSON.stringify(kubeconfig.exportRaw())).toBe(before);
  });

  it("prefers data to files, reads a token file, and uses an inline token before it (B279)", async () => {
    const host = new MemoryHost({ "/t": "from file\n" });
    const data = await restConfigOf(
      file(
        { "certificate-authority-data": base64("ca") },
        { "client-certificate-data": base64("cert"), "client-key-data": base64("key") },
      ),
    );
    expect(data.tls).toMatchObject({ ca: "ca", cert: "cert" });
    expect(data.tls?.key?.reveal()).toBe("key");
    const basic = await restConfigOf(file({}, { username: "u", password: "p" }));
    expect([basic.username, basic.password?.reveal()]).toEqual(["u", "p"]);
    const fromFile = await restConfigOf(file({}, { tokenFile: "/t" }), {}, host);
    expect([fromFile.bearerToken?.reveal(), fromFile.bearerTokenFile]).toEqual(["from file", "/t"]);
    const both = await restConfigOf(file({}, { token: "inline", tokenFile: "/t" }), {}, host);
    expect([both.bearerToken?.reveal(), both.bearerTokenFile]).toEqual(["inline", "/t"]);
    await expect(restConfigOf(file({}, { tokenFile: "/gone" }), {}, host)).rejects.toThrow(
      'the tokenFile "/gone" cannot be read (ENOENT)',
    );
  });

  it("accepts http, https and socks5 proxies and no other (B280)", async () => {
    for (const proxy of ["http://p", "https://p:1", "socks5://p:1080"])
      expect((await restConfigOf(file({ "proxy-url": proxy }))).proxyUrl).toBe(proxy);
    for (const proxy of ["p:1080", "ftp://p", "socks4://p", "://p"]) {
      await expect(restConfigOf(file({ "proxy-url": proxy }))).rejects.toThrow(
        /^the proxy-url ".*" of cluster "clean" has /,
      );
    }
  });

  it("carries the compression flag (B281)", async () => {
    expect((await restConfigOf(file({ "disable-compression": true }))).disableCompression).toBe(true);
    expect((await restConfigOf(file())).disableCompression).toBeUndefined();
  });

  it("builds host, credentials and time limit, with defaults below the file (B282)", async () => {
    const config = await restConfigOf(file({}, { token: "t" }), { timeout: "1m30s" });
    expect(config).toEqual({
      host: "https://clean:8443",
      namespace: "default",
      bearerToken: expect.toSatisfy(isSecretValue),
      timeoutMs: 90_000,
    });
    expect(await restConfigOf({}, { clusterDefaults: { server: "http://localhost:8080" } })).toEqual({
      host: "http://localhost:8080",
      namespace: "default",
    });
    expect((await restConfigOf(file(), { clusterDefaults: { server: "http://localhost:8080" } })).host).toBe(
      "https://clean:8443",
    );
  });

  it("reads time limits as seconds or durations (B282)", () => {
    expect(["0", "5", "5s", "1.5h", "100ms", "1m1s"].map(parseTimeout)).toEqual([
      0, 5000, 5000, 5_400_000, 100, 61_000,
    ]);
    for (const text of ["", "x", "5 s", "-5s", "5d", "s"])
      expect(() => parseTimeout(text)).toThrow("is not a time limit");
  });

  it("takes credentials only for a server reached by TLS (B283)", async () => {
    const plain = await restConfigOf(file({ server: "http://plain" }, { token: "t", as: "j" }));
    expect(plain).toEqual({ host: "http://plain", namespace: "default", impersonate: { userName: "j" } });
    expect((await restConfigOf(file({ server: "host:1", "insecure-skip-tls-verify": true }))).host).toBe(
      "https://host:1",
    );
  });

  it("refuses a context that does not exist (B284)", async () => {
    const asked = await restConfigOf(file(), { context: "gone" }).catch((error: unknown) => error);
    const current = await restConfigOf({ ...file(), "current-context": "gone" }).catch((error: unknown) => error);
    expect([isContextNotFound(asked), isContextNotFound(current)]).toEqual([true, true]);
    expect(String(current)).toContain('context "gone" does not exist: the kubeconfig has "clean"');
    expect(String(asked)).toContain('context "gone" does not exist: the kubeconfig has "clean"');
  });

  it("takes escape codes out of an install hint (B285)", async () => {
    expect(cleanEscapes("plain\ttext\nwith ünïcode ✓")).toBe("plain\ttext\nwith ünïcode ✓");
    expect(cleanEscapes("\u001b[1mbold\u001b[0m\u0007")).toBe("U+001B[1mboldU+001B[0mU+0007");
    const exec = {
      command: "p",
      apiVersion: "client.authentication.k8s.io/v1",
      interactiveMode: "Never",
      installHint: "\u001b[2Jrun",
      args: null,
      env: null,
      provideClusterInfo: false,
    };
    expect(
      (
        await restConfigOf(
          file({ extensions: [{ name: "client.authentication.k8s.io/exec", extension: { audience: "a" } }] }, { exec }),
        )
      ).exec,
    ).toEqual({
      command: "p",
      apiVersion: "client.authentication.k8s.io/v1",
      interactiveMode: "Never",
      installHint: "U+001B[2Jrun",
      config: expect.toSatisfy(isSecretValue),
    });
  });

  it("marks a namespace as chosen only when the override says it, and merges an exec override (B287)", async () => {
    const kubeconfig = await loadKubeconfig({ object: file({}, {}, "fromfile"), host: new MemoryHost() });
    expect(kubeconfig.namespace()).toEqual({ name: "fromfile", overridden: false });
    expect(kubeconfig.with({ namespace: "mine" }).namespace()).toEqual({ name: "mine", overridden: true });
    expect((await loadKubeconfig({ object: file(), host: new MemoryHost() })).namespace()).toEqual({
      name: "default",
      overridden: false,
    });
    const exec = {
      command: "over",
      apiVersion: "client.authentication.k8s.io/v1",
      interactiveMode: "Never",
      args: null,
      env: null,
      provideClusterInfo: false,
    };
    expect(kubeconfig.with({ userInfo: { exec } }).restConfig().exec?.command).toBe("over");
  });

  it("asks for a password only when nothing else says who we are, and once (B282)", async () => {
    let asked = 0;
    const prompt = async (): Promise<{ username: string; password: SecretValue }> => {
      if (++asked === 1) throw new Error("no terminal");
      return { username: "jane", password: newSecretValue("p") };
    };
    const load = (source: Partial<KubeconfigFile>) =>
      loadKubeconfig({ object: source, host: new MemoryHost(), prompt });
    await load(file({}, { token: "t" }));
    await load(file({ server: "http://plain" }));
    await load({ "current-context": "missing" });
    expect(asked).toBe(0);
    await expect(load(file())).rejects.toThrow("no terminal");
    const kubeconfig = await load(file());
    expect(kubeconfig.restConfig().username).toBe("jane");
    expect(kubeconfig.restConfig().password?.reveal()).toBe("p");
    expect(asked).toBe(2);
    const elsewhere = kubeconfig.with({ clusterInfo: { server: "https://elsewhere" } }).restConfig();
    expect([elsewhere.username, elsewhere.password], "the password is for the server it was asked for").toEqual([
      undefined,
      undefined,
    ]);
    expect(kubeconfig.distrust().restConfig().username).toBeUndefined();
  });

  it("needs no promise after the load, and reads the files at the call", async () => {
    const host = new MemoryHost({ "/token": "first\n" });
    const kubeconfig = await loadKubeconfig({ object: file({}, { tokenFile: "/token" }, "shop"), host });
    class Shop {
      readonly config: RestConfig = kubeconfig.restConfig();
      readonly namespace: string = kubeconfig.namespace().name;
    }
    const tokenOf = ({ config }: Shop) => [config.bearerToken?.reveal(), config.bearerTokenFile];
    expect(tokenOf(new Shop())).toEqual(["first", "/token"]);
    expect(new Shop().namespace).toBe("shop");
    host.put("/token", "second\n");
    expect(tokenOf(new Shop())).toEqual(["second", "/token"]);
    host.failures.set("/token", "EACCES");
    expect(() => new Shop()).toThrow('the tokenFile "/token" cannot be read (EACCES)');
  });

  it("takes the prefixes of a namespace that people paste (B293)", async () => {
    expect(
      ["shop", "ns/shop", "namespace/shop", "namespaces/shop", "ns/", "nsx/shop"].map(stripNamespacePrefix),
    ).toEqual(["shop", "shop", "shop", "shop", "ns/", "nsx/shop"]);
    expect((await restConfigOf(file(), { namespace: "ns/shop" })).namespace).toBe("shop");
  });
});

describe("the cluster we run in", () => {
  const fromFile = async (...call: Parameters<typeof load>): Promise<RestConfig> => (await load(...call)).restConfig();

  it("is the service account's server, token and CA (F-J13)", async () => {
    expect(await inClusterConfig({ host: pod() })).toEqual({
      host: "https://10.0.0.1",
      namespace: "podns",
      tls: { caFile: `${folder}/ca.crt` },
      bearerToken: expect.toSatisfy(isSecretValue),
      bearerTokenFile: `${folder}/token`,
    });
    expect(
      (
        await inClusterConfig({
          host: pod({}, { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "6443" }),
        })
      ).host,
    ).toBe("https://[fd00::1]:6443");
    expect((await inClusterConfig({ host: pod({}, { POD_NAMESPACE: "env" }) })).namespace).toBe("env");
    for (const [name, port] of [
      ["evil/../x", "443"],
      ["user@host", "443"],
      ["host", "44x"],
    ] as const) {
      await expect(
        inClusterConfig({ host: pod({}, { KUBERNETES_SERVICE_HOST: name, KUBERNETES_SERVICE_PORT: port }) }),
      ).rejects.toMatchObject({ kind: "Config" });
    }
  });

  it("reports that this is not a Pod (F-J13)", async () => {
    const noEnv = await inClusterConfig({ host: new MemoryHost() }).catch((error: unknown) => error);
    const noToken = await inClusterConfig({
      host: new MemoryHost({}, { KUBERNETES_SERVICE_HOST: "h", KUBERNETES_SERVICE_PORT: "1" }),
    }).catch((error: unknown) => error);
    expect([isNotInCluster(noEnv), isNotInCluster(noToken)]).toEqual([true, true]);
  });

  it("lets overrides win over token, CA and server of the Pod (B286)", async () => {
    const config = await fromFile({}, { clusterInfo: {}, userInfo: { token: "mine" } }, pod());
    expect(config.bearerToken?.reveal()).toBe("mine");
    expect(config.bearerTokenFile).toBeUndefined();
    const over = await inClusterConfig({
      host: pod(),
      overrides: {
        clusterInfo: { server: "https://else", "certificate-authority": "/ca" },
        userInfo: { tokenFile: "/t" },
      },
    });
    expect(over).toMatchObject({ host: "https://else", tls: { caFile: "/ca" }, bearerTokenFile: "/t" });
    expect(over.bearerToken).toBeUndefined();
  });

  it("is used only for an empty configuration or the default one; real errors pass (B289)", async () => {
    expect((await fromFile({}, {}, pod())).host).toBe("https://10.0.0.1");
    expect((await fromFile({}, {}, pod({}, { KUBERNETES_MASTER: "http://master" }))).host).toBe("https://10.0.0.1");
    expect((await fromFile({}, {}, new MemoryHost({}, { KUBERNETES_MASTER: "http://master" }))).host).toBe(
      "http://master",
    );
    expect((await fromFile(file(), {}, pod())).host).toBe("https://clean:8443");
    await expect(fromFile({ ...file(), "current-context": "gone" }, {}, pod())).rejects.toThrow(
      'context "gone" does not exist',
    );
    expect(isEmptyConfig(await fromFile({}).catch((error: unknown) => error))).toBe(true);
  });

  it("gives its namespace only where the context names none, even `default` (B290)", async () => {
    const namespace = async (context: string | undefined, overrides: KubeconfigOverrides = {}): Promise<string> =>
      (await load(file({}, {}, context), overrides, pod())).namespace().name;
    expect([
      await namespace(undefined),
      await namespace("default"),
      await namespace("mine"),
      await namespace("mine", { namespace: "over" }),
    ]).toEqual(["podns", "default", "mine", "over"]);
  });

  it("is what buildConfigFromFlags gives without flags; with them the file and the server (B289)", async () => {
    expect((await buildConfigFromFlags("", "", { host: pod() })).host).toBe("https://10.0.0.1");
    const host = new MemoryHost({ "/k": JSON.stringify(file({}, { token: "t" })) }, { KUBECONFIG: "/k" });
    expect((await buildConfigFromFlags("", "", { host })).host).toBe("https://clean:8443");
    expect((await buildConfigFromFlags("https://else", "/k", { host })).host).toBe("https://else");
    expect((await buildConfigFromFlags("https://else", "", { host: new MemoryHost() })).host).toBe("https://else");
    await expect(buildConfigFromFlags("", "/gone", { host: pod() })).rejects.toThrow(
      'kubeconfig "/gone" does not exist',
    );
  });
});
