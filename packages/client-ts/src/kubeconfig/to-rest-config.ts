import { newSecretValue } from "../errors/index.ts";
import {
  type AuthProviderConfig,
  type AuthProviderPersister,
  type ExecConfig,
  hideCredentials,
  type RestConfig,
  type TlsConfig,
} from "../transport/index.ts";
import { defined } from "../util/index.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { codeOf, type Host } from "./host.ts";
import { type Effective, parseTimeout } from "./overrides.ts";
import { isHttps, normalizeServer } from "./server-url.ts";
import type { KubeconfigAuthProvider, KubeconfigExec, KubeconfigUser, NamedExtension } from "./types.ts";

/** The extension of a cluster that is meant for its exec plugin. */
const execExtension = "client.authentication.k8s.io/exec";

/** What {@link toRestConfig} needs in addition to the chosen entries. */
export interface ToRestConfigOptions {
  readonly host: Pick<Host, "readFileSync">;
  readonly timeout?: string | undefined;
  readonly namespace?: string | undefined;
  readonly authProviderPersister?: AuthProviderPersister | undefined;
}

/**
 * What a client needs, from a context's cluster and user. Credentials are taken only when the server is reached by TLS.
 */
export function toRestConfig({ cluster, user }: Effective, options: ToRestConfigOptions): RestConfig {
  const tls = cleanTls({
    insecure: cluster["insecure-skip-tls-verify"],
    serverName: cluster["tls-server-name"],
    ca: decode(cluster["certificate-authority-data"]),
    caFile: cluster["certificate-authority-data"] === undefined ? cluster["certificate-authority"] : undefined,
  });
  const host = normalizeServer(
    cluster.server,
    tls !== undefined || user["client-certificate"] !== undefined || user["client-certificate-data"] !== undefined,
  );
  const secure = isHttps(host);
  return hideCredentials({
    host,
    namespace: options.namespace,
    proxyUrl: cluster["proxy-url"],
    disableCompression: cluster["disable-compression"] === true || undefined,
    ...defined({ timeoutMs: options.timeout ? timeoutOf(options.timeout) : undefined }),
    ...impersonationOf(user),
    ...(secure && credentials(user, tls, cluster.extensions ?? [], options)),
  });
}

/** Whether the server is reached by TLS and the configuration does not say who we are, in any way. */
export function needsPassword({ host, username, tls, bearerToken, authProvider, exec }: RestConfig): boolean {
  const credentials = [username, tls?.cert, tls?.certFile, bearerToken, authProvider, exec];
  return isHttps(host) && credentials.every((one) => one === undefined);
}

function credentials(
  user: KubeconfigUser,
  tls: TlsConfig | undefined,
  extensions: readonly NamedExtension[],
  { host, authProviderPersister }: ToRestConfigOptions,
): Partial<RestConfig> {
  const hasCertificate = user["client-certificate"] !== undefined || user["client-certificate-data"] !== undefined;
  const key = decode(user["client-key-data"]);
  const certificate = hasCertificate
    ? cleanTls({
        ...tls,
        cert: decode(user["client-certificate-data"]),
        certFile: user["client-certificate-data"] === undefined ? user["client-certificate"] : undefined,
        key: key === undefined ? undefined : newSecretValue(key),
        keyFile: key === undefined ? user["client-key"] : undefined,
      })
    : tls;
  return {
    tls: certificate,
    ...tokenOf(user, host),
    username: user.username,
    password: user.password === undefined ? undefined : newSecretValue(user.password),
    authProvider: user["auth-provider"] === undefined ? undefined : providerOf(user["auth-provider"]),
    authProviderPersister: user["auth-provider"] && authProviderPersister,
    exec: user.exec === undefined ? undefined : execOf(user.exec, extensions),
  };
}

function tokenOf({ token, tokenFile }: KubeconfigUser, host: Pick<Host, "readFileSync">): Partial<RestConfig> {
  if (token !== undefined) return { bearerToken: newSecretValue(token), bearerTokenFile: tokenFile };
  if (tokenFile === undefined) return {};
  try {
    const text = Buffer.from(host.readFileSync(tokenFile)).toString("utf8").trim();
    return { bearerToken: newSecretValue(text), bearerTokenFile: tokenFile };
  } catch (error) {
    throw new KubeconfigError("invalid", `the tokenFile "${tokenFile}" cannot be read (${codeOf(error)})`);
  }
}

function impersonationOf(user: KubeconfigUser): Partial<RestConfig> {
  if (user.as === undefined) return {};
  const extra = user["as-user-extra"];
  return {
    impersonate: {
      userName: user.as,
      uid: user["as-uid"],
      groups: user["as-groups"],
      extra:
        extra === undefined
          ? undefined
          : Object.fromEntries(Object.entries(extra).map(([name, values]) => [name, values ?? []])),
    },
  };
}

function providerOf({ name, config }: KubeconfigAuthProvider): AuthProviderConfig {
  return { name, config: { ...config } };
}

function execOf(exec: KubeconfigExec, extensions: readonly NamedExtension[]): ExecConfig {
  const config = extensions.find(({ name }) => name === execExtension)?.extension;
  return defined({
    apiVersion: exec.apiVersion ?? "",
    command: exec.command,
    args: exec.args ?? undefined,
    env: exec.env ?? undefined,
    installHint: exec.installHint === undefined ? undefined : cleanEscapes(exec.installHint),
    provideClusterInfo: exec.provideClusterInfo || undefined,
    interactiveMode: exec.interactiveMode as ExecConfig["interactiveMode"],
    config: config ?? undefined,
  });
}

/** Text that is safe on a terminal: control characters are written as their code point. */
export function cleanEscapes(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t-\r]/gu, (character) => {
    return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  });
}

/** `undefined` for zero, which means no limit. */
function timeoutOf(text: string): number | undefined {
  const timeoutMs = parseTimeout(text);
  return timeoutMs > 0 ? timeoutMs : undefined;
}

function decode(data: string | undefined): string | undefined {
  return data === undefined ? undefined : Buffer.from(data, "base64").toString("utf8");
}

function cleanTls(tls: { [K in keyof TlsConfig]: TlsConfig[K] | undefined }): TlsConfig | undefined {
  const set = Object.entries(tls).filter(([, value]) => value !== undefined && value !== false);
  return set.length === 0 ? undefined : (Object.fromEntries(set) as TlsConfig);
}
