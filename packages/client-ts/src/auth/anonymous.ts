import { hideCredentials, type RestConfig, type TlsConfig } from "../transport/index.ts";

/** The fields of a configuration that carry no identity. A field that is added later is left out until it is named. */
const keptFields: readonly (keyof RestConfig)[] = [
  "host",
  "namespace",
  "proxyUrl",
  "env",
  "tlsReloadMs",
  "disableCompression",
  "userAgent",
  "timeoutMs",
  "qps",
  "burst",
  "rateLimiter",
  "onWarning",
  "logger",
  "verbosity",
  "meter",
  "dial",
  "http2",
  "limits",
  "contentType",
  "accept",
  "clock",
];

const keptTlsFields: readonly (keyof TlsConfig)[] = ["insecure", "serverName", "ca", "caFile"];

/**
 * A copy of a configuration for requests without any credential: it holds only what is known to carry no identity.
 * Interceptors and a transport of the caller's own are left out; how the server is reached, proxy included, is kept.
 */
export function anonymous(config: RestConfig): RestConfig {
  const copy = pickDefined(config, keptFields);
  const tls = config.tls === undefined ? undefined : pickDefined(config.tls, keptTlsFields);
  return hideCredentials(tls === undefined ? copy : { ...copy, tls });
}

function pickDefined<T extends object>(from: T, fields: readonly (keyof T)[]): T {
  return Object.fromEntries(
    fields.filter((field) => from[field] !== undefined).map((field) => [field, from[field]]),
  ) as T;
}
