import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { issueCertificate } from "../certs/index.ts";
import { newSecretValue } from "../errors/index.ts";
import { type Host, type KubeconfigFile, loadKubeconfig, nodeHost } from "../kubeconfig/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { type RecordingProxy, startProxy } from "../transport/test-support/proxies.ts";
import { json, serve, testCa, type TestServer } from "../transport/test-support/servers.ts";
import { type ConnectOptions, connect } from "./connect.ts";

const accountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const authProviders = {
  foreign: () => ({ headers: async () => ({ authorization: "Bearer foreign-provider" }) }),
};

let server: TestServer;
let proxy: RecordingProxy;
let root: string;
let host: Host;
/** Every credential that arrived: headers, and names of client certificates. */
let arrived: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "connect-trust-"));
  server = await serve(
    ({ path, headers, body }, response, raw: IncomingMessage) => {
      const { subject } = (
        raw.socket as unknown as { getPeerCertificate(): { subject?: { CN?: string } } }
      ).getPeerCertificate();
      arrived.push(
        ...[headers["authorization"], headers["proxy-authorization"], subject?.CN]
          .filter((one) => one !== undefined)
          .map(String),
      );
      if (path.includes("openid")) return json(response, { token_endpoint: `${server.url}/token` });
      if (path === "/token") {
        arrived.push(body);
        return json(response, { id_token: `${base64("{}")}.${base64('{"exp":4000000000}')}.foreign-oidc` });
      }
      json(response, { kind: "PodList", apiVersion: "v1", metadata: {}, items: [] });
    },
    { clientCa: testCa.cert, protocol: "https" },
  );
  proxy = await startProxy({ kind: "http" });
  await writeEnvironment();
  host = podHost();
});
afterAll(async () => {
  await Promise.all([server.close(), proxy.close()]);
  await rm(root, { recursive: true });
});
beforeEach(() => {
  arrived = [];
});

/** What the author of a kubeconfig must not get from the machine: a home, a service account, keys, commands. */
async function writeEnvironment(): Promise<void> {
  for (const folder of ["home/.kube", "account", "own/inside"]) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, "home/.kube/config"), JSON.stringify(documentOf({ token: "foreign-home" })));
  await writeFile(join(root, "environment"), JSON.stringify(documentOf({ token: "foreign-environment" })));
  await writeFile(join(root, "account/token"), "foreign-account");
  await writeFile(join(root, "account/ca.crt"), testCa.cert);
  await writeFile(join(root, "account/namespace"), "foreign-namespace");
  await writeFile(join(root, "secret"), "foreign-file");
  await writeFile(join(root, "own/inside/token"), "own-file\n");
  await symlink("../secret", join(root, "own/link"));
  await symlink("..", join(root, "own/folder-link"));
  await symlink("../home/.kube/config", join(root, "own/config-link"));
  const { cert, key } = issueCertificate(testCa, { commonName: "foreign-certificate", usages: ["client"] });
  const own = issueCertificate(testCa, { commonName: "own-certificate", usages: ["client"] });
  for (const [name, text] of Object.entries({ "foreign.crt": cert, "foreign.key": key })) {
    await writeFile(join(root, name), text);
    await symlink(`../${name}`, join(root, "own", `link-${name}`));
  }
  await writeFile(join(root, "own/inside/own.crt"), own.cert);
  await writeFile(join(root, "own/inside/own.key"), own.key);
  const plugin = join(root, "own/plugin");
  const answer = {
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: "foreign-exec" },
  };
  await writeFile(plugin, `#!/bin/sh\necho run >> '${root}/runs'\nprintf '%s' '${JSON.stringify(answer)}'\n`);
  await chmod(plugin, 0o755);
}

/** This machine as a Pod sees it whose service account is in the test's folder. */
function podHost(): Host {
  const at = (path: string): string =>
    path.startsWith(`${accountFolder}/`) ? join(root, "account", path.slice(accountFolder.length)) : path;
  const env = {
    KUBERNETES_SERVICE_HOST: "127.0.0.1",
    KUBERNETES_SERVICE_PORT: String(server.port),
    KUBERNETES_MASTER: server.url,
    POD_NAMESPACE: "foreign-namespace",
    HOME: join(root, "home"),
    KUBECONFIG: join(root, "environment"),
  };
  return Object.create(nodeHost, {
    env: { value: env },
    readFile: {
      value: (path: string, options?: { maxBytes?: number | undefined }) => nodeHost.readFile(at(path), options),
    },
    readFileSync: {
      value: (path: string, options?: { maxBytes?: number | undefined }) => nodeHost.readFileSync(at(path), options),
    },
    isFile: { value: (path: string) => nodeHost.isFile(at(path)) },
    stat: { value: (path: string) => nodeHost.stat(at(path)) },
  }) as Host;
}

