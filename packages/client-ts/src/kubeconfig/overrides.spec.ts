import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { newSecretValue, revealed } from "../errors/index.ts";
import {
  inClusterConfig,
  isEmptyConfig,
  type KubeconfigFile,
  type KubeconfigOverrides,
  loadKubeconfig,
} from "./index.ts";
import { MemoryHost } from "./test-support/memory-host.ts";
import { restConfigOf } from "./test-support/rest-config-of.ts";
import { thrownBy } from "./test-support/thrown-by.ts";
import type { KubeconfigCluster, KubeconfigUser } from "./types.ts";
import { readYaml } from "./yaml.ts";

const folder = "/var/run/secrets/kubernetes.io/serviceaccount";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

function file(cluster: Partial<KubeconfigCluster> = {}, user: KubeconfigUser = {}): Partial<KubeconfigFile> {
  return {
    clusters: [{ name: "c", cluster: { server: "https://c", ...cluster } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  };
}

describe("overrides of a kubeconfig", () => {
  it("add up, and one that is undefined was not given", async () => {
    const source = file();
    source.contexts!.push({ name: "y", context: { cluster: "c", user: "u", namespace: "theirs" } });
    const kubeconfig = await loadKubeconfig({ object: source, host: new MemoryHost(), namespace: "mine" });
    const other = kubeconfig.with({ context: "y", namespace: undefined });
    expect([other.currentContext, other.namespace()]).toEqual(["y", { name: "mine", overridden: true }]);
    expect(other.with({ namespace: "last" }).namespace().name).toBe("last");
    expect(kubeconfig.currentContext).toBe("x");
  });

  it("stay in what is derived, so that the chosen context is still the chosen one", async () => {
    const source = file();
    source.contexts!.push({ name: "y", context: { cluster: "c", user: "u", namespace: "shop" } });
    const host = new MemoryHost({ "/k": JSON.stringify(source) });
    const chosen = await loadKubeconfig({ path: "/k", host, context: "y" });
    for (const derived of [chosen.minify(), chosen.redact(), await chosen.flatten(), await chosen.modify(() => {})])
      expect([derived.currentContext, derived.namespace().name]).toEqual(["y", "shop"]);
  });

  it("replace the token whole: neither the file's token nor its token file is left", async () => {
    const host = new MemoryHost({ "/theirs": "theirs", "/mine": "mine" });
    const tokens = async (user: KubeconfigUser, userInfo: KubeconfigUser): Promise<unknown[]> => {
      const config = await restConfigOf(file({}, user), { userInfo }, host);
      return [config.bearerToken?.reveal(), config.bearerTokenFile];
    };
    expect(await tokens({ tokenFile: "/theirs" }, { token: "mine" })).toEqual(["mine", undefined]);
    expect(await tokens({ token: "theirs" }, { tokenFile: "/mine" })).toEqual(["mine", "/mine"]);
    expect(await tokens({ token: "theirs", tokenFile: "/theirs" }, { token: "" })).toEqual(["theirs", "/theirs"]);
  });

  it("name a cluster's server where the context's cluster does not exist", async () => {
    const source = { ...file(), clusters: [] };
    expect((await restConfigOf(source, { clusterInfo: { server: "https://else" } })).host).toBe("https://else");
    await expect(restConfigOf(source)).rejects.toThrow('cluster "c" of context "x" does not exist');
  });

  it("change the name that the server is checked by without changing the server", async () => {
    const config = await restConfigOf(file({ "tls-server-name": "file" }), {
      clusterInfo: { "tls-server-name": "mine" },
    });
    expect([config.host, config.tls]).toEqual(["https://c", { serverName: "mine" }]);
  });

  it("with a time limit of zero set none, and refuse a namespace that is not a name", async () => {
    expect(await restConfigOf(file(), { timeout: "0" })).not.toHaveProperty("timeoutMs");
    expect(await restConfigOf(file(), { timeout: "" })).not.toHaveProperty("timeoutMs");
    expect((await restConfigOf(file(), { timeout: "1.5s" })).timeoutMs).toBe(1_500);
    for (const namespace of ["../x", "a/b", "Shop", "a".repeat(64)])
      await expect(restConfigOf(file(), { namespace })).rejects.toThrow("is not a DNS label");
    expect((await restConfigOf(file(), { namespace: "a".repeat(63) })).namespace).toHaveLength(63);
  });
});

describe("the user of a kubeconfig", () => {
  it("is asked for a password only where no credential of any kind is there", async () => {
    const credentials: KubeconfigUser[] = [
      { username: "u" },
      { "client-certificate-data": base64("c"), "client-key-data": base64("k") },
      { "client-certificate": "/pem", "client-key": "/pem" },
      { token: "t" },
      { tokenFile: "/pem" },
      { "auth-provider": { name: "oidc", config: null } },
      { exec: { command: "p", apiVersion: "client.authentication.k8s.io/v1beta1", args: null, env: null } as never },
    ];
    let asked = 0;
    const prompt = async () => {
      asked++;
      return { username: "jane", password: newSecretValue("p") };
    };
    const host = new MemoryHost({ "/pem": "pem" });
    for (const user of credentials) await loadKubeconfig({ object: file({}, user), host, prompt });
    expect(asked).toBe(0);
    const answered = await loadKubeconfig({ object: file(), host, prompt });
    expect([asked, answered.restConfig().username]).toEqual([1, "jane"]);
    const other = answered.with({ userInfo: { token: "t" } }).restConfig();
    expect([other.username, other.password, other.bearerToken?.reveal()]).toEqual([undefined, undefined, "t"]);
  });

  it("gives its plugin everything that the file says", async () => {
    const exec = {
      command: "login",
      apiVersion: "client.authentication.k8s.io/v1",
      interactiveMode: "IfAvailable",
      args: ["--token=canary"],
      env: [{ name: "A", value: "canary" }],
      provideClusterInfo: true,
      installHint: "get it",
    };
    const config = await restConfigOf(
      file({ extensions: [{ name: "client.authentication.k8s.io/exec", extension: { audience: "a" } }] }, { exec }),
    );
    expect({
      ...config.exec,
      args: revealed(config.exec?.args),
      env: config.exec?.env?.map(({ name, value }) => ({ name, value: revealed(value) })),
      config: revealed(config.exec?.config),
    }).toEqual({ ...exec, config: { audience: "a" } });
    expect(inspect(config, { depth: 9 })).not.toContain("canary");
  });

  it("has a server without a scheme reached by TLS when it has a certificate", async () => {
    const data = { "client-certificate-data": base64("c"), "client-key-data": base64("k") };
    const host = new MemoryHost({ "/pem": "pem" });
    expect((await restConfigOf(file({ server: "h:1" }, data))).host).toBe("https://h:1");
    const files = { "client-certificate": "/pem", "client-key": "/pem" };
    expect((await restConfigOf(file({ server: "h:1" }, files), {}, host)).host).toBe("https://h:1");
    expect((await restConfigOf(file({ server: "h:1" }, { token: "t" }))).host).toBe("http://h:1");
  });
});

describe("the Pod that we run in", () => {
  const pod = (files: Record<string, string> = {}, env: Record<string, string> = {}): MemoryHost =>
    new MemoryHost(
      { [`${folder}/token`]: "pod-token\n", ...files },
      { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "6443", ...env },
    );

  it("has its token without the newline, and no CA or namespace where none is mounted (F-J13)", async () => {
    const config = await inClusterConfig({ host: pod() });
    expect({ ...config, bearerToken: config.bearerToken?.reveal() }).toEqual({
      host: "https://10.0.0.1:6443",
      namespace: "default",
      bearerToken: "pod-token",
      bearerTokenFile: `${folder}/token`,
    });
    expect((await inClusterConfig({ host: pod({ [`${folder}/namespace`]: "\n" }) })).namespace).toBe("default");
    expect((await inClusterConfig({ host: pod({}, { KUBERNETES_SERVICE_HOST: "[fd00::1]" }) })).host).toBe(
      "https://[fd00::1]:6443",
    );
  });

  it("does not exist without a mounted token: then nothing is configured (B289)", async () => {
    const host = pod();
    host.files.clear();
    host.put("/k", "{}");
    const kubeconfig = await loadKubeconfig({ host, path: "/k" });
    expect(isEmptyConfig(thrownBy(() => kubeconfig.restConfig()))).toBe(true);
    expect(kubeconfig.namespace().name).toBe("default");
  });

  it("is not used where anything but the default server is said (B289)", async () => {
    const env = { KUBERNETES_MASTER: "https://master" };
    const hostOf = async (source: object, overrides: KubeconfigOverrides = {}): Promise<string> => {
      const host = pod({ "/k": JSON.stringify(source) }, env);
      return (await loadKubeconfig({ host, path: "/k", ...overrides })).restConfig().host;
    };
    expect(await hostOf({})).toBe("https://10.0.0.1:6443");
    expect(await hostOf({}, { userInfo: { token: "mine" } })).toBe("https://master");
    expect(await hostOf({}, { clusterInfo: { server: "https://mine" } })).toBe("https://mine");
    const user = {
      users: [{ name: "u", user: { token: "t" } }],
      contexts: [{ name: "x", context: { cluster: "", user: "u" } }],
    };
    expect(await hostOf({ ...user, "current-context": "x" })).toBe("https://master");
    expect(await hostOf(user)).toBe("https://10.0.0.1:6443");
    const context = [{ name: "x", context: { cluster: "", user: "" } }];
    expect(await hostOf({ contexts: context, "current-context": "x" })).toBe("https://master");
  });

  it("gives nothing to a kubeconfig that was given as text or object", async () => {
    const host = pod({}, { POD_NAMESPACE: "podns", KUBERNETES_MASTER: "https://master" });
    for (const source of [{ text: "{}" }, { object: {} }]) {
      const kubeconfig = await loadKubeconfig({ ...source, host });
      expect(isEmptyConfig(thrownBy(() => kubeconfig.restConfig()))).toBe(true);
      expect(kubeconfig.namespace().name).toBe("default");
    }
    host.put("/k", "{}");
    expect((await loadKubeconfig({ host, path: "/k" })).namespace().name).toBe("podns");
  });
});

describe("a kubeconfig that is printed", () => {
  it("as YAML, JSON or by inspect shows no credential, address login or extension unless raw (SEC-14)", async () => {
    const source = file(
      {
        server: "https://me:CANARY1@c",
        "proxy-url": "http://me:CANARY2@p",
        extensions: [{ name: "e", extension: "CANARY3" }],
      },
      { token: "CANARY4", extensions: [{ name: "e", extension: "CANARY5" }] },
    );
    source.contexts![0]!.context.extensions = [{ name: "e", extension: "CANARY6" }];
    source.extensions = [{ name: "e", extension: "CANARY7" }];
    source.preferences = { extensions: [{ name: "e", extension: "CANARY8" }] };
    const kubeconfig = await loadKubeconfig({ object: source, host: new MemoryHost() });
    const printed = [await kubeconfig.toYAML(), JSON.stringify(kubeconfig), inspect(kubeconfig, { depth: 20 })];
    for (const text of printed) {
      expect(text).not.toContain("CANARY");
      expect(text).toContain("REDACTED");
    }
    const raw = await kubeconfig.toYAML({ raw: true });
    for (let i = 1; i <= 8; i++) expect(raw).toContain(`CANARY${i}`);
  });
});

describe("the limits of YAML", () => {
  it("count values after aliases are followed, and name the line of a mistake", async () => {
    await expect(readYaml("[1, 2, 3, 4]", "it", { maxNodes: 4 })).rejects.toThrow("it has more than");
    expect(await readYaml("[1, 2, 3]", "it", { maxNodes: 4 })).toEqual([1, 2, 3]);
    await expect(readYaml("a: 1\nb: 2\na: 3\n", "it")).rejects.toThrow("it has a key twice in one map, line 3");
  });
});
