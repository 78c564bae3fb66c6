import { describe, expect, it } from "vitest";
import {
  isConfigurationInvalid,
  isContextNotFound,
  isEmptyConfig,
  KubeconfigError,
  type KubeconfigFile,
  type KubeconfigUser,
  loadKubeconfig,
} from "./index.ts";
import { MemoryHost } from "./test-support/memory-host.ts";
import { thrownBy } from "./test-support/thrown-by.ts";

const host = new MemoryHost({ "/file": "pem" });
const exec = {
  command: "p",
  apiVersion: "client.authentication.k8s.io/v1",
  interactiveMode: "Never",
  args: null,
  env: null,
  provideClusterInfo: false,
};

async function problems(source: Partial<KubeconfigFile>): Promise<readonly string[]> {
  const kubeconfig = await loadKubeconfig({ object: source, host });
  return kubeconfig.validate().then(
    () => [],
    (error: unknown) => (error as KubeconfigError).problems,
  );
}
const userProblems = (user: KubeconfigUser): Promise<readonly string[]> => problems({ users: [{ name: "u", user }] });

describe("validation", () => {
  it.each<[string, KubeconfigUser, string[]]>([
    ["nothing", {}, []],
    ["a token", { token: "t" }, []],
    ["a password", { username: "u", password: "p" }, []],
    ["a certificate with its key", { "client-certificate": "/file", "client-key": "/file" }, []],
    ["a certificate and a token", { "client-certificate-data": "YQ==", "client-key-data": "YQ==", token: "t" }, []],
    ["a whole exec", { exec }, []],
    [
      "a token and a password",
      { token: "t", username: "u" },
      ['user "u" has both a token and a user name or password: remove one of them'],
    ],
    [
      "a certificate without its key",
      { "client-certificate-data": "YQ==" },
      ['user "u" has a client certificate without its key: add client-key or client-key-data'],
    ],
    [
      "paths and data",
      {
        "client-certificate": "/file",
        "client-certificate-data": "YQ==",
        "client-key": "/file",
        "client-key-data": "YQ==",
      },
      [
        'user "u" has both client-certificate and client-certificate-data: remove one of them',
        'user "u" has both client-key and client-key-data: remove one of them',
      ],
    ],
    [
      "files that are not there",
      { "client-certificate": "/gone", "client-key": "/gone" },
      [
        'the client-certificate of user "u", "/gone", cannot be read (ENOENT)',
        'the client-key of user "u", "/gone", cannot be read (ENOENT)',
      ],
    ],
    [
      "exec and an auth provider",
      { exec, "auth-provider": { name: "oidc", config: null } },
      ['user "u" has both exec and auth-provider: remove one of them'],
    ],
    [
      "an exec that says nothing",
      { exec: { command: "", args: null, env: [{ name: "", value: "x" }], provideClusterInfo: false } },
      [
        'exec of user "u" has no command',
        'exec of user "u" has no apiVersion',
        'exec of user "u" has an env variable without a name',
        'exec of user "u" has no interactiveMode: use Never, IfAvailable or Always',
      ],
    ],
    [
      "an unknown interactive mode",
      { exec: { ...exec, interactiveMode: "Sometimes" } },
      ['exec of user "u" has the interactiveMode "Sometimes": use Never, IfAvailable or Always'],
    ],
    [
      "groups without a user",
      { "as-groups": ["g"] },
      ['user "u" has as-uid, as-groups or as-user-extra without as: add the user name as "as"'],
    ],
    [
      "a uid without a user",
      { "as-uid": "7" },
      ['user "u" has as-uid, as-groups or as-user-extra without as: add the user name as "as"'],
    ],
    [
      "extra without a user",
      { "as-user-extra": { a: ["b"] } },
      ['user "u" has as-uid, as-groups or as-user-extra without as: add the user name as "as"'],
    ],
  ])("finds all that is wrong with a user that has %s (B291, F-J6)", async (_, user, expected) => {
    expect(await userProblems(user)).toEqual(expected);
  });

  it("finds all that is wrong with clusters and contexts (B291, F-J6)", async () => {
    expect(
      await problems({
        clusters: [
          { name: "good", cluster: { server: "s", "certificate-authority": "/file" } },
          { name: "blank", cluster: { server: "" } },
          { name: "noserver", cluster: { server: "", "insecure-skip-tls-verify": true } },
          {
            name: "both",
            cluster: { server: "s", "certificate-authority": "/gone", "certificate-authority-data": "YQ==" },
          },
          { name: "proxy", cluster: { server: "s", "proxy-url": "ftp://me:secret@p" } },
        ],
        users: [{ name: "good", user: {} }],
        contexts: [
          { name: "good", context: { cluster: "good", user: "good", namespace: "ok" } },
          { name: "", context: { cluster: "good", user: "good" } },
          { name: "nothing", context: { cluster: "", user: "" } },
          { name: "gone", context: { cluster: "gone", user: "gone", namespace: "Not A Label" } },
        ],
        "current-context": "nowhere",
      }),
    ).toEqual([
      'context "nowhere" does not exist: the kubeconfig has "good", "", "nothing", "gone"',
      "a context has no name",
      'context "nothing" names no user',
      'context "nothing" names no cluster',
      'user "gone" of context "gone" does not exist',
      'cluster "gone" of context "gone" does not exist',
      'namespace "Not A Label" of context "gone" is not a DNS label',
      'cluster "blank" has no server',
      'cluster "noserver" has no server',
      'cluster "both" has both certificate-authority and certificate-authority-data: remove one of them',
      'the certificate-authority of cluster "both", "/gone", cannot be read (ENOENT)',
      'the proxy-url "ftp://REDACTED@p/" of cluster "proxy" has the scheme ftp; it must be http, https or socks5',
    ]);
  });

  it("looks only at what the chosen context needs, and names all of it (B291)", async () => {
    const source: Partial<KubeconfigFile> = {
      clusters: [{ name: "c", cluster: { server: "", "insecure-skip-tls-verify": true } }],
      users: [
        { name: "broken", user: { "as-uid": "1" } },
        { name: "u", user: { "client-certificate-data": "YQ==" } },
      ],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    };
    const kubeconfig = await loadKubeconfig({ object: source, host });
    const error = thrownBy(() => kubeconfig.restConfig());
    expect((error as KubeconfigError).problems).toEqual([
      'user "u" has a client certificate without its key: add client-key or client-key-data',
      'cluster "c" has no server',
    ]);
  });

  it("calls one empty cluster among others invalid, because only an empty kubeconfig is empty (B292)", async () => {
    const error = await (await loadKubeconfig({ object: { clusters: [{ name: "c", cluster: { server: "" } }] }, host }))
      .validate()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reasons: ["invalid"], problems: ['cluster "c" has no server'] });
  });

  it("refuses a proxy whose address is not a URL, and does not repeat its login (SEC-9)", async () => {
    const cluster = { server: "https://c", "proxy-url": "http://user:k4nary@[bad" };
    const [problem] = await problems({ clusters: [{ name: "c", cluster }] });
    expect(problem).toBe('the proxy-url "REDACTED" of cluster "c" is not a URL');
  });

  it("distinguishes an empty configuration, a missing context and an invalid one, also wrapped (B292)", async () => {
    const empty = await (await loadKubeconfig({ object: {}, host })).validate().catch((error: unknown) => error);
    const missing = await (await loadKubeconfig({ object: { "current-context": "gone" }, host }))
      .validate()
      .catch((error: unknown) => error);
    const invalid = new KubeconfigError("invalid", "x");
    const wrap = (error: unknown): unknown =>
      new Error("outer", { cause: new AggregateError([new Error("other"), error]) });
    for (const form of [(error: unknown) => error, wrap]) {
      expect([empty, missing, invalid].map((error) => isEmptyConfig(form(error)))).toEqual([true, false, false]);
      expect([empty, missing, invalid].map((error) => isContextNotFound(form(error)))).toEqual([false, true, false]);
      expect([empty, missing, invalid].map((error) => isConfigurationInvalid(form(error)))).toEqual([true, true, true]);
    }
    expect(
      [undefined, null, "text", new Error("x")].some(
        (error) => isEmptyConfig(error) || isContextNotFound(error) || isConfigurationInvalid(error),
      ),
    ).toBe(false);
    expect(isEmptyConfig(new KubeconfigError(["empty", "invalid"], ["a", "b"]))).toBe(false);
  });
});

