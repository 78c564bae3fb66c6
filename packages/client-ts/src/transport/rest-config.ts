import type { SecretValue } from "../errors/index.ts";
import type { Clock, Logger, Meter, Throttle } from "../util/index.ts";
import type { CertificateSource } from "./certificate-source.ts";
import type { Credential } from "./credential.ts";
import type { Dial } from "./dial.ts";
import type { SizeLimits } from "./limits.ts";
import type { Environment } from "./proxy.ts";
import type { Interceptor, Transport } from "./transport.ts";

/** The trust in the server and our own certificate. Data wins over files. */
export interface TlsConfig {
  /** Accept any certificate. Refused together with a CA. */
  readonly insecure?: boolean | undefined;
  /** The name to ask for and to check, instead of the URL's host. */
  readonly serverName?: string | undefined;
  /** CA certificates, PEM. Without data and file: Node's own roots. */
  readonly ca?: string | undefined;
  readonly caFile?: string | undefined;
  /** Client certificate, PEM. */
  readonly cert?: string | undefined;
  readonly certFile?: string | undefined;
  /** The client certificate's key, PEM. */
  readonly key?: SecretValue | undefined;
  readonly keyFile?: string | undefined;
}

/** Whom to act as, where the server allows it. Groups, uid and extra need a user. */
export interface ImpersonationConfig {
  readonly userName?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** A command that prints a credential, as a kubeconfig names it. */
export interface ExecConfig {
  readonly apiVersion: string;
  readonly command: string;
  readonly args?: readonly string[] | SecretValue<readonly string[]> | undefined;
  /** Added to the environment that the plugin inherits. */
  readonly env?: readonly { readonly name: string; readonly value: string | SecretValue }[] | undefined;
  readonly installHint?: string | undefined;
  readonly provideClusterInfo?: boolean | undefined;
  readonly interactiveMode?: "Never" | "IfAvailable" | "Always" | undefined;
  /**
   * The cluster's own configuration for the plugin, from the extension `client.authentication.k8s.io/exec`; may be held
   * in a SecretValue.
   */
  readonly config?: unknown;
  /** The program needs its standard input for itself, so that a plugin cannot ask the user. Default `false`. */
  readonly stdinUnavailable?: boolean | undefined;
  /** Why standard input is not available, for the error of a plugin that must ask the user. */
  readonly stdinUnavailableMessage?: string | undefined;
  /** Limit for one run. Default 60 s, and 10 min when the plugin can ask the user. */
  readonly timeoutMs?: number | undefined;
}

/** Which exec plugins may run. */
export interface ExecPolicy {
  readonly policy: "AllowAll" | "DenyAll" | "Allowlist";
  /**
   * With `Allowlist`: what may run. One entry must allow the whole call: the command, its arguments and its variables.
   */
  readonly allowlist?: readonly AllowedPlugin[] | undefined;
}

/** A plugin that may run, and what a kubeconfig may give it. */
export interface AllowedPlugin {
  /** The command, compared with the kubeconfig's after both were resolved to full paths. */
  readonly name: string;
  /**
   * Names of the variables that a kubeconfig may set for the plugin. Default none: a variable such as `BASH_ENV` or
   * `LD_PRELOAD` makes any command run code of the kubeconfig's author. A plugin with other variables is refused,
   * not run without them.
   */
  readonly env?: readonly string[] | undefined;
  /** The arguments that the plugin must have, all of them and in this order. Default: any. */
  readonly args?: readonly string[] | undefined;
}

/** An auth-provider entry of a kubeconfig (OIDC). */
export interface AuthProviderConfig {
  readonly name: string;
  readonly config: Readonly<Record<string, string | SecretValue>>;
}

/** Saves what an auth provider learned (a new refresh token), where it came from. */
export type AuthProviderPersister = (config: Readonly<Record<string, string>>) => Promise<void>;

/** What an auth provider gets to make a credential from. */
export interface AuthProviderContext {
  /** The configuration of the cluster that the credential is for. */
  readonly config: RestConfig;
  /** Saves what the provider learned; does nothing where the configuration came from no file. */
  readonly persist: AuthProviderPersister;
}

/** Makes a credential from an auth-provider entry of a kubeconfig. Called when the first request needs it. */
export type AuthProviderFactory = (
  provider: AuthProviderConfig,
  context: AuthProviderContext,
) => Credential | Promise<Credential>;

/** What a server said in addition to its answer, in a `Warning` header. */
export interface Warning {
  readonly code: number;
  readonly agent: string;
  /** Escaped: safe to print. */
  readonly text: string;
}

/** Called for each warning of a response. */
export type WarningHandler = (warning: Warning) => void;

/**
 * Where a cluster is and how to connect to it: the result of a kubeconfig's context, and what every client is made
 * from. One that came from a kubeconfig shows no credential when it is printed or copied. In one that you write, hold
 * what must not be shown in a `SecretValue`; the clients made from it show none of it either way.
 */
export interface RestConfig {
  /** `https://host:port` with an optional path prefix. */
  readonly host: string;
  /** The namespace of the context it came from. */
  readonly namespace?: string | undefined;
  readonly tls?: TlsConfig | undefined;
  /**
   * A client certificate that may change while connections are open: `manager.clientCertificate` of a certificate
   * manager. Instead of a certificate in `tls`.
   */
  readonly clientCertificate?: CertificateSource | undefined;
  readonly bearerToken?: SecretValue | undefined;
  /** Read again within a minute of a change; wins over `bearerToken` once it could be read. */
  readonly bearerTokenFile?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: SecretValue | undefined;
  readonly impersonate?: ImpersonationConfig | undefined;
  readonly exec?: ExecConfig | undefined;
  readonly execPolicy?: ExecPolicy | undefined;
  readonly authProvider?: AuthProviderConfig | undefined;
  readonly authProviderPersister?: AuthProviderPersister | undefined;
  /**
   * Auth providers of your own, by the name that kubeconfigs use for them. `oidc` is built in and cannot be replaced.
   */
  readonly authProviders?: Readonly<Record<string, AuthProviderFactory>> | undefined;
  /**
   * `http:`, `https:` or `socks5:`, used for every connection. Absent: from the environment, unless `dial` is given.
   */
  readonly proxyUrl?: string | SecretValue | undefined;
  /** The environment that proxies are looked up in and that exec plugins inherit. Default: that of the process. */
  readonly env?: Environment | SecretValue<Environment> | undefined;
  /** How often certificate files are looked at again. Default 5 min; 0: never. */
  readonly tlsReloadMs?: number | undefined;
  readonly disableCompression?: boolean | undefined;
  readonly userAgent?: string | undefined;
  /** Limit for one call, never for a watch or a stream. Absent: none. */
  readonly timeoutMs?: number | undefined;
  /** Client-side requests per second; absent: not throttled. */
  readonly qps?: number | undefined;
  /** With `qps`: how many requests may be sent at once. Default 10. */
  readonly burst?: number | undefined;
  /** Gets the warnings that servers send with their answers. Default: each is written to the logger. */
  readonly onWarning?: WarningHandler | undefined;
  /** Wrapped around every request, first one outermost. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /**
   * Where the client writes what happens; informers on this client inherit it. `false` writes nothing, informers
   * included. Default: requests write nothing, and informers write their failures to standard error.
   */
  readonly logger?: Logger | false | undefined;
  /**
   * How much of each request goes to the logger's `debug`: 6 one line, 7 and 8 headers, 8 to 10 bodies. Default 0:
   * nothing. Never a credential.
   */
  readonly verbosity?: number | undefined;
  readonly meter?: Meter | undefined;
  /** Wins over `qps` and `burst`. */
  readonly rateLimiter?: Throttle | undefined;
  /** The way to the network. Default: TCP. */
  readonly dial?: Dial | undefined;
  /** `false` never speaks HTTP/2. Default `true`. */
  readonly http2?: boolean | undefined;
  /** How much of a body is taken. */
  readonly limits?: Partial<SizeLimits> | undefined;
  /** Sends the requests instead of connections of our own; `tls` and `dial` must then be absent. */
  readonly transport?: Transport | undefined;
  /** `false` when the server is known not to support streaming lists: informers then list and watch. */
  readonly supportsWatchList?: boolean | undefined;
  /**
   * Media type of objects. `application/vnd.kubernetes.protobuf` asks for objects of built-in kinds in protobuf; what
   * we send is JSON unless the client has another serializer. Default `application/json`.
   */
  readonly contentType?: string | undefined;
  /** The `Accept` header. Default: the content type, then anything. */
  readonly accept?: string | undefined;
  readonly clock?: Clock | undefined;
}
