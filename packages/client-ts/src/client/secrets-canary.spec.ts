import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { anonymous, credentialFor, execClusterToConfig } from "../auth/index.ts";
import { issueCertificate } from "../certs/index.ts";
import { newClientset } from "../clientset/index.ts";
import type { SecretValue } from "../errors/index.ts";
import { type KubeconfigFile, type KubeconfigUser, loadKubeconfig, parseKubeconfig } from "../kubeconfig/index.ts";
import { restClientFor, transportFor } from "../rest/index.ts";
import { hideCredentials, type RestConfig } from "../transport/index.ts";
import { json, serve, testCa, type TestServer } from "../transport/test-support/servers.ts";
import { connect } from "./connect.ts";

/** A word that no program prints by chance, in every field that may hold a credential. */
const canary = "c4n4ry";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
/** The word as it is, and as base64 has it, whatever stands before it. */
const canaries = [
  canary,
  ...["", "a", "ab"].map((before) => base64(`${before}${canary}`).slice(before === "" ? 0 : 4, -4)),
];

let server: TestServer;
let folder: string;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canary-"));
  server = await serve((request, response) => {
    if (request.path.includes("openid")) return json(response, { token_endpoint: `${server.url}/token` });
    const answer = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "Unauthorized",
      code: 401,
      error: canary,
      id_token: canary,
    };
    json(response, answer, 401);
  });
  key = issueCertificate(testCa, { commonName: "some-user", usages: ["client"] }).key;
  await writeFile(join(folder, "token"), `${canary}-token-file`);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const exec = (command: string): object => ({
  apiVersion: "client.authentication.k8s.io/v1",
  command,
  args: ["-c", `echo "$SECRET" ${canary}-stderr-1234 token=${canary}1 >&2; exit 3`, `--password=${canary}-argument`],
  env: [{ name: "SECRET", value: `${canary}-variable` }],
  interactiveMode: "Never",
  provideClusterInfo: true,
});

/** Each kind of user whose credential fails in its own way. */
const users: Readonly<Record<string, () => object>> = {
  token: () => ({ token: `${canary}-token` }),
  "a token with a line break": () => ({ token: `${canary}\ntoken` }),
  "a token file": () => ({ tokenFile: join(folder, "token") }),
  "a password": () => ({ username: "jane", password: `${canary}-password` }),
  "a password with a name that cannot be": () => ({ username: "ja:ne", password: `${canary}-password` }),
  "a key that is not a key": () => ({
    "client-certificate-data": base64("x"),
    "client-key-data": base64(`${canary}-key`),
  }),
  "a key of another certificate": () => ({
    "client-certificate-data": base64(testCa.cert),
    "client-key-data": base64(key),
  }),
  "an exec plugin that fails": () => ({ exec: exec("/bin/sh") }),
  "an exec plugin that does not exist": () => ({ exec: exec(join(folder, "absent")) }),
  "an auth provider that is not registered": () => ({
    "auth-provider": { name: "unregistered", config: { "access-token": canary, other: canary } },
  }),
  "an auth provider of former times": () => ({ "auth-provider": { name: "gcp", config: { "access-token": canary } } }),
  "an OpenID Connect provider": () => ({
    "auth-provider": {
      name: "oidc",
      config: {
        "idp-issuer-url": server.url,
        "client-id": "me",
        "client-secret": canary,
        "id-token": `${base64("{}")}.${base64(`{"exp":1,"x":"${canary}"}`)}.${canary}`,
        "refresh-token": canary,
        "idp-certificate-authority-data": base64(testCa.cert),
      },
    },
  }),
  "an issuer with a login in its address": () => ({
    "auth-provider": {
      name: "oidc",
      config: { "idp-issuer-url": `https://u:${canary}@127.0.0.1:1`, "client-id": "me", "refresh-token": canary },
    },
  }),
};

