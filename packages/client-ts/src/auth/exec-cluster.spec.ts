import { describe, expect, expectTypeOf, it } from "vitest";
import { revealed, newSecretValue } from "../errors/index.ts";
import type { KubeconfigCluster } from "../kubeconfig/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { configToExecCluster, execClusterToConfig } from "./exec-cluster.ts";
import type { ExecCluster } from "./exec-credential.ts";
import { loadExecCredential, loadExecCredentialFromEnv } from "./load-exec-credential.ts";

const ca = "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n";
const caData = Buffer.from(ca).toString("base64");
const whole: ExecCluster = {
  server: "https://api.example.com:6443/prefix",
  "tls-server-name": "api",
  "certificate-authority-data": caData,
  "proxy-url": "http://user:pa%3Ass@proxy:3128",
  "disable-compression": true,
};

describe("a cluster for a plugin", () => {
  it("takes in the authority's file and carries nothing of our own identity (B316)", async () => {
    const config: RestConfig = {
      host: "https://api",
      bearerToken: newSecretValue("k4nary"),
      username: "k4nary",
      tls: { caFile: "/ca.pem", serverName: "name", certFile: "/k4nary", keyFile: "/k4nary" },
      exec: { apiVersion: "v1", command: "k4nary", config: { audience: "a" } },
    };
    const cluster = await configToExecCluster(config, { read: async (path) => (path === "/ca.pem" ? ca : "wrong") });
    expect(cluster).toEqual({
      server: "https://api",
      "tls-server-name": "name",
      "certificate-authority-data": caData,
      config: { audience: "a" },
    });
    await expect(configToExecCluster({ host: "https://api", tls: { caFile: "/none/ca.pem" } })).rejects.toThrow(
      "/none/ca.pem cannot be read: ENOENT",
    );
    expect(await configToExecCluster({ host: "https://api", tls: { insecure: true } })).toEqual({
      server: "https://api",
      "insecure-skip-tls-verify": true,
    });
  });

  it("names its proxy: that of the configuration, or that of the environment (B316)", async () => {
    const host = "https://api.example.com";
    const proxy = async (config: Partial<RestConfig>) => (await configToExecCluster({ host, ...config }))["proxy-url"];
    expect(await proxy({ proxyUrl: "socks5://p:1", env: { HTTPS_PROXY: "http://other" } })).toBe("socks5://p:1");
    expect(await proxy({ env: { HTTPS_PROXY: "http://us%40er:p%3Aw@p:1" } })).toBe("http://us%40er:p%3Aw@p:1");
    expect(await proxy({ env: { HTTPS_PROXY: "http://p:1", NO_PROXY: ".example.com" } })).toBeUndefined();
    expect(await proxy({ env: {} })).toBeUndefined();
    expect(await proxy({})).toBeUndefined();
    await expect(proxy({ env: { HTTPS_PROXY: "ftp://p" } })).rejects.toThrow("not by");
    await expect(proxy({ host: "http://x", env: { HTTP_PROXY: "http://p", REQUEST_METHOD: "GET" } })).rejects.toThrow(
      "CGI",
    );
    await expect(configToExecCluster({ host: "not a url" })).rejects.toMatchObject({ kind: "Config" });
  });

  it("loses nothing on the way there and back (B316)", async () => {
    for (const cluster of [whole, { server: "https://a", "insecure-skip-tls-verify": true }, { server: "http://a" }])
      expect(await configToExecCluster(execClusterToConfig(cluster))).toEqual(cluster);
    const config: RestConfig = {
      host: "https://a",
      tls: { ca, serverName: "n" },
      proxyUrl: "http://p",
      disableCompression: true,
    };
    expect(execClusterToConfig(await configToExecCluster(config))).toEqual(config);
  });

  it("has the fields that a kubeconfig's cluster has, but for files and extensions (B317)", () => {
    type InFile = Exclude<keyof KubeconfigCluster, "certificate-authority" | "extensions">;
    expectTypeOf<Exclude<keyof ExecCluster, "config">>().toEqualTypeOf<InFile>();
    expectTypeOf<Required<Pick<KubeconfigCluster, InFile>>>().toEqualTypeOf<{
      -readonly [K in InFile]-?: NonNullable<ExecCluster[K]>;
    }>();
    // At run time: each of them arrives.
    expect(Object.keys(whole).concat("insecure-skip-tls-verify").sort()).toEqual(
      [
        "server",
        "tls-server-name",
        "insecure-skip-tls-verify",
        "certificate-authority-data",
        "proxy-url",
        "disable-compression",
      ].sort(),
    );
  });
});

describe("the author of a plugin", () => {
  const info = (apiVersion: string, cluster: unknown = whole, kind = "ExecCredential") =>
    JSON.stringify({ apiVersion, kind, spec: { interactive: true, cluster } });

  it.each(["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"])(
    "reads an ExecCredential in %s, with the certificate authority (B315)",
    (version) => {
      const { credential, config } = loadExecCredentialFromEnv({ KUBERNETES_EXEC_INFO: info(version) });
      expect(credential).toMatchObject({
        apiVersion: version,
        kind: "ExecCredential",
        spec: { interactive: true, cluster: whole },
      });
      expect({ ...config, proxyUrl: revealed(config.proxyUrl) }).toEqual({
        host: whole.server,
        tls: { ca, serverName: "api" },
        proxyUrl: whole["proxy-url"],
        disableCompression: true,
      });
    },
  );

  it.each([
    ["no variable", {}, "is not set"],
    ["an empty one", { KUBERNETES_EXEC_INFO: "" }, "is not set"],
    ["no JSON", { KUBERNETES_EXEC_INFO: "{" }, "not JSON"],
    ["no object", { KUBERNETES_EXEC_INFO: "[]" }, "not an ExecCredential"],
    [
      "another kind",
      { KUBERNETES_EXEC_INFO: info("client.authentication.k8s.io/v1", whole, "TokenReview") },
      "not an ExecCredential",
    ],
    ["another version", { KUBERNETES_EXEC_INFO: info("client.authentication.k8s.io/v1alpha1") }, "unknown apiVersion"],
    ["no cluster", { KUBERNETES_EXEC_INFO: info("client.authentication.k8s.io/v1", null) }, "provideClusterInfo"],
  ])("gets an error that says what is wrong with %s (B315)", (_, env, message) => {
    expect(() => loadExecCredentialFromEnv(env)).toThrow(message);
  });

  it("can give the text too (B315)", () => {
    expect(loadExecCredential(info("client.authentication.k8s.io/v1")).config.host).toBe(whole.server);
  });
});
