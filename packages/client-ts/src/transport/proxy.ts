import { ConfigError, newSecretValue, type SecretValue } from "../errors/index.ts";
import { isExcluded, isLoopback, type NoProxyTarget } from "./no-proxy.ts";

/** Environment variables, as a program sees them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy to go through. It prints without its credentials. */
export interface ProxyServer {
  readonly scheme: "http" | "https" | "socks5";
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly username?: string | undefined;
  readonly password?: SecretValue | undefined;
}

const ports = { http: 80, https: 443, socks5: 1080 } as const;

/**
 * Reads a proxy's URL. User name and password are percent-decoded and parted at the first colon. Throws a ConfigError
 * that does not repeat the URL, which may hold a password.
 */
export function parseProxyUrl(text: string): ProxyServer {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigError("the proxy's URL cannot be read");
  }
  // "user:password@proxy" is a URL, too, and its scheme is the user.
  if (url.host === "" && !text.includes("://"))
    throw new ConfigError("the proxy's URL must begin with http://, https:// or socks5://");
  const scheme = url.protocol === "socks5h:" ? "socks5" : url.protocol.slice(0, -1);
  if (scheme !== "http" && scheme !== "https" && scheme !== "socks5")
    throw new ConfigError(`a proxy is reached by http, https or socks5, not by ${JSON.stringify(scheme)}`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (host === "") throw new ConfigError("the proxy's URL has no host");
  return {
    scheme,
    host,
    port: Number(url.port || ports[scheme]),
    ...((url.username !== "" || url.password !== "") && {
      username: decode(url.username),
      password: newSecretValue(decode(url.password)),
    }),
  };
}

/**
 * The proxy on the way to a server; `undefined` means directly. A proxy that the configuration names is always used.
 * Else the environment decides as it does for Go: `HTTPS_PROXY` or `HTTP_PROXY` by the server's scheme, `NO_PROXY`
 * names those that are reached directly, each in lower case too, and nothing on this machine is reached through a
 * proxy.
 */
export function proxyFor(
  server: URL,
  options: { readonly proxyUrl?: string | undefined; readonly env?: Environment | undefined },
): ProxyServer | undefined {
  const { proxyUrl, env = {} } = options;
  if (proxyUrl !== undefined && proxyUrl !== "") return parseProxyUrl(proxyUrl);
  const secure = server.protocol === "https:";
  const text = secure ? either(env, "HTTPS_PROXY") : either(env, "HTTP_PROXY");
  if (text === undefined) return undefined;
  // In a CGI program, HTTP_PROXY is what a caller sent as header "Proxy".
  if (!secure && env["REQUEST_METHOD"])
    throw new ConfigError("HTTP_PROXY is not used in a CGI program: its caller could have set it");
  const target = targetOf(server);
  if (isLoopback(target.host) || isExcluded(either(env, "NO_PROXY") ?? "", target)) return undefined;
  // A proxy without scheme is an HTTP proxy.
  return parseProxyUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
}

/** Host and port of a server's URL. */
export function targetOf(url: URL): NoProxyTarget {
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (url.protocol === "https:" ? 443 : 80)),
  };
}

function either(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toLowerCase()] || undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError("the proxy's user name or password is not percent-encoded text");
  }
}