function kubeconfigOf(user: object, cluster: object = {}): Partial<KubeconfigFile> {
  const extension = [{ name: "client.authentication.k8s.io/exec", extension: { secret: `${canary}-extension` } }];
  const more = { extensions: [...extension, { name: "other", extension: [canary] }] };
  return {
    clusters: [
      {
        name: "c",
        cluster: { server: server.url, "certificate-authority-data": base64(testCa.cert), ...more, ...cluster },
      },
    ],
    users: [{ name: "u", user: { ...user, extensions: more.extensions } as KubeconfigUser }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u", ...more } }],
    "current-context": "x",
    preferences: { extensions: more.extensions },
    extensions: more.extensions,
  };
}

/** Everything that a value shows, in every way to show it. */
function looks(value: unknown): string {
  const deep = { depth: 20, maxStringLength: null, maxArrayLength: null } as const;
  const ways: (() => unknown)[] = [
    () => inspect(value, { ...deep, showHidden: true, getters: true }),
    () => inspect(value, { ...deep, customInspect: false, showHidden: true, getters: true }),
    () => JSON.stringify(value),
    () => String(value),
    () => inspect(structuredClone(value), deep),
    () => JSON.stringify(structuredClone(value)),
    () => inspect({ ...(value as object) }, { ...deep, customInspect: false }),
    () => JSON.stringify({ ...(value as object) }),
    () => [...fieldsOf(value)].join("\n"),
  ];
  if (value instanceof Error)
    ways.push(
      () => value.stack,
      () => looks({ ...value, message: value.message, cause: value.cause }),
    );
  return ways
    .map((show) => {
      try {
        return String(show());
      } catch {
        return ""; // what cannot be shown in this way shows nothing
      }
    })
    .join("\n");
}

/** The texts of all fields that can be reached. */
function* fieldsOf(value: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Map || value instanceof Set) for (const entry of value) yield* fieldsOf(entry, seen);
  if (value instanceof Uint8Array) return yield Buffer.from(value).toString("latin1");
  for (const [name, field] of Object.entries(value)) {
    yield name;
    yield* fieldsOf(field, seen);
  }
}

function shows(value: unknown): string | undefined {
  const text = looks(value);
  const found = [...canaries, key.split("\n")[1]!].find((word) => text.includes(word));
  return found && text.slice(Math.max(0, text.indexOf(found) - 80), text.indexOf(found) + 40);
}