function documentOf(user: object, cluster: object = {}): Partial<KubeconfigFile> {
  return {
    clusters: [
      { name: "c", cluster: { server: server.url, "certificate-authority-data": base64(testCa.cert), ...cluster } },
    ],
    users: [{ name: "u", user }] as KubeconfigFile["users"],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  };
}

/** What an untrusted author may write. */
const documents: Readonly<Record<string, () => Partial<KubeconfigFile>>> = {
  "nothing at all": () => ({}),
  "a cluster and no user": () => ({
    ...documentOf({}),
    users: null,
    contexts: [{ name: "x", context: { cluster: "c", user: "" } }],
  }),
  "a user and no cluster": () => ({
    users: [{ name: "u", user: { token: "own-token" } }],
    contexts: [{ name: "x", context: { cluster: "", user: "u" } }],
    "current-context": "x",
  }),
  "a context that does not exist": () => ({ ...documentOf({}), "current-context": "gone" }),
  "an exec plugin": () =>
    documentOf({
      exec: {
        apiVersion: "client.authentication.k8s.io/v1",
        command: join(root, "own/plugin"),
        interactiveMode: "Never",
      },
    }),
  "a token file elsewhere": () => documentOf({ tokenFile: join(root, "secret") }),
  "a token file above": () => documentOf({ tokenFile: "../secret" }),
  "a token file that is a link": () => documentOf({ tokenFile: join(root, "own/link") }),
  "a token file behind a linked folder": () => documentOf({ tokenFile: join(root, "own/folder-link/secret") }),
  "the service account's token file": () => documentOf({ tokenFile: join(root, "account/token") }),
  "a token and a token file elsewhere": () => documentOf({ token: "own-token", tokenFile: join(root, "secret") }),
  "certificate files elsewhere": () =>
    documentOf({ "client-certificate": join(root, "foreign.crt"), "client-key": join(root, "foreign.key") }),
  "certificate files that are links": () =>
    documentOf({
      "client-certificate": join(root, "own/link-foreign.crt"),
      "client-key": join(root, "own/link-foreign.key"),
    }),
  "an auth provider": () => documentOf({ "auth-provider": { name: "foreign", config: {} } }),
  "an OpenID Connect provider": () =>
    documentOf({
      "auth-provider": {
        name: "oidc",
        config: {
          "idp-issuer-url": server.url,
          "client-id": "c",
          "refresh-token": "own-refresh",
          "idp-certificate-authority": join(root, "account/ca.crt"),
        },
      },
    }),
  "a proxy and no user": () => documentOf({}, { "proxy-url": proxy.url }),
};

/** How a document is given. */
type Form = (document: Partial<KubeconfigFile>) => Promise<ConnectOptions>;
const asFile = async (document: Partial<KubeconfigFile>): Promise<string> => {
  const path = join(root, "own/config");
  await writeFile(path, JSON.stringify(document));
  return path;
};
const forms: Readonly<Record<string, Form>> = {
  text: async (document) => ({ kubeconfigText: JSON.stringify(document) }),
  "text of many lines": async (document) => ({ kubeconfigText: JSON.stringify(document, null, 2) }),
  "an object": async (document) => ({ kubeconfig: document }),
  "a path": async (document) => ({ kubeconfigPath: await asFile(document) }),
  "a Kubeconfig of text": async (document) => ({
    kubeconfig: await loadKubeconfig({ text: JSON.stringify(document), host }),
  }),
  "a Kubeconfig of a file": async (document) => ({
    kubeconfig: await loadKubeconfig({ path: await asFile(document), host }),
  }),
};

/** Lists Pods and says what arrived, or why nothing could. */
async function credentialsOf(options: ConnectOptions): Promise<{ sent: string[]; error?: unknown }> {
  arrived = [];
  try {
    await using client = await connect({ host, authProviders, ...options });
    await client.resource(Pod).list();
    return { sent: [...new Set(arrived)] };
  } catch (error) {
    return { sent: [...new Set(arrived)], error };
  }
}
const runs = async (): Promise<string> => readFile(join(root, "runs"), "utf8").catch(() => "");