describe("views of a kubeconfig", () => {
  const source: Partial<KubeconfigFile> = {
    clusters: [
      { name: "c", cluster: { server: "s", "certificate-authority": "/file" } },
      { name: "d", cluster: { server: "t", "certificate-authority-data": "YQ==" } },
    ],
    users: [
      { name: "u", user: { token: "t" } },
      { name: "v", user: { "client-certificate-data": "YQ==", "client-key-data": "YQ==", password: "p" } },
    ],
    contexts: [
      { name: "x", context: { cluster: "c", user: "u" } },
      { name: "y", context: { cluster: "d", user: "v" } },
    ],
    "current-context": "x",
  };

  it("keeps only what the context needs (B294)", async () => {
    const { clusters, users, contexts } = (await loadKubeconfig({ object: source, host })).minify().exportRaw();
    expect([clusters, users, contexts].map((list) => list?.map(({ name }) => name))).toEqual([["c"], ["u"], ["x"]]);
    const other = (await loadKubeconfig({ object: source, host, context: "y" })).minify().exportRaw();
    expect([other["current-context"], other.clusters?.[0]?.name]).toEqual(["y", "d"]);
    for (const broken of [
      { ...source, "current-context": "" },
      { ...source, "current-context": "gone" },
      { ...source, clusters: [] },
      { ...source, users: [] },
    ]) {
      const kubeconfig = await loadKubeconfig({ object: broken, host });
      expect(() => kubeconfig.minify()).toThrow(KubeconfigError);
    }
  });

  it("keeps a context that names no user or no cluster", async () => {
    const contexts = [{ name: "x", context: { cluster: "c", user: "" } }];
    const { users, clusters } = (await loadKubeconfig({ object: { ...source, contexts }, host })).minify().exportRaw();
    expect([users, clusters?.map(({ name }) => name)]).toEqual([null, ["c"]]);
  });

  it("gives copies, so that changing one changes nothing else", async () => {
    const kubeconfig = await loadKubeconfig({ object: source, host });
    const raw = kubeconfig.exportRaw();
    raw.clusters![0]!.cluster.server = "changed";
    raw.users![0]!.user.token = "changed";
    raw.contexts![0]!.context.user = "changed";
    expect(JSON.stringify(kubeconfig.exportRaw())).not.toContain("changed");
  });

  it("replaces the paths of files by their content (B294)", async () => {
    const flat = (await (await loadKubeconfig({ object: source, host })).flatten()).exportRaw();
    expect(flat.clusters?.[0]?.cluster).toEqual({
      server: "s",
      "certificate-authority-data": Buffer.from("pem").toString("base64"),
    });
  });

  it("leaves out data and masks secrets (B294)", async () => {
    const kubeconfig = await loadKubeconfig({ object: source, host });
    const short = kubeconfig.shorten().exportRaw();
    expect(short.clusters?.[1]?.cluster["certificate-authority-data"]).toBe("DATA+OMITTED");
    expect(short.users?.map(({ user }) => user)).toEqual([
      { token: "REDACTED" },
      { "client-certificate-data": "DATA+OMITTED", "client-key-data": "DATA+OMITTED", password: "p" },
    ]);
    expect(
      kubeconfig
        .redact()
        .exportRaw()
        .users?.map(({ user }) => user),
    ).toEqual([
      { token: "REDACTED" },
      { "client-certificate-data": "YQ==", "client-key-data": "DATA+OMITTED", password: "REDACTED" },
    ]);
    expect(kubeconfig.toJSON()).toEqual(kubeconfig.redact().shorten().exportRaw());
    expect(kubeconfig.exportRaw().users?.[0]?.user.token, "the original is as before").toBe("t");
  });
});
