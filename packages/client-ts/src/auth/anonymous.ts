import type { RestConfig, TlsConfig } from "../transport/index.ts";

/**
 * The same server, asked by nobody: a copy that holds only what is known to carry no identity. Built from a list of what is kept, so that a
 * field added later is left out until somebody decides. Interceptors, a handed-in transport and proxies with a password are not kept.
 */
export function anonymous(config: RestConfig): RestConfig {
  const tls = config.tls === undefined ? undefined : anonymousTls(config.tls);
  const { host, namespace, disableCompression, timeoutMs, qps, burst, rateLimiter, onWarning, logger, verbosity, meter } = config;
  const { dial, http2, limits, contentType, accept, clock } = config;
  const proxyUrl = config.proxyUrl !== undefined && !hasUserInfo(config.proxyUrl) ? config.proxyUrl : undefined;
  return {
    host,
    ...(namespace !== undefined && { namespace }),
    ...(tls !== undefined && { tls }),
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(disableCompression !== undefined && { disableCompression }),
    ...(config.userAgent !== undefined && { userAgent: config.userAgent }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(qps !== undefined && { qps }),
    ...(burst !== undefined && { burst }),
    ...(rateLimiter !== undefined && { rateLimiter }),
    ...(onWarning !== undefined && { onWarning }),
    ...(logger !== undefined && { logger }),
    ...(verbosity !== undefined && { verbosity }),
    ...(meter !== undefined && { meter }),
    ...(dial !== undefined && { dial }),
    ...(http2 !== undefined && { http2 }),
    ...(limits !== undefined && { limits }),
    ...(contentType !== undefined && { contentType }),
    ...(accept !== undefined && { accept }),
    ...(clock !== undefined && { clock }),
  };
}

function anonymousTls({ insecure, serverName, ca, caFile }: TlsConfig): TlsConfig {
  return {
    ...(insecure !== undefined && { insecure }),
    ...(serverName !== undefined && { serverName }),
    ...(ca !== undefined && { ca }),
    ...(caFile !== undefined && { caFile }),
  };
}

function hasUserInfo(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    return username !== "" || password !== "";
  } catch {
    return true;
  }
}