/** What `run` threw. */
async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("no credential is shown by", () => {
  it.each(Object.keys(users))("anything made from a kubeconfig with %s (SEC-4, F-D9)", async (name) => {
    const source = kubeconfigOf(users[name]!());
    const kubeconfig = await loadKubeconfig({ object: source });
    const made: unknown[] = [
      kubeconfig,
      kubeconfig.with({ namespace: "n" }),
      kubeconfig.redact(),
      kubeconfig.minify(),
      kubeconfig.distrust(),
    ];
    made.push(kubeconfig.toJSON(), await kubeconfig.toYAML(), await failureOf(() => kubeconfig.validate()));
    made.push(await failureOf(() => kubeconfig.distrust().restConfig()));
    const config = await Promise.resolve()
      .then(() => kubeconfig.restConfig())
      .catch((error: unknown) => error);
    made.push(config, { config }, [config]);
    if (!(config instanceof Error)) {
      const whole = config as RestConfig;
      made.push(hideCredentials(whole), anonymous(whole), await failureOf(() => credentialFor(whole)?.headers()));
      made.push(await failureOf(() => transportFor(whole)), await failureOf(() => restClientFor(whole)));
    }
    const client = await connect({ kubeconfig }).catch((error: unknown) => error);
    made.push(client);
    if (!(client instanceof Error)) {
      const connected = client as Awaited<ReturnType<typeof connect>>;
      const clientset = newClientset(connected);
      const pods = connected.resource(Pod, { namespace: "default" });
      made.push(
        connected.context,
        connected.rest,
        connected.rest.config,
        connected.with({ userAgent: "a" }),
        clientset,
        clientset.core.v1,
        pods,
      );
      made.push(connected.dynamic, connected.discovery, connected.metadata(Pod, { namespace: "default" }));
      made.push(
        await failureOf(() => pods.get("web")),
        await failureOf(() => pods.create({ metadata: { name: "web" } })),
      );
      await connected.close();
    }
    expect(made.map(shows).filter((text) => text !== undefined)).toEqual([]);
  });

  it.each(["http", "https", "socks5"])("a proxy's %s address with a login (SEC-9)", async (scheme) => {
    const proxy = `${scheme}://user:${canary}@127.0.0.1:1`;
    const kubeconfig = await loadKubeconfig({ object: kubeconfigOf({ token: canary }, { "proxy-url": proxy }) });
    const config = kubeconfig.restConfig();
    const transport = transportFor(config);
    const client = await connect({ kubeconfig });
    const made = [
      kubeconfig,
      config,
      transport,
      client,
      client.rest.config,
      execClusterToConfig({ server: server.url, "proxy-url": proxy }),
    ];
    const failure = await failureOf(() => client.resource(Pod).list());
    expect(failure).toMatchObject({ code: "proxy" });
    expect([...made, failure].map(shows).filter((text) => text !== undefined)).toEqual([]);
    await Promise.all([client.close(), transport.close()]);
  });

  it.each([
    "ftp://user:c4n4ry@h",
    "https://user:c4n4ry@h",
    "user:c4n4ry@h/path",
    "https://user:c4n4ry@",
    "https://user:c4n4ry@h:99999",
  ])("an error about the server's address %s (SEC-4)", async (address) => {
    const kubeconfig = await loadKubeconfig({ object: kubeconfigOf({ token: "t" }, { server: address }) });
    const made = [kubeconfig, kubeconfig.toJSON()];
    const errors = [
      await failureOf(() => kubeconfig.restConfig()),
      await failureOf(() => restClientFor({ host: address })),
      await failureOf(() => connect({ kubeconfig: { host: address } })),
    ];
    expect(errors.every((error) => error instanceof Error)).toBe(true);
    expect([...made, ...errors].map(shows).filter((text) => text !== undefined)).toEqual([]);
  });

  it("a kubeconfig that cannot be read (SEC-4)", async () => {
    const errors: unknown[] = [];
    for (const text of [
      `users: [{ name: u, user: { token: [${canary}] } }]`,
      `users: [{ name: u, user: { token: ${canary}`,
      `users: [{ name: u, user: { client-key-data: "${canary}!" } }]`,
      `kind: "${canary}`,
      `token: ${canary}\n\ttoken: ${canary}`,
      `users: [{ name: u, user: { token: !!binary ${canary} } }]`,
      `users: { ${canary}: 1 }`,
      `users: [*${canary}]`,
    ])
      errors.push(await failureOf(() => parseKubeconfig(text)));
    expect(errors.every((error) => error instanceof Error)).toBe(true);
    expect(errors.map(shows).filter((text) => text !== undefined)).toEqual([]);
  });

  it("and each is still there for callers that ask for it", async () => {
    const source = kubeconfigOf(users["an exec plugin that fails"]!(), {
      "proxy-url": `http://user:${canary}@127.0.0.1:1`,
    });
    const kubeconfig = await loadKubeconfig({ object: source });
    const { exec: plugin, proxyUrl } = kubeconfig.restConfig();
    expect(JSON.stringify(kubeconfig.exportRaw())).toContain(`${canary}-variable`);
    expect(await kubeconfig.toYAML({ raw: true })).toContain(`${canary}-extension`);
    expect(JSON.stringify(kubeconfig.toJSON())).toMatch(/"REDACTED".*/);
    expect(
      [proxyUrl, plugin?.args, plugin?.config, plugin?.env?.[0]?.value].map((one) =>
        (one as SecretValue<unknown>).reveal(),
      ),
    ).toEqual([
      `http://user:${canary}@127.0.0.1:1`,
      (source.users![0]!.user.exec as { args: string[] }).args,
      { secret: `${canary}-extension` },
      `${canary}-variable`,
    ]);
    expect(shows({ token: canary }), "the test can fail").toBeDefined();
    expect(shows(new Map([["a", { token: base64(`ab${canary}`) }]])), "the test can fail").toBeDefined();
  });
});
