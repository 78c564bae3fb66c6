import { ConfigError } from "../errors/index.ts";
import { apiVersionOf } from "../meta/index.ts";
import { type RestConfig, withoutUserinfo, writtenPath } from "../transport/index.ts";
import { checkSegment, encodeIllegal, joinPath, looseSegmentProblem } from "./path.ts";

/** Where a server is. */
export interface ServerUrl {
  /** `https://host:port`. */
  readonly origin: string;
  /** The path in front of every request as it goes on the wire, with the escapes that were written, or `/`. */
  readonly path: string;
}

/**
 * Reads `host` of a configuration: a URL, or `host:port`. Without a scheme it is https when the configuration says
 * anything about TLS, else http; a path needs a scheme. An empty host is `localhost`. A path that a URL parser, a proxy
 * or a server could read as another one is refused, escaped or not.
 */
export function serverUrl(config: Pick<RestConfig, "host" | "tls">): ServerUrl {
  const host = config.host || "localhost";
  const direct = parse(host);
  if (direct !== undefined && /^https?:$/.test(direct.protocol)) return toServerUrl(direct, host);
  if (host.includes("://"))
    throw new ConfigError(
      `the server ${JSON.stringify(withoutUserinfo(host))} must be an https or http URL, or host:port`,
    );
  const url = parse(`${wantsTls(config.tls) ? "https" : "http"}://${host}`);
  if (url === undefined || url.pathname !== "/") {
    throw new ConfigError(`the server ${JSON.stringify(withoutUserinfo(host))} must be a URL or host:port`);
  }
  return toServerUrl(url, host);
}

/** `/api/v1` or `/apis/apps/v1`: where a group version is served. */
export function groupVersionPath(
  { group, version }: { readonly group: string; readonly version: string },
  apiPath?: string,
): string {
  if (group !== "") checkSegment("API group", group);
  if (version !== "") checkSegment("API version", version);
  return joinPath(apiPath ?? (group === "" ? "/api" : "/apis"), apiVersionOf({ group, version }));
}

/** Whether a configuration speaks TLS: it says https, or anything about certificates. */
export function isConfigTransportTls(config: Pick<RestConfig, "host" | "tls">): boolean {
  return serverUrl(config).origin.startsWith("https:");
}

function wantsTls(tls: RestConfig["tls"]): boolean {
  return Boolean(tls && (tls.insecure || tls.ca || tls.caFile || tls.cert || tls.certFile));
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function toServerUrl(url: URL, host: string): ServerUrl {
  if (url.username !== "" || url.password !== "")
    throw new ConfigError("the server's URL must not hold a user or a password");
  if (url.search !== "" || url.hash !== "")
    throw new ConfigError(
      `the server ${JSON.stringify(`${url.origin}${url.pathname}`)} must not have a query or a fragment`,
    );
  if (/[\u0000-\u0020]/.test(host))
    throw new ConfigError("the server's URL must not hold spaces or control characters");
  return { origin: url.origin, path: basePath(url.origin, writtenPath(host)) };
}

function basePath(origin: string, written: string): string {
  const shown = JSON.stringify(`${origin}${written}`);
  const segments = written.split("/").filter((segment) => segment !== "");
  for (const segment of segments) {
    // An escaped slash is data here, but a server may decode it, and dots behind it would then be followed.
    for (const part of decoded(segment, shown).split("/")) {
      const problem = looseSegmentProblem(part);
      if (problem !== undefined) throw new ConfigError(`the path of the server ${shown} ${problem}`);
    }
  }
  return `/${segments.map(encodeIllegal).join("/")}`;
}

function decoded(segment: string, shown: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ConfigError(`the server ${shown} has an invalid percent escape`);
  }
}