describe("a kubeconfig that is not trusted", () => {
  for (const [form, give] of Object.entries(forms)) {
    it.each(Object.keys(documents))(
      `sends no credential of this machine when given as ${form} with %s (SEC-3)`,
      async (name) => {
        const before = await runs();
        const { sent, error } = await credentialsOf({ ...(await give(documents[name]!())), trusted: false });
        expect(sent.filter((one) => one !== "Bearer own-token")).toEqual([]);
        if (error !== undefined) expect(String(error)).not.toContain("foreign");
        expect(await runs(), "no plugin ran").toBe(before);
      },
    );

    it(`sends its own credentials when given as ${form} (SEC-3)`, async () => {
      const own = issueCertificate(testCa, { commonName: "own-certificate", usages: ["client"] });
      const given = async (user: object): Promise<string[]> =>
        (await credentialsOf({ ...(await give(documentOf(user))), trusted: false })).sent;
      expect(await given({ token: "own-token" })).toEqual(["Bearer own-token"]);
      expect(await given({ username: "own", password: "own" })).toEqual([`Basic ${base64("own:own")}`]);
      expect(await given({ "client-certificate-data": base64(own.cert), "client-key-data": base64(own.key) })).toEqual([
        "own-certificate",
      ]);
    });
  }

  it.each(Object.keys(documents))(
    "sends no credential of this machine when given as the RestConfig that was made from %s (SEC-3)",
    async (name) => {
      const path = await asFile(documents[name]!());
      const kubeconfig = await loadKubeconfig({ path, host });
      let config: RestConfig;
      try {
        config = kubeconfig.restConfig();
      } catch {
        return;
      }
      const { sent } = await credentialsOf({ kubeconfig: config, trusted: false });
      expect(sent.filter((one) => one !== "Bearer own-token")).toEqual([]);
      expect(await runs()).toBe("");
    },
  );

  it.each(["", " ", "\n", "one line", "current-context: x", "~/.kube/config", ".kube/config", "null", "{}", "---"])(
    "is never taken for a path, nor as nothing, when it is the text %j (SEC-3)",
    async (kubeconfigText) => {
      const paths = [kubeconfigText, join(root, "home/.kube/config"), join(root, "environment")];
      for (const text of paths) {
        const { sent, error } = await credentialsOf({ kubeconfigText: text, trusted: false });
        expect(sent).toEqual([]);
        expect(error).toMatchObject({ kind: "Config" });
      }
    },
  );

  it("must be given: an upload that is missing does not connect as us (SEC-3)", async () => {
    for (const nothing of [
      {},
      { kubeconfigText: undefined },
      { kubeconfig: undefined },
      { kubeconfigPath: undefined },
    ]) {
      const { sent, error } = await credentialsOf({ ...nothing, trusted: false });
      expect(sent).toEqual([]);
      expect(error).toMatchObject({ kind: "InvalidArgument" });
    }
    for (const trusted of [null, 0, "", "false", "true"]) {
      const { sent } = await credentialsOf({ kubeconfigPath: await asFile({}), trusted: trusted as never });
      expect(sent, "only true is true").toEqual([]);
    }
  });

  it("may be a link to a file beside it, and to no other (SEC-3)", async () => {
    const { sent, error } = await credentialsOf({ kubeconfigPath: join(root, "own/config-link"), trusted: false });
    expect(sent).toEqual([]);
    expect(error).toMatchObject({ reasons: ["unreadable"] });
    await asFile(documentOf({ token: "own-token" }));
    await symlink("config", join(root, "own/near-link"));
    expect((await credentialsOf({ kubeconfigPath: join(root, "own/near-link"), trusted: false })).sent).toEqual([
      "Bearer own-token",
    ]);
  });

  it("may name files inside its own folder (SEC-3)", async () => {
    const path = await asFile(documentOf({ tokenFile: "inside/token" }));
    expect((await credentialsOf({ kubeconfigPath: path, trusted: false })).sent).toEqual(["Bearer own-file"]);
    await asFile(documentOf({ "client-certificate": "inside/own.crt", "client-key": "inside/own.key" }));
    expect((await credentialsOf({ kubeconfigPath: path, trusted: false })).sent).toEqual(["own-certificate"]);
  });

  it("stays untrusted when it was loaded untrusted, whatever the options of connect say (SEC-3)", async () => {
    const text = JSON.stringify(documents["an exec plugin"]!());
    const kubeconfig = await loadKubeconfig({ text, trusted: false, host });
    for (const more of [{}, { trusted: true }]) {
      const { sent, error } = await credentialsOf({
        kubeconfig: kubeconfig.with({ namespace: "n" }).minify(),
        ...more,
      });
      expect([sent, String(error)]).toEqual([[], expect.stringContaining("may not run: the exec policy is DenyAll")]);
    }
    const allow = { policy: "Allowlist", allowlist: [{ name: join(root, "own/plugin") }] } as const;
    for (const source of [
      { kubeconfig },
      { kubeconfigText: text, trusted: false },
      { kubeconfig: kubeconfig.restConfig(), trusted: false },
    ])
      for (const execPolicy of [{ policy: "AllowAll" } as const, allow]) {
        const { sent, error } = await credentialsOf({ ...source, execPolicy });
        expect([sent, error]).toEqual([[], expect.objectContaining({ kind: "InvalidArgument" })]);
      }
    expect(await runs()).toBe("");
  });

  it("is not asked for a password at the terminal (SEC-3)", async () => {
    const prompt = async () => ({ username: "foreign", password: newSecretValue("foreign") });
    const load = (trusted: boolean) => loadKubeconfig({ object: documentOf({}), prompt, trusted, host });
    expect((await credentialsOf({ kubeconfig: await load(false) })).sent).toEqual([]);
    expect((await credentialsOf({ kubeconfig: await load(true) })).sent).toEqual([
      `Basic ${base64("foreign:foreign")}`,
    ]);
  });

  it("takes what the program itself adds to it (SEC-3)", async () => {
    const document = { kubeconfig: documentOf({ tokenFile: join(root, "secret") }), trusted: false };
    expect((await credentialsOf({ ...document, userInfo: { tokenFile: join(root, "account/token") } })).sent).toEqual([
      "Bearer foreign-account",
    ]);
    expect((await credentialsOf({ ...document, userInfo: { tokenFile: "" } })).sent).toEqual([]);
    // The program's token stands in place of the document's token file, which is not read.
    expect((await credentialsOf({ ...document, userInfo: { token: "mine" } })).sent).toEqual(["Bearer mine"]);
    expect(
      (await credentialsOf({ kubeconfig: documentOf({}), trusted: false, userInfo: { token: "mine" } })).sent,
    ).toEqual(["Bearer mine"]);
  });

  it("does not learn the namespace we run in", async () => {
    await using client = await connect({ kubeconfig: documentOf({ token: "own-token" }), trusted: false, host });
    expect(client.namespace).toBe("default");
  });
});

describe("an allowlist of exec plugins", () => {
  it("runs no code that the kubeconfig's author put into a variable (SEC-3)", async () => {
    const plugin = join(root, "bash-plugin");
    const answer = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: "own-plugin" },
    };
    await writeFile(plugin, `#!/bin/bash\nprintf '%s' '${JSON.stringify(answer)}'\n`);
    await chmod(plugin, 0o755);
    await writeFile(join(root, "author.sh"), `echo run > '${root}/author-ran'\n`);
    const env = [{ name: "BASH_ENV", value: join(root, "author.sh") }];
    const exec = { apiVersion: answer.apiVersion, command: plugin, interactiveMode: "Never", env };
    const given = (allowed: object) => ({
      kubeconfig: documentOf({ exec }),
      execPolicy: { policy: "Allowlist", allowlist: [{ name: plugin, ...allowed }] } as const,
    });
    const { sent, error } = await credentialsOf(given({}));
    expect(sent).toEqual([]);
    expect(String(error)).toContain('its variable "BASH_ENV" is not among the env');
    await expect(readFile(join(root, "author-ran"))).rejects.toThrow();
    expect((await credentialsOf(given({ env: ["BASH_ENV"] }))).sent).toEqual(["Bearer own-plugin"]);
    expect(await readFile(join(root, "author-ran"), "utf8"), "the test can fail").toBe("run\n");
  });
});

describe("a kubeconfig of our own", () => {
  it.each([
    ["an exec plugin", "Bearer foreign-exec"],
    ["a token file elsewhere", "Bearer foreign-file"],
    ["a token file that is a link", "Bearer foreign-file"],
    ["a token file behind a linked folder", "Bearer foreign-file"],
    ["a token and a token file elsewhere", "Bearer foreign-file"],
    ["certificate files elsewhere", "foreign-certificate"],
    ["certificate files that are links", "foreign-certificate"],
    ["an auth provider", "Bearer foreign-provider"],
    ["an OpenID Connect provider", expect.stringContaining("foreign-oidc")],
  ])("gets what it asks for with %s: the tests above can fail", async (name, credential) => {
    const path = await asFile(documents[name]!());
    expect((await credentialsOf({ kubeconfigPath: path })).sent).toContainEqual(credential);
    await rm(join(root, "runs"), { force: true });
  });

  it("is completed by the Pod's service account when its file is empty", async () => {
    const config = (await loadKubeconfig({ path: await asFile({}), host })).restConfig();
    expect([config.bearerToken?.reveal(), config.namespace]).toEqual(["foreign-account", "foreign-namespace"]);
  });

  it("is found in the environment when none is given", async () => {
    expect((await credentialsOf({})).sent).toEqual(["Bearer foreign-environment"]);
  });

  it("is not completed by the Pod's service account when it was given as text or object", async () => {
    for (const source of [{ kubeconfigText: "" }, { kubeconfigText: "{}" }, { kubeconfig: {} }]) {
      const { sent, error } = await credentialsOf(source);
      expect([sent, error]).toEqual([[], expect.objectContaining({ reasons: ["empty"] })]);
    }
  });
});
